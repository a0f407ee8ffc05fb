//! The descriptors of V4 to V7.
//!
//! `nearest/` searches for the right draws that the words are nearest to. After that, the rules read attributes and
//! descriptors of buffers as the first of these draws has them, through `Nearest::attribute` and `Nearest::descriptor`,
//! and its counts as `Threads`. The other words are read as they are given: the offset start, the words of the
//! primitive and of the tiler job, the null terminator.
//!
//! `check` applies the rules, and each may rely on those before it:
//!
//! 1. `Nearest::report` reports the statements that differ from the nearest draws.
//! 2. `threads.rs` checks the draw's own descriptors. It returns the counts of the nearest draw, from which the ids of
//!    all threads follow.
//! 3. `stale_offset_start.rs` compares the offsets of all attributes per instance with the offset start.
//! 4. `tiler_job.rs` compares the tiler job with what the steps before have found right.
//! 5. `offset_start.rs` notes an offset start below 0, and `primitive.rs` compares the primitive with the vertices.
//! 6. `attribute.rs` checks each attribute that the shader reads: its format, its alignment, then with
//!    `offset_start.rs` the number that is added to its index, and the elements that are read. `named.rs` decodes the
//!    descriptor that it names.
//! 7. `null_terminator.rs` checks the end of the table.

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
    // Before the rules that use the offset start: where another one was certainly subtracted, `threads` gets that one.
    stale_offset_start::check(state, nearest, &mut threads, reporter);
    tiler_job::check(state, &threads, reporter);
    offset_start::check_sign(state, nearest, &threads, reporter);
    primitive::check(state, &threads, reporter);
    for read in state.read_attributes() {
        attribute::check(nearest, read, &threads, reporter);
    }
    null_terminator::check(nearest, reporter);
}
