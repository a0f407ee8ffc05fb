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

// How the private files work together:
//
// * `definition` declares `Pipeline` and `DrawCounts` from the table in `draw_arguments.rs`. `parts` has buffers,
//   attributes and ranges, `table_layout` one of the rules.
// * `pipeline` and `dispatch` have what depends on no buffer: whether the rules exist on the architecture, the padded
//   count, the threads, the words of `Draw` and `Invocation`.
// * `packing` makes the tables. Its own text tells the way from a rate to words.
// * Four files have the parts of a draw, and call `packing`. `write` gets all parts at once and keeps none. `state` and
//   `state_words` keep a pipeline's half as words, in a structure and in a slice. `input` keeps a whole draw as ready
//   descriptors. All write the same tables for the same draw, which `tests/vertex_input_state.rs` compares.
// * `dependencies` says of each word which inputs change it. The packers do not use it: `tests/stale_words.rs` changes
//   each input, and compares.
// * `bounds` and `index` come before a draw: from an index buffer to the vertices and the first vertex.
//
// `Pipeline::check` and `Layout::new` come before a word of a draw or of a state is packed. After them there are at
// most 32 buffers, each table has at most 255 reserved descriptors, and the architecture is in the build. The words of
// a state may have been changed since: what reads them indexes nothing by them without a check.

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
