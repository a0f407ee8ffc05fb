//! Where a draw's indices come from.

pub(crate) mod data;
pub(crate) mod element_source;
mod prepare;

pub use data::{IndexData, IndexInput};
pub(crate) use prepare::prepare;
