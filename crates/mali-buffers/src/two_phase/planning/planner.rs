use super::counters::Counters;
use super::data_copy::{Contents, DataCopy};
use super::in_place::InPlace;
use super::plan::Plan;
use super::plan_builder::PlanBuilder;
use super::vertices::VertexState;
use super::{indices, vertices};
use crate::draw::{ApplicationDraw, Target};
use crate::error::Error;
use crate::two_phase::memory::{ClientState, Constants, GpuMemory, UploadRings, keep_bounds};
use crate::two_phase::{CopyId, Location, MemoryRef, StreamKind};
use crate::types::{ContextId, Sequence};

/// A planner for the vertex and index data of draws. It has the streams and constants that the draws of one context
/// share.
///
/// The caller provides the memory: a block of each stream's capacity, and one of [`Planner::CONSTANTS_SIZE`] bytes,
/// aligned to [`Allocation::ALIGNMENT`](crate::two_phase::Allocation::ALIGNMENT). Plans name the memory that they need in
/// addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planner {
    id: ContextId,
    target: Target,
    pub(crate) rings: UploadRings,
    pub(crate) constants: Constants,
    /// The work of the last draw that was planned and committed, or drawn in place.
    pub(crate) sequence: Sequence,
    completed: Sequence,
    /// Counts the events that make plans outdated.
    revision: u64,
    counters: Counters,
}

impl Planner {
    /// The size of the block of constants, in bytes: 64 values of 16 bytes.
    pub const CONSTANTS_SIZE: u64 = Constants::SIZE;

