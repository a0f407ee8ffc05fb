//! `vertex_input!`: a whole draw.

mod expand;
mod field;
mod input;

pub(crate) use expand::expand;
pub(crate) use input::VertexInput;
