//! The memory in which a Mali stores the varyings between the stages, by byte offsets.

mod attribute_buffers;
mod built_in;
mod descriptor;
mod elements;
mod interface;
mod layout;
mod linkage;
mod matching;
mod named;
mod slot;
mod transform_feedback;
mod valhall;

pub use attribute_buffers::{AttributeBufferVaryings, VaryingBuffer};
pub use built_in::{BuiltInOutput, FragmentInputs, Section, VertexOutputs};
pub use interface::Interface;
pub use layout::MemoryLayout;
pub use linkage::Linkage;
pub use matching::Matching;
pub use named::NamedVarying;
pub use slot::Slot;
pub use transform_feedback::*;
pub use valhall::{FifoFormat, ValhallVaryings, VaryingAccess};
