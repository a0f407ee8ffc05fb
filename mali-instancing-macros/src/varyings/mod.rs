//! `varyings!`: a shader interface.

mod input;
mod memory;
mod parts;
mod registers;

use proc_macro2::TokenStream;

pub(crate) use input::Input;
use input::Kind;

pub(crate) fn expand(input: &Input) -> TokenStream {
    match &input.kind {
        Kind::Registers { registers, target } => registers::expand(input, registers, target),
        Kind::Memory { is_separable } => memory::expand(input, *is_separable),
    }
}
