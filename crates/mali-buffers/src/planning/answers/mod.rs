//! The planner's answers: a draw's result, the places of its data, and the counts of all draws.

mod counters;
mod decision;
mod drawn;
mod index_data;

pub use counters::Counters;
pub use decision::{AttributePlace, Decision, Obstacle, StreamingReason};
pub use drawn::Drawn;
pub use index_data::{IndexData, IndexInput};
