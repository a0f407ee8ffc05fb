//! The types that describe draws and memory.
//!
//! `BufferId`, `ContextId` and `Block::handle` are the caller's numbers, and are only compared. `Sequence` has an
//! order: memory that work n reads is free when n and all work before it are finished.

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
