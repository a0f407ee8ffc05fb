//! The data of one draw, in one range of the ring.

use super::environment::{Environment, written};
use super::finding::{MAX_SIZE, all};
use super::gathering::NamedVertices;
use super::indices::PlacedIndices;
use super::reach::first_in_descriptor;
use super::state::VertexState;
use crate::conversion::convert_indices;
use crate::draw::ElementArray;
use crate::error::Error;
use crate::layout::{Existing, Group, InputLayout, Member, write_records};
use crate::memory::{CELL_SIZE, ClientState, GpuMemory, read};
use crate::types::Block;
use mali_instancing::InputRate;
use mali_instancing::draw::BufferRange;

/// The parts of a draw's range. Their offsets are in the place of their addresses until the range has one.
pub(crate) struct Streams<const ATTRIBUTES: usize> {
    /// The size of the range, and the number of bytes that are written, without those between the parts.
    pub(crate) size: u64,
    pub(crate) bytes: u64,
    /// The elements that the draw's buffers begin with, and whether any is not the first.
    pub(crate) first_elements: [u32; ATTRIBUTES],
    pub(crate) begins_behind: bool,
    /// The set of groups of which not all elements exist.
    pub(crate) shortened: u32,
}

const fn align(offset: u64) -> u64 {
    (offset + (Block::ALIGNMENT - 1)) & !(Block::ALIGNMENT - 1)
}

impl<const ATTRIBUTES: usize> Streams<ATTRIBUTES> {
    pub(crate) const NONE: Self = Self {
        size: 0,
        bytes: 0,
        first_elements: [0; ATTRIBUTES],
        begins_behind: false,
        shortened: 0,
    };

    /// Makes the range of a group begin with that element.
    #[inline]
    pub(crate) fn begin_with(&mut self, group: usize, element: u32) {
        if let Some(first) = self.first_elements.get_mut(group) {
            *first = element;
            self.begins_behind |= element != 0;
        }
    }

    /// Adds a part of `size` bytes, and returns its offset.
    #[inline]
    fn add(&mut self, size: u64) -> u64 {
        let offset = align(self.size);
        self.size = offset + size;
        self.bytes += size;
        offset
    }
}

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Finds the sizes of the parts of a draw that are streamed.
    #[inline]
    pub(crate) fn measure<const ATTRIBUTES: usize>(
        &self,
        state: &mut VertexState<ATTRIBUTES>,
        indices: Option<&PlacedIndices>,
        streams: &mut Streams<ATTRIBUTES>,
    ) -> Result<(), Error> {
        let streamed = indices.filter(|placed| placed.streamed.is_some());
        if let Some(input) = streamed.and_then(|placed| placed.data.indices) {
            streams.add(input.index_type.size_of(input.count));
        }
        if state.places.streams_constants {
            let size = (state.layout.constants.len() * CELL_SIZE) as u64;
            let offset = streams.add(size);
            if let Some(range) = state.constants_range() {
                range.address = offset;
            }
        }
        let mut rest = state.places.streamed;
        while rest != 0 {
            let number = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let Some(group) = state.layout.groups.get(number) else {
                break;
            };
            let (mut first, count) = group.elements_of(&state.last.counts);
            let size = if streams.shortened >> number & 1 == 1 {
                let size;
                (first, size) = measure_existing(state, group, self.application);
                size
            } else {
                let stride = u64::from(group.record_stride);
                u64::from(count - 1) * stride + u64::from(group.record_length)
            };
            let maximum = u64::from(MAX_SIZE);
            if size > maximum {
                return Err(Error::TooLarge { size, maximum });
            }
            let offset = streams.add(size);
            streams.begin_with(number, first);
            if let Some(range) = state.places.ranges.get_mut(number) {
                *range = BufferRange::new(offset, size as u32);
            }
        }
        // A part of no bytes has an address too.
        if streams.size == 0 && state.places.streamed != 0 {
            streams.size = 1;
        }
        Ok(())
    }

    /// Sets the addresses of the parts of a range that has this address.
    #[inline]
    pub(crate) fn address<const ATTRIBUTES: usize>(
        state: &mut VertexState<ATTRIBUTES>,
        address: u64,
    ) {
        let mut rest = state.places.streamed;
        while rest != 0 {
            let number = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if let Some(range) = state.places.ranges.get_mut(number) {
                range.address = address.wrapping_add(range.address);
            }
        }
        if state.places.streams_constants {
            if let Some(range) = state.constants_range() {
                range.address = address.wrapping_add(range.address);
            }
        }
    }

    /// Writes all parts.
    #[inline]
    pub(crate) fn stream<const ATTRIBUTES: usize>(
        &mut self,
        state: &VertexState<ATTRIBUTES>,
        indices: Option<&PlacedIndices>,
        gathered: Option<&ElementArray>,
        (block, offset): (Block, u64),
        streams: &Streams<ATTRIBUTES>,
    ) -> Result<(), Error> {
        let destination = written(self.memory, &block, offset, streams.size)?;
        let address = block.address.wrapping_add(offset);
        let application = &*self.application;
        if let Some(placed) = indices {
            write_indices(placed, application, destination)?;
        }
        if state.places.streams_constants {
            let range = state.places.ranges.get(state.layout.groups.len());
            let begin = range.map_or(0, |range| range.address.wrapping_sub(address));
            write_constants(&state.layout, begin, destination);
        }
        let named = match gathered {
            Some(array) => Some(NamedVertices::read(*array, application)?),
            None => None,
        };
        let mut rest = state.places.streamed;
        while rest != 0 {
            let number = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (Some(group), Some(range)) = (
                state.layout.groups.get(number),
                state.places.ranges.get(number),
            ) else {
                break;
            };
            let begin = range.address.wrapping_sub(address) as usize;
            let destination = destination.get_mut(begin..begin + range.size as usize);
            let destination = destination.unwrap_or_default();
            let members = state.layout.members_of(group);
            if let (InputRate::Vertex, Some(named)) = (group.rate, &named) {
                named.gather(group, members, application, destination)?;
                continue;
            }
            let (first, count) = group.elements_of(&state.last.counts);
            let source = group.source;
            let overflow = Error::Unreadable {
                source,
                offset: group.offset,
            };
            let stride = u64::from(group.stride);
            let mut existing = all((first, count));
            let mut size = u64::from(count - 1) * stride + u64::from(group.length);
            if streams.shortened >> number & 1 == 1 {
                existing = existing_of(group, members, (first, count), application);
                let Some(last) = last_end(members, existing) else {
                    continue;
                };
                let before = u64::from(existing.whole - u32::from(existing.rest == 0)) * stride;
                size = before + u64::from(last);
            }
            let skipped = u64::from(first) * stride;
            let begin = group.offset.checked_add(skipped).ok_or(overflow)?;
            let end = begin.checked_add(size).ok_or(overflow)?;
            let bytes = read(application, source, begin..end)?;
            write_records(group, members, existing, &bytes, destination)?;
        }
        Ok(())
    }
}

