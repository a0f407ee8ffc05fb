use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use mali_buffers::{Buffer, BufferId, ClientState, CopyPolicy, DataSource, FoundBounds, IndexType};

/// The properties of an application's data that the tests need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// Any bytes.
    Noise,
    /// Indices, most of them small, or most of them near the largest.
    Indices { index_type: IndexType, high: bool },
}

/// Numbers that look random: splitmix64.
pub(crate) fn random(seed: u64) -> impl Iterator<Item = u64> {
    (1..).map(move |step: u64| {
        let mut bits = seed.wrapping_add(step.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    })
}

impl Pattern {
    pub(crate) fn bytes(self, seed: u64, size: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = match self {
            Self::Noise => random(seed)
                .take(size.div_ceil(8))
                .flat_map(u64::to_le_bytes)
                .collect(),
            Self::Indices { index_type, high } => {
                let index_size = index_type.size() as usize;
                random(seed)
                    .take(size.div_ceil(index_size))
                    .flat_map(|bits| {
                        // Few vertices, so that buffers of some hundred bytes have them.
                        let small = (bits >> 8) as u32 % 20;
                        let index = match bits % 24 {
                            // One of 24 is the fixed restart index, or the vertex with that number.
                            0 => index_type.largest(),
                            _ if high => index_type.largest() - small,
                            _ => small,
                        };
                        index.to_le_bytes().into_iter().take(index_size)
                    })
                    .collect()
            }
        };
        bytes.truncate(size);
        bytes
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BufferObject {
    pub(crate) buffer: Buffer,
    pub(crate) data: Vec<u8>,
    pub(crate) pattern: Pattern,
    /// Nothing is kept for some buffers.
    pub(crate) found: Vec<FoundBounds>,
}

/// Buffer objects, and arrays in client memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Client {
    pub(crate) buffers: BTreeMap<BufferId, BufferObject>,
    /// All arrays in client memory, which overlap.
    arrays: Vec<u8>,
    /// The pattern of each of these arrays.
    pub(crate) patterns: Vec<Pattern>,
    /// The beginning and the end of the bytes that a draw may read of each array in client memory.
    pub(crate) lent: Vec<[u64; 2]>,
    /// The number of reads that succeed before one fails; `None`: all do.
    pub(crate) reads_left: Cell<Option<u32>>,
}

/// The size of an array in client memory, in bytes.
const CLIENT_ARRAY_SIZE: usize = 2000;

/// The number of bytes from an array in client memory to the next. An odd number shows what depends on alignment.
const CLIENT_ARRAY_DISTANCE: usize = 61;

/// The place of an array in the client's memory.
fn client_array(number: usize) -> Range<usize> {
    let begin = CLIENT_ARRAY_DISTANCE * number;
    begin..begin + CLIENT_ARRAY_SIZE
}

impl Client {
    /// Writes an array in client memory, and so parts of those that it overlaps.
    pub(crate) fn set_array(&mut self, number: u32, pattern: Pattern, seed: u64) {
        let place = client_array(number as usize);
        self.patterns[number as usize] = pattern;
        self.arrays.resize(self.arrays.len().max(place.end), 0);
        self.arrays[place].copy_from_slice(&pattern.bytes(seed, CLIENT_ARRAY_SIZE));
    }

    /// All data of a source.
    pub(crate) fn data(&self, source: DataSource) -> Option<&[u8]> {
        match source {
            DataSource::Buffer(id) => self.buffers.get(&id).map(|object| object.data.as_slice()),
            DataSource::Client(number) => self.arrays.get(client_array(number as usize)),
        }
    }

    pub(crate) fn pattern(&self, source: DataSource) -> Pattern {
        let pattern = match source {
            DataSource::Buffer(id) => self.buffers.get(&id).map(|object| object.pattern),
            DataSource::Client(number) => self.patterns.get(number as usize).copied(),
        };
        pattern.unwrap_or(Pattern::Noise)
    }
}

impl ClientState for Client {
    type Bytes<'bytes> = Cow<'bytes, [u8]>;

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        self.buffers.get(&buffer).map(|object| &object.buffer)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        self.buffers
            .get_mut(&buffer)
            .map(|object| &mut object.buffer)
    }

    fn found_bounds(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        let object = self.buffers.get_mut(&buffer);
        object.map_or(&mut [], |object| &mut object.found)
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<Cow<'_, [u8]>> {
        if let Some(left) = self.reads_left.get() {
            // The call after the last that succeeds fails, and so do all others.
            self.reads_left.set(Some(left.checked_sub(1)?));
        }
        if let DataSource::Client(number) = source {
            let [begin, end] = *self.lent.get(number as usize)?;
            // The planner must not read bytes that the draw does not need: a pointer tells no size.
            if range.start < begin || range.end > end {
                return None;
            }
        }
        let begin = usize::try_from(range.start).ok()?;
        let end = usize::try_from(range.end).ok()?;
        let data = self.data(source)?;
        // The size of a buffer is known to the planner, so it never asks for more.
        let is_there = end <= data.len();
        assert!(
            is_there || !matches!(source, DataSource::Buffer(_)),
            "{range:?} of {source}"
        );
        let bytes = data.get(begin..end)?;
        // Data that changes without a call must not be lent.
        let is_volatile = matches!(source, DataSource::Buffer(id)
            if self.buffer(id)?.copy_policy() == CopyPolicy::Volatile);
        Some(if is_volatile {
            Cow::Owned(bytes.to_vec())
        } else {
            Cow::Borrowed(bytes)
        })
    }
}
