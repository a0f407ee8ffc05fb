//! The draws of an application, and the target that reads them.

mod application_draw;
mod target;

pub use application_draw::{ApplicationDraw, ElementArray, Vertices};
pub use target::{OutOfBounds, Target};
