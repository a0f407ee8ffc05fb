//! The slots of two stages, as a driver has them: their places in the memory of a vertex, and the words that both stages
//! access them by.
//!
//! What the vertex stage stores is placed first (`layout`, and `earlier` for earlier versions of Mesa); with what the
//! fragment stage reads, it has `descriptors`.

mod built_in;
mod check;
mod descriptors;
mod driver;
mod earlier;
mod elements;
mod layout;
mod list;
mod location;
mod slot;
mod version;

pub use built_in::{BuiltIn, Treatment};
pub use descriptors::{
    AttributeBufferVaryings, FifoFormat, LinkedLocation, ValhallVaryings, VaryingAccess,
    VaryingBuffer, VaryingDescriptors,
};
pub use driver::Driver;
pub(crate) use elements::elements;
pub use layout::MemoryLayout;
pub use list::Slots;
pub use location::Section;
pub(crate) use location::{
    BACK_COLOR, BACK_SECONDARY_COLOR, CLIP_DISTANCES, COLOR, FACE, LAYER, POINT_COORD, POINT_SIZE,
    POSITION, PRIMITIVE_ID, SECONDARY_COLOR, VIEWPORT, hardware_place,
};
pub use slot::Slot;
pub use version::MesaVersion;
