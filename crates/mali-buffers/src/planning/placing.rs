//! The search for the places of streams, once until something moves.

use super::answers::{Decision, Obstacle, StreamingReason};
use super::copying::NoCopy;
use super::environment::Environment;
use super::state::VertexState;
use crate::error::Error;
use crate::list::append;
use crate::memory::{Buffer, ClientState, GpuMemory};
use crate::streams::{Content, Member, Place, Source, Stream};
use crate::types::{BufferId, Sequence};
use mali_instancing::InputRate;
use mali_instancing::descriptor::BufferAddress;
use mali_instancing::draw::BufferRange;

/// The largest size that a descriptor can hold for any address: the descriptor of an unaligned buffer begins before the
/// buffer.
pub(crate) const MAX_SIZE: u32 = u32::MAX - (BufferAddress::ALIGNMENT as u32 - 1);

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Finds the places of a state's streams, unless they are placed. If `gathers`, the vertices that indices name are to
    /// be gathered.
    #[inline]
    pub(crate) fn place_streams<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        is_placed: bool,
        gathers: bool,
    ) -> Result<(), Error> {
        if !is_placed || state.places.gathers != gathers {
            self.place_all(state, gathers)?;
        } else if state.places.noted != self.work {
            // Only the first draw of a work does this: later ones read the same copies.
            self.keep_copies(state);
        }
        let arch = self.planner.target.arch;
        if !state.places.has_input || state.pipeline.arch != arch {
            state.set_input(arch)?;
        }
        Ok(())
    }

    /// Makes the copies that a draw reads not give way to those that it makes.
    #[inline(never)]
    fn keep_copies<const ATTRIBUTES: usize>(&mut self, state: &VertexState<ATTRIBUTES>) {
        for stream in &state.layout.streams {
            self.keep_copy(stream);
        }
    }

    fn keep_copy(&mut self, stream: &Stream) {
        if let (Source::Buffer(id), Place::Copy(number)) = (stream.source, stream.place) {
            if let Some(buffer) = self.application.buffer_mut(id) {
                buffer.copies.record_use(number, self.work);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn place_all<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        gathers: bool,
    ) -> Result<(), Error> {
        let (layout, places) = (&mut state.layout, &mut state.places);
        // Another planner has other constants, and may draw earlier work than that which makes a copy.
        let is_other = places.finder != Some(self.planner.id);
        let gathers_otherwise = places.gathers != gathers;
        (places.finder, places.gathers) = (Some(self.planner.id), gathers);
        (places.are_found, places.retries) = (false, false);
        // All copies that stay are read by this work before one is made: none of them gives way to it.
        for stream in &mut layout.streams {
            let is_stale = is_other
                || stream.retries
                // Only what steps per vertex is gathered.
                || gathers_otherwise && stream.rate == InputRate::Vertex
                || match stream.source {
                    Source::Constants => stream.token != self.planner.constants.revision(),
                    _ => !stream.is_known(self.application),
                };
            if is_stale {
                stream.token = Stream::UNPLACED;
            } else {
                self.keep_copy(stream);
            }
        }
        for (stream, range) in layout.streams.iter_mut().zip(&mut places.ranges) {
            if !stream.is_placed() {
                self.place(stream, range, &layout.members, gathers)?;
            }
        }
        match layout.streams.last() {
            Some(last) if last.source == Source::Constants => {
                if !last.is_placed() {
                    let moved = self.place_constants(state)?;
                    // The checked input has the offsets of the constants' attributes.
                    state.places.has_input &= !moved;
                }
            }
            _ => places.cells = 0,
        }
        let (layout, places) = (&state.layout, &mut state.places);
        places.known.clear();
        (places.in_ring, places.vertices, places.has_others) = (0, u32::MAX, false);
        for stream in &layout.streams {
            places.in_ring |= u32::from(stream.place == Place::Ring) << stream.number;
            if stream.rate == InputRate::Vertex {
                // `measure` checks all of these with one comparison.
                places.vertices = places.vertices.min(stream.elements);
            } else {
                places.has_others |= stream.source != Source::Constants;
            }
            places.retries |= stream.retries;
            places.has_made |= matches!(stream.decision, Decision::CopyMade { .. });
            if let Source::Buffer(id) = stream.source {
                // The token, and not the buffer's revision: if a stream that was placed later has moved it, this one is
                // looked for again in the next draw.
                let known = (id, stream.token);
                if !places.known.contains(&known) {
                    append(&mut places.known, known);
                }
            }
        }
        // The reads that this work has noted are those of the earlier places.
        (places.are_found, places.noted) = (true, Sequence::NONE);
        Ok(())
    }

    /// Finds the place of a stream of the application's data. The token is written last: what gave way to a copy has
    /// changed the buffer's revision.
    pub(crate) fn place(
        &mut self,
        stream: &mut Stream,
        range: &mut BufferRange,
        members: &[Member],
        gathers: bool,
    ) -> Result<(), Error> {
        (stream.token, stream.first, stream.retries) = (Stream::UNPLACED, 0, false);
        let is_gathered = gathers && stream.rate == InputRate::Vertex;
        match stream.source {
            Source::Constants => return Ok(()),
            _ if is_gathered => {
                // `Environment::gathers` has found that the last named vertex exists.
                stream.elements = u32::MAX;
                (stream.place, stream.decision) = (Place::Ring, Decision::Gathered);
            }
            Source::Client(_) => {
                // The end of an element fits 64 bits.
                stream.elements = elements(stream.elements_in(u64::MAX, stream.length));
                stream.streams(Obstacle::ClientMemory, StreamingReason::ClientMemory);
            }
            Source::Buffer(id) => self.place_in_buffer(id, stream, range, members)?,
        }
        stream.token = match stream.source {
            Source::Buffer(id) => {
                let buffer = self.application.buffer(id);
                buffer.map_or(Stream::UNPLACED, |buffer| buffer.revision)
            }
            _ => Stream::OF_CLIENT_MEMORY,
        };
        Ok(())
    }

    fn place_in_buffer(
        &mut self,
        id: BufferId,
        stream: &mut Stream,
        range: &mut BufferRange,
        members: &[Member],
    ) -> Result<(), Error> {
        let unknown = Error::UnknownBuffer { buffer: id };
        let buffer = self.application.buffer(id).ok_or(unknown)?;
        let size = buffer.size();
        stream.elements = elements(stream.elements_in(size, stream.length));
        // The bits that are 0 in an aligned address.
        let alignment_mask = u64::from(stream.alignment - 1);
        let obstacle = match (buffer.address(), stream.content) {
            (None, _) => Obstacle::NotMapped,
            (Some(_), Content::Records { converts: true }) => Obstacle::Format,
            (Some(_), Content::Records { .. }) => Obstacle::Unaligned,
            (Some(address), _) if address.wrapping_add(stream.begin) & alignment_mask != 0 => {
                Obstacle::Unaligned
            }
            (Some(_), Content::Indices { .. }) => Obstacle::RestartIndex,
            (Some(address), Content::Raw) => {
                (stream.place, stream.decision) = (Place::Source, Decision::InPlace);
                let rest = size.saturating_sub(stream.begin);
                *range = cover((address, stream.begin), rest, stream);
                return Ok(());
            }
        };
        if stream.is_of_indices() && stream.begin & alignment_mask != 0 {
            // A copy of the whole buffer has indices at multiples of their size only. For a buffer that keeps no
            // copies, its policy is the reason.
            let copy_policy = buffer.copy_policy();
            let reason = if copy_policy.is_static() {
                StreamingReason::Unaligned
            } else {
                StreamingReason::Buffer(copy_policy)
            };
            stream.streams(obstacle, reason);
            return Ok(());
        }
        match self.static_copy(id, stream, members, obstacle)? {
            Ok((copy, block, decision)) => {
                (stream.place, stream.decision) = (Place::Copy(copy), decision);
                // The range ends with the copied data. The block may be larger.
                let rest = bytes_left(stream, members, size);
                *range = cover((block.address, stream.begin_in_copy()), rest, stream);
            }
            Err(NoCopy { reason, may_change }) => {
                stream.streams(obstacle, reason);
                stream.retries = may_change;
            }
        }
        Ok(())
    }

    /// Whether the draws of a state need the bounds of their indices: a range does not have all vertices that there are.
    pub(crate) fn are_bounded<const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
    ) -> bool {
        let streams = state.layout.streams.iter().zip(&state.places.ranges);
        let mut per_vertex = streams.filter(|(stream, _)| stream.rate == InputRate::Vertex);
        per_vertex.any(|(stream, range)| {
            let Source::Buffer(id) = stream.source else {
                // Client memory goes to the ring, which gets only the vertices of one draw.
                return true;
            };
            let size = self.application.buffer(id).map_or(0, Buffer::size);
            let rest = bytes_left(stream, &state.layout.members, size);
            stream.place == Place::Ring || rest > range.size.into()
        })
    }
}

