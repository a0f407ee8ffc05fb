use super::application_draw::ApplicationDraw;
use super::constants::Constants;
use super::error::Error;
use super::index_data::{self, IndexData};
use super::memory::Application;
use super::place::{CopyId, Place};
use super::plan::Plan;
use super::sequence::Sequence;
use super::streams::{StreamKind, Streams};
use super::target::Target;
use super::transaction::Transaction;
use super::vertex_data::{self, VertexData};
use mali_instancing::draw::IndexedVertices;

/// Plans where the vertex and index data of draws comes from: the streams and constants that the draws
/// of one context share.
///
/// The caller has the memory: a block of each stream's capacity, and one of
/// [`Planner::CONSTANTS_SIZE`] bytes, aligned to
/// [`Allocation::ALIGNMENT`](super::Allocation::ALIGNMENT). What more is needed, plans say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planner {
    pub(super) target: Target,
    pub(super) streams: Streams,
    pub(super) constants: Constants,
    /// The last work that anything was planned for.
    pub(super) sequence: Sequence,
    completed: Sequence,
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
    /// use mali_buffers::{Planner, Stream, Streams, Target};
    ///
    /// let streams = Streams {
    ///     vertex: Stream::new(Stream::INITIAL_VERTEX_CAPACITY)?,
    ///     indices_16: Stream::new(1 << 17)?,
    ///     indices_32: Stream::new(1 << 17)?,
    /// };
    /// let planner = Planner::new(Target::new(Arch::V7), streams);
    /// assert_eq!(planner.streams().vertex.capacity(), 1 << 20);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn new(target: Target, streams: Streams) -> Self {
        Self {
            target,
            streams,
            constants: Constants::new(),
            sequence: Sequence::NONE,
            completed: Sequence::NONE,
        }
    }

    /// The streams.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// assert_eq!(planner.streams().vertex.generation(), 0);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn streams(&self) -> &Streams {
        &self.streams
    }

    /// Takes note that the GPU has finished `completed` and everything before it. A number below one
    /// given earlier changes nothing.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// use mali_buffers::Error;
    ///
    /// planner.complete(Sequence::new(7));
    /// let late = planner.prepare(&draw, &mut application, Sequence::new(7)).unwrap_err();
    /// let minimum = Sequence::new(8);
    /// assert_eq!(late, Error::Sequence { sequence: Sequence::new(7), minimum });
    /// # Ok::<(), Error>(())
    /// ```
    pub fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        self.streams.complete(completed);
        self.constants.complete(completed);
    }

    /// Has the next data for a stream begin a new generation, as [`Stream::discard`](super::Stream::discard)
    /// does.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// use mali_buffers::StreamKind;
    ///
    /// planner.discard(StreamKind::Vertex);
    /// let attributes = [AttributeArray::new(DataSource::Client(0), Format::R8_UNORM)];
    /// let attributes = attributes.map(Attribute::Array);
    /// let draw = ApplicationDraw::arrays(Mode::Points, 0, 3, &attributes);
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// let place = Place::Stream { stream: StreamKind::Vertex, generation: 1 };
    /// assert_eq!(plan.allocations()[0].place, place);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn discard(&mut self, stream: StreamKind) {
        self.streams.get_mut(stream).discard();
    }

    /// Takes note that a plan was not executed: that there was no memory for it, or that
    /// [`Plan::execute`] could not write. Later draws do not look for what it would have written.
    ///
    /// Call it before anything else is planned. What the plan [retires](Plan::retired) stays retired.
    /// What was allocated for it may be freed; so may a stream's block that a later plan retires, if it
    /// never came to be.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// planner.abandon(&plan, &mut application);
    /// let again = planner.prepare(&draw, &mut application, Sequence::new(2))?.unwrap();
    /// assert_eq!(again.copies(), plan.copies()); // the constant is still to be written
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn abandon<A: Application>(&mut self, plan: &Plan, application: &mut A) {
        for copy in plan.copies() {
            if copy.destination.place == Place::Constants {
                self.constants.forget(copy.destination.offset);
            }
        }
        for allocation in plan.allocations() {
            match allocation.place {
                Place::Copy(CopyId { buffer, number }) => {
                    if let Some(buffer) = application.buffer_mut(buffer) {
                        buffer.state.copies.remove(number);
                    }
                }
                Place::Stream { stream, .. } => self.discard(stream),
                Place::Buffer { .. } | Place::Constants => {}
            }
        }
    }

    /// Plans a draw's index and vertex data. `sequence` is the work that the draw will be part of.
    /// `None` if nothing is drawn: of indices that all restart, and of line loops of fewer than two
    /// vertices where they must be rewritten.
    ///
    /// # Errors
    ///
    /// All of them leave everything as it was.
    ///
    /// * [`Error::Sequence`] for work that is finished, or before other work.
    /// * [`Error::ZeroCount`], [`Error::TooManyAttributes`], [`Error::UnknownBuffer`].
    /// * [`Error::IndicesPastEnd`] and [`Error::AttributePastEnd`] for data that a buffer does not have.
    /// * [`Error::Unreadable`] for indices that the application's side does not lend.
    /// * [`Error::RestartIndex`] for one that cannot be rewritten.
    /// * [`Error::InFlight`] if a stream has no space and [waits](super::WhenFull::Wait) for some.
    /// * [`Error::TooLarge`] for sizes that leave 64 bits or what a record can hold.
    /// * [`Error::Draw`] for what no record can say, such as a buffer beyond the addresses of the GPU.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// use mali_buffers::Error;
    ///
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// assert_eq!(plan.copies().len(), 1); // the constant
    ///
    /// let draw = ApplicationDraw::arrays(Mode::Points, 0, 71, &attributes);
    /// let error = planner.prepare(&draw, &mut application, Sequence::new(2)).unwrap_err();
    /// assert_eq!(error, Error::AttributePastEnd { attribute: 0, end: 1412, size: 1400 });
    /// # Ok::<(), Error>(())
    /// ```
    pub fn prepare<A: Application>(
        &mut self,
        draw: &ApplicationDraw<'_>,
        application: &mut A,
        sequence: Sequence,
    ) -> Result<Option<Plan>, Error> {
        self.plan(draw, application, sequence, |transaction| {
            let Some(index_data) = index_data::prepare(transaction, draw)? else {
                return Ok(None);
            };
            let vertex_data = vertex_data::prepare(transaction, draw, index_data.vertices)?;
            Ok(Some((Some(index_data), Some(vertex_data))))
        })
    }

    /// Plans a draw's index data alone, and finds the vertices that it needs.
    ///
    /// # Errors
    ///
    /// As for [`Planner::prepare`].
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// use mali_buffers::{ElementArray, IndexType};
    ///
    /// // The first 12 bytes are six times index 0x0707.
    /// let indices = ElementArray::new(DataSource::Buffer(id), IndexType::U16, 6);
    /// let draw = ApplicationDraw::elements(Mode::Triangles, indices, &attributes);
    /// let plan = planner.prepare_index_data(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// let vertices = plan.index_data().unwrap().vertices;
    /// assert_eq!((vertices.vertices, vertices.offset_start), (1, 0x0707));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn prepare_index_data<A: Application>(
        &mut self,
        draw: &ApplicationDraw<'_>,
        application: &mut A,
        sequence: Sequence,
    ) -> Result<Option<Plan>, Error> {
        self.plan(draw, application, sequence, |transaction| {
            let index_data = index_data::prepare(transaction, draw)?;
            Ok(index_data.map(|index_data| (Some(index_data), None)))
        })
    }

    /// Plans the vertex data of a draw that needs `vertices`: those that
    /// [`IndexData::vertices`](super::IndexData::vertices) says.
    ///
    /// # Errors
    ///
    /// As for [`Planner::prepare`].
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// use mali_instancing::draw::IndexBounds;
    ///
    /// let vertices = IndexBounds { minimum: 3, maximum: 9 }.vertices(0)?;
    /// let plan = planner.prepare_vertex_data(&draw, vertices, &mut application, Sequence::new(1))?;
    /// let call = plan.vertex_data().unwrap().call;
    /// assert_eq!((call.vertices, call.offset_start), (7, 3));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn prepare_vertex_data<A: Application>(
        &mut self,
        draw: &ApplicationDraw<'_>,
        vertices: IndexedVertices,
        application: &mut A,
        sequence: Sequence,
    ) -> Result<Plan, Error> {
        self.check(draw, sequence)?;
        let mut plan = Plan::default();
        let mut transaction = Transaction::new(self, application, sequence, &mut plan);
        let vertex_data = vertex_data::prepare(&mut transaction, draw, vertices)?;
        transaction.commit();
        plan.vertex_data = Some(vertex_data);
        Ok(plan)
    }

    /// Changes what `prepare` changes, if it comes to a plan.
    fn plan<'a, A: Application>(
        &'a mut self,
        draw: &ApplicationDraw<'_>,
        application: &'a mut A,
        sequence: Sequence,
        prepare: impl FnOnce(&mut Transaction<'_, A>) -> Result<Option<Data>, Error>,
    ) -> Result<Option<Plan>, Error> {
        self.check(draw, sequence)?;
        let mut plan = Plan::default();
        let mut transaction = Transaction::new(self, application, sequence, &mut plan);
        let Some((index_data, vertex_data)) = prepare(&mut transaction)? else {
            transaction.commit_bounds();
            return Ok(None);
        };
        transaction.commit();
        plan.index_data = index_data;
        plan.vertex_data = vertex_data;
        Ok(Some(plan))
    }

    fn check(&self, draw: &ApplicationDraw<'_>, sequence: Sequence) -> Result<(), Error> {
        sequence.check(self.sequence, self.completed)?;
        if draw.instances == 0 {
            return Err(Error::ZeroCount);
        }
        Ok(())
    }
}

/// What a plan is made for.
type Data = (Option<IndexData>, Option<VertexData>);
