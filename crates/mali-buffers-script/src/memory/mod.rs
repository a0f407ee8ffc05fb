//! The memory of a script, in which draws are executed: the application's memory, and the planner's ring, copies and
//! constants.

mod application;
mod gpu;

pub(super) use application::{ApplicationMemory, Stored};
pub(super) use gpu::{RecordingMemory, Retired};

/// The largest size of memory that a script may use at a time, in bytes.
pub const LIMIT: u64 = 1 << 28;

/// Zeros, if they fit the limit together with the `used` bytes.
pub(super) fn allocate(used: u64, size: u64, limit: u64) -> Result<Vec<u8>, String> {
    let total = used.saturating_add(size);
    if total > limit {
        return Err(too_many(total, limit));
    }
    Ok(vec![0; usize::try_from(size).unwrap_or(usize::MAX)])
}

/// The reason why a script cannot go on.
pub(super) fn too_many(total: u64, limit: u64) -> String {
    format!("{total} bytes of memory are too many at a time: at most {limit} are allowed")
}

/// A part of the memory's bytes, if they exist.
fn part(bytes: &[u8], range: std::ops::Range<u64>) -> Option<&[u8]> {
    bytes.get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?)
}
