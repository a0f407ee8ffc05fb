//! The draws of an application, and the target that reads them.
//!
//! An `ApplicationDraw` has the counts and the indices of one draw, as the application states them. A `Target` decides
//! by the architecture which of the indices are drawn, whether stated bounds are believed, and which index can restart
//! primitives. `line_loop` has the same rule about the indices that exist as the planner.

mod application_draw;
mod target;

pub use application_draw::{ApplicationDraw, ElementArray, Vertices};
pub use target::{OutOfBounds, Target};
