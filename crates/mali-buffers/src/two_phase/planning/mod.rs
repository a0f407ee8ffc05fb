//! Planning: the places that a draw's data is read from, and the work that must be done before the draw.

mod block_copy;
mod counters;
mod data_copy;

mod fetched_array;
mod in_place;
mod indices;
mod plan;
mod plan_builder;
mod planner;
mod vertices;

pub use counters::Counters;
pub use data_copy::{Contents, DataCopy};

pub use in_place::InPlace;
pub use indices::{IndexData, IndexInput};
pub use plan::Plan;
pub use planner::Planner;
pub use vertices::{VertexData, VertexState};
