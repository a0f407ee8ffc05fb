//! Memory: the application's buffers, and the ring, copies and constants that the GPU reads instead.

mod bounds_cache;
mod buffer;
mod changes;
mod client_data;
mod client_state;
mod constants;
mod copy_key;
mod copy_policy;
mod gpu_memory;
mod mapped_memory;
mod static_copies;
mod upload_ring;

pub(crate) use bounds_cache::BoundsKey;
pub use bounds_cache::FoundBounds;
pub use buffer::Buffer;
pub use client_data::{BufferObject, ClientData};
pub use client_state::ClientState;
pub(crate) use client_state::{has, keep_bounds, read};
pub(crate) use constants::{CELL_SIZE, Cells, Constants};
pub(crate) use copy_key::{CopyKey, RECORD_MEMBERS};
pub use copy_policy::CopyPolicy;
pub use gpu_memory::GpuMemory;
pub use mapped_memory::MappedMemory;
pub use upload_ring::{UploadRing, WhenFull};
