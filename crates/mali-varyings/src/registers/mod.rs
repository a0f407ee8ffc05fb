//! The registers that the standard guarantees to shaders: a grid of four columns.

mod chosen;
mod edition;
mod grid;
mod order;
mod orientation;
mod packer;
mod packing;
mod placement;
mod run;
mod target;

pub use orientation::{Orientation, Span, VectorPlacement};
pub use packing::{Packing, pack};
pub use placement::Placement;
pub use target::Target;
