//! A draw: its data is found, copied where that is necessary, and named by the draw's tables.

use super::answers::{Decision, Drawn, IndexData};
use super::environment::Environment;
use super::indices::{Indices, PlacedIndices};
use super::places::{KnownBuffer, Place};
use super::planner::Planner;
use super::reach::is_within_reach;
use super::state::{KnownIndices, VertexState};
use super::streaming::Streams;
use crate::draw::{ApplicationDraw, ElementArray, Vertices};
use crate::error::Error;
use crate::memory::{ClientState, GpuMemory};
use crate::types::{Block, DataSource, Sequence};

impl Planner {
    /// Draws: finds a place for each attribute and for the indices, allocates and copies what is missing, and writes the
    /// draw's tables. The draw is part of `work`.
    ///
    /// Each attribute is read in place, from a copy of its buffer that serves many draws, or from the ring. What was
    /// copied stays, as a fact about its buffer. [`VertexState::explain`] tells where each was found. Afterwards
    /// [`VertexState::index_data`], [`VertexState::pipeline`] and [`VertexState::counts`] have what other descriptors need.
    ///
    /// Buffers that contexts share are locked by the caller for this call. `memory` is called meanwhile.
    ///
    /// Words after the tables may be overwritten, at most [`words_needed`](Self::words_needed) in all. So the words of another draw
    /// begin after these.
    ///
    /// # Errors
    ///
    /// After an error, or [`Drawn::Wait`], `words` are unspecified, and the state has no last draw. Space that was taken
    /// of the ring is free again when the work is finished.
    ///
    /// * [`Error::Sequence`] for work that is finished, or that is before the work of an earlier draw.
    /// * [`Error::UnknownBuffer`].
    /// * [`Error::IndicesPastEnd`] and [`Error::AttributePastEnd`] for data past the end of a buffer. A draw whose
    ///   indices all restart has these errors too, if the planner does not need to read the indices.
    /// * [`Error::Unreadable`] and [`Error::Unwritable`] if the caller does not provide bytes.
    /// * [`Error::RestartIndex`] for a restart index that cannot be rewritten.
    /// * [`Error::NoMemory`] if there is no memory, and waiting makes no space.
    /// * [`Error::EndOverflow`] for data whose end does not fit 64 bits.
    /// * [`Error::TooLarge`] for more bytes than a descriptor can hold.
    /// * [`Error::Draw`] for what no descriptor can hold, and for too few words:
    ///   [`words_needed`](Self::words_needed) tells how many are enough.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// use mali_buffers::Drawn;
    ///
    /// let mut words = [0; 64];
    /// let work = Sequence::new(1);
    /// let mut draw_with = |draw: &ApplicationDraw| {
    ///     planner.draw(&mut state, draw, &mut application, &mut memory, work, &mut words)
    /// };
    /// assert!(matches!(draw_with(&draw)?, Drawn::Written(_)));
    /// assert_eq!(draw_with(&draw)?, Drawn::Unchanged);
    /// assert!(matches!(draw_with(&draw.with_instances(7))?, Drawn::Written(_)));
    /// assert_eq!(draw_with(&draw.with_instances(0))?, Drawn::Nothing);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[inline]
    pub fn draw<A: ClientState, M: GpuMemory, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        application: &mut A,
        memory: &mut M,
        work: Sequence,
        words: &mut [u32],
    ) -> Result<Drawn, Error> {
        if let Err(error) = Error::check_order(work, self.latest, self.completed) {
            // The caller drops the words of a draw that failed.
            state.last.draw = None;
            return Err(error);
        }
        let is_known = self.knows(state, application, work);
        if is_known && state.is_last(draw, &self.ring, application, work) {
            self.counters.unchanged = self.counters.unchanged.wrapping_add(1);
            if state.last.work != work {
                self.latest = work;
                state.last.work = work;
                self.note_reads(state, application);
            }
            return Ok(Drawn::Unchanged);
        }
        state.last.draw = None;
        self.latest = work;
        if draw.is_of_nothing() {
            return Ok(Drawn::Nothing);
        }
        let mut environment = Environment {
            planner: self,
            application,
            memory,
            work,
            words,
        };
        let drawn = environment.draw(state, draw, is_known);
        if let Err(Error::InFlight { until }) = drawn {
            self.counters.waits = self.counters.waits.wrapping_add(1);
            return Ok(Drawn::Wait(until));
        }
        drawn
    }

    /// Whether the places of a state's attributes are known.
    #[inline]
    fn knows<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        application: &A,
        work: Sequence,
    ) -> bool {
        let places = &state.places;
        places.are_known(self.id, &self.constants, application)
            && !(places.lacks_place && state.last.work != work)
    }

    /// Records what the last draw of a state reads.
    #[inline(never)]
    fn note_reads<A: ClientState, const ATTRIBUTES: usize>(
        &mut self,
        state: &VertexState<ATTRIBUTES>,
        application: &mut A,
    ) {
        let work = state.last.work;
        self.constants.read(state.places.cells, work);
        for (group, found) in state.layout.groups.iter().zip(&state.places.found) {
            let DataSource::Buffer(id) = group.source else {
                continue;
            };
            match found.place {
                Place::Stream => {}
                Place::Source => {
                    if let Some(buffer) = application.buffer_mut(id) {
                        buffer.read_in_place(work);
                    }
                }
                Place::Copy(handle) => {
                    if let Some(buffer) = application.buffer_mut(id) {
                        buffer.read_copy(handle, work);
                    }
                }
            }
        }
        let Some(known) = &state.last.indices else {
            return;
        };
        let Some(buffer) = application.buffer_mut(known.buffer.id) else {
            return;
        };
        match (known.copy, state.last.index_decision) {
            (Some(handle), _) => buffer.read_copy(handle, work),
            (None, Some(Decision::InPlace)) => buffer.read_in_place(work),
            _ => {}
        }
    }
}

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Draws what differs from the last draw. This is a separate function: a draw that is unchanged needs fewer
    /// registers.
    #[inline(never)]
    fn draw<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        is_known: bool,
    ) -> Result<Drawn, Error> {
        state.last.work = self.work;
        match draw.vertices {
            Vertices::Arrays { first, count } => {
                if !is_known || state.places.gathers {
                    self.find(state, false)?;
                }
                state.last.index_data = IndexData::of_arrays(first, count);
                (state.last.indices, state.last.index_decision) = (None, None);
                self.write(state, draw, None, None)
            }
            Vertices::Elements(ref array) => self.draw_elements(state, draw, array, is_known),
        }
    }

    /// Draws the vertices that indices name.
    #[inline(never)]
    fn draw_elements<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        array: &ElementArray,
        is_known: bool,
    ) -> Result<Drawn, Error> {
        let indices = Indices::of(self.planner.target, array, self.application)?;
        let Some(mut indices) = indices else {
            return Ok(Drawn::Nothing);
        };
        if !indices.has_bounds() && indices.need_bounds() && !indices.look(self.application)? {
            return Ok(Drawn::Nothing);
        }
        indices.check()?;
        let mut is_known = is_known;
        let placed = loop {
            if !is_known {
                self.find(state, false)?;
            }
            // Only the places tell whether the attributes need the bounds.
            if state.places.bounded != 0 && !indices.has_bounds() {
                if !indices.look(self.application)? {
                    return Ok(Drawn::Nothing);
                }
                indices.check()?;
            }
            if let Some(array) = self.gathered(state, &indices)? {
                let known = array.source.buffer();
                let known = known.and_then(|id| self.application.buffer(id));
                state.last.indices = known.map(|buffer| KnownIndices {
                    buffer: KnownBuffer::new(buffer),
                    epoch: buffer.changes.epoch(),
                    copy: None,
                });
                state.last.index_data = IndexData::of_arrays(0, array.count);
                state.last.index_decision = None;
                return self.write(state, draw, None, Some(&array));
            }
            let placed = indices.place(self)?;
            // A copy of the indices may have taken the place of one that the attributes are in.
            is_known = self.planner.knows(state, self.application, self.work);
            if is_known {
                break placed;
            }
        };
        state.last.index_data = placed.data;
        state.last.index_decision = Some(placed.decision);
        state.last.indices = placed.known;
        self.write(state, draw, Some(&placed), None)
    }

    /// Streams what is to be streamed, and writes the tables.
    #[inline(never)]
    fn write<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        indices: Option<&PlacedIndices>,
        gathered: Option<&ElementArray>,
    ) -> Result<Drawn, Error> {
        state.count_use();
        let vertices = state.last.index_data.vertices;
        let counts = &mut state.last.counts;
        counts.vertices = vertices.vertices;
        counts.instances = Some(draw.instances);
        counts.first_vertex = vertices.first_vertex;
        counts.first_instance = draw.first_instance;
        // A descriptor can hold every count of 16 bits.
        if counts.vertices.max(draw.instances) > 1 << 16 {
            state.pipeline.invocation(&state.last.counts)?;
        }
        let is_unbounded = indices.is_some_and(|placed| placed.is_unbounded);
        let mut streams = Streams::<ATTRIBUTES>::NONE;
        if !is_usual(state, is_unbounded) {
            self.adapt(state, is_unbounded, &mut streams)?;
        }
        let streams_indices = indices.is_some_and(|placed| placed.streamed.is_some());
        let is_streamed =
            state.places.streamed != 0 || state.places.streams_constants || streams_indices;
        state.last.is_streamed = is_streamed;
        state.last.may_change = false;
        let mut range: Option<(Block, u64)> = None;
        if is_streamed {
            self.measure(state, indices, &mut streams)?;
            let (size, alignment) = (streams.size, Block::ALIGNMENT);
            let ring = &mut self.planner.ring;
            let (block, offset) = ring.reserve(size, alignment, self.work, self.memory)?;
            state.last.discards = ring.discards;
            let address = block.address.wrapping_add(offset);
            Self::address(state, address);
            if streams_indices {
                if let Some(input) = &mut state.last.index_data.indices {
                    input.address = address;
                }
            }
            range = Some((block, offset));
        }
        let first_elements = if streams.begins_behind {
            streams.first_elements.get(..state.places.ranges.len())
        } else {
            None
        };
        let places = &state.places;
        let tables = places.input.write_from(
            &state.last.counts,
            &places.ranges,
            first_elements.unwrap_or_default(),
            self.words,
        )?;
        if let Some(range) = range {
            self.stream(state, indices, gathered, range, &streams)?;
            let bytes = &mut self.planner.counters.bytes_streamed;
            *bytes = bytes.wrapping_add(streams.bytes);
            note_streamed(state, draw, self.application);
        }
        let written = &mut self.planner.counters.written;
        *written = written.wrapping_add(1);
        state.last.draw = Some(*draw);
        self.planner.note_reads(state, self.application);
        Ok(Drawn::Written(tables))
    }
}

