//! The slots of two stages, as a driver has them: their places in the memory of a vertex, and the words that both
//! stages access them by.
//!
//! The slots of each stage come from a driver's compiler, or from `linkage`, which makes them of declarations:
//!
//! 1. `check` refuses the slots that no stage can have. The other files rely on it: indices ascend, each location is
//!    below 64 and occurs once, and slots of the generic section have at most 16 bytes.
//! 2. `layout` places what the vertex stage stores, before the fragment stage is known, as Mesa of 2026 does.
//! 3. `earlier` replaces these places by those of Mesa 25.0, which depend on both stages, the driver and the
//!    architecture. The layout keeps the last two in `placed_for`, since nothing else can link it then.
//! 4. `descriptors` takes the layout and the slots of the fragment stage, and has the words of both stages.
//!
//! A slot is searched for in two ways: by location, which both stages share, and by index, which numbers the
//! descriptors of one stage. A list has at most 64 slots and is an array (`list`), so that all of this works in
//! constants.
//!
//! `location` says which outputs the hardware itself reads, `built_in` how a driver passes each built-in variable,
//! `driver` and `version` whose rules apply. `elements` counts the threads of a draw, from which sizes of buffers
//! follow.

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
