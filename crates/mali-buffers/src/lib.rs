#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// From the application's data to a draw's tables: `input` and `draw` have what the caller states, in the types of
// `types`. `streams` lays the input out as streams, once for many draws. `planning` finds the place of each stream,
// asks `memory` for what is missing, and writes the tables. `conversion` makes the bytes that differ from the
// application's. `memory` keeps what outlasts a draw: copies and policies in the caller's `Buffer`, the ring and the
// constants in the `Planner`. `line_loop` stands before all this: it makes draws of indices, which the planner then
// takes.
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
