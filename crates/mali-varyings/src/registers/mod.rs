//! The registers that the standard guarantees to shaders: a grid of four columns.

pub mod chooser;
mod edition;
mod grid;
mod order;
mod packer;
mod packing;
mod placement;
mod rectangle;
mod target;

pub use packing::{Packing, pack, registers_needed};
pub use placement::{Placement, Span};
pub use target::Target;
