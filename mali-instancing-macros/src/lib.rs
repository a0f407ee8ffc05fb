//! The proc macros of mali-instancing. Use them through that crate.
//!
//! A macro parses, and emits constants whose initialisers call the library. It computes
//! nothing. The library's const fns check numbers and names when rustc
//! evaluates the constant. The call that finds an error has the span of the argument, so that rustc reports the
//! error there.

// The way of an invocation: the wrapper in the library puts its `$crate` in front of the user's tokens (`library.rs`),
// and for `vertex_input!` the keys of its table of arguments (`draw_keys.rs`). `item.rs`, `arguments.rs`, `optional.rs`
// and `rate.rs` parse what both macros share, and the files in the folder of each macro the rest. The `expand.rs` there
// writes the tokens, with `calls.rs` for the spans and `number_enum.rs` for the enums of `vertex_input!`.
//
// Two modules are about what only rustc knows. `integer.rs` decides by the tokens which numbers need a conversion to
// the type of their place, and `run_time.rs` adds constants that fail for a variable.

mod arguments;
mod calls;
mod draw_keys;
mod instanced_attr;
mod integer;
mod item;
mod library;
mod number_enum;
mod optional;
mod rate;
mod run_time;
mod unknown;
mod vertex_input;

use proc_macro::TokenStream;

/// The implementation of `mali_instancing::instanced_attr!`, which passes its `$crate` and has the documentation.
#[doc(hidden)]
#[proc_macro]
pub fn instanced_attr(tokens: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(tokens as instanced_attr::InstancedAttr);
    instanced_attr::expand(&input).into()
}

/// The implementation of `mali_instancing::vertex_input!`, which passes its `$crate` and has the documentation.
#[doc(hidden)]
#[proc_macro]
pub fn vertex_input(tokens: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(tokens as vertex_input::VertexInput);
    vertex_input::expand(&input).into()
}
