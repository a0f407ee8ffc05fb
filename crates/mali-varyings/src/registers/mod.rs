//! The registers that the standard guarantees to shaders: a grid of four columns.

pub mod chooser;
mod edition;
mod grid;
mod order;
mod orientation;
mod packer;
mod packing;
mod placement;
mod run;
mod space;
mod target;

pub use orientation::{Span, VectorPlacement};
pub use packing::{Packing, pack, registers_needed};
pub use placement::Placement;
pub use target::Target;
