//! The planner: the places that a draw's data is read from, and the draw's tables.

mod copying;
mod counters;
mod decision;
mod drawn;
mod far;
mod finding;
mod gathering;
mod index_data;
mod indices;
mod places;
mod records;
mod state;
mod streaming;

mod planner;

pub use counters::Counters;
pub use decision::{AttributePlace, Decision, Obstacle, StreamingReason};
pub use drawn::Drawn;
pub use index_data::{IndexData, IndexInput};
pub use planner::Planner;
pub use state::VertexState;
