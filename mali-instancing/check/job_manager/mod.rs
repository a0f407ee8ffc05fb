//! The records of V4 to V7.

mod attribute;
mod built_in_id;
mod closing_record;
mod evidence;
mod fetch_mode;
mod offset_start;
mod primitive;
mod table;
mod threads;

use super::sink::Sink;
use super::state::DrawState;

/// Applies every rule to a draw.
pub(super) fn judge(state: &DrawState<'_>, sink: &mut Sink<'_>) {
    let threads = threads::judge(state, sink);
    primitive::judge(state, &threads, sink);
    for read in state.read() {
        attribute::judge(state, read, &threads, sink);
    }
    closing_record::judge(state, sink);
}
