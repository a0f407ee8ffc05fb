//! The descriptors of V4 to V7.

mod attribute;
mod named;
mod nearest;
mod null_terminator;
mod offset_start;
mod primitive;
mod stale_offset_start;
mod table;
mod threads;
mod tiler_job;

use super::reporter::Reporter;
use super::state::DrawState;
pub(super) use nearest::Nearest;

/// Applies every rule to a draw.
pub(super) fn check(state: &DrawState<'_>, nearest: &Nearest<'_>, reporter: &mut Reporter<'_>) {
    nearest.report(reporter);
    let mut threads = threads::check(state, nearest, reporter);
    stale_offset_start::check(state, nearest, &mut threads, reporter);
    tiler_job::check(state, &threads, reporter);
    offset_start::check_sign(state, nearest, &threads, reporter);
    primitive::check(state, &threads, reporter);
    for read in state.read() {
        attribute::check(nearest, read, &threads, reporter);
    }
    null_terminator::check(nearest, reporter);
}
