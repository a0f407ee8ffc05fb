//! The registers that the standard guarantees to shaders: a grid of four columns.

pub mod chooser;
mod edition;
mod explicit;
mod grid;
mod order;
mod packer;
mod packing;
mod placement;
mod rectangle;
mod rules;
mod sharing;
mod target;

pub use packing::{pack, registers_needed};
pub use placement::{Placement, Span};
pub use rules::{Feature, Rules};
pub use target::Target;
