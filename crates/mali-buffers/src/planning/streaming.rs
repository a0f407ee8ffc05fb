//! The data of one draw, in one part of the ring.

use super::constants::values;
use super::environment::{Environment, written};
use super::gathering::NamedVertices;
use super::placing::MAX_SIZE;
use super::reach::{first_in_descriptor, is_within_reach};
use super::state::VertexState;
use crate::error::Error;
use crate::memory::{Buffer, CELL_SIZE, ClientState, GpuMemory, bytes_of};
use crate::streams::{Extent, Member, Place, Source, Stream};
use crate::types::Block;
use mali_instancing::InputRate;
use mali_instancing::draw::BufferRange;

/// The part of the ring that a draw fills.
pub(crate) struct RingPart<const ATTRIBUTES: usize> {
    /// Its size, and the number of bytes that are written, without those between streams.
    pub(crate) size: u64,
    bytes: u64,
    /// The elements that the draw's buffers begin with, and whether any is not the first.
    pub(crate) first_elements: [u32; ATTRIBUTES],
    pub(crate) begins_behind: bool,
    /// The set of streams that are in it, and of those of which not all elements exist.
    streams: u32,
    shortened: u32,
    /// Whether the indices are in it. They are the first.
    has_indices: bool,
}

impl<const ATTRIBUTES: usize> RingPart<ATTRIBUTES> {
    pub(crate) const NONE: Self = Self {
        size: 0,
        bytes: 0,
        first_elements: [0; ATTRIBUTES],
        begins_behind: false,
        streams: 0,
        shortened: 0,
        has_indices: false,
    };

    /// Makes the range of a stream begin with that element.
    #[inline]
    pub(crate) fn begin_with(&mut self, stream: usize, element: u32) {
        if let Some(first) = self.first_elements.get_mut(stream) {
            *first = element;
            self.begins_behind |= element != 0;
        }
    }

    /// Adds `size` bytes, and returns their range with its offset in the place of its address.
    #[inline]
    fn add(&mut self, size: u64) -> Result<BufferRange, Error> {
        let maximum = u64::from(MAX_SIZE);
        if size > maximum {
            return Err(Error::TooLarge { size, maximum });
        }
        // Sizes of 32 bits, one for each stream: no sum of them leaves 64 bits.
        let offset = (self.size + (Block::ALIGNMENT - 1)) & !(Block::ALIGNMENT - 1);
        self.size = offset + size;
        self.bytes += size;
        Ok(BufferRange::new(offset, size as u32))
    }

    /// Sets the addresses of what is in a part that has this address.
    #[inline]
    pub(crate) fn address(&self, state: &mut VertexState<ATTRIBUTES>, address: u64) {
        for number in numbers(self.streams) {
            if let Some(range) = state.places.ranges.get_mut(number) {
                range.address = address.wrapping_add(range.address);
            }
        }
        if let (true, Some(indices)) = (self.has_indices, &mut state.last.index_data.indices) {
            indices.address = address;
        }
    }
}

