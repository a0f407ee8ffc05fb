//! The descriptors of two linked stages.

mod attribute_buffers;
mod linked;
mod table;
mod valhall;

pub use attribute_buffers::{AttributeBufferVaryings, VaryingBuffer};
pub use linked::{LinkedLocation, VaryingAccess, VaryingDescriptors};
pub use valhall::{FifoFormat, ValhallVaryings};
