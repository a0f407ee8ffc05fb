//! `varyings!`: a shader interface.

mod expand;
mod input;
mod memory;

pub(crate) use expand::expand;
pub(crate) use input::Input;
