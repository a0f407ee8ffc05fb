//! Where a draw's indices come from.

pub(crate) mod data;
mod element_source;
mod in_place;
mod prepare;

pub use data::{IndexData, IndexInput};
pub(crate) use in_place::known_indices;
pub(crate) use prepare::prepare;
