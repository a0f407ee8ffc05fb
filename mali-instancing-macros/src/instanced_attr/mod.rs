//! `instanced_attr!`: one attribute buffer.

mod arguments;
mod expand;
mod input;

pub(crate) use expand::expand;
pub(crate) use input::InstancedAttr;
