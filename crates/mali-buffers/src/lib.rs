#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod conversion;
mod draw;
mod error;
mod line_loop;
mod list;
mod memory;
mod planning;
mod types;

pub use conversion::{ComponentCount, Conversion, convert_indices, index_bounds};
pub use draw::{
    ApplicationDraw, Attribute, AttributeArray, ConstantValue, ElementArray, OutOfBounds, Target,
    Vertices,
};
pub use error::Error;
pub use line_loop::{LineLoop, LoopIndices};
pub use memory::{
    Buffer, ClientState, CopyPolicy, FoundBounds, GpuMemory, Placement, Released, Reservation,
    RetiredGeneration, Update, UploadRing, UploadRings, WhenFull,
};
pub use planning::{
    Contents, Counters, DataCopy, Decision, InPlace, IndexData, IndexInput, Obstacle, Plan,
    Planner, StreamingReason, VertexData, VertexState,
};
pub use types::{
    Allocation, BufferId, ContextId, CopyId, DataSource, IndexType, Location, MemoryRef, Retired,
    Sequence, StreamKind, Usage,
};

/// The guide's code, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/reference/buffers.md")]
struct Guide;
