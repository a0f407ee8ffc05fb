//! The planner of `mali-buffers`: the places from which draws read their vertex and index data.
//!
//! All state is in the caller's memory. Callbacks provide the application's bytes and the GPU's memory.

pub mod buffer;
pub mod callbacks;
pub mod counters;
pub mod decision;
pub mod draw;
pub mod index_bounds;
pub mod input;
pub mod line_loop;
pub mod memory;
pub mod plan;
pub mod planning;
pub mod state;
