//! The planner: the places that a draw's data is read from, and the draw's tables.
//!
//! `Planner::draw`, in `drawing`, is the way of a draw. If all of a state's streams are where they were found, and its
//! arguments are those of the last draw, nothing is written. Otherwise:
//!
//! 1. `indices` finds those that exist, their bounds if anything needs them, and the form that they have after a copy.
//! 2. `placing` finds a place for each stream whose buffer has another revision than the one that it knows: its own
//!    memory, a copy of the whole buffer (`copying`), or the ring. `constants` are placed in cells. A token is written after
//!    its place, since what gives way to a copy changes the buffer's revision.
//! 3. `gathering` decides whether few indices name vertices far apart, which then are streamed one by one.
//! 4. `streaming` measures what the draw needs of each stream in the ring (`far` and `reach` are for elements that do not
//!    exist, or that no descriptor of all the memory reaches), takes one part of the ring for all, and writes them.
//! 5. The vertex input of the core writes the tables from the ranges, and every read is noted in its buffer, so that
//!    nothing is overwritten that the GPU still reads.
//!
//! `state` has what is known between draws, and `environment` the planner and the caller's side during one.

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
