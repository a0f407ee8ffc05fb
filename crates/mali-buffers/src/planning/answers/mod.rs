//! The answers to a draw: the result, the place of each attribute and of the indices, and the numbers of all draws.

mod counters;
mod decision;
mod drawn;
mod index_data;

pub use counters::Counters;
pub use decision::{AttributePlace, Decision, Obstacle, StreamingReason};
pub use drawn::Drawn;
pub use index_data::{IndexData, IndexInput};