/// Whether all elements of a draw exist, and are in the ranges of their groups.
#[inline]
fn is_usual<const ATTRIBUTES: usize>(state: &VertexState<ATTRIBUTES>, is_unbounded: bool) -> bool {
    let (layout, places, counts) = (&state.layout, &state.places, &state.last.counts);
    let end = u64::from(counts.first_vertex) + u64::from(counts.vertices);
    let has_vertices = is_unbounded || end <= places.vertices.into();
    let mut groups = layout.groups.iter().zip(&places.found).enumerate();
    has_vertices
        && (places.others == 0
            || groups.all(|(number, (group, found))| {
                let (first, count) = group.elements_of(counts);
                places.others >> number & 1 == 0
                    || u64::from(first) + u64::from(count) <= found.elements.into()
                        && (found.is_streamed()
                            || is_within_reach(counts, group, found.stride(group)))
            }))
}

/// Records the bytes that a draw has streamed.
#[inline(never)]
fn note_streamed<A: ClientState, const ATTRIBUTES: usize>(
    state: &mut VertexState<ATTRIBUTES>,
    draw: &ApplicationDraw,
    application: &mut A,
) {
    let mut rest = state.places.streamed;
    while rest != 0 {
        let number = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let (Some(group), Some(found)) = (
            state.layout.groups.get(number),
            state.places.found.get_mut(number),
        ) else {
            break;
        };
        let DataSource::Buffer(id) = group.source else {
            state.last.may_change = true;
            continue;
        };
        if let Some(buffer) = application.buffer_mut(id) {
            found.epoch = buffer.changes.epoch();
            let (_, count) = group.elements_of(&state.last.counts);
            buffer.count_streamed(u64::from(count) * u64::from(group.bytes));
        }
    }
    if let Vertices::Elements(array) = &draw.vertices {
        let is_streamed = matches!(state.last.index_decision, Some(Decision::Streamed { .. }));
        match state.last.indices {
            None => state.last.may_change = true,
            Some(known) if is_streamed => {
                if let Some(buffer) = application.buffer_mut(known.buffer.id) {
                    buffer.count_streamed(array.index_type.size_of(array.count));
                }
            }
            Some(_) => {}
        }
    }
}
