use arrayvec::ArrayVec;

use super::copy_key::CopyKey;
use crate::list::append;
use crate::types::BufferId;
use crate::types::Sequence;
use crate::types::{CopyId, MemoryRef, Retired};

/// How many copies a buffer may have.
pub(crate) const MAX_COPIES: usize = 8;

/// The copies of a buffer may take so many times the buffer's size together …
const LIMIT_FACTOR: u64 = 4;

/// … but need not be fewer bytes than these.
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

    /// How many bytes they take.
    pub(crate) fn size(&self) -> u64 {
        self.copies.iter().map(|copy| copy.size).sum()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.copies.len()
    }

    /// The copy that is described so.
    pub(crate) fn find(&self, key: CopyKey) -> Option<CopyId> {
        let copy = self.copies.iter().find(|copy| copy.key == key)?;
        Some(self.id(copy.number))
    }

    /// The id of another copy, of `size` bytes of a buffer of `buffer_size`, after so many that the
    /// same draw makes and that take so many bytes. `None` if it would take more than is allowed.
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

    /// Writes down that a copy was made.
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

    /// Writes down that the work `sequence` reads a copy.
    pub(crate) fn read(&mut self, number: u32, sequence: Sequence) {
        for copy in &mut self.copies {
            if copy.number == number {
                copy.last_use = copy.last_use.max(sequence);
            }
        }
    }

    /// Drops every copy.
    pub(crate) fn clear(&mut self, mut retire: impl FnMut(Retired)) {
        for copy in &self.copies {
            retire(Retired {
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
