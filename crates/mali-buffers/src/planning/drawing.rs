//! A draw: its data is found, copied where that is necessary, and named by the draw's tables.

use super::answers::{Decision, Drawn, IndexData};
use super::environment::Environment;
use super::indices::Indices;
use super::planner::Planner;
use super::state::VertexState;
use super::streaming::RingPart;
use crate::draw::{ApplicationDraw, ElementArray, Vertices};
use crate::error::Error;
use crate::memory::{ClientState, GpuMemory};
use crate::streams::{Place, Source, Stream};
use crate::types::{Block, Sequence};

impl Planner {
    /// The length of the tables of any draw with the attributes of a state, in words, at most.
    #[must_use]
    pub fn words_needed<const ATTRIBUTES: usize>(&self, state: &VertexState<ATTRIBUTES>) -> usize {
        let pipeline = state.pipeline.with_arch(self.target.arch);
        let (layout, attributes) = (&state.layout, state.layout.attributes());
        mali_instancing::draw::words_needed(&pipeline, layout.streams.len(), &attributes)
            // A layout that no tables can have is an error of the draw, whatever the number of words is.
            .unwrap_or(0)
    }

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
        // An unchanged draw costs little more than these comparisons.
        let is_placed = state.is_placed(self, application, work);
        let is_last = is_placed && state.is_last(draw, &self.ring, application, work);
        self.latest = work;
        if is_last {
            self.counters.unchanged = self.counters.unchanged.wrapping_add(1);
            // The first draw of each work notes its reads: nothing that a work reads may be overwritten before the work
            // is finished.
            if state.places.noted != work {
                state.last.work = work;
                self.note_reads(state, application);
            }
            return Ok(Drawn::Unchanged);
        }
        // There is no last draw until the tables are written.
        state.last.draw = None;
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
        let drawn = environment.draw(state, draw, is_placed);
        // No table is written yet, and what was copied is found again: the caller makes the same call after that work.
        if let Err(Error::InFlight { until }) = drawn {
            self.counters.waits = self.counters.waits.wrapping_add(1);
            return Ok(Drawn::Wait(until));
        }
        drawn
    }

    /// Records what a draw reads where it was found.
    #[inline(never)]
    fn note_reads<A: ClientState, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        application: &mut A,
    ) {
        let work = self.latest;
        state.places.noted = work;
        self.constants.record_use(state.places.cells, work);
        let indices = state.last.indices.as_ref().map(|indices| &indices.stream);
        for stream in state.layout.streams.iter().chain(indices) {
            note_read(stream, application, work);
        }
    }
}

