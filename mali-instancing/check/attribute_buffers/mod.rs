//! The descriptors of V4 to V7.

mod attribute;
mod built_in_id;
mod detail;
mod fetch_mode;
mod null_terminator;
mod offset_start;
mod primitive;
mod table;
mod threads;
mod tiler_job;

use super::reporter::Reporter;
use super::state::DrawState;

/// Applies every rule to a draw.
pub(super) fn check(state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
    let threads = threads::check(state, reporter);
    tiler_job::check(state, reporter);
    offset_start::check_sign(state, &threads, reporter);
    primitive::check(state, &threads, reporter);
    for read in state.read() {
        attribute::check(state, read, &threads, reporter);
    }
    null_terminator::check(state, reporter);
}
