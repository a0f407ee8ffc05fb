use super::data_copy::{Contents, DataCopy};
use super::decision::{Decision, Obstacle, StreamingReason};
use super::plan::Plan;
use crate::draw::Target;
use crate::error::Error;
use crate::list::append;
use crate::memory::{Buffer, CONSTANT_SIZE, Cells, ClientState, Constants, CopyKey, UploadRings};
use crate::types::{BufferId, CopyId, Location, MemoryRef, Sequence, StreamKind};
use mali_instancing::InputRate;

/// A plan that is being made. The builder only reads the planner and the buffers, so a draw that fails has changed
/// nothing.
pub(crate) struct PlanBuilder<'a, A, const ATTRIBUTES: usize> {
    pub(crate) target: Target,
    pub(crate) rings: &'a UploadRings,
    pub(crate) constants: &'a Constants,
    pub(crate) application: &'a A,
    pub(crate) sequence: Sequence,
    pub(crate) plan: &'a mut Plan<ATTRIBUTES>,
}

/// The place from which a static buffer's data is read.
pub(crate) enum StaticSource {
    /// In a copy.
    Copy(MemoryRef, Decision),
    /// In a stream, for this reason.
    Stream(StreamingReason),
}

impl<'a, A: ClientState, const ATTRIBUTES: usize> PlanBuilder<'a, A, ATTRIBUTES> {
    /// A buffer that the draw reads.
    pub(crate) fn buffer(&self, id: BufferId) -> Result<&'a Buffer, Error> {
        let unknown = Error::UnknownBuffer { buffer: id };
        self.application.buffer(id).ok_or(unknown)
    }

    /// The copy with those contents and that size, found or made; or the reason why the data is streamed.
    pub(crate) fn static_copy(
        &mut self,
        id: BufferId,
        obstacle: Obstacle,
        whole: Option<(u64, Contents)>,
    ) -> Result<StaticSource, Error> {
        let buffer = self.buffer(id)?;
        let copy_policy = buffer.copy_policy();
        if !copy_policy.is_static() {
            return Ok(StaticSource::Stream(StreamingReason::Buffer(copy_policy)));
        }
        let key = whole.and_then(|(_, contents)| contents.copy_key());
        let Some(((size, contents), key)) = whole.zip(key) else {
            return Ok(StaticSource::Stream(StreamingReason::NoRoom));
        };
        let found = buffer.state.copies.find(key).or_else(|| self.made(id, key));
        if let Some(copy) = found {
            return Ok(StaticSource::Copy(
                MemoryRef::Copy(copy),
                Decision::CopyFound { obstacle },
            ));
        }
        if !self.plan.may_allocate {
            return Ok(StaticSource::Stream(StreamingReason::NoMemory));
        }
        let made = self.copies_of(id).fold((0, 0_u64), |(count, sum), made| {
            (count + 1, sum.saturating_add(made.size))
        });
        let Some(copy) = buffer.state.copies.next(size, buffer.size(), made) else {
            return Ok(StaticSource::Stream(StreamingReason::NoRoom));
        };
        let memory = MemoryRef::Copy(copy);
        self.write(Location { memory, offset: 0 }, size, contents);
        let decision = Decision::CopyMade {
            obstacle,
            copy_policy,
        };
        Ok(StaticSource::Copy(memory, decision))
    }

    /// The copies of a buffer that this draw makes.
    fn copies_of(&self, id: BufferId) -> impl Iterator<Item = &DataCopy> {
        let is_of = move |copy: &&DataCopy| matches!(copy.destination.memory, MemoryRef::Copy(CopyId { buffer, .. }) if buffer == id);
        self.plan.copies().filter(is_of)
    }

    fn made(&self, id: BufferId, key: CopyKey) -> Option<CopyId> {
        let mut copies = self.copies_of(id);
        let copy = copies.find(|copy| copy.contents.copy_key() == Some(key))?;
        match copy.destination.memory {
            MemoryRef::Copy(id) => Some(id),
            _ => None,
        }
    }

    /// Space in a stream, for this draw only. A draw reserves once in each stream.
    pub(crate) fn reserve(
        &mut self,
        stream: StreamKind,
        size: u64,
        alignment: u64,
    ) -> Result<Location, Error> {
        let (sequence, may_allocate) = (self.sequence, self.plan.may_allocate);
        let found = self.rings.get(stream);
        let found = found.find(size, alignment, sequence, may_allocate);
        if matches!(found, Err(Error::InFlight { .. })) {
            self.plan.waits = self.plan.waits.wrapping_add(1);
        }
        let found = found?;
        append(&mut self.plan.reservations, (stream, found));
        let generation = found.generation;
        Ok(Location {
            memory: MemoryRef::Stream { stream, generation },
            offset: found.offset,
        })
    }

    /// The place of a constant that was written before.
    pub(crate) fn constant_found(&self, value: [u8; 16], taken: &mut Cells) -> Option<Location> {
        let offset = self.constants.find(value, taken)?;
        let memory = MemoryRef::Constants;
        Some(Location { memory, offset })
    }

    /// The place at which a new constant is written: in the block of constants, if there is room.
    pub(crate) fn constant_written(
        &mut self,
        value: [u8; 16],
        taken: &mut Cells,
    ) -> Option<Location> {
        let contents = Contents::Constant(value);
        let mut copies = self.plan.copies.iter();
        if let Some(copy) = copies.find(|copy| copy.contents == contents) {
            return Some(copy.destination);
        }
        let offset = self.constants.free(taken)?;
        let memory = MemoryRef::Constants;
        let location = Location { memory, offset };
        self.write(location, CONSTANT_SIZE, contents);
        Some(location)
    }

    /// Whether the elements of arrays with this rate are gathered.
    pub(crate) fn gathers(&self, rate: InputRate) -> bool {
        rate == InputRate::Vertex && self.plan.gathered.is_some()
    }

    /// Adds a copy that is written before the draw.
    pub(crate) fn write(&mut self, destination: Location, size: u64, contents: Contents) {
        let copy = DataCopy {
            destination,
            size,
            contents,
        };
        if contents.is_of_indices() {
            self.plan.index_copy = Some(copy);
        } else {
            append(&mut self.plan.copies, copy);
        }
    }
}
