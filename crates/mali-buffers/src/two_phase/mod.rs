//! The planner in two phases: a plan, which is executed and committed. The C interface and the command use it.

mod line_loop;
mod memory;
mod memory_ref;
mod planning;
mod stream_kind;

pub use line_loop::{LineLoop, LoopIndices};
pub use memory::{
    Buffer, ClientState, GpuMemory, Placement, Released, Reservation, RetiredGeneration, Update,
    UploadRing, UploadRings, WhenFull,
};
pub use memory_ref::{Allocation, CopyId, Location, MemoryRef, Retired};
pub use planning::{
    Contents, Counters, DataCopy, InPlace, IndexData, IndexInput, Plan, Planner, VertexData,
    VertexState,
};
pub use stream_kind::StreamKind;

pub use crate::{
    ApplicationDraw, Attribute, AttributeArray, BufferId, ComponentCount, ConstantValue, ContextId,
    Conversion, CopyPolicy, DataSource, Decision, ElementArray, Error, FoundBounds, IndexType,
    Obstacle, OutOfBounds, Sequence, StreamingReason, Target, Usage, Vertices, convert_indices,
    index_bounds,
};
