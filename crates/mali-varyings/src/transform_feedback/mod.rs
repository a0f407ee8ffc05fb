//! The captures of the vertex stage's outputs, and their places in the buffers.
//!
//! A `capture` is what the application names: a range of an output's components, or a gap. `feedback` checks the list
//! of captures once. It adds up the bytes of those before a capture, which gives its place (`span`): a buffer and an
//! offset within a vertex. `draw` adds the counts of a draw, and so has the offset of each vertex and the size of each
//! buffer. None of these depends on the layout of varyings in memory.

mod capture;
mod draw;
mod feedback;
mod span;

pub use capture::Capture;
pub use draw::CapturedDraw;
pub use feedback::{CaptureMode, TransformFeedback};
pub use span::CapturedSpan;
