use arrayvec::ArrayVec;

use super::copy_key::CopyKey;
use super::gpu_memory::GpuMemory;
use crate::list::append;
use crate::types::{Block, Sequence};

/// The largest number of copies of a buffer.
const MAX_COPIES: usize = 4;

/// The largest size of all copies of a buffer together, as a multiple of the buffer's size …
const LIMIT_FACTOR: u64 = 4;

/// … which is at least this number of bytes.
const LIMIT_MINIMUM: u64 = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StaticCopy {
    key: CopyKey,
    pub(crate) block: Block,
    /// The size of its data, in bytes. The block may be larger.
    size: u64,
    last_use: Sequence,
    /// The work that makes the copy, if the GPU does: no work before that one may read it.
    pub(crate) ready: Sequence,
}

/// The copies of one buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StaticCopies {
    copies: ArrayVec<StaticCopy, MAX_COPIES>,
}

impl StaticCopies {
    pub(crate) const NONE: Self = Self {
        copies: ArrayVec::new_const(),
    };

    /// The size of all copies, in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.copies.iter().map(|copy| copy.size).sum()
    }

    /// The number of copies.
    pub(crate) fn len(&self) -> usize {
        self.copies.len()
    }

    /// The copy with that key.
    pub(crate) fn find(&self, key: &CopyKey) -> Option<&StaticCopy> {
        self.copies.iter().find(|copy| copy.key == *key)
    }

    /// The largest size of all copies together, in bytes, for a buffer of `buffer_size` bytes.
    pub(crate) fn limit(buffer_size: u64) -> u64 {
        buffer_size.saturating_mul(LIMIT_FACTOR).max(LIMIT_MINIMUM)
    }

    /// Makes room for a copy of `size` bytes that the work `work` reads, if all copies may have `limit` bytes: those that
    /// were used least recently give way, except for those that this work reads too. Returns whether there is room, and
    /// whether a copy has given way.
    pub(crate) fn make_room(
        &mut self,
        size: u64,
        limit: u64,
        work: Sequence,
        memory: &mut impl GpuMemory,
    ) -> (bool, bool) {
        let mut has_dropped = false;
        while self.copies.is_full() || self.size().saturating_add(size) > limit {
            let copies = self.copies.iter().enumerate();
            let oldest = copies.min_by_key(|(_, copy)| copy.last_use);
            let Some((index, _)) = oldest.filter(|(_, copy)| copy.last_use < work) else {
                return (false, has_dropped);
            };
            let StaticCopy {
                block, last_use, ..
            } = self.copies.swap_remove(index);
            memory.retire(block, last_use);
            has_dropped = true;
        }
        (true, has_dropped)
    }

    /// Records that a copy was made for the work `work`, which no work before `ready` may read.
    pub(crate) fn add(
        &mut self,
        key: CopyKey,
        block: Block,
        size: u64,
        (work, ready): (Sequence, Sequence),
    ) {
        let copy = StaticCopy {
            key,
            block,
            size,
            last_use: work,
            ready,
        };
        append(&mut self.copies, copy);
    }

    /// Records that the work `work` reads a copy.
    #[inline]
    pub(crate) fn read(&mut self, handle: u64, work: Sequence) {
        for copy in &mut self.copies {
            if copy.block.handle == handle {
                copy.last_use = copy.last_use.max(work);
            }
        }
    }

    /// Drops every copy.
    pub(crate) fn clear(&mut self, memory: &mut impl GpuMemory) {
        for copy in self.copies.drain(..) {
            memory.retire(copy.block, copy.last_use);
        }
    }
}
