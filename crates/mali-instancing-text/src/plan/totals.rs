//! What all draws of a script come to.

use mali_buffers::{Place, Placement, Plan, Planner, StreamKind};
use serde::Serialize;

use super::script::stream_name;

#[derive(Default, Serialize)]
pub(super) struct Totals {
    pub(super) draws: u64,
    /// Draws that cannot be drawn.
    pub(super) failed: u64,
    /// Draws that draw nothing.
    pub(super) empty: u64,
    /// How often the GPU had to finish a draw first.
    pub(super) waits: u64,
    pub(super) bytes_copied: u64,
    pub(super) bytes_streamed: u64,
    pub(super) static_copies: u64,
    pub(super) static_bytes: u64,
    pub(super) constant_bytes: u64,
    pub(super) bytes_in_place: u64,
    pub(super) streams: Vec<StreamTotals>,
}

#[derive(Serialize)]
pub(super) struct StreamTotals {
    pub(super) stream: &'static str,
    pub(super) capacity: u64,
    pub(super) generations: u64,
    /// How often it began again at the start of its memory.
    pub(super) recycled: u64,
}

const STREAMS: [StreamKind; 2] = [StreamKind::Vertex, StreamKind::Indices];

impl Totals {
    pub(super) fn new(planner: &Planner) -> Self {
        let mut totals = Self {
            streams: STREAMS.map(StreamTotals::new).into(),
            ..Self::default()
        };
        totals.look_at(planner);
        totals
    }

    /// Counts a draw that is planned and committed.
    pub(super) fn add(&mut self, plan: &Plan, bytes_in_place: u64, planner: &Planner) {
        self.bytes_in_place += bytes_in_place;
        let is_static = |place| matches!(place, Place::Copy(_));
        let copies = plan.copies().map(|copy| copy.destination.place);
        self.static_copies += copies.filter(|&place| is_static(place)).count() as u64;
        for (totals, kind) in self.streams.iter_mut().zip(STREAMS) {
            let recycled = plan.reservations().iter().filter(|(stream, reservation)| {
                *stream == kind && reservation.placement == Placement::Recycled
            });
            totals.recycled += recycled.count() as u64;
        }
        self.look_at(planner);
    }

    /// What the planner has counted.
    fn look_at(&mut self, planner: &Planner) {
        let counters = planner.counters();
        self.bytes_streamed = counters.bytes_streamed;
        self.static_bytes = counters.bytes_kept;
        self.constant_bytes = counters.constant_bytes;
        self.bytes_copied = self.bytes_streamed + self.static_bytes + self.constant_bytes;
        for (totals, kind) in self.streams.iter_mut().zip(STREAMS) {
            let stream = planner.streams().get(kind);
            totals.capacity = stream.capacity();
            totals.generations = stream.generation() + 1;
        }
    }
}

impl StreamTotals {
    const fn new(kind: StreamKind) -> Self {
        Self {
            stream: stream_name(kind),
            capacity: 0,
            generations: 0,
            recycled: 0,
        }
    }
}
