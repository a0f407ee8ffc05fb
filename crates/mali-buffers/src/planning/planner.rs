use super::copying::Environment;
use super::counters::Counters;
use super::decision::Decision;
use super::drawn::Drawn;
use super::far::is_within_reach;
use super::index_data::IndexData;
use super::indices::{Indices, PlacedIndices, attributes_need_bounds};
use super::places::{KnownBuffer, Place};
use super::state::{KnownIndices, VertexState};
use super::streaming::Streams;
use crate::draw::{ApplicationDraw, ElementArray, Target, Vertices};
use crate::error::Error;
use crate::memory::{ClientState, Constants, GpuMemory, UploadRing};
use crate::types::{Block, ContextId, DataSource, Sequence};

/// A planner for the vertex and index data of draws. It has the ring and the constants that the draws of one context
/// share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planner {
    id: ContextId,
    target: Target,
    ring: UploadRing,
    constants: Constants,
    /// The work of the last draw.
    latest: Sequence,
    completed: Sequence,
    counters: Counters,
}

impl Planner {
    /// A planner for draws of `target` in the context `id`, with a ring that is still empty. No other planner has that
    /// id, nor had it before: a [`VertexState`] recognizes its planner by it.
    #[must_use]
    pub const fn new(id: ContextId, target: Target, ring: UploadRing) -> Self {
        Self {
            id,
            target,
            ring,
            constants: Constants::new(),
            latest: Sequence::NONE,
            completed: Sequence::NONE,
            counters: Counters::NONE,
        }
    }

    /// The context that the planner belongs to.
    #[must_use]
    pub const fn id(&self) -> ContextId {
        self.id
    }

    /// The Mali that draws, and the rules that it draws by.
    #[must_use]
    pub const fn target(&self) -> Target {
        self.target
    }

    /// The ring that data of single draws is written to.
    #[must_use]
    pub const fn ring(&self) -> &UploadRing {
        &self.ring
    }

