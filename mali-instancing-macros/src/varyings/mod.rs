//! `varyings!`: a shader interface.

mod expand;
mod input;

pub(crate) use expand::expand;
pub(crate) use input::Input;
