//! Where vertex and index data comes from: the planner of `mali-buffers`.
//!
//! Everything lies in memory of the caller's. The application's bytes and the GPU's memory are asked for by
//! callbacks.

pub mod buffer;
pub mod callbacks;
pub mod counters;
pub mod decision;
pub mod draw;
pub mod input;
pub mod memory;
pub mod plan;
pub mod planning;
pub mod state;
