//! The words of a draw: its tables, single descriptors, and the words beside the tables.
//!
//! `vertex_input` packs the buffers and attributes of a pipeline into words that C keeps. `write` takes these words,
//! the ranges (`tables`) and the counts (`call`) of a draw, and writes both tables. Since C can have changed the words,
//! the core's `StateWords` trusts none of them.
//!
//! Drivers that need only a part use `pack` for single descriptors, `call` for the `Draw` and the `Invocation`,
//! `indices` for the vertices of indices, and `dependencies` for the words that are stale.

pub mod call;
pub mod dependencies;
pub mod indices;
pub mod pack;
pub mod tables;
pub mod vertex_input;
pub mod write;
