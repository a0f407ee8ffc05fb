//! The memory in which a Mali stores the varyings between the stages, by byte offsets.

mod attribute_buffers;
mod built_in;
mod descriptor;
mod driver;
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
pub use built_in::{BuiltIn, BuiltIns, Section, Treatment};
pub use driver::Driver;
pub use interface::Interface;
pub use layout::MemoryLayout;
pub use linkage::{Linkage, Linking};
pub use matching::Matching;
pub use named::NamedVarying;
pub use slot::{Slot, SlotList};
pub use transform_feedback::*;
pub use valhall::{FifoFormat, ValhallVaryings, VaryingAccess};
