//! The proc macros of mali-instancing and mali-varyings; use them through those crates.
//!
//! A macro here parses, and emits constants whose initialisers call the library. It computes
//! nothing. The library's own const fns find what is wrong with a number or a name, while rustc
//! evaluates the constant. The call that finds it has the argument's place in the source, so the
//! error is reported there.

mod arguments;
mod calls;
mod instanced_attr;
mod item;
mod library;
mod number_enum;
mod optional;
mod rate;
mod run_time;
mod unknown;
mod varyings;
mod vertex_input;

use proc_macro::TokenStream;

/// Behind `mali_instancing::instanced_attr!`, which hands its `$crate` in and documents the rest.
#[doc(hidden)]
#[proc_macro]
pub fn instanced_attr(tokens: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(tokens as instanced_attr::Input);
    instanced_attr::expand(&input).into()
}

/// Behind `mali_instancing::vertex_input!`, which hands its `$crate` in and documents the rest.
#[doc(hidden)]
#[proc_macro]
pub fn vertex_input(tokens: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(tokens as vertex_input::Input);
    vertex_input::expand(&input).into()
}

/// Behind `mali_varyings::varyings!`, which hands its `$crate` in and documents the rest.
#[doc(hidden)]
#[proc_macro]
pub fn varyings(tokens: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(tokens as varyings::Input);
    varyings::expand(&input).into()
}