/// The element that the range of a group begins with of which not all elements exist, and the range's size.
#[cold]
#[inline(never)]
fn measure_existing<A: ClientState, const ATTRIBUTES: usize>(
    state: &VertexState<ATTRIBUTES>,
    group: &Group,
    application: &A,
) -> (u32, u64) {
    let (members, counts) = (state.layout.members_of(group), &state.last.counts);
    let (mut first, count) = group.elements_of(counts);
    let existing = existing_of(group, members, (first, count), application);
    if last_end(members, existing).is_none() {
        // No bytes begin anywhere, also where records are further apart than the source's elements.
        let (rate, stride) = (group.rate, group.record_stride);
        first = first_in_descriptor(&state.pipeline, counts, rate, first, stride);
    }
    (first, group.records_size(members, existing))
}

/// The elements of a group that exist.
#[cold]
fn existing_of<A: ClientState>(
    group: &Group,
    members: &[Member],
    elements: (u32, u32),
    application: &A,
) -> Existing {
    let buffer = group.source.buffer();
    match buffer.and_then(|id| application.buffer(id)) {
        Some(buffer) => group.existing(members, buffer.size(), elements),
        None => all(elements),
    }
}

/// The end of the last attribute in the last element that exists, in whole or in part; `None` if none does.
#[cold]
fn last_end(members: &[Member], existing: Existing) -> Option<u32> {
    let members = match existing {
        Existing { whole: 0, rest: 0 } => return None,
        Existing { rest: 0, .. } => members,
        Existing { rest, .. } => members.get(..rest.into())?,
    };
    members.last().map(Member::end)
}

#[inline(never)]
fn write_indices<A: ClientState>(
    placed: &PlacedIndices,
    application: &A,
    destination: &mut [u8],
) -> Result<(), Error> {
    let (Some((array, mapped)), Some(input)) = (placed.streamed, placed.data.indices) else {
        return Ok(());
    };
    let bytes = read(application, array.source, array.bytes()?)?;
    let size = input.index_type.size_of(input.count) as usize;
    let destination = destination.get_mut(..size).unwrap_or_default();
    convert_indices(
        array.index_type,
        input.index_type,
        mapped,
        &bytes,
        destination,
    )
}

#[inline(never)]
fn write_constants<const ATTRIBUTES: usize>(
    layout: &InputLayout<ATTRIBUTES>,
    begin: u64,
    destination: &mut [u8],
) {
    let destination = destination.get_mut(begin as usize..).unwrap_or_default();
    let cells = destination.chunks_exact_mut(CELL_SIZE);
    for (constant, cell) in layout.constants.iter().zip(cells) {
        cell.copy_from_slice(&constant.value.to_le_bytes());
    }
}
