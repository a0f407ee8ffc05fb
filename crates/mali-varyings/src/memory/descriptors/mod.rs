//! The descriptors of two linked stages.

mod attribute_buffers;
mod format;
mod table;
mod valhall;

pub use attribute_buffers::{AttributeBufferVaryings, VaryingBuffer};
pub use table::VaryingDescriptors;
pub use valhall::{FifoFormat, ValhallVaryings, VaryingAccess};
