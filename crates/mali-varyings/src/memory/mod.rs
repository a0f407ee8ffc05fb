//! The memory in which a Mali stores the varyings between the stages, by byte offsets.

mod built_in;
mod declarations;
mod descriptors;
mod driver;
mod earlier;
mod elements;
mod layout;
mod location;
mod slot;
mod slots;
mod transform_feedback;
mod version;

pub use built_in::{BuiltIn, BuiltIns, Treatment};
pub use declarations::{Interface, Linkage, Linking, Matching, NamedVarying, check_exact_match};
pub use descriptors::{
    AttributeBufferVaryings, FifoFormat, ValhallVaryings, VaryingAccess, VaryingBuffer,
    VaryingDescriptors,
};
pub use driver::Driver;
pub use layout::MemoryLayout;
pub use location::Section;
pub use slot::Slot;
pub use slots::Slots;
pub use transform_feedback::*;
pub use version::MesaVersion;
