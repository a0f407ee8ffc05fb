//! The proc macros of mali-instancing; use them through that crate.
//!
//! A macro here parses, and emits constants whose initialisers call the library. It computes
//! nothing: what is wrong with a number is found by the library's own const fns, while rustc
//! evaluates the constant, and is reported under the argument because the call that finds it is
//! given the argument's place in the source.

mod arguments;
mod attribute_buffer;
mod expand;
mod input;

use proc_macro::TokenStream;

use input::Input;

/// Behind `mali_instancing::instanced_attr!`, which hands its `$crate` in and documents the rest.
#[doc(hidden)]
#[proc_macro]
pub fn instanced_attr(tokens: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(tokens as Input);
    expand::expand(&input).into()
}
