//! Memory: the application's buffers, and the ring, copies and constants that the GPU reads instead.
//!
//! `ClientState` and `GpuMemory` are the caller's side: the application's data, and the memory that the GPU reads.
//! `ClientData` and `MappedMemory` implement them for a known scene. What is known about memory is in four places:
//!
//! * `Buffer`, in the caller's buffer object, has the facts that all contexts share: `changes` with the ranges of the
//!   last updates, `static_copies` with the copies of all its data, the policy that decides about new ones, and the
//!   last work that reads its memory.
//! * `bounds_cache` has the bounds of indices, beside the buffer in memory of the caller.
//! * `UploadRing` has the data of single draws, and belongs to one planner.
//! * `Constants` belongs to one planner, too: 64 values in one block.
//!
//! Two numbers of a buffer tell whether a fact about it is still right. `Buffer::revision` is for places: a stream
//! keeps it as its token, and looks for a place again if it differs. The epoch of `Changes` is for bounds of indices,
//! which outlast changes of other bytes.
//!
//! No memory is waited for here, and none is freed: what the GPU may still read is retired with the last work that
//! reads it, and the caller frees it.

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
pub(crate) use client_state::{bytes_of, has, keep_bounds};
pub(crate) use constants::{CELL_SIZE, Cells, Constants};
pub(crate) use copy_key::{CopyKey, RECORD_MEMBERS};
pub use copy_policy::CopyPolicy;
pub use gpu_memory::GpuMemory;
pub use mapped_memory::MappedMemory;
pub use upload_ring::{UploadRing, WhenFull};
