//! The registers that the standard promises to shaders: a grid of four columns.

mod chooser;
mod grid;
mod location;
mod orientation;
mod packer;
mod packing;
mod target;
mod transform_feedback;

pub use location::Location;
pub use orientation::{Orientation, Span, VectorLocation};
pub use packing::{Packing, pack};
pub use target::{Rules, Target};
pub use transform_feedback::{
    Capture, CaptureMode, CapturedSpan, CapturedSpans, TransformFeedback,
};
