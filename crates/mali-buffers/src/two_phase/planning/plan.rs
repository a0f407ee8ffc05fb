use core::slice;

use arrayvec::ArrayVec;

use super::block_copy::{self, NamedVertices};
use super::data_copy::DataCopy;
use super::indices::data::IndexData;
use super::vertices::data::{MAX_ATTRIBUTES, VertexData};
use crate::draw::ElementArray;
use crate::error::Error;
use crate::two_phase::memory::{
    Buffer, ClientState, Constants, FoundBounds, GpuMemory, Reservation,
};
use crate::two_phase::{Allocation, Location, MemoryRef, Retired, StreamKind};
use crate::types::{BufferId, ContextId, Sequence};

/// The number of ranges that a draw can take of streams: one for vertices and one for indices.
const MAX_RESERVATIONS: usize = 2;

/// The work before a draw, and the memory that the draw then reads.
///
/// A plan is in storage of the caller's and is filled by [`Planner::prepare`](crate::two_phase::Planner::prepare). Use it in this
/// order:
///
/// 1. Allocate the memory that [`Plan::allocations`] returns.
/// 2. Write the draw's tables with [`VertexData::write`]: it returns an error for a value that no descriptor can hold.
/// 3. [Execute](Plan::execute) the plan: the data is written.
/// 4. [Commit](crate::two_phase::Planner::commit) the plan, before anything else is planned, and before the application changes
///    any data. Later draws then use the copies and constants that the plan has written.
/// 5. Submit the draw as part of the work that it was planned for.
/// 6. Free the memory that [`Plan::retired`] returns, once the GPU has finished the work that is named with it.
///
/// A plan that is not committed has no effect, even if it was executed. If there is no memory for the plan, or a step
/// fails, the caller frees the memory that it has allocated for the plan and discards the plan. The caller may request
/// [a plan without new memory](Plan::without_new_memory).
///
/// `ATTRIBUTES` is the largest number of attributes that a draw may have, at most 32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<const ATTRIBUTES: usize = MAX_ATTRIBUTES> {
    pub(crate) may_allocate: bool,
    /// The planner's revision when this was planned. An empty plan has 0, which no planner has.
    pub(crate) revision: u64,
    /// The planner that made this.
    pub(crate) planner: Option<ContextId>,
    /// The [facts](Plan::facts_now) at that time.
    pub(crate) facts: u64,
    pub(crate) sequence: Sequence,
    /// The number of times that planning could only wait since the last plan that was made.
    pub(crate) waits: u64,
    pub(crate) copies: ArrayVec<DataCopy, ATTRIBUTES>,
    pub(crate) index_copy: Option<DataCopy>,
    pub(crate) gathered: Option<ElementArray>,
    pub(crate) reservations: ArrayVec<(StreamKind, Reservation), MAX_RESERVATIONS>,
    /// The bounds that were found for the indices of a buffer.
    pub(crate) bounds: Option<(BufferId, FoundBounds)>,
    pub(crate) index_data: Option<IndexData>,
    pub(crate) vertex_data: VertexData<ATTRIBUTES>,
}

