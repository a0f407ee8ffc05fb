use arrayvec::ArrayVec;

use super::copy_key::CopyKey;
use super::released::{MAX_COPIES, Released};
use crate::list::append;
use crate::two_phase::{CopyId, MemoryRef, Retired};
use crate::types::{BufferId, Sequence};

/// The largest size of all copies of a buffer together, as a multiple of the buffer's size …
const LIMIT_FACTOR: u64 = 4;

/// … which is at least this number of bytes.
const LIMIT_MINIMUM: u64 = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
struct StaticCopy {
    key: CopyKey,
    number: u32,
    size: u64,
    last_use: Sequence,
}

/// The converted copies of one buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StaticCopies {
    buffer: BufferId,
    copies: ArrayVec<StaticCopy, MAX_COPIES>,
    next_number: u32,
}

impl StaticCopies {
    pub(crate) const fn new(buffer: BufferId) -> Self {
        Self {
            buffer,
            copies: ArrayVec::new_const(),
            next_number: 0,
        }
    }

    pub(crate) const fn buffer(&self) -> BufferId {
        self.buffer
    }

    /// The size of all copies, in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.copies.iter().map(|copy| copy.size).sum()
    }

    /// The number of copies.
    pub(crate) fn len(&self) -> usize {
        self.copies.len()
    }

    /// The number of copies that were ever made, which is the number of the next one.
    pub(crate) const fn made(&self) -> u32 {
        self.next_number
    }

    /// The copy with that key.
    pub(crate) fn find(&self, key: CopyKey) -> Option<CopyId> {
        let copy = self.copies.iter().find(|copy| copy.key == key)?;
        Some(self.id(copy.number))
    }

    /// The id of a new copy of `size` bytes, for a buffer of `buffer_size` bytes. The draw already makes `made` other
    /// copies of this buffer, of `taken` bytes in all. `None` if the copies would exceed a limit.
    pub(crate) fn next(
        &self,
        size: u64,
        buffer_size: u64,
        (made, taken): (usize, u64),
    ) -> Option<CopyId> {
        let limit = buffer_size.saturating_mul(LIMIT_FACTOR).max(LIMIT_MINIMUM);
        let total = self.size().checked_add(taken)?.checked_add(size)?;
        let has_room = total <= limit && self.copies.len() + made < MAX_COPIES;
        has_room.then(|| self.id(self.next_number.wrapping_add(made as u32)))
    }

    /// Records that a copy was made.
    pub(crate) fn add(&mut self, key: CopyKey, number: u32, size: u64) {
        let copy = StaticCopy {
            key,
            number,
            size,
            last_use: Sequence::NONE,
        };
        append(&mut self.copies, copy);
        self.next_number = number.wrapping_add(1);
    }

    /// Records that the work `sequence` reads a copy.
    pub(crate) fn read(&mut self, number: u32, sequence: Sequence) {
        for copy in &mut self.copies {
            if copy.number == number {
                copy.last_use = copy.last_use.max(sequence);
            }
        }
    }

    /// Drops every copy.
    pub(crate) fn clear(&mut self, released: &mut Released) {
        for copy in &self.copies {
            released.push(Retired {
                memory: MemoryRef::Copy(self.id(copy.number)),
                until: copy.last_use,
            });
        }
        self.copies.clear();
    }

    const fn id(&self, number: u32) -> CopyId {
        CopyId {
            buffer: self.buffer,
            number,
        }
    }
}
