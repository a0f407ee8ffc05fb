//! The totals of all draws of a script: the planner's counters, and sums of the calls' reports.

use mali_buffers::Planner;
use serde::Serialize;

use super::{Action, CallAnswer};

#[derive(Serialize)]
pub(crate) struct Totals {
    pub(super) draws: u64,
    /// Draws that cannot be drawn.
    pub(super) failed: u64,
    /// Draws that draw nothing.
    pub(super) empty: u64,
    /// Draws that are the same as the draw before.
    pub(super) unchanged: u64,
    /// The number of times that the GPU had to finish work first: for a draw, or for an update.
    pub(super) waits: u64,
    pub(super) bytes_copied: u64,
    pub(super) bytes_streamed: u64,
    pub(super) static_copies: u64,
    pub(super) static_bytes: u64,
    pub(super) constant_bytes: u64,
    pub(super) bytes_in_place: u64,
    /// The number of times that the ring began again at the start of its block.
    pub(super) recycled: u64,
    /// The size of the ring's block, in bytes.
    pub(super) ring: u64,
    /// The number of blocks that the ring began after the first.
    pub(super) ring_renewed: u64,
}

impl Totals {
    pub(crate) fn new(calls: &[CallAnswer], planner: &Planner) -> Self {
        let is_draw = |call: &&CallAnswer| matches!(call.action, Action::Draw { .. });
        let (draws, others): (Vec<_>, Vec<_>) = calls.iter().partition(is_draw);
        let failed = draws.iter().filter(|call| call.error.is_some()).count();
        // Of a line loop the strip may be drawn, and its last line refused: it failed, and is not empty.
        let is_empty = |call: &&&CallAnswer| call.plan.is_none() && call.error.is_none();
        let empty = draws.iter().filter(is_empty).count();
        let waits = others
            .iter()
            .filter(|call| call.waits_for.is_some())
            .count();
        let counters = planner.counters();
        Self {
            draws: draws.len() as u64,
            failed: failed as u64,
            empty: empty as u64,
            unchanged: counters.unchanged,
            // The planner counts the waits of draws, and not those of updates.
            waits: counters.waits + waits as u64,
            bytes_copied: counters.bytes_streamed + counters.bytes_kept + counters.constant_bytes,
            bytes_streamed: counters.bytes_streamed,
            static_copies: counters.copies_made,
            static_bytes: counters.bytes_kept,
            constant_bytes: counters.constant_bytes,
            bytes_in_place: (calls.iter().flat_map(CallAnswer::plans))
                .map(|plan| plan.bytes_in_place)
                .sum(),
            recycled: counters.recycled,
            ring: planner.ring().capacity(),
            ring_renewed: counters.blocks,
        }
    }
}
