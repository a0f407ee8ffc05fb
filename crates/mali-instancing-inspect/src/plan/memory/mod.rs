//! The memory of a script, so that what is planned is done: of the application, and of the
//! planner's streams, copies and constants.

mod application;
mod gpu;

pub(super) use application::{ApplicationMemory, Stored};
pub(super) use gpu::PlannerMemory;

/// As much memory as a script may ask for at a time, in bytes.
pub const LIMIT: u64 = 1 << 28;

/// Zeros, if that is not too much beside what is `used`.
pub(super) fn allocate(used: u64, size: u64, limit: u64) -> Result<Vec<u8>, String> {
    let total = used.saturating_add(size);
    if total > limit {
        return Err(format!(
            "{total} bytes of memory are too many at a time: at most {limit} are allowed"
        ));
    }
    Ok(vec![0; usize::try_from(size).unwrap_or(usize::MAX)])
}

/// Bytes of memory, if they are there.
fn part(bytes: &[u8], range: std::ops::Range<u64>) -> Option<&[u8]> {
    bytes.get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?)
}
