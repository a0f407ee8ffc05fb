//! `vertex_input!`: a whole draw.
//!
//! `input.rs` parses the draw, its buffers and its attributes, and gives each attribute the number of its buffer.
//! `field.rs` has attributes that are fields of a type. `expand.rs` writes the constant, whose initialiser is one call
//! that packs and one call for each argument that may be wrong, and the enums of buffers and attributes.

mod expand;
mod field;
mod input;

pub(crate) use expand::expand;
pub(crate) use input::VertexInput;
