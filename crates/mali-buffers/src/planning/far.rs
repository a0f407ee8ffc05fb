//! Draws that need elements which do not exist, or which a descriptor of all the memory does not reach.

use super::environment::Environment;
use super::finding::MAX_SIZE;
use super::places::Place;
use super::reach::{first_in_descriptor, is_within_reach};
use super::state::VertexState;
use super::streaming::Streams;
use crate::conversion::span;
use crate::draw::OutOfBounds;
use crate::error::Error;
use crate::layout::{Group, Member};
use crate::memory::{ClientState, GpuMemory};
use crate::types::DataSource;
use mali_instancing::InputRate;

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Returns the error of a draw that needs elements which do not exist, or finds out what it reads instead.
    #[cold]
    #[inline(never)]
    pub(crate) fn adapt<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        is_unbounded: bool,
        streams: &mut Streams<ATTRIBUTES>,
    ) -> Result<(), Error> {
        let is_checked = |rate| !(is_unbounded && rate == InputRate::Vertex);
        for attribute in 0..state.layout.count {
            self.check_attribute(state, attribute, is_checked)?;
        }
        let (layout, places) = (&state.layout, &mut state.places);
        let groups = layout.groups.iter().zip(&mut places.found).enumerate();
        for (number, (group, found)) in groups.filter(|(_, (group, _))| is_checked(group.rate)) {
            let DataSource::Buffer(id) = group.source else {
                continue;
            };
            let unknown = Error::UnknownBuffer { buffer: id };
            let buffer = self.application.buffer(id).ok_or(unknown)?;
            let members = layout.members_of(group);
            let (first, count) = group.elements_of(&state.last.counts);
            let end = u64::from(first) + u64::from(count);
            if let Place::Stream = found.place {
                let is_short = end > group.elements_in(buffer.size(), group.length);
                let is_gathered = places.gathers && group.rate == InputRate::Vertex;
                streams.shortened |= u32::from(is_short && !is_gathered) << number;
                continue;
            }
            let stride = found.stride(group);
            let rest = found.rest(group, members, buffer);
            let Some(range) = places.ranges.get_mut(number) else {
                continue;
            };
            let is_whole = rest <= u64::from(range.size);
            let is_near = group.rate == InputRate::Vertex
                || is_within_reach(&state.last.counts, group, stride);
            if is_near && (is_whole || end <= found.elements.into()) {
                continue;
            }
            // The descriptor covers the part of the memory that the draw reads.
            let begin = first_in_descriptor(
                &state.pipeline,
                &state.last.counts,
                group.rate,
                first,
                stride,
            );
            let read = u64::from(first - begin) + u64::from(count);
            let size = span(read, stride, found.length(group)).unwrap_or(u64::MAX);
            let skipped = u64::from(begin) * u64::from(stride);
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
            streams.begin_with(number, begin);
            found.begin = begin;
            // The range is right for this draw alone.
            places.finder = None;
        }
        Ok(())
    }

    /// Checks that a draw's elements of an attribute exist, if it must not need others, and that their end fits 64 bits.
    fn check_attribute<const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        attribute: usize,
        is_checked: impl Fn(InputRate) -> bool,
    ) -> Result<(), Error> {
        let groups = state.layout.groups.iter();
        let members = groups.flat_map(|group| {
            let members = state.layout.members_of(group).iter();
            members.map(move |member| (group, member))
        });
        for (group, member) in members {
            if usize::from(member.attribute) != attribute || !is_checked(group.rate) {
                continue;
            }
            let (first, count) = group.elements_of(&state.last.counts);
            let needed = u64::from(first) + u64::from(count);
            let DataSource::Buffer(id) = group.source else {
                end_of(group, member, needed)?;
                continue;
            };
            let unknown = Error::UnknownBuffer { buffer: id };
            let size = self.application.buffer(id).ok_or(unknown)?.size();
            let is_past = needed > group.elements_in(size, member.end());
            if is_past && self.planner.target.out_of_bounds == OutOfBounds::Refuse {
                return Err(Error::AttributePastEnd {
                    attribute,
                    end: end_of(group, member, needed)?,
                    size,
                });
            }
        }
        Ok(())
    }
}

/// The end of an attribute's first `elements` elements, in bytes.
fn end_of(group: &Group, member: &Member, elements: u64) -> Result<u64, Error> {
    let offset = group.offset.saturating_add(member.offset.into());
    let size = span(elements, group.stride, member.conversion.source_size());
    size.and_then(|size| offset.checked_add(size))
        .ok_or(Error::EndOverflow {
            offset,
            size: size.unwrap_or(u64::MAX),
        })
}