    /// A planner for draws of `target` in the context `id`, with streams that are still empty. No other planner has
    /// that id, nor had it before: a [`VertexState`] and a [`Plan`] recognize their planner by it.
    #[must_use]
    pub const fn new(id: ContextId, target: Target, rings: UploadRings) -> Self {
        Self {
            id,
            target,
            rings,
            constants: Constants::new(),
            sequence: Sequence::NONE,
            completed: Sequence::NONE,
            revision: 1,
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

    /// The streams.
    #[must_use]
    pub const fn rings(&self) -> &UploadRings {
        &self.rings
    }

    /// Records that the GPU has finished `completed` and everything before it. A number below an earlier one changes
    /// nothing.
    pub fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        self.rings.complete(completed);
        self.constants.complete(completed);
    }

    /// Makes the next data for a stream begin a new generation, as [`UploadRing::discard`](crate::two_phase::UploadRing::discard)
    /// does.
    pub fn discard(&mut self, stream: StreamKind) {
        self.revision = self.revision.wrapping_add(1);
        self.rings.get_mut(stream).discard();
    }

    /// Records that a plan was executed: the data that it has written is available to later draws. Call it before
    /// anything else is planned and before the application changes any data.
    ///
    /// # Errors
    ///
    /// Nothing has changed after an error, and the plan must be made again. [`Error::Sequence`] if its work is finished,
    /// or is before the work of a later draw. [`Error::OutdatedPlan`] for these reasons:
    ///
    /// * Another plan was committed since this one was made, or this one was: its space may already be taken.
    /// * Data that the plan reads has changed, or was moved or deleted: the plan's facts about the data would be wrong.
    /// * Another planner that shares a buffer has copied it: the copies of both plans would have one name.
    /// * Work was [finished](Planner::complete), and a constant has lost its cell.
    /// * A planner with another [id](Planner::id) has made the plan.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// use mali_buffers::two_phase::Error;
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
        let is_made_here = plan.revision == self.revision && plan.planner == Some(self.id);
        if !is_made_here || plan.facts != plan.facts_now(application, &self.constants) {
            return Err(Error::OutdatedPlan);
        }
        let sequence = plan.sequence;
        Error::check_order(sequence, self.sequence, self.completed)?;
        if let Some((id, found)) = plan.bounds {
            keep_bounds(application, id, found);
        }
        if plan.index_data.is_none() {
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

    /// Records that work reads data at that place.
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
                    buffer.is_drawn = true;
                    buffer.copies.read(number, sequence);
                }
            }
            MemoryRef::Constants => self.constants.read(location.offset, sequence),
            MemoryRef::Stream { .. } => {}
        }
    }

    #[inline]
    fn commit_copy<A: ClientState>(&mut self, copy: &DataCopy, application: &mut A) {
        let Location { memory, offset } = copy.destination;
        let Some((source, read)) = copy.contents.source() else {
            if let (MemoryRef::Constants, Contents::Constant(value)) = (memory, copy.contents) {
                self.constants.put(offset, value);
            }
            return;
        };
        let Some(buffer) = source.buffer().and_then(|id| application.buffer_mut(id)) else {
            return;
        };
        buffer.is_drawn = true;
        match (memory, copy.contents.copy_key()) {
            (MemoryRef::Copy(made), Some(key)) => buffer.add_copy(key, made.number, copy.size),
            _ => buffer.count_streamed(read),
        }
    }

    /// Plans a draw's index and vertex data. `sequence` is the work that the draw will be part of. The result is
    /// `false` if nothing is drawn: the draw has no vertices or no instances, all its indices restart, or a target with
    /// [robust access](crate::OutOfBounds::Clamp) has none of its indices. Such a plan has nothing to allocate or to
    /// execute. Committing it keeps the facts that were found about its indices.
    ///
    /// # Errors
    ///
    /// The contents of `plan` are unspecified after an error.
    ///
    /// * [`Error::Sequence`] for work that is finished, or that is before other work. Work that was only planned, and
    ///   not committed, does not count.
    /// * [`Error::UnknownBuffer`].
    /// * [`Error::IndicesPastEnd`] and [`Error::AttributePastEnd`] for data past the end of a buffer. A draw whose
    ///   indices all restart has these errors too, if the planner does not need to read the indices.
    /// * [`Error::Unreadable`] for indices that the application's side does not provide.
    /// * [`Error::RestartIndex`] for a restart index that cannot be rewritten.
    /// * [`Error::InFlight`] if a stream has no space and [waits](crate::WhenFull::Wait) for some, or may not have [new
    ///   memory](Plan::without_new_memory).
    /// * [`Error::NoMemory`] if a stream may not have new memory, and waiting makes no space.
    /// * [`Error::EndOverflow`] for data whose end does not fit 64 bits.
    /// * [`Error::TooLarge`] for more bytes than a descriptor or a stream can hold.
    /// * [`Error::Draw`] for counts and indices that no descriptor can hold.
    ///   [`VertexData::write`](crate::two_phase::VertexData::write) returns the errors of attributes and addresses.
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
        plan.begin(sequence);
        Error::check_order(sequence, self.sequence, self.completed)?;
        let mut builder = PlanBuilder {
            target: self.target,
            rings: &self.rings,
            constants: &self.constants,
            application,
            sequence,
            plan,
        };
        let index_data = indices::prepare(&mut builder, state, draw)?;
        builder.plan.index_data = index_data;
        if let Some(index_data) = index_data {
            vertices::prepare(&mut builder, state, draw, index_data.vertices)?;
        }
        plan.revision = self.revision;
        plan.planner = Some(self.id);
        plan.facts = plan.facts_now(application, &self.constants);
        Ok(index_data.is_some())
    }

    /// Writes the tables of a draw that needs no other writes, without a plan. A driver tries this first. All data of
    /// such a draw is in place, or in copies and constants that earlier draws have made. Nothing is written for a draw
    /// that is the same as the last one, with the same data in the same places.
    ///
    /// # Errors
    ///
    /// [`Error::Sequence`] and [`Error::Draw`]; [`Planner::prepare`] returns all other errors. Nothing has changed
    /// after an error, except perhaps `words`.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// use mali_buffers::two_phase::InPlace;
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
        let constants = (&self.constants, self.id);
        let is_known = state.found().is_known(&self.target, constants, application);
        if !is_known {
            state.find(self.target, constants, application, memory);
        }
        if !state.found().is_found {
            return Ok(InPlace::NeedsPlan);
        }
        let Some(last) = state.is_last(draw, application) else {
            return self.draw_anew(state, draw, application, sequence, words);
        };
        self.counters.unchanged = self.counters.unchanged.wrapping_add(1);
        self.sequence = sequence;
        if last != sequence {
            self.note_drawn(state, application, sequence);
        }
        Ok(InPlace::Unchanged)
    }

    /// Draws a draw that differs from the last one. This is a separate function, as is everything else that most draws
    /// do not do: most draws need fewer registers this way.
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
            state.note(draw, sequence);
            self.note_drawn(state, application, sequence);
        }
        drawn
    }

    /// Records what a draw without a plan reads.
    #[inline(never)]
    fn note_drawn<A: ClientState, const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        application: &mut A,
        sequence: Sequence,
    ) {
        state.drawn(application, sequence);
        for location in state.places_read() {
            self.note_read(location, application, sequence);
        }
    }

    /// The counts of all plans so far.
    #[must_use]
    pub const fn counters(&self) -> &Counters {
        &self.counters
    }
}
