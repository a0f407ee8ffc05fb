//! The draws of an application, and the target that reads them.
//!
//! An `ApplicationDraw` has the counts and the indices of one draw, as the application states them. A `Target` decides
//! by its architecture and its options which of the indices are drawn, whether stated bounds are accepted, and which
//! index can restart primitives. The planner and `line_loop` both ask it which indices exist.

mod application_draw;
mod target;

pub use application_draw::{ApplicationDraw, ElementArray, Vertices};
pub use target::{OutOfBounds, Target};
