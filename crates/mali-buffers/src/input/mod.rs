//! The vertex input of draws: bindings and elements, and the arrays of GL ES 2, which are merged into them.

mod array;
mod binding;
mod constant_value;
mod vertex_input;

pub use array::{Attribute, AttributeArray};
pub use binding::{Binding, Element};
pub use constant_value::ConstantValue;
pub use vertex_input::VertexInput;
