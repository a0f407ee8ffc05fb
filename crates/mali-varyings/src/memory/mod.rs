//! The memory in which a Mali stores the varyings between the stages, by byte offsets.

mod attribute_buffers;
mod built_in;
mod declarations;
mod descriptor;
mod driver;
mod elements;
mod layout;
mod slot;
mod transform_feedback;
mod valhall;

pub use attribute_buffers::{AttributeBufferVaryings, VaryingBuffer};
pub use built_in::{BuiltIn, BuiltIns, Section, Treatment};
pub use declarations::{Interface, Linkage, Linking, Matching, NamedVarying};
pub use driver::Driver;
pub use layout::MemoryLayout;
pub use slot::{Slot, SlotList};
pub use transform_feedback::*;
pub use valhall::{FifoFormat, ValhallVaryings, VaryingAccess};
