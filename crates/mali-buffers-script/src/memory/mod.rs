//! The memory of a script, in which draws are executed: the application's memory, and the planner's ring, copies and
//! constants.
//!
//! `application` has the bytes of buffers and of lists of indices. Arrays of client memory with a name have no bytes:
//! they read as zeros. `gpu` keeps no bytes, since nothing reads them: it has the blocks, their names, and the ranges
//! that are written. It also has the memory that buffers have given up, until the GPU has read it. Both refuse what
//! would take more than the script's limit, and remember that they did.

mod application;
mod gpu;

pub(super) use application::ApplicationMemory;
pub(super) use gpu::RecordingMemory;

/// The largest size of memory that a script may use at a time, in bytes.
pub const LIMIT: u64 = 1 << 28;
