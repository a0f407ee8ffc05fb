//! The macros that users call: each passes its tokens to its proc macro. What the expansion calls is in `macro_support/`.

// Without the feature, the macros of `without.rs` have the same names, and say which feature they need.

#[cfg(feature = "macros")]
mod instanced_attr;
#[cfg(feature = "macros")]
mod vertex_input;
#[cfg(not(feature = "macros"))]
mod without;