/// The number of bytes from a stream's first element to the end of the memory that it was found in, of a buffer of `size`
/// bytes.
pub(crate) fn bytes_left(stream: &Stream, members: &[Member], size: u64) -> u64 {
    match stream.content {
        Content::Raw => size.saturating_sub(stream.begin),
        Content::Records { .. } | Content::Indices { .. } => {
            stream.extent_in(members, size, (0, u32::MAX)).written
        }
    }
}

/// The range that covers a stream in its memory, from an offset on. The stream has the number of its elements then.
///
/// A range without bytes begins where the memory does: on V4 to V7, a descriptor covers the bytes from the aligned address
/// before its own on.
fn cover((memory, offset): (u64, u64), rest: u64, stream: &mut Stream) -> BufferRange {
    let offset = if rest == 0 { 0 } else { offset };
    let address = memory.wrapping_add(offset);
    let size = rest.min(MAX_SIZE.into());
    // The range does not have the elements that end after 4 GiB − 64 bytes. For a draw that needs them, `adapt_range`
    // makes the range begin later.
    if size < rest {
        let steps = |last: u64| last.checked_div(stream.record_stride.into());
        let last = size.checked_sub(stream.record_length.into());
        let covered = last.map_or(0, |last| steps(last).unwrap_or(u64::MAX).saturating_add(1));
        stream.elements = stream.elements.min(elements(covered));
    }
    BufferRange::new(address, size as u32)
}

/// The number of elements, or as many as a draw can need.
fn elements(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
