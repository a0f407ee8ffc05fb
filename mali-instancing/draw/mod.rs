//! The vertex input of whole draws.
//!
//! An application describes a draw by a [`Pipeline`] and [`DrawCounts`], each of its buffers by a [`VertexBuffer`], and
//! each of its attributes by a [`VertexAttribute`]. A [`VertexInput`] is the
//! tables made of them, and can be a constant if they are constants. The buffers' addresses are only known
//! right before the draw, and [`VertexInput::write`] adds them to the tables.
//!
//! A driver knows half of that when it makes a pipeline: the rules, which are a [`Pipeline`], the buffers and
//! the attributes. A [`VertexInputState`] is this half, checked once. It can be a constant too. Each draw
//! adds its [`DrawCounts`] and the buffers' ranges. [`write()`] does everything at once, for a draw whose parts are
//! only known at run time.
//!
//! | | V4 to V7 | V9 and later |
//! |---|---|---|
//! | table of buffers | one or two descriptors for each buffer, see [`TableLayout`], then vertex and instance ID (V4, V5), then an empty one (V6, V7) | a `Buffer` for each buffer |
//! | table of attributes | an `Attribute` of two words for each attribute | an `Attribute` of eight words for each attribute |
//! | draw, invocation | two words each | none |
//!
//! Facts: Mesa's `panfrost_emit_vertex_data` and, for V9 and later, `emit_vs_attrib`.

mod bounds;
mod definition;
mod dependencies;
mod dispatch;
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

// The parts that are hidden below serve the command and the macros, and are no part of what this crate promises.
pub use bounds::{IndexBounds, IndexValue, bounds};
pub use definition::{DrawCounts, Pipeline};
pub use dependencies::{Dependencies, attribute_dependencies, buffer_dependencies};
pub use error::DrawError;
pub use index::{IndexSlice, IndexedVertices};
pub use input::VertexInput;
#[doc(hidden)]
pub use packing::buffer_indices::BufferIndices;
pub use packing::layout::Tables;
#[doc(hidden)]
pub use parts::check_overlap;
pub use parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer};
pub use state::VertexInputState;
pub use state_words::StateWords;
pub use table_layout::TableLayout;
pub use write::{check_ranges, words_needed, write, write_from};
