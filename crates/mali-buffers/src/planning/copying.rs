//! Copies of whole buffers, which serve many draws.

use core::ops::Range;

use super::answers::{Decision, Obstacle, StreamingReason};
use super::environment::{Environment, written};
use crate::error::Error;
use crate::memory::{ClientState, CopyKey, GpuMemory, bytes_of};
use crate::streams::{Content, Member, Stream};
use crate::types::{Block, BufferId, DataSource, Sequence};

/// The reason why there is no copy, and whether there may be one at the next work.
pub(crate) struct NoCopy {
    pub(crate) reason: StreamingReason,
    pub(crate) may_change: bool,
}

/// A copy: its number, its block, and whether it is found or made.
type Copied = (u8, Block, Decision);

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// The copy of a buffer that has a stream, found or made now.
    pub(crate) fn static_copy(
        &mut self,
        id: BufferId,
        stream: &Stream,
        members: &[Member],
        obstacle: Obstacle,
    ) -> Result<Result<Copied, NoCopy>, Error> {
        let work = self.work;
        let none = |reason, may_change| Ok(Err(NoCopy { reason, may_change }));
        let unknown = Error::UnknownBuffer { buffer: id };
        let buffer = self.application.buffer_mut(id).ok_or(unknown)?;
        let copy_policy = buffer.copy_policy();
        if !copy_policy.is_static() {
            return none(StreamingReason::Buffer(copy_policy), false);
        }
        let key = stream.copy_key(members);
        if let Some((copy, found)) = buffer.copies.find(&key) {
            // The GPU makes it in the later work of another context, after this work.
            if found.ready > work {
                return none(StreamingReason::LaterCopy, true);
            }
            let block = found.block;
            // No other copy that this draw makes takes its place.
            buffer.copies.record_use(copy, work);
            return Ok(Ok((copy, block, Decision::CopyFound { obstacle })));
        }
        let whole = buffer.size();
        let limit = buffer.copies_limit();
        // All that a copy of the buffer has of the stream: it begins with the first element that there is.
        let all = Stream {
            begin: stream.phase(),
            ..*stream
        };
        // With a stride of 0, all elements are one, of which one record is made.
        let count = if all.stride == 0 { 1 } else { u32::MAX };
        let extent = all.extent_in(members, whole, (0, count));
        let size = match stream.content {
            Content::Raw => whole.saturating_sub(all.begin),
            // A copy has as many elements as fit 32 bits.
            _ if extent.whole == u32::MAX => u64::MAX,
            _ => extent.written,
        };
        // Both sizes follow from the stream and the size of its buffer. If one of these changes, the stream is placed
        // again anyway: the next work need not try.
        if size == 0 || size > limit {
            return none(StreamingReason::NoRoom, false);
        }
        let Some(retired) = buffer.make_room(&key, size, work, self.memory) else {
            return none(StreamingReason::NoRoom, true);
        };
        // If nothing is left for the ring either, the draw waits for this memory and does not fail.
        self.planner.ring.note_retired(retired);
        let Some(block) = self.memory.allocate(size) else {
            return none(StreamingReason::NoMemory, true);
        };
        // `copy_buffer` copies all bytes from the first one on, as they are.
        let is_raw = key == CopyKey::Raw { phase: 0 };
        let is_copied = is_raw && self.memory.copy_buffer(id, &block);
        if !is_copied {
            let from = all.begin..whole;
            let filled = self.fill(id, (from, &block, size), |from, to| {
                all.write(members, &extent, from, to)
            });
            if let Err(error) = filled {
                // No work reads a block that was not filled.
                self.memory.retire(block, Sequence::NONE);
                return Err(error);
            }
        }
        let buffer = self.application.buffer_mut(id).ok_or(unknown)?;
        let mut ready = Sequence::NONE;
        if is_copied {
            // The GPU reads the buffer in this work, and no earlier work may read the copy.
            buffer.copied_by(work);
            ready = work;
        }
        let copy = buffer.copies.add(key, block, size, (work, ready));
        let counters = &mut self.planner.counters;
        counters.copies_made = counters.copies_made.wrapping_add(1);
        counters.bytes_kept = counters.bytes_kept.wrapping_add(size);
        let decision = Decision::CopyMade {
            obstacle,
            copy_policy,
        };
        Ok(Ok((copy, block, decision)))
    }

    fn fill(
        &mut self,
        id: BufferId,
        (from, block, size): (Range<u64>, &Block, u64),
        write: impl FnOnce(&[u8], &mut [u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let bytes = bytes_of(self.application, DataSource::Buffer(id), from)?;
        write(&bytes, written(self.memory, block, 0, size)?)
    }
}
