//! The draws of an application, and the target that reads them.

mod application_draw;
mod constant_value;
mod target;

pub use application_draw::{ApplicationDraw, Attribute, AttributeArray, ElementArray, Vertices};
pub use constant_value::ConstantValue;
pub use target::{OutOfBounds, Target};
