//! Everything that one draw's vertex input needs, put together.
//!
//! A [`DrawCall`] is what the application says of a draw. A [`VertexBuffer`] and a
//! [`VertexAttribute`] are what it says of a buffer and of an attribute. A [`VertexInput`] is the
//! tables made of them, and a constant if they are constants. Where the buffers are is only known
//! before the draw, when the tables are [bound](VertexInput::write) to them.
//!
//! Drivers know half of that when a pipeline is made: its rules, a [`Pipeline`], and its buffers and
//! attributes. A [`VertexInputState`] is this half, checked once, and a constant too if it can be. Each draw
//! adds its [`DrawCounts`] and the buffers' ranges. [`write()`] does all at once, for a draw whose parts are
//! only known at run time.
//!
//! | | V4 to V7 | V9 and later |
//! |---|---|---|
//! | table of buffers | one or two descriptors each, see [`TableLayout`], then vertex and instance ID (V4, V5), then an empty one (V6, V7) | a `Buffer` each |
//! | table of attributes | an `Attribute` of two words each | an `Attribute` of eight words each |
//! | draw, invocation | two words each | none |
//!
//! Facts: Mesa's `panfrost_emit_vertex_data` and, for V9 and later, `emit_vs_attrib`.

#![expect(
    clippy::inline_always,
    reason = "a part of packing that is not inlined takes and returns in memory what registers could hold"
)]

mod bounds;
mod call;
mod definition;
mod dependencies;
mod error;
mod index;
mod input;
mod packing;
mod parts;
mod pipeline;
mod state;
mod state_words;
mod table_layout;
mod write;

pub use bounds::{IndexBounds, IndexValue, bounds};
pub use definition::{DrawCall, DrawCounts, Pipeline};
pub use dependencies::{
    Dependencies, DrawDependencies, attribute_dependencies, buffer_dependencies,
};
pub use error::DrawError;
pub use index::{IndexSlice, IndexedVertices};
pub use input::VertexInput;
pub use packing::layout::Tables;
pub use packing::placement::Placement;
pub use parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer, check_overlap};
pub use state::VertexInputState;
pub use state_words::StateWords;
pub use table_layout::TableLayout;
pub use write::{words_needed, write};