/// The numbers in a set.
#[inline]
fn numbers(set: u32) -> impl Iterator<Item = usize> {
    let mut rest = set;
    core::iter::from_fn(move || {
        let number = rest.trailing_zeros();
        // The lowest bit that is set is cleared, so that the time is that of the numbers in the set.
        rest &= rest.wrapping_sub(1);
        (number < u32::BITS).then_some(number as usize)
    })
}

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Checks that the elements exist which a draw reads, and finds the sizes of what it streams.
    #[inline]
    pub(crate) fn measure<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        is_unbounded: bool,
        part: &mut RingPart<ATTRIBUTES>,
    ) -> Result<(), Error> {
        state.last.may_change = false;
        if let Some(indices) = &state.last.indices {
            state.last.may_change = indices.may_change(self.application);
            let input = state.last.index_data.indices;
            if let (Place::Ring, Some(input)) = (indices.stream.place, input) {
                part.add(input.index_type.size_of(input.count))?;
                part.has_indices = true;
            }
        }
        let (places, counts) = (&state.places, &state.last.counts);
        part.streams = places.in_ring;
        let end = u64::from(counts.first_vertex) + u64::from(counts.vertices);
        // Most draws have only streams that step with the vertex, and end before the shortest: one comparison for all.
        if places.has_others || end > places.vertices.into() {
            self.check(state, is_unbounded, part)?;
        }
        if part.streams != 0 {
            self.measure_ring(state, part)?;
        }
        Ok(())
    }

    /// Checks that elements exist, and are in the ranges of their streams.
    #[inline(never)]
    fn check<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        is_unbounded: bool,
        part: &mut RingPart<ATTRIBUTES>,
    ) -> Result<(), Error> {
        let counts = &state.last.counts;
        let mut out_of_range = 0_u32;
        for stream in &state.layout.streams {
            let (first, count) = stream.needed(counts);
            let is_in_ring = stream.place == Place::Ring;
            let exists = u64::from(first) + u64::from(count) <= stream.elements.into();
            // In the ring, a range begins with the first element that the draw reads, so the distance does not matter.
            let is_in_range = exists && (is_in_ring || is_within_reach(counts, stream));
            // The ring gets only the elements that exist: see `existing`.
            part.shortened |= u32::from(is_in_ring && !exists) << stream.number;
            // Without bounds, a draw states as many vertices as there can be. The descriptors end where the buffers do.
            let is_checked = !(is_unbounded && stream.rate == InputRate::Vertex);
            out_of_range |= u32::from(is_checked && !is_in_range) << stream.number;
        }
        if out_of_range != 0 {
            // The error names an attribute. With robust access, elements that do not exist are no error.
            self.check_attributes(state, is_unbounded)?;
            for number in numbers(out_of_range) {
                self.adapt_range(state, number, part)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn measure_ring<const ATTRIBUTES: usize>(
        &self,
        state: &mut VertexState<ATTRIBUTES>,
        part: &mut RingPart<ATTRIBUTES>,
    ) -> Result<(), Error> {
        let counts = &state.last.counts;
        for number in numbers(part.streams) {
            let (Some(stream), Some(range)) = (
                state.layout.streams.get(number),
                state.places.ranges.get_mut(number),
            ) else {
                break;
            };
            let (mut first, count) = stream.needed(counts);
            // Data of memory that may change must be streamed again, even for the same draw.
            state.last.may_change |= match stream.source {
                Source::Client(_) => true,
                Source::Buffer(id) => (self.application.buffer(id)).is_none_or(Buffer::is_volatile),
                Source::Constants => {
                    // With a stride of 0, the first instance selects nothing: each instance reads element 0.
                    first = 0;
                    false
                }
            };
            let mut size = stream.extent(count).written;
            if part.shortened >> number & 1 == 1 {
                let (application, members) = (&*self.application, &state.layout.members);
                size = existing(application, stream, members, (first, count)).written;
            }
            if size == 0 {
                // Without bytes, the range is right for each first element. It gets one that a descriptor's offset
                // reaches, also where records are further apart than the source's elements.
                let (pipeline, stride) = (&state.pipeline, stream.record_stride);
                first = first_in_descriptor(pipeline, counts, stream.rate, first, stride);
            }
            *range = part.add(size)?;
            part.begin_with(number, first);
        }
        // A part of no bytes needs an address too, and the ring reserves no 0 bytes.
        part.size = part.size.max(1);
        Ok(())
    }

    /// Writes what is in a part of the ring.
    #[inline]
    pub(crate) fn stream<const ATTRIBUTES: usize>(
        &mut self,
        state: &VertexState<ATTRIBUTES>,
        (block, offset): (Block, u64),
        part: &RingPart<ATTRIBUTES>,
    ) -> Result<(), Error> {
        // All of the part is one write. The streams follow in the order of their ranges, so that it is written from its
        // first byte to its last.
        let destination = written(self.memory, &block, offset, part.size)?;
        let address = block.address.wrapping_add(offset);
        let application = &*self.application;
        let mut named = None;
        if let Some(indices) = &state.last.indices {
            if part.has_indices {
                indices.write(application, destination)?;
            } else if state.places.gathers {
                named = Some(NamedVertices::of(indices.array, application)?);
            }
        }
        let counts = &state.last.counts;
        let members = &state.layout.members;
        for number in numbers(part.streams) {
            let (Some(stream), Some(range)) = (
                state.layout.streams.get(number),
                state.places.ranges.get(number),
            ) else {
                break;
            };
            // `RingPart::address` has added the address: the difference is the offset that `add` has returned.
            let begin = range.address.wrapping_sub(address) as usize;
            let destination = destination.get_mut(begin..begin + range.size as usize);
            let destination = destination.unwrap_or_default();
            let Some(source) = stream.source.data() else {
                let cells = destination.chunks_exact_mut(CELL_SIZE);
                for ((_, value), cell) in values(members).zip(cells) {
                    cell.copy_from_slice(&value.to_le_bytes());
                }
                continue;
            };
            if let (InputRate::Vertex, Some(named)) = (stream.rate, &named) {
                named.gather(stream, members, application, destination)?;
                continue;
            }
            let (first, count) = stream.needed(counts);
            let is_shortened = part.shortened >> number & 1 == 1;
            let extent = if is_shortened {
                existing(application, stream, members, (first, count))
            } else {
                stream.extent(count)
            };
            // With robust access, the offset of what does not exist may leave 64 bits: it is not asked for.
            if extent.read == 0 {
                continue;
            }
            let overflow = Error::Unreadable {
                source,
                offset: stream.begin,
            };
            let skipped = u64::from(first) * u64::from(stream.stride);
            let begin = stream.begin.checked_add(skipped).ok_or(overflow)?;
            let end = begin.checked_add(extent.read).ok_or(overflow)?;
            let bytes = bytes_of(application, source, begin..end)?;
            stream.write(members, &extent, &bytes, destination)?;
        }
        Ok(())
    }

    /// Records the bytes that a draw has streamed.
    #[inline]
    pub(crate) fn note_streamed<const ATTRIBUTES: usize>(
        &mut self,
        state: &VertexState<ATTRIBUTES>,
        part: &RingPart<ATTRIBUTES>,
    ) {
        let bytes = &mut self.planner.counters.bytes_streamed;
        *bytes = bytes.wrapping_add(part.bytes);
        let mut note = |stream: &Stream, count: u32| {
            if let Source::Buffer(id) = stream.source {
                if let Some(buffer) = self.application.buffer_mut(id) {
                    buffer.count_streamed(u64::from(count) * u64::from(stream.bytes));
                }
            }
        };
        for stream in numbers(part.streams).filter_map(|number| state.layout.streams.get(number)) {
            note(stream, stream.needed(&state.last.counts).1);
        }
        if let (true, Some(indices)) = (part.has_indices, &state.last.indices) {
            note(&indices.stream, indices.array.count);
        }
    }
}

/// The elements of a stream that exist.
#[cold]
#[inline(never)]
fn existing<A: ClientState>(
    application: &A,
    stream: &Stream,
    members: &[Member],
    elements: (u32, u32),
) -> Extent {
    match stream.source {
        Source::Buffer(id) => {
            let size = application.buffer(id).map_or(0, Buffer::size);
            stream.extent_in(members, size, elements)
        }
        // The size of client memory is not known, so all of it is taken to exist.
        _ => stream.extent(elements.1),
    }
}