    /// Records that the GPU has finished `completed` and everything before it. A number below an earlier one changes
    /// nothing.
    pub fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        self.ring.complete(completed);
    }

    /// Makes the ring continue in a new block, as [`UploadRing::discard`] does.
    pub fn discard(&mut self) {
        self.ring.discard();
    }

    /// Gives back all memory, before the planner is dropped. The next draw would begin new blocks.
    pub fn release(&mut self, memory: &mut impl GpuMemory) {
        self.ring.release(memory);
        if let Some(block) = self.constants.block {
            memory.retire(block, self.latest);
        }
        self.constants.forget();
    }

    /// The counts of all draws so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters {
            recycled: self.ring.recycled,
            blocks: self.ring.renewed,
            ..self.counters
        }
    }

    /// Draws: finds a place for each attribute and for the indices, allocates and copies what is missing, and writes the
    /// draw's tables. The draw is part of `work`.
    ///
    /// Each attribute is read in place, from a copy of its buffer that serves many draws, or from the ring. What was
    /// copied stays, as a fact about its buffer. [`VertexState::explain`] tells where each was found. Afterwards
    /// [`VertexState::index_data`] and [`VertexState::call`] have what other descriptors need.
    ///
    /// Buffers that contexts share are locked by the caller for this call. `memory` is called meanwhile.
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
    ///   [`VertexState::words_needed`] tells how many are enough.
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
        Error::check_order(work, self.latest, self.completed)?;
        let is_known = self.knows(state, application, work);
        if is_known && state.is_last(draw, application, work) {
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
        let drawn = self.draw_anew(state, (draw, is_known), application, memory, work, words);
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

    /// Draws what differs from the last draw. This is a separate function: a draw that is unchanged needs fewer
    /// registers.
    #[inline(never)]
    fn draw_anew<A: ClientState, M: GpuMemory, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        (draw, is_known): (&ApplicationDraw, bool),
        application: &mut A,
        memory: &mut M,
        work: Sequence,
        words: &mut [u32],
    ) -> Result<Drawn, Error> {
        state.last.work = work;
        match draw.vertices {
            Vertices::Arrays { first, count } => {
                if !is_known || state.places.gathers {
                    self.find(state, application, memory, work, false)?;
                }
                state.last.index_data = IndexData::of_arrays(first, count);
                (state.last.indices, state.last.index_decision) = (None, None);
                self.write(state, draw, (None, None), application, memory, work, words)
            }
            Vertices::Elements(ref array) => self.draw_elements(
                state,
                (draw, array, is_known),
                application,
                memory,
                work,
                words,
            ),
        }
    }

    /// Draws the vertices that indices name.
    #[inline(never)]
    fn draw_elements<A: ClientState, M: GpuMemory, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        (draw, array, mut is_known): (&ApplicationDraw, &ElementArray, bool),
        application: &mut A,
        memory: &mut M,
        work: Sequence,
        words: &mut [u32],
    ) -> Result<Drawn, Error> {
        let Some(mut indices) = Indices::of(self.target, array, application)? else {
            return Ok(Drawn::Nothing);
        };
        if !indices.has_bounds()
            && (indices.need_bounds() || attributes_need_bounds(state, is_known, application)?)
            && !indices.look(application)?
        {
            return Ok(Drawn::Nothing);
        }
        indices.check()?;
        let sparse = if state.may_gather() {
            indices.sparse()?
        } else {
            None
        };
        // What is gathered stays so for other sparse indices.
        if !is_known || state.places.gathers && sparse.is_none() {
            self.find(state, application, memory, work, false)?;
        }
        let mut sparse = sparse.filter(|array| {
            let environment = self.environment(application, memory, work);
            environment.gathers(state, array)
        });
        if sparse.is_some() && !state.places.gathers {
            self.find(state, application, memory, work, true)?;
        } else if sparse.is_none() && state.places.gathers {
            self.find(state, application, memory, work, false)?;
        }
        if let Some(array) = sparse.take() {
            let known = array.source.buffer().and_then(|id| application.buffer(id));
            state.last.indices = known.map(|buffer| KnownIndices {
                buffer: KnownBuffer::new(buffer),
                epoch: buffer.changes.epoch(),
                copy: None,
            });
            state.last.index_data = IndexData::of_arrays(0, array.count);
            state.last.index_decision = None;
            let how = (None, Some(&array));
            return self.write(state, draw, how, application, memory, work, words);
        }
        loop {
            if !indices.has_bounds() && state.places.bounded != 0 && !indices.look(application)? {
                return Ok(Drawn::Nothing);
            }
            let mut environment = self.environment(application, memory, work);
            let placed = indices.place(&mut environment)?;
            // A copy of the indices may have taken the place of one that the attributes are in.
            is_known = self.knows(state, application, work);
            if !is_known {
                self.find(state, application, memory, work, false)?;
                continue;
            }
            state.last.index_data = placed.data;
            state.last.index_decision = Some(placed.decision);
            state.last.indices = placed.known;
            let how = (Some(&placed), None);
            return self.write(state, draw, how, application, memory, work, words);
        }
    }

    fn environment<'a, A, M>(
        &'a mut self,
        application: &'a mut A,
        memory: &'a mut M,
        work: Sequence,
    ) -> Environment<'a, A, M> {
        Environment {
            target: self.target,
            application,
            memory,
            work,
            counters: &mut self.counters,
        }
    }

    #[cold]
    #[inline(never)]
    fn find<A: ClientState, M: GpuMemory, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        application: &mut A,
        memory: &mut M,
        work: Sequence,
        gathers: bool,
    ) -> Result<(), Error> {
        let mut environment = Environment {
            target: self.target,
            application,
            memory,
            work,
            counters: &mut self.counters,
        };
        let constants = (self.id, &mut self.constants, self.completed);
        environment.find(state, constants, gathers)
    }

    /// Streams what is to be streamed, and writes the tables.
    #[expect(clippy::too_many_arguments, reason = "they are those of the draw")]
    #[inline(never)]
    fn write<A: ClientState, M: GpuMemory, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        (indices, gathered): (Option<&PlacedIndices>, Option<&ElementArray>),
        application: &mut A,
        memory: &mut M,
        work: Sequence,
        words: &mut [u32],
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
            let counts = &state.last.counts;
            let call = mali_instancing::draw::DrawCall::of(state.pipeline, counts);
            call.invocation()?;
        }
        let is_unbounded = indices.is_some_and(|placed| placed.is_unbounded);
        let mut streams = Streams::<ATTRIBUTES>::NONE;
        let mut environment = Environment {
            target: self.target,
            application,
            memory,
            work,
            counters: &mut self.counters,
        };
        if !is_usual(state, is_unbounded) {
            environment.adapt(state, is_unbounded, &mut streams)?;
        }
        let streams_indices = indices.is_some_and(|placed| placed.streamed.is_some());
        let is_streamed =
            state.places.streamed != 0 || state.places.streams_constants || streams_indices;
        state.last.is_streamed = is_streamed;
        state.last.may_change = false;
        let mut range: Option<(Block, u64)> = None;
        if is_streamed {
            environment.measure(state, indices, &mut streams)?;
            let (size, alignment) = (streams.size, Block::ALIGNMENT);
            let (block, offset) = self
                .ring
                .reserve(size, alignment, work, environment.memory)?;
            let address = block.address.wrapping_add(offset);
            Environment::<A, M>::address(state, address, &streams);
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
            words,
        )?;
        if let Some(range) = range {
            environment.stream(state, indices, gathered, range, &streams)?;
            let bytes = &mut self.counters.bytes_streamed;
            *bytes = bytes.wrapping_add(streams.bytes);
            note_streamed(state, draw, application);
        }
        self.counters.written = self.counters.written.wrapping_add(1);
        state.last.draw = Some(*draw);
        self.note_reads(state, application);
        Ok(Drawn::Written(tables))
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
