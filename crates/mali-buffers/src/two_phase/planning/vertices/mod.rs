//! The places that a draw's attributes come from.

pub(crate) mod data;
mod found;
mod interleaving;
mod limits;
mod prepare;
mod state;
mod vertex_source;

pub use data::VertexData;
pub(crate) use prepare::prepare;
pub use state::VertexState;