/// Records that a stream is read where it was found.
#[inline]
fn note_read<A: ClientState>(stream: &Stream, application: &mut A, work: Sequence) {
    let Source::Buffer(id) = stream.source else {
        return;
    };
    let Some(buffer) = application.buffer_mut(id) else {
        return;
    };
    match stream.place {
        Place::Source => buffer.read_in_place(work),
        Place::Copy(number) => buffer.read_copy(number, work),
        Place::Ring => {}
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
        is_placed: bool,
    ) -> Result<Drawn, Error> {
        // A draw that fails counts too: a place that may become better is looked for once in each work.
        state.last.work = self.work;
        if state.places.has_made {
            state.find_made();
        }
        match draw.vertices {
            Vertices::Arrays { first, count } => {
                state.last.indices = None;
                self.place_streams(state, is_placed, false)?;
                state.last.index_data = IndexData::of_arrays(first, count);
                self.write(state, draw, false)
            }
            Vertices::Elements(ref array) => self.draw_elements(state, draw, array, is_placed),
        }
    }

    /// Draws the vertices that indices name.
    #[inline(never)]
    fn draw_elements<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        array: &ElementArray,
        is_placed: bool,
    ) -> Result<Drawn, Error> {
        // Another planner may have another target, by whose rules the indices were not checked.
        let is_same_planner = state.places.finder == Some(self.planner.id);
        let last = state.last.indices.take().filter(|_| is_same_planner);
        let known = last.filter(|last| last.are_those_of(array, self.application));
        let mut indices = match known {
            Some(known) => known,
            None => match Indices::of(self.planner.target, array, self.application)? {
                Some(indices) => indices,
                None => return Ok(Drawn::Nothing),
            },
        };
        let target = self.planner.target;
        // Other indices are not read here. They are read below if the places of the attributes need the bounds.
        if !indices.has_bounds()
            && indices.need_bounds(target)
            && !indices.look(self.application)?
        {
            return Ok(Drawn::Nothing);
        }
        // Indices that have a place were checked before they got it.
        if !indices.is_placed() {
            indices.check(target)?;
        }
        // What moved is placed as if nothing were gathered, and only then it shows whether anything must be.
        self.place_streams(state, is_placed, is_placed && state.places.gathers)?;
        // Only the places tell whether the attributes need the bounds.
        if !indices.has_bounds() {
            if self.are_bounded(state) {
                if !indices.look(self.application)? {
                    return Ok(Drawn::Nothing);
                }
                indices.check(target)?;
            }
        } else if !is_placed && !indices.need_bounds(target) && !self.are_bounded(state) {
            // Those of the earlier places would refuse what a new state draws.
            indices.forget_bounds(target)?;
        }
        let is_gathered = self.gathered(state, &indices)?;
        if is_gathered {
            indices.gather(self.application);
            state.last.index_data = IndexData::of_arrays(0, indices.array.count);
        } else {
            // A copy of the attributes may have taken the place of one that the indices were in.
            if !indices.stream.is_known(self.application) {
                self.place(&mut indices.stream, &mut indices.range, &[], false)?;
            }
            state.last.index_data = indices.data();
        }
        state.places.has_made |= matches!(indices.stream.decision, Decision::CopyMade { .. });
        let is_unbounded = !indices.has_bounds();
        // If a step before this one fails, the next draw begins with new indices.
        state.last.indices = Some(indices);
        self.write(state, draw, is_unbounded)
    }

    /// Streams what is to be streamed, and writes the tables.
    #[inline(never)]
    fn write<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        is_unbounded: bool,
    ) -> Result<Drawn, Error> {
        let vertices = state.last.index_data.vertices;
        let counts = &mut state.last.counts;
        counts.vertices = vertices.vertices;
        counts.instances = Some(draw.instances);
        counts.first_vertex = vertices.first_vertex;
        counts.first_instance = draw.first_instance;
        // On V4 to V7, an `Invocation` packs both counts into 32 bits. Up to 2^16, each takes 16 at most.
        if counts.vertices.max(draw.instances) > 1 << 16 {
            state.pipeline.invocation(&state.last.counts)?;
        }
        let mut part = RingPart::<ATTRIBUTES>::NONE;
        self.measure(state, is_unbounded, &mut part)?;
        state.last.is_streamed = part.size > 0;
        let mut range: Option<(Block, u64)> = None;
        if part.size > 0 {
            let ring = &mut self.planner.ring;
            let (block, offset) =
                ring.reserve(part.size, Block::ALIGNMENT, self.work, self.memory)?;
            state.last.discards = ring.discards;
            // The ranges of the ring's streams have offsets up to here: the size has to be known before there is an
            // address.
            part.address(state, block.address.wrapping_add(offset));
            range = Some((block, offset));
        }
        let places = &state.places;
        let used = state.layout.streams.len();
        // Empty `first_elements` are zeros, with which the core has fewer steps.
        let first_elements = if part.begins_behind {
            part.first_elements.get(..used).unwrap_or_default()
        } else {
            &[]
        };
        let ranges = places.ranges.get(..used).unwrap_or_default();
        let counts = &state.last.counts;
        // Before bytes are streamed: a draw that is refused here streams none.
        let tables = (places.input).write_from(counts, ranges, first_elements, self.words)?;
        if let Some(range) = range {
            self.stream(state, range, &part)?;
            self.note_streamed(state, &part);
        }
        let written = &mut self.planner.counters.written;
        *written = written.wrapping_add(1);
        state.last.draw = Some(*draw);
        // A work reads a stream from its first draw on, and each draw may have other indices.
        if state.places.noted != self.work {
            self.planner.note_reads(state, self.application);
        } else if let Some(indices) = &state.last.indices {
            note_read(&indices.stream, self.application, self.work);
        }
        Ok(Drawn::Written(tables))
    }
}
