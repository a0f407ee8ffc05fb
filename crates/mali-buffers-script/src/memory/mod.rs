//! The memory of a script, in which draws are executed: the application's memory, and the planner's ring, copies and
//! constants.

mod application;
mod gpu;

pub(super) use application::ApplicationMemory;
pub(super) use gpu::RecordingMemory;

/// The largest size of memory that a script may use at a time, in bytes.
pub const LIMIT: u64 = 1 << 28;
