//! What all draws of a script come to.

use mali_instancing::buffers::{Place, Plan, StreamKind, Streams};
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
    /// Where the last draw began to write, and in which generation.
    #[serde(skip)]
    last: Option<(u64, u64)>,
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
                Place::Stream { .. } => self.bytes_streamed += copy.size,
                Place::Copy(_) => {
                    self.static_copies += 1;
                    self.static_bytes += copy.size;
                }
                Place::Constants | Place::Buffer { .. } => self.constant_bytes += copy.size,
            }
        }
        for (totals, kind) in self.streams.iter_mut().zip(STREAMS) {
            totals.add(plan, kind);
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
            last: None,
        }
    }

    /// A draw that does not write behind the one before has begun again at the start.
    fn add(&mut self, plan: &Plan, kind: StreamKind) {
        let written = plan.copies().iter().filter_map(|copy| {
            let location = copy.destination;
            match location.place {
                Place::Stream { stream, generation } if stream == kind => {
                    Some((generation, location.offset))
                }
                _ => None,
            }
        });
        let Some(begin) = written.min() else { return };
        let recycled = self
            .last
            .is_some_and(|(generation, offset)| generation == begin.0 && begin.1 <= offset);
        self.recycled += u64::from(recycled);
        self.last = Some(begin);
    }
}