impl<const ATTRIBUTES: usize> Plan<ATTRIBUTES> {
    /// An empty plan.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            may_allocate: true,
            revision: 0,
            planner: None,
            facts: 0,
            sequence: Sequence::NONE,
            waits: 0,
            copies: ArrayVec::new_const(),
            index_copy: None,
            gathered: None,
            reservations: ArrayVec::new_const(),
            bounds: None,
            index_data: None,
            vertex_data: VertexData::new(),
        }
    }

    /// This plan, to be filled again without new memory: data that would be copied once is streamed, and a stream keeps
    /// its block. If the block has no space, planning returns [`Error::InFlight`] if waiting for the GPU makes some,
    /// and [`Error::NoMemory`] if it does not.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// use mali_buffers::two_phase::Error;
    ///
    /// let client = AttributeArray::new(DataSource::Client(0), Format::R8_UNORM);
    /// let state: VertexState = VertexState::new(&[Attribute::Array(client)])?;
    /// let draw = ApplicationDraw::arrays(0, 5000);
    /// let mut plan: Plan = Plan::new().without_new_memory();
    /// let refused = planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan);
    /// assert_eq!(refused, Err(Error::NoMemory { size: 5000, capacity: 4096 }));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn without_new_memory(mut self) -> Self {
        self.may_allocate = false;
        self
    }

    pub(crate) fn begin(&mut self, sequence: Sequence) {
        if self.revision != 0 {
            self.waits = 0;
        }
        self.revision = 0;
        self.sequence = sequence;
        self.copies.clear();
        self.index_copy = None;
        self.gathered = None;
        self.reservations.clear();
        self.bounds = None;
        self.index_data = None;
    }

    /// The copies that must be written before the draw.
    pub fn copies(&self) -> impl Iterator<Item = &DataCopy> {
        self.index_copy.iter().chain(&self.copies)
    }

    /// The number of bytes that these copies write.
    #[must_use]
    pub fn bytes_copied(&self) -> u64 {
        self.copies()
            .fold(0, |bytes, copy| copy.bytes().saturating_add(bytes))
    }

    /// The ranges of streams that the draw takes, and the way in which each was found.
    #[must_use]
    pub fn reservations(&self) -> &[(StreamKind, Reservation)] {
        &self.reservations
    }

    /// The memory that must be allocated before anything is written.
    pub fn allocations(&self) -> impl Iterator<Item = Allocation> {
        let copies = self.copies().filter_map(|copy| {
            let (memory, size) = (copy.destination.memory, copy.size);
            matches!(memory, MemoryRef::Copy(_)).then_some(Allocation { memory, size })
        });
        let blocks = self.reservations.iter().filter_map(|&(stream, found)| {
            let generation = found.generation;
            found.placement.retired().map(|_| Allocation {
                memory: MemoryRef::Stream { stream, generation },
                size: found.capacity,
            })
        });
        blocks.chain(copies)
    }

    /// The memory that no draw after this one reads, once the plan is committed.
    pub fn retired(&self) -> impl Iterator<Item = Retired> {
        self.reservations.iter().filter_map(|&(stream, found)| {
            let retired = found.placement.retired()?;
            let generation = retired.generation;
            Some(Retired {
                memory: MemoryRef::Stream { stream, generation },
                until: retired.until,
            })
        })
    }

    /// The vertices from which the draw's primitives are made; `None` if nothing is drawn.
    #[must_use]
    pub const fn index_data(&self) -> Option<&IndexData> {
        self.index_data.as_ref()
    }

    /// The draw's vertex input; `None` if nothing is drawn.
    #[must_use]
    pub const fn vertex_data(&self) -> Option<&VertexData<ATTRIBUTES>> {
        match self.index_data {
            Some(_) => Some(&self.vertex_data),
            None => None,
        }
    }

    /// A number that changes when something changes that the plan relies on: the data and the address of a buffer that is
    /// read, the number of copies that a buffer had when a copy of it was planned, or the cell of a constant.
    pub(crate) fn facts_now(&self, application: &impl ClientState, constants: &Constants) -> u64 {
        let buffer = |id: BufferId| application.buffer(id);
        let epoch = |id| buffer(id).map_or(u64::MAX, |it: &Buffer| it.changes.epoch());
        let mut facts = 0;
        for copy in self.copies() {
            let Some(id) = copy
                .contents
                .source()
                .and_then(|(source, _)| source.buffer())
            else {
                continue;
            };
            facts = mixed(facts, epoch(id));
            if let MemoryRef::Copy(_) = copy.destination.memory {
                let made = buffer(id).map_or(0, |buffer| buffer.copies.made());
                facts = mixed(facts, made.into());
            }
        }
        if let Some(id) = self.gathered.and_then(|indices| indices.source.buffer()) {
            facts = mixed(facts, epoch(id));
        }
        for location in self.places_read() {
            facts = match location.memory {
                MemoryRef::Buffer { buffer: id, .. } => {
                    let places = buffer(id).map_or(0, |buffer| buffer.places);
                    mixed(mixed(facts, epoch(id)), places.into())
                }
                MemoryRef::Copy(copy) => mixed(facts, epoch(copy.buffer)),
                MemoryRef::Constants => mixed(facts, constants.is_kept(location.offset).into()),
                MemoryRef::Stream { .. } => facts,
            };
        }
        facts
    }

    /// The indices that name the gathered elements, with their bounds; `None` if no elements are gathered. If there are
    /// some, the draw has no indices.
    #[must_use]
    pub const fn gathered(&self) -> Option<&ElementArray> {
        self.gathered.as_ref()
    }

    /// The places that the draw reads data from.
    pub(crate) fn places_read(&self) -> impl Iterator<Item = Location> {
        let data = self.vertex_data().into_iter();
        let vertices = data.flat_map(|data| data.locations().iter().zip(data.buffers()));
        // A draw that reads nothing of the constants uses no cell.
        let is_read =
            |location: &Location, size| location.memory != MemoryRef::Constants || size != Some(0);
        let vertices = vertices.filter(move |(location, buffer)| is_read(location, buffer.size));
        let indices = self.index_data.and_then(|data| data.indices);
        let indices = indices.map(|indices| indices.location);
        vertices.map(|(location, _)| *location).chain(indices)
    }

    /// Writes everything that must be written, to the caller's memory.
    ///
    /// # Errors
    ///
    /// [`Error::Unreadable`] and [`Error::Unwritable`] if the caller does not provide the memory.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// plan.execute(&application, &mut memory)?;
    /// assert_eq!(memory.0[4096..][..4], 1.0_f32.to_le_bytes());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn execute(
        &self,
        application: &impl ClientState,
        memory: &mut impl GpuMemory,
    ) -> Result<(), Error> {
        let named = self
            .gathered
            .map(|array| NamedVertices::read(array, application));
        let named = named.transpose()?;
        let copies = self.copies.chunk_by(DataCopy::is_interleaved_with);
        (self.index_copy.as_slice().iter().map(slice::from_ref))
            .chain(copies)
            .try_for_each(|copies| block_copy::execute(copies, named.as_ref(), application, memory))
    }
}

impl<const ATTRIBUTES: usize> Default for Plan<ATTRIBUTES> {
    fn default() -> Self {
        Self::new()
    }
}

/// Facts with one more. Changes of several facts do not cancel each other, as they would in a sum.
///
/// Facts: the hash function of rustc, FxHash.
const fn mixed(facts: u64, fact: u64) -> u64 {
    (facts.rotate_left(5) ^ fact).wrapping_mul(0x517c_c1b7_2722_0a95)
}
