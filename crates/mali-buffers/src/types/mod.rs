//! The types that describe draws and memory.

mod context_id;
mod index_type;
mod memory_ref;
mod sequence;
mod source;
mod stream_kind;
mod usage;

pub use context_id::ContextId;
pub use index_type::IndexType;
pub use memory_ref::{Allocation, CopyId, Location, MemoryRef, Retired};
pub use sequence::Sequence;
pub use source::{BufferId, DataSource};
pub use stream_kind::StreamKind;
pub use usage::Usage;
