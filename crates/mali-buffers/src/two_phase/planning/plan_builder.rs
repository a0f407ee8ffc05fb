use super::data_copy::{Contents, DataCopy};
use super::plan::Plan;
use crate::draw::Target;
use crate::error::Error;
use crate::list::append;
use crate::planning::{Decision, Obstacle, StreamingReason};
use crate::two_phase::memory::{Buffer, ClientState, Constants, UploadRings};
use crate::two_phase::{CopyId, Location, MemoryRef, StreamKind};
use crate::types::{BufferId, Sequence};
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

impl<'a, A: ClientState, const ATTRIBUTES: usize> PlanBuilder<'a, A, ATTRIBUTES> {
    /// A buffer that the draw reads.
    pub(crate) fn buffer(&self, id: BufferId) -> Result<&'a Buffer, Error> {
        let unknown = Error::UnknownBuffer { buffer: id };
        self.application.buffer(id).ok_or(unknown)
    }

    /// The copy of a buffer with that size and those contents, which does not exist yet: this draw makes it. Otherwise
    /// the reason why the data is streamed.
    pub(crate) fn static_copy(
        &mut self,
        buffer: &Buffer,
        obstacle: Obstacle,
        whole: Option<(u64, Contents)>,
    ) -> Result<(MemoryRef, Decision), StreamingReason> {
        let copy_policy = buffer.copy_policy();
        if !copy_policy.is_static() {
            return Err(StreamingReason::Buffer(copy_policy));
        }
        let (size, contents) = whole.ok_or(StreamingReason::NoRoom)?;
        let (mut made, mut taken) = (0, 0_u64);
        for copy in self.plan.copies() {
            let memory = copy.destination.memory;
            if matches!(memory, MemoryRef::Copy(CopyId { buffer: id, .. }) if id == buffer.id()) {
                if copy.contents.copy_key() == contents.copy_key() {
                    return Ok((memory, Decision::CopyFound { obstacle }));
                }
                made += 1;
                taken = taken.saturating_add(copy.size);
            }
        }
        if !self.plan.may_allocate {
            return Err(StreamingReason::NoMemory);
        }
        let copies = &buffer.copies;
        let copy = copies.next(size, buffer.size(), (made, taken));
        let memory = MemoryRef::Copy(copy.ok_or(StreamingReason::NoRoom)?);
        self.write(Location { memory, offset: 0 }, size, contents);
        let decision = Decision::CopyMade {
            obstacle,
            copy_policy,
        };
        Ok((memory, decision))
    }

    /// Space in a stream, for this draw only. A draw reserves once in each stream.
    pub(crate) fn reserve(
        &mut self,
        stream: StreamKind,
        size: u64,
        alignment: u64,
    ) -> Result<Location, Error> {
        let (sequence, may_allocate) = (self.sequence, self.plan.may_allocate);
        let ring = self.rings.get(stream);
        let found = ring.find(size, alignment, sequence, may_allocate);
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
        match contents {
            Contents::Indices { .. } => self.plan.index_copy = Some(copy),
            _ => append(&mut self.plan.copies, copy),
        }
    }
}
