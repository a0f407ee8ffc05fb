//! The descriptors of V4 to V7.

mod attribute;
mod buffer_index;
mod built_in_id;
mod detail;
mod fetch_mode;
mod null_terminator;
mod offset_start;
mod primitive;
mod stale_offset_start;
mod table;
mod threads;
mod tiler_job;

use super::reporter::Reporter;
use super::state::DrawState;

/// Applies every rule to a draw.
pub(super) fn check(state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
    let mut threads = threads::check(state, reporter);
    stale_offset_start::check(state, &mut threads, reporter);
    tiler_job::check(state, &threads, reporter);
    offset_start::check_sign(state, &threads, reporter);
    primitive::check(state, &threads, reporter);
    for read in state.read() {
        attribute::check(state, read, &threads, reporter);
    }
    null_terminator::check(state, reporter);
}
