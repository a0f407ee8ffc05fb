//! Draws that need elements which do not exist, or which a descriptor of all the memory does not reach.

use super::environment::Environment;
use super::placing::{MAX_SIZE, bytes_left};
use super::reach::{first_in_descriptor, is_within_reach};
use super::state::VertexState;
use super::streaming::RingPart;
use crate::conversion::span;
use crate::draw::OutOfBounds;
use crate::error::Error;
use crate::memory::{ClientState, GpuMemory};
use crate::streams::{Member, Place, Source, Stream};
use mali_instancing::{Format, InputRate};

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Returns the error of a draw that needs elements which do not exist, and must not.
    #[cold]
    #[inline(never)]
    pub(crate) fn check_attributes<const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        is_unbounded: bool,
    ) -> Result<(), Error> {
        let mut attributes = 0..state.layout.members.len();
        attributes.try_for_each(|number| self.check_attribute(state, number, is_unbounded))
    }

    /// Makes the range of a stream, in place or in a copy, the part that this draw reads: the draw needs elements that do not
    /// exist, or that no descriptor of all the memory reaches.
    #[cold]
    #[inline(never)]
    pub(crate) fn adapt_range<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        number: usize,
        part: &mut RingPart<ATTRIBUTES>,
    ) -> Result<(), Error> {
        let (layout, places, counts) = (&mut state.layout, &mut state.places, &state.last.counts);
        let (Some(stream), Some(range)) = (
            layout.streams.get_mut(number),
            places.ranges.get_mut(number),
        ) else {
            return Ok(());
        };
        // Ranges in the ring are those of this draw already, and constants are read at a stride of 0.
        let (Source::Buffer(id), Place::Source | Place::Copy(_)) = (stream.source, stream.place)
        else {
            return Ok(());
        };
        let buffer = self.application.buffer(id);
        let buffer = buffer.ok_or(Error::UnknownBuffer { buffer: id })?;
        let (first, count) = stream.needed(counts);
        let end = u64::from(first) + u64::from(count);
        let stride = stream.record_stride;
        let rest = bytes_left(stream, &layout.members, buffer.size());
        let is_whole = rest <= u64::from(range.size);
        // The range of all the memory is enough: it has these elements, or the others do not exist and robust access
        // leaves them to the hardware.
        if is_within_reach(counts, stream) && (is_whole || end <= stream.elements.into()) {
            return Ok(());
        }
        // The descriptor covers the part of the memory that the draw reads.
        let begin = first_in_descriptor(&state.pipeline, counts, stream.rate, first, stride);
        let read = u64::from(first - begin) + u64::from(count);
        let size = span(read, stride, stream.record_length).unwrap_or(u64::MAX);
        let skipped = u64::from(begin) * u64::from(stride);
        // With robust access, the draw may need more than there is: the descriptor ends with the memory.
        let size = size.min(rest.saturating_sub(skipped));
        let maximum = u64::from(MAX_SIZE);
        if size > maximum {
            return Err(Error::TooLarge { size, maximum });
        }
        // A descriptor without bytes begins in the memory too: on V4 to V7, it covers those before its address.
        if skipped < rest {
            range.address = range.address.wrapping_add(skipped);
        }
        range.size = size as u32;
        part.begin_with(number, begin);
        // The range is right for this draw alone.
        (stream.first, stream.token, places.are_found) = (begin, Stream::UNPLACED, false);
        Ok(())
    }

    /// Checks that a draw's elements of an attribute exist, if it must not need others, and that their end fits 64 bits.
    fn check_attribute<const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        attribute: usize,
        is_unbounded: bool,
    ) -> Result<(), Error> {
        let member = state.layout.members.get(attribute);
        let stream = member.and_then(|member| state.layout.streams.get(usize::from(member.stream)));
        let (Some(stream), Some((format, offset))) = (stream, member.and_then(Member::bound))
        else {
            return Ok(());
        };
        if is_unbounded && stream.rate == InputRate::Vertex {
            return Ok(());
        }
        let (first, count) = stream.needed(&state.last.counts);
        let needed = u64::from(first) + u64::from(count);
        let offset = offset - stream.within;
        let Source::Buffer(id) = stream.source else {
            // Client memory has no known end, but one that leaves 64 bits is wrong.
            end_of(stream, format, offset, needed)?;
            return Ok(());
        };
        let buffer = self.application.buffer(id);
        let size = buffer.ok_or(Error::UnknownBuffer { buffer: id })?.size();
        let is_past = needed > stream.elements_in(size, offset + format.size());
        // With robust access, the descriptors and the ring end with the data that exists.
        if is_past && self.planner.target.out_of_bounds == OutOfBounds::Refuse {
            return Err(Error::AttributePastEnd {
                attribute,
                end: end_of(stream, format, offset, needed)?,
                size,
            });
        }
        Ok(())
    }
}

/// The end of an attribute's first `elements` elements, in bytes.
fn end_of(stream: &Stream, format: Format, offset: u32, elements: u64) -> Result<u64, Error> {
    let offset = stream.begin.saturating_add(offset.into());
    let size = span(elements, stream.stride, format.size());
    size.and_then(|size| offset.checked_add(size))
        .ok_or(Error::EndOverflow {
            offset,
            size: size.unwrap_or(u64::MAX),
        })
}
