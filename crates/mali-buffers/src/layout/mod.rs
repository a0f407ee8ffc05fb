//! The layout of bound attributes: what is known about them before any draw.

mod array;
mod group;
mod input_layout;
mod member;
mod records;

pub(crate) use group::{Existing, Group};
pub(crate) use input_layout::{ConstantAttribute, InputLayout};
pub(crate) use member::Member;
pub(crate) use records::write_records;

/// The largest number of attributes if the caller chooses none, which is GL's minimum for `GL_MAX_VERTEX_ATTRIBS`.
pub(crate) const MAX_ATTRIBUTES: usize = 16;

/// The largest number that the caller may choose.
pub(crate) const MOST_ATTRIBUTES: usize = 32;
