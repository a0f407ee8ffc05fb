#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod conversion;
mod draw;
mod error;
mod input;
mod line_loop;
mod list;
mod memory;
mod planning;
mod streams;
mod types;

pub use conversion::{ComponentCount, Conversion, convert_indices, index_bounds};
pub use draw::{ApplicationDraw, ElementArray, OutOfBounds, Target, Vertices};
pub use error::Error;
pub use input::{Attribute, AttributeArray, Binding, ConstantValue, Element, VertexInput};
pub use line_loop::{LineLoop, LoopIndices};
pub use memory::{
    Buffer, BufferObject, ClientData, ClientState, CopyPolicy, FoundBounds, GpuMemory,
    MappedMemory, UploadRing, WhenFull,
};
pub use planning::{
    AttributePlace, Counters, Decision, Drawn, IndexData, IndexInput, Obstacle, Planner,
    StreamingReason, VertexState,
};
pub use types::{Block, BufferId, ContextId, DataSource, IndexType, Sequence, Usage};

/// The guide's code, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/reference/buffers.md")]
struct Guide;
