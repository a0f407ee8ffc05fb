//! Memory: the application's buffers, and the streams, copies and constants that the GPU reads instead.

mod access;
mod bounds_cache;
mod buffer;
mod constants;
mod copy_key;
mod released;
mod reservation;
mod residence;
mod static_copies;
mod stream;
mod streams;

pub use access::{Application, GpuMemory};
pub(crate) use bounds_cache::{BoundsKey, FoundBounds};
pub use buffer::Buffer;
pub(crate) use constants::{CONSTANT_SIZE, Constants, Taken};
pub(crate) use copy_key::CopyKey;
pub use released::{Released, Update};
pub use reservation::{Placement, Reservation, RetiredGeneration};
pub use residence::Residence;
pub use stream::{Stream, WhenFull};
pub use streams::Streams;
