//! The captures of the vertex stage's outputs, and their places in the buffers.
//!
//! `capture` is what the application names; it finds the components of the outputs that this is. `feedback` has the
//! list of captures, checked once, and sums the places in it (`span`): buffer and offset within a vertex. `draw` adds
//! the counts of a draw, and so the offset of each vertex and the size of each buffer. Neither depends on the layout of
//! varyings in memory.

mod capture;
mod draw;
mod feedback;
mod span;

pub use capture::Capture;
pub use draw::CapturedDraw;
pub use feedback::{CaptureMode, TransformFeedback};
pub use span::CapturedSpan;
