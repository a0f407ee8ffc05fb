use super::counters::Counters;
use super::data_copy::{Contents, DataCopy};
use super::in_place::InPlace;
use super::indices;
use super::plan::Plan;
use super::plan_builder::PlanBuilder;
use super::vertices;
use super::vertices::VertexState;
use crate::draw::ApplicationDraw;
use crate::draw::Target;
use crate::error::Error;
use crate::memory::UploadRings;
use crate::memory::{ClientState, Constants, FoundBounds, GpuMemory};
use crate::types::DataSource;
use crate::types::Sequence;
use crate::types::StreamKind;
use crate::types::{CopyId, Location, MemoryRef};
use mali_instancing::draw::IndexedVertices;

/// Plans where the vertex and index data of draws comes from: the streams and constants that the draws
/// of one context share.
///
/// The caller has the memory: a block of each stream's capacity, and one of
/// [`Planner::CONSTANTS_SIZE`] bytes, aligned to
/// [`Allocation::ALIGNMENT`](crate::Allocation::ALIGNMENT). What more is needed, plans say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planner {
    target: Target,
    pub(crate) rings: UploadRings,
    pub(crate) constants: Constants,
    /// The last work that anything was planned for.
    pub(crate) sequence: Sequence,
    completed: Sequence,
    /// Counts what makes plans outdated.
    revision: u64,
    counters: Counters,
}

impl Planner {
    /// The size of the block of constants, in bytes: 64 values of 16 bytes.
    ///
    /// ```
    /// assert_eq!(mali_buffers::Planner::CONSTANTS_SIZE, 1024);
    /// ```
    pub const CONSTANTS_SIZE: u64 = Constants::SIZE;

