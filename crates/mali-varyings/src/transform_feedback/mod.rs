//! The captures of the vertex stage's outputs, and their places in the buffers.

mod capture;
mod draw;
mod feedback;
mod span;

pub use capture::Capture;
pub use draw::CapturedDraw;
pub use feedback::{CaptureMode, TransformFeedback};
pub use span::CapturedSpan;
