//! The places that a draw's indices come from.

pub(crate) mod data;
mod element_source;
mod prepare;

pub use data::{IndexData, IndexInput};
pub(crate) use element_source::found_indices;
pub(crate) use prepare::prepare;
