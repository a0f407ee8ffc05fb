//! What all draws of a script come to.

use mali_buffers::{Place, Placement, Plan, StreamKind, Streams};
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

const STREAMS: [StreamKind; 3] = [
    StreamKind::Vertex,
    StreamKind::Indices16,
    StreamKind::Indices32,
];

impl Totals {
    pub(super) fn new(streams: &Streams) -> Self {
        let mut totals = Self {
            streams: STREAMS.map(StreamTotals::new).into(),
            ..Self::default()
        };
        totals.look_at(streams);
        totals
    }

    /// Counts a draw that is planned.
    pub(super) fn add(&mut self, plan: &Plan, bytes_in_place: u64, streams: &Streams) {
        self.bytes_copied += plan.bytes_copied();
        self.bytes_in_place += bytes_in_place;
        for copy in plan.copies() {
            match copy.destination.place {
                Place::Stream { .. } => self.bytes_streamed += copy.bytes(),
                Place::Copy(_) => {
                    self.static_copies += 1;
                    self.static_bytes += copy.bytes();
                }
                Place::Constants | Place::Buffer { .. } => self.constant_bytes += copy.bytes(),
            }
        }
        for (totals, kind) in self.streams.iter_mut().zip(STREAMS) {
            let recycled = plan.reservations().iter().filter(|(stream, reservation)| {
                *stream == kind && reservation.placement == Placement::Recycled
            });
            totals.recycled += recycled.count() as u64;
        }
        self.look_at(streams);
    }

    fn look_at(&mut self, streams: &Streams) {
        for (totals, kind) in self.streams.iter_mut().zip(STREAMS) {
            let stream = streams.get(kind);
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
