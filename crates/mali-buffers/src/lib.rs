//! Planning of vertex and index data: the places where the GPU reads it.
//!
//! An attribute buffer needs an address. The GPU cannot always read an application's data at its address: the data may
//! be in client memory, be unaligned, have a format that no Mali fetches, or change while an earlier draw still reads
//! it. This crate decides how the GPU gets such data. It neither allocates nor accesses memory: memory, fences and the
//! GPU belong to the caller.
//!
//! A [`Planner`] takes a draw as the application states it and fills a [`Plan`]: what to copy, from where, to where and
//! with which conversion, and the draw's vertex input and indices. Nothing changes until the plan is executed and
//! [committed](Planner::commit). A draw needs no plan if all its data is in place, or in copies and constants that
//! exist already: [`Planner::draw_in_place`]. Each attribute is read
//!
//! * in place, if it is in a buffer that the GPU sees, is aligned to its components, and has a format that the GPU
//!   fetches;
//! * from a copy of the whole buffer, converted once, if the buffer's data stays the same;
//! * from a stream otherwise: the stream holds only the draw's elements, or only those that [few indices
//!   name](VertexState::without_vertex_id), after the data of earlier draws;
//! * from 16 bytes with a stride of 0, if it is the same for all vertices.
//!
//! A [`Decision`] gives the reason.
//!
//! In an optimized build, planning takes 4 KiB of stack and a draw in place 1 KiB. A [`Plan`] takes less than 3 KiB and
//! may be static.
//!
//! The planner finds the smallest and the largest index of a draw, to check that no index reads past the end of a
//! buffer. It does not read the indices if the application [states their bounds](ElementArray::bounds), if their bounds
//! were found before, or if [`Target::checks_indices`] is `false` and nothing else needs the bounds.
//!
//! The caller implements [`ClientState`], which has the buffers and their bytes, and [`GpuMemory`], which has the
//! memory that the GPU reads:
//!
//! ```
//! use core::ops::Range;
//! use mali_buffers::{
//!     ClientState, ApplicationDraw, Attribute, Buffer, BufferId, ConstantValue,
//!     DataSource, Decision, FoundBounds, GpuMemory, MemoryRef, Plan, Planner, Sequence, UploadRing, UploadRings,
//!     Target, Usage, AttributeArray, VertexState,
//! };
//! use mali_instancing::{Arch, Format};
//!
//! /// One buffer, and its bytes.
//! struct Cube(Buffer, [u8; 1400]);
//!
//! impl ClientState for Cube {
//!     type Bytes<'bytes> = &'bytes [u8];
//!
//!     fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
//!         (buffer == self.0.id()).then_some(&self.0)
//!     }
//!     fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
//!         (buffer == self.0.id()).then_some(&mut self.0)
//!     }
//!     fn found_bounds(&self, _: BufferId) -> &[FoundBounds] {
//!         &[] // there are no indices
//!     }
//!     fn found_bounds_mut(&mut self, _: BufferId) -> &mut [FoundBounds] {
//!         &mut []
//!     }
//!     fn read(&self, _: DataSource, range: Range<u64>) -> Option<&[u8]> {
//!         self.1.get(range.start as usize..range.end as usize)
//!     }
//! }
//!
//! /// The vertex stream's first block, and the constants after it.
//! struct Memory([u8; 4096 + Planner::CONSTANTS_SIZE as usize]);
//!
//! impl GpuMemory for Memory {
//!     fn address(&self, memory: MemoryRef) -> Option<u64> {
//!         match memory {
//!             MemoryRef::Constants => Some(0x2000_1000),
//!             _ => Some(0x2000_0000),
//!         }
//!     }
//!     fn write(&mut self, memory: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
//!         let begin = self.address(memory)? - 0x2000_0000;
//!         self.0.get_mut((begin + range.start) as usize..(begin + range.end) as usize)
//!     }
//! }
//!
//! let rings = UploadRings {
//!     vertex: UploadRing::new(4096)?,
//!     indices: UploadRing::new(1024)?,
//! };
//! let mut planner = Planner::new(Target::new(Arch::V7), rings);
//!
//! // 70 vertices of 20 bytes, in a buffer that the GPU sees.
//! let id = BufferId::new(1);
//! let buffer = Buffer::new(id, 1400, Usage::Static)?.with_address(0x1000_0000);
//! let mut application = Cube(buffer, [7; 1400]);
//! let mut memory = Memory([0; 5120]);
//!
//! let mesh = AttributeArray::new(DataSource::Buffer(id), Format::R32G32B32_SFLOAT).with_stride(20);
//! let attributes = [
//!     Attribute::Array(mesh),
//!     Attribute::Constant(ConstantValue::Float([1.0, 0.0, 0.0, 1.0])),
//! ];
//! let state: VertexState = VertexState::new(&attributes)?;
//! let draw = ApplicationDraw::arrays(0, 70).with_instances(100);
//!
//! let mut plan: Plan = Plan::new();
//! planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
//! assert_eq!(plan.allocations().count(), 0); // the memory is there
//! let input = plan.vertex_data().unwrap();
//! assert_eq!(input.decisions(), [Some(Decision::InPlace), Some(Decision::ConstantWritten)]);
//! assert_eq!(plan.bytes_copied(), 16);
//!
//! let mut words = [0; 32];
//! let tables = input.write(&memory, &mut words)?;
//! assert_eq!(words[tables.buffers.clone()][..4], [0x1000_0003, 0x8300_0000, 20, 1400]);
//! assert_eq!(words[tables.buffers][4..8], [0x2000_1001, 0, 0, 16]);
//!
//! plan.execute(&application, &mut memory)?;
//! planner.commit(&plan, &mut application)?;
//! # Ok::<(), mali_buffers::Error>(())
//! ```
//!
//! Facts: ANGLE's description of its vertex and index buffers; Mesa's Panfrost for the data that a Mali reads in place.

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

pub use conversion::{
    ComponentCount, Conversion, FetchFormat, convert_indices, element_alignment, index_bounds,
};
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
    Allocation, BufferId, CopyId, DataSource, IndexType, Location, MemoryRef, Retired, Sequence,
    StreamKind, Usage,
};

/// The front page's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The guide's code, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/reference/buffers.md")]
struct Guide;
