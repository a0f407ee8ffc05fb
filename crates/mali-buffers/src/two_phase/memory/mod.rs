//! Memory: the application's buffers, and the streams, copies and constants that the GPU reads instead.

mod buffer;
mod constants;
mod copy_key;
mod released;
mod reservation;
mod static_copies;
mod traits;
mod upload_ring;
mod upload_rings;

pub use buffer::Buffer;
pub(crate) use constants::{CONSTANT_SIZE, Constants};
pub(crate) use copy_key::CopyKey;
pub use released::{Released, Update};
pub use reservation::{Placement, Reservation, RetiredGeneration};
pub use traits::{ClientState, GpuMemory};
pub(crate) use traits::{has, keep_bounds, read};
pub use upload_ring::{UploadRing, WhenFull};
pub use upload_rings::UploadRings;

pub(crate) use crate::memory::{BoundsKey, FoundBounds};
