use heapless::Vec;

use super::copy_key::CopyKey;
use super::place::{BufferId, CopyId, Place, Retired};
use super::sequence::Sequence;

/// How many copies a buffer may have.
pub(super) const MAX_COPIES: usize = 8;

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

/// The converted copies of one buffer, the least recently used first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StaticCopies {
    buffer: BufferId,
    copies: Vec<StaticCopy, MAX_COPIES>,
    next_number: u32,
    /// How many copies, counted from the last, the current draw uses. They stay.
    pinned: usize,
}

impl StaticCopies {
    pub(super) const fn new(buffer: BufferId) -> Self {
        Self {
            buffer,
            copies: Vec::new(),
            next_number: 0,
            pinned: 0,
        }
    }

    pub(super) const fn buffer(&self) -> BufferId {
        self.buffer
    }

    /// How many bytes they take.
    pub(super) fn size(&self) -> u64 {
        self.copies.iter().map(|copy| copy.size).sum()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.copies.len()
    }

    /// Lets go of what an earlier draw used.
    pub(super) fn begin_draw(&mut self) {
        self.pinned = 0;
    }

    /// Whether a draw that wants `key` takes the bytes of a copy for something else.
    pub(super) fn contradict(&self, key: CopyKey) -> bool {
        self.copies.iter().all(|copy| copy.key != key)
            && self.copies.iter().any(|copy| copy.key.contradicts(key))
    }

    /// The copy that is described so, for work `sequence` to use.
    pub(super) fn find(&mut self, key: CopyKey, sequence: Sequence) -> Option<CopyId> {
        let found = self.copies.iter().position(|copy| copy.key == key)?;
        if found < self.copies.len() - self.pinned {
            self.pinned += 1;
        }
        let copies = self.copies.get_mut(found..)?;
        copies.rotate_left(1);
        let copy = copies.last_mut()?;
        copy.last_use = sequence;
        Some(CopyId {
            buffer: self.buffer,
            number: copy.number,
        })
    }

    /// Makes room for a copy of `size` bytes of a buffer of `buffer_size` and adds it. `None` if it
    /// would take more than is allowed, or the place of a copy that the draw uses.
    pub(super) fn add(
        &mut self,
        key: CopyKey,
        size: u64,
        buffer_size: u64,
        sequence: Sequence,
        retire: &mut impl FnMut(Retired),
    ) -> Option<CopyId> {
        let limit = buffer_size.saturating_mul(LIMIT_FACTOR).max(LIMIT_MINIMUM);
        let unpinned = self.copies.len() - self.pinned;
        let mut dropped = 0;
        let mut left = self.size();
        while left.checked_add(size)? > limit || self.copies.len() - dropped == MAX_COPIES {
            if dropped == unpinned {
                return None;
            }
            left -= self.copies.get(dropped)?.size;
            dropped += 1;
        }
        for _ in 0..dropped {
            let copy = self.copies.remove(0);
            retire(self.retired(&copy));
        }
        let number = self.next_number;
        let copy = StaticCopy {
            key,
            number,
            size,
            last_use: sequence,
        };
        self.copies.push(copy).ok()?;
        self.next_number = number.wrapping_add(1);
        self.pinned += 1;
        Some(CopyId {
            buffer: self.buffer,
            number,
        })
    }

    /// Drops every copy.
    pub(super) fn clear(&mut self, retire: &mut impl FnMut(Retired)) {
        for copy in &self.copies {
            retire(self.retired(copy));
        }
        self.copies.clear();
        self.pinned = 0;
    }

    fn retired(&self, copy: &StaticCopy) -> Retired {
        Retired {
            place: Place::Copy(CopyId {
                buffer: self.buffer,
                number: copy.number,
            }),
            until: copy.last_use,
        }
    }
}
