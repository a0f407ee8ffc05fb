//! Copies of whole buffers, which serve many draws.

use super::answers::{Decision, Obstacle, StreamingReason};
use super::environment::{Environment, written};
use crate::error::Error;
use crate::memory::{ClientState, CopyKey, GpuMemory, read};
use crate::types::{Block, BufferId, DataSource, Sequence};

/// The reason why there is no copy, and whether there may be one at the next work.
pub(crate) struct NoCopy {
    pub(crate) reason: StreamingReason,
    pub(crate) may_change: bool,
}

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// The copy of a buffer with that key and that size in bytes, found or made now. `write` converts the bytes, unless
    /// they are copied as they are.
    pub(crate) fn static_copy(
        &mut self,
        id: BufferId,
        (key, size): (CopyKey, Option<u64>),
        obstacle: Obstacle,
        write: impl FnOnce(&[u8], &mut [u8]) -> Result<(), Error>,
    ) -> Result<Result<(Block, Decision), NoCopy>, Error> {
        let work = self.work;
        let never = |reason| {
            let may_change = false;
            Ok(Err(NoCopy { reason, may_change }))
        };
        let unknown = Error::UnknownBuffer { buffer: id };
        let buffer = self.application.buffer_mut(id).ok_or(unknown)?;
        let copy_policy = buffer.copy_policy();
        if !copy_policy.is_static() {
            return never(StreamingReason::Buffer(copy_policy));
        }
        let not_now = |reason| {
            let may_change = true;
            Ok(Err(NoCopy { reason, may_change }))
        };
        if let Some(copy) = buffer.copies.find(&key) {
            if copy.ready > work {
                return not_now(StreamingReason::LaterCopy);
            }
            let block = copy.block;
            // No other copy that this draw makes takes its place.
            buffer.copies.read(block.handle, work);
            return Ok(Ok((block, Decision::CopyFound { obstacle })));
        }
        let whole = buffer.size();
        let limit = buffer.copies_limit();
        let Some(size) = size.filter(|&size| size > 0 && size <= limit) else {
            return never(StreamingReason::NoRoom);
        };
        let Some(retired) = buffer.make_room(&key, size, work, self.memory) else {
            return not_now(StreamingReason::NoRoom);
        };
        self.planner.ring.note_retired(retired);
        let Some(block) = self.memory.allocate(size) else {
            return not_now(StreamingReason::NoMemory);
        };
        let is_copied = key == CopyKey::Raw && self.memory.copy_buffer(id, &block);
        let copy = |from: &[u8], to: &mut [u8]| match key {
            CopyKey::Raw => {
                to.copy_from_slice(from);
                Ok(())
            }
            CopyKey::Records { .. } | CopyKey::Indices { .. } => write(from, to),
        };
        if !is_copied {
            if let Err(error) = self.fill(id, whole, &block, size, copy) {
                self.memory.retire(block, Sequence::NONE);
                return Err(error);
            }
        }
        let buffer = self.application.buffer_mut(id).ok_or(unknown)?;
        let mut ready = Sequence::NONE;
        if is_copied {
            buffer.copied_by(work);
            ready = work;
        }
        buffer.copies.add(key, block, size, (work, ready));
        let counters = &mut self.planner.counters;
        counters.copies_made = counters.copies_made.wrapping_add(1);
        counters.bytes_kept = counters.bytes_kept.wrapping_add(size);
        let decision = Decision::CopyMade {
            obstacle,
            copy_policy,
        };
        Ok(Ok((block, decision)))
    }

    fn fill(
        &mut self,
        id: BufferId,
        whole: u64,
        block: &Block,
        size: u64,
        write: impl FnOnce(&[u8], &mut [u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let bytes = read(self.application, DataSource::Buffer(id), 0..whole)?;
        write(&bytes, written(self.memory, block, 0, size)?)
    }
}
