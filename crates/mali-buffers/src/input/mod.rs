//! The vertex input of draws: bindings and elements, and the arrays of GL ES 2, which are merged into them.
//!
//! `array` has what an application of GL ES 2 states: a source, a stride and a rate for each attribute. `vertex_input`
//! makes bindings of it, of which arrays with interleaved elements share one. From here on there are only `Binding`s
//! and `Element`s, which `streams` takes: an element names its binding by its index, and has the offset within the
//! binding's elements.

mod array;
mod binding;
mod constant_value;
mod vertex_input;

pub use array::{Attribute, AttributeArray};
pub use binding::{Binding, Element};
pub use constant_value::ConstantValue;
pub use vertex_input::VertexInput;
