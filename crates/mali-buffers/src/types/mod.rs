//! The types that describe draws and memory.

mod block;
mod context_id;
mod index_type;
mod sequence;
mod source;
mod usage;

pub use block::Block;
pub use context_id::ContextId;
pub use index_type::IndexType;
pub use sequence::Sequence;
pub use source::{BufferId, DataSource};
pub use usage::Usage;
