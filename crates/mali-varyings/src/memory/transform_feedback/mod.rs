//! The captures of the vertex stage's outputs, and their places in the buffers.

mod capture;
mod captured;
mod draw;
mod feedback;
mod span;
mod spans;

pub use capture::Capture;
pub use captured::CaptureMode;
pub use draw::CapturedDraw;
pub use feedback::TransformFeedback;
pub use span::{CapturedSource, CapturedSpan};
pub use spans::CapturedSpans;
