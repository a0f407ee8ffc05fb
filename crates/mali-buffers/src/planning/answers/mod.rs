//! The planner's answers: a draw's result, the places of its data, and the counts of all draws.
//!
//! `Planner::draw` returns a `Drawn`. The other answers are asked for afterwards: `VertexState::explain` and
//! `explain_indices` return an `AttributePlace` and a `Decision` with its reason, `VertexState::index_data` the
//! vertices that the caller's other descriptors need, and `Planner::counters` the counts.

mod counters;
mod decision;
mod drawn;
mod index_data;

pub use counters::Counters;
pub use decision::{AttributePlace, Decision, Obstacle, StreamingReason};
pub use drawn::Drawn;
pub use index_data::{IndexData, IndexInput};
