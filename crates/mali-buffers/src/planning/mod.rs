//! The planner: the places that a draw's data is read from, and the draw's tables.

mod answers;
mod constants;
mod copying;
mod drawing;
mod environment;
mod far;
mod gathering;
mod indices;
mod placing;
mod planner;
mod reach;
mod state;
mod streaming;

pub use answers::{
    AttributePlace, Counters, Decision, Drawn, IndexData, IndexInput, Obstacle, StreamingReason,
};
pub use planner::Planner;
pub use state::VertexState;
