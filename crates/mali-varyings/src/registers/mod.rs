//! The registers that the standard promises to shaders: a grid of four columns.

mod chooser;
mod grid;
mod location;
mod orientation;
mod packer;
mod packing;
mod target;

pub use location::Location;
pub use orientation::{Orientation, Span, VectorLocation};
pub use packing::{Packing, pack};
pub use target::{Rules, Target};