    /// A planner for what `target` reads, with streams that nothing was written to yet.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::{Planner, UploadRing, UploadRings, Target};
    ///
    /// let rings = UploadRings {
    ///     vertex: UploadRing::new(UploadRing::INITIAL_VERTEX_CAPACITY)?,
    ///     indices: UploadRing::new(1 << 17)?,
    /// };
    /// let planner = Planner::new(Target::new(Arch::V7), rings);
    /// assert_eq!(planner.rings().vertex.capacity(), 1 << 20);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn new(target: Target, rings: UploadRings) -> Self {
        Self {
            target,
            rings,
            constants: Constants::new(),
            sequence: Sequence::NONE,
            completed: Sequence::NONE,
            revision: 1,
            counters: Counters::NONE,
        }
    }

    /// The streams.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// assert_eq!(planner.rings().vertex.generation(), 0);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn rings(&self) -> &UploadRings {
        &self.rings
    }

    /// Takes note that the GPU has finished `completed` and everything before it. A number below one
    /// given earlier changes nothing.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// use mali_buffers::Error;
    ///
    /// planner.complete(Sequence::new(7));
    /// let late = planner.prepare(&state, &draw, &application, Sequence::new(7), &mut plan);
    /// let minimum = Sequence::new(8);
    /// assert_eq!(late, Err(Error::Sequence { sequence: Sequence::new(7), minimum }));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        self.rings.complete(completed);
        self.constants.complete(completed);
    }

    /// Has the next data for a stream begin a new generation, as [`UploadRing::discard`](crate::UploadRing::discard)
    /// does.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// planner.discard(StreamKind::Vertex);
    /// let client = AttributeArray::new(DataSource::Client(0), Format::R8_UNORM);
    /// let state: VertexState = VertexState::new(&[Attribute::Array(client)])?;
    /// let draw = ApplicationDraw::arrays(0, 3);
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// let memory = MemoryRef::Stream { stream: StreamKind::Vertex, generation: 1 };
    /// assert_eq!(plan.allocations().next().unwrap().memory, memory);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn discard(&mut self, stream: StreamKind) {
        self.revision = self.revision.wrapping_add(1);
        self.rings.get_mut(stream).discard();
    }

    /// Takes note that a plan was executed: what it has written is there for later draws. Call it before
    /// anything else is planned and before the application changes any data.
    ///
    /// # Errors
    ///
    /// [`Error::OutdatedPlan`]; nothing has changed then, and the plan must be made again.
    ///
    /// * Another plan was committed since this one was made, or this one was: the space that it takes may be taken.
    /// * Data that it reads has changed, or has been moved or deleted: what is written down of it would be false.
    /// * Work was [finished](Planner::complete), and a constant has lost its cell.
    /// * Another planner has made it. One that has moved in memory since is another.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// use mali_buffers::Error;
    ///
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// plan.execute(&application, &mut memory)?;
    /// planner.commit(&plan, &mut application)?;
    /// assert_eq!(planner.commit(&plan, &mut application), Err(Error::OutdatedPlan));
    ///
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert_eq!(plan.copies().count(), 0); // the constant is there
    /// # Ok::<(), Error>(())
    /// ```
    pub fn commit<A: ClientState, const ATTRIBUTES: usize>(
        &mut self,
        plan: &Plan<ATTRIBUTES>,
        application: &mut A,
    ) -> Result<(), Error> {
        let is_gone = |location: Location| match location.memory {
            MemoryRef::Constants => {
                !self.constants.is_kept(location.offset)
                    && plan.copies.iter().all(|copy| copy.destination != location)
            }
            MemoryRef::Buffer { buffer, address } => {
                let buffer = application.buffer(buffer);
                buffer.is_none_or(|buffer| buffer.address() != Some(address))
            }
            MemoryRef::Stream { .. } | MemoryRef::Copy(_) => false,
        };
        let is_made_here = plan.revision == self.revision && plan.planner == self.identity();
        if !is_made_here
            || plan.epochs != plan.epochs_of(application)
            || plan.places_read().any(is_gone)
        {
            return Err(Error::OutdatedPlan);
        }
        let sequence = plan.sequence;
        if let Some((id, found)) = plan.bounds {
            let buffer = application.buffer_mut(id);
            if let Some(buffer) = buffer.filter(|buffer| !buffer.is_volatile()) {
                let used = buffer.count_use();
                FoundBounds::put(application.found_bounds_mut(id), found, used);
            }
        }
        let draws_nothing = plan.index_data.is_none() && !plan.has_vertex_data;
        if draws_nothing {
            return Ok(());
        }
        self.revision = self.revision.wrapping_add(1);
        self.sequence = sequence;
        self.counters.count(plan);
        for &(stream, reservation) in &plan.reservations {
            self.rings.get_mut(stream).take(reservation, sequence);
        }
        for copy in plan.copies() {
            self.commit_copy(copy, application);
        }
        for location in plan.places_read() {
            self.note_read(location, application, sequence);
        }
        self.constants.make_room();
        Ok(())
    }

    /// Writes down that work reads data there.
    #[inline]
    fn note_read<A: ClientState>(
        &mut self,
        location: Location,
        application: &mut A,
        sequence: Sequence,
    ) {
        match location.memory {
            MemoryRef::Buffer { buffer, .. } => {
                if let Some(buffer) = application.buffer_mut(buffer) {
                    buffer.read_in_place(sequence);
                }
            }
            MemoryRef::Copy(CopyId { buffer, number }) => {
                if let Some(buffer) = application.buffer_mut(buffer) {
                    buffer.state.is_drawn = true;
                    buffer.state.copies.read(number, sequence);
                }
            }
            MemoryRef::Constants => self.constants.read(location.offset, sequence),
            MemoryRef::Stream { .. } => {}
        }
    }

    fn commit_copy<A: ClientState>(&mut self, copy: &DataCopy, application: &mut A) {
        let DataCopy {
            destination,
            size,
            contents,
        } = *copy;
        if let (MemoryRef::Constants, Contents::Constant(value)) = (destination.memory, contents) {
            self.constants.put(destination.offset, value);
        }
        let Some((DataSource::Buffer(id), read)) = contents.source() else {
            return;
        };
        let Some(buffer) = application.buffer_mut(id) else {
            return;
        };
        let buffer_size = buffer.size();
        buffer.state.is_drawn = true;
        match (destination.memory, contents.copy_key()) {
            (MemoryRef::Copy(copy), Some(key)) => buffer.state.add_copy(key, copy.number, size),
            _ => buffer.state.count_streamed(read, buffer_size),
        }
    }

    /// Plans a draw's index and vertex data. `sequence` is the work that the draw will be part of.
    /// `false` if nothing is drawn: of no vertices or no instances, of indices that all restart, or of which a target
    /// with [robust access](crate::OutOfBounds::Clamp) has none. Such a plan has nothing to allocate or to execute; to commit
    /// it keeps what was found of its indices.
    ///
    /// # Errors
    ///
    /// The contents of `plan` are of no use then.
    ///
    /// * [`Error::Sequence`] for work that is finished, or before other work. Work that is only planned, and
    ///   not committed, is none.
    /// * [`Error::UnknownBuffer`].
    /// * [`Error::IndicesPastEnd`] and [`Error::AttributePastEnd`] for data that a buffer does not have. A
    ///   draw of indices that all restart has these errors too, where nothing makes the planner look at them.
    /// * [`Error::Unreadable`] for indices that the application's side does not lend.
    /// * [`Error::RestartIndex`] for one that cannot be rewritten.
    /// * [`Error::InFlight`] if a stream has no space and [waits](crate::WhenFull::Wait) for some, or may
    ///   not have [new memory](Plan::without_new_memory).
    /// * [`Error::NoMemory`] if it may not, and waiting does not help.
    /// * [`Error::EndOverflow`] for data of which the end leaves 64 bits.
    /// * [`Error::TooLarge`] for more bytes than a descriptor or a stream can hold.
    /// * [`Error::Draw`] for counts and indices that no descriptor can say. What descriptors say of attributes and
    ///   addresses, [`VertexData::write`](crate::VertexData::write) finds out.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// assert!(planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?);
    /// assert_eq!(plan.index_data().unwrap().indices, None);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn prepare<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        application: &A,
        sequence: Sequence,
        plan: &mut Plan<ATTRIBUTES>,
    ) -> Result<bool, Error> {
        let mut builder = self.builder(application, sequence, plan)?;
        let may_gather = state.may_gather();
        let Some(index_data) = indices::prepare(&mut builder, state, draw, may_gather)? else {
            self.seal(application, plan);
            return Ok(false);
        };
        builder.plan.index_data = Some(index_data);
        vertices::prepare(&mut builder, state, draw, index_data.vertices)?;
        self.seal(application, plan);
        Ok(true)
    }

    /// Plans a draw's index data alone, and finds the vertices that it needs. No vertices are gathered then.
    ///
    /// # Errors
    ///
    /// As for [`Planner::prepare`].
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// planner.prepare_index_data(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert!(plan.vertex_data().is_none());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn prepare_index_data<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        application: &A,
        sequence: Sequence,
        plan: &mut Plan<ATTRIBUTES>,
    ) -> Result<bool, Error> {
        let mut builder = self.builder(application, sequence, plan)?;
        let index_data = indices::prepare(&mut builder, state, draw, false)?;
        plan.index_data = index_data;
        self.seal(application, plan);
        Ok(index_data.is_some())
    }

    /// Plans the vertex data of a draw that needs `vertices`: those that
    /// [`IndexData::vertices`](crate::IndexData::vertices) says. Where indices are not looked at, those
    /// are as many as there can be.
    ///
    /// # Errors
    ///
    /// As for [`Planner::prepare`], and [`Error::ZeroCount`] for no vertices or no instances.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// planner.prepare_index_data(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// planner.commit(&plan, &mut application)?;
    /// let vertices = plan.index_data().unwrap().vertices;
    /// let work = Sequence::new(1);
    /// planner.prepare_vertex_data(&state, &draw, vertices, &application, work, &mut plan)?;
    /// assert!(plan.index_data().is_none());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn prepare_vertex_data<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        vertices: IndexedVertices,
        application: &A,
        sequence: Sequence,
        plan: &mut Plan<ATTRIBUTES>,
    ) -> Result<(), Error> {
        let mut builder = self.builder(application, sequence, plan)?;
        vertices::prepare(&mut builder, state, draw, vertices)?;
        self.seal(application, plan);
        Ok(())
    }

    /// The identity of this planner, which is its address.
    fn identity(&self) -> usize {
        core::ptr::from_ref(self).addr()
    }

    /// Writes down what a plan was made from.
    fn seal<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        application: &A,
        plan: &mut Plan<ATTRIBUTES>,
    ) {
        plan.revision = self.revision;
        plan.planner = self.identity();
        plan.epochs = plan.epochs_of(application);
    }

    fn builder<'a, A: ClientState, const ATTRIBUTES: usize>(
        &'a self,
        application: &'a A,
        sequence: Sequence,
        plan: &'a mut Plan<ATTRIBUTES>,
    ) -> Result<PlanBuilder<'a, A, ATTRIBUTES>, Error> {
        plan.begin(sequence);
        Error::check_order(sequence, self.sequence, self.completed)?;
        Ok(PlanBuilder {
            target: self.target,
            rings: &self.rings,
            constants: &self.constants,
            application,
            sequence,
            plan,
        })
    }

    /// Writes the tables of a draw for which nothing else need be written, without a plan: what a driver asks first.
    /// All its data is in place, or in copies and constants that earlier draws have made. Nothing is done for a draw
    /// that is the last one, of the same data where it was.
    ///
    /// # Errors
    ///
    /// [`Error::Sequence`] and [`Error::Draw`]; what is wrong otherwise,
    /// [`Planner::prepare`] says. Nothing has changed then, but `words` may have.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// use mali_buffers::InPlace;
    ///
    /// let mut state = state;
    /// let mut words = [0; 64];
    /// let work = Sequence::new(1);
    /// let (app, memory) = (&mut application, &mut memory);
    /// let planned = planner.draw_in_place(&mut state, &draw, app, memory, work, &mut words)?;
    /// assert_eq!(planned, InPlace::NeedsPlan); // the constant is not there yet
    /// planner.prepare(&state, &draw, app, work, &mut plan)?;
    /// plan.execute(app, memory)?;
    /// planner.commit(&plan, app)?;
    ///
    /// let mut draw_with = |draw| planner.draw_in_place(&mut state, draw, app, memory, work, &mut words);
    /// assert!(matches!(draw_with(&draw)?, InPlace::Written(_)));
    /// assert_eq!(draw_with(&draw)?, InPlace::Unchanged);
    /// assert!(matches!(draw_with(&draw.with_instances(7))?, InPlace::Written(_)));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[inline]
    pub fn draw_in_place<A: ClientState, M: GpuMemory, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        application: &mut A,
        memory: &M,
        sequence: Sequence,
        words: &mut [u32],
    ) -> Result<InPlace, Error> {
        Error::check_order(sequence, self.sequence, self.completed)?;
        let identity = self.identity();
        let constants = (&self.constants, identity);
        if !state.is_found(self.target.arch, constants, application, memory) {
            return Ok(InPlace::NeedsPlan);
        }
        let Some(last) = state.is_last(&self.target, draw, application) else {
            return self.draw_anew(state, draw, application, sequence, words);
        };
        self.counters.unchanged = self.counters.unchanged.wrapping_add(1);
        self.sequence = sequence;
        if last != sequence {
            self.note_drawn(state, application, sequence);
        }
        Ok(InPlace::Unchanged)
    }

    /// Draws what is not the last draw again. Kept apart, as the rest of what most draws do not do is: those need fewer
    /// registers.
    #[inline(never)]
    fn draw_anew<A: ClientState, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        draw: &ApplicationDraw,
        application: &mut A,
        sequence: Sequence,
        words: &mut [u32],
    ) -> Result<InPlace, Error> {
        let drawn = state.write(self.target, draw, application, words);
        if matches!(drawn, Ok(InPlace::Written(_))) {
            self.counters.in_place = self.counters.in_place.wrapping_add(1);
            self.sequence = sequence;
            state.note(self.target, draw, sequence);
            self.note_drawn(state, application, sequence);
        }
        drawn
    }

    /// Writes down what a draw without a plan reads.
    #[inline(never)]
    fn note_drawn<A: ClientState, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        application: &mut A,
        sequence: Sequence,
    ) {
        state.drawn(application, sequence);
        let (attributes, indices) = state.places_read();
        for &location in attributes {
            self.note_read(location, application, sequence);
        }
        if let Some(location) = indices {
            self.note_read(location, application, sequence);
        }
    }

    /// The counts of all plans so far.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// planner.commit(&plan, &mut application)?;
    /// assert_eq!(planner.counters().planned, 1);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn counters(&self) -> &Counters {
        &self.counters
    }
}
