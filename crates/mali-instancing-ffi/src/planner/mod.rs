//! The planner of `mali-buffers`: the places from which draws read their vertex and index data.
//!
//! All state is in the caller's memory. Callbacks provide the application's bytes and the GPU's memory.

pub mod buffer;
pub mod callbacks;
pub mod counters;
pub mod decision;
pub mod draw;
pub mod elements;
pub mod input;
pub mod kept_buffer;
pub mod line_loop;
pub mod planning;
pub mod source;
pub mod state;
