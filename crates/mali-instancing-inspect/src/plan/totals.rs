//! What all draws of a script come to: what the planner has counted, and the reports of the calls.

use mali_buffers::{Planner, StreamKind};
use serde::Serialize;

use super::report::{ActionReport, CallReport};
use crate::notation::Choice;

#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct Totals {
    pub(super) draws: u64,
    /// Draws that cannot be drawn.
    pub(super) failed: u64,
    /// Draws that draw nothing.
    pub(super) empty: u64,
    /// How often the GPU had to finish work first: for a draw, or for an update.
    pub(super) waits: u64,
    pub(super) bytes_copied: u64,
    pub(super) bytes_streamed: u64,
    pub(super) static_copies: u64,
    pub(super) static_bytes: u64,
    pub(super) constant_bytes: u64,
    pub(super) bytes_in_place: u64,
    /// How often streams began again at the start of their memory.
    pub(super) recycled: u64,
    pub(super) streams: Vec<StreamTotals>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct StreamTotals {
    pub(super) stream: &'static str,
    pub(super) capacity: u64,
    pub(super) generations: u64,
}

impl Totals {
    pub(super) fn new(calls: &[CallReport], planner: &Planner) -> Self {
        let count = |is_one: &dyn Fn(&CallReport) -> bool| {
            calls.iter().filter(|call| is_one(call)).count() as u64
        };
        let is_draw = |call: &CallReport| matches!(call.action, ActionReport::Draw { .. });
        let plans = || calls.iter().filter_map(|call| call.plan.as_ref());
        let (draws, failed) = (
            count(&is_draw),
            count(&|call| is_draw(call) && call.error.is_some()),
        );
        let counters = planner.counters();
        let [streamed, kept, constants] = [
            counters.bytes_streamed,
            counters.bytes_kept,
            counters.constant_bytes,
        ];
        Self {
            draws,
            failed,
            empty: draws - failed - plans().count() as u64,
            waits: counters.waits + count(&|call| !is_draw(call) && call.waits_for.is_some()),
            bytes_copied: streamed + kept + constants,
            bytes_streamed: streamed,
            static_copies: counters.copies_made,
            static_bytes: kept,
            constant_bytes: constants,
            bytes_in_place: plans().map(|plan| plan.bytes_in_place).sum(),
            recycled: counters.recycled,
            streams: [StreamKind::Vertex, StreamKind::Indices]
                .map(|kind| StreamTotals::new(kind, planner))
                .into(),
        }
    }
}

impl StreamTotals {
    fn new(kind: StreamKind, planner: &Planner) -> Self {
        let stream = planner.rings().get(kind);
        Self {
            stream: kind.name(),
            capacity: stream.capacity(),
            generations: stream.generation() + 1,
        }
    }
}
