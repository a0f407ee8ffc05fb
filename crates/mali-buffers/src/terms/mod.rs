//! The words in which draws, memory and mistakes are told.

mod error;
mod index_type;
mod place;
mod sequence;
mod source;
mod stream_kind;
mod usage;

pub use error::Error;
pub use index_type::IndexType;
pub use place::{Allocation, CopyId, Location, Place, Retired};
pub use sequence::Sequence;
pub use source::{BufferId, DataSource};
pub use stream_kind::StreamKind;
pub use usage::Usage;
