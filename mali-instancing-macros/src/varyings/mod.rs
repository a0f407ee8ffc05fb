//! `varyings!`: a shader interface.

mod flatten;
mod input;
mod line;
mod memory;
mod parts;
mod registers;
mod varying;
mod words;

use proc_macro2::TokenStream;

pub(crate) use input::Input;
use input::Kind;

pub(crate) fn expand(input: &Input) -> TokenStream {
    match &input.kind {
        Kind::Registers {
            registers,
            target,
            leniency,
        } => registers::expand(input, registers, target, leniency.as_deref()),
        Kind::Memory { linking, matching } => memory::expand(input, linking, matching),
    }
}
