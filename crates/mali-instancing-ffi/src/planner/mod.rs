//! The planner of `mali-buffers`: the places from which draws read their vertex and index data.
//!
//! All state is in the caller's memory. Callbacks provide the application's bytes and the GPU's memory.
//!
//! `planning` has the planner and the function that draws. It takes a `state`, the bindings and elements of a pipeline
//! (`elements`), and a draw (`draw`), and returns the tables' words and an `input`: the indices and the words of the
//! job. `decision` and `counters` tell what was done.
//!
//! A `buffer` of the application is in memory of the caller (`kept_buffer`). The planner asks for it by its number, and
//! `callbacks` finds it: the planner's traits `ClientState` and `GpuMemory`, implemented by functions of C.

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
