use core::ops::Range;

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

/// Once copies of so many times that together have been made of the same data, no more takes the place of
/// another: draws that take turns would convert the whole buffer each time.
const TURNOVER_FACTOR: u64 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
struct StaticCopy {
    key: CopyKey,
    number: u32,
    size: u64,
    last_use: Sequence,
    /// The buffer's bytes from the first that was drawn to the last.
    drawn: Range<u64>,
}

/// The converted copies of one buffer, the least recently used first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StaticCopies {
    buffer: BufferId,
    copies: Vec<StaticCopy, MAX_COPIES>,
    next_number: u32,
    /// How many copies, counted from the last, the current draw uses. They stay.
    pinned: usize,
    /// The size of all copies that were made of the data, also of those that are gone.
    made: u64,
}

impl StaticCopies {
    pub(super) const fn new(buffer: BufferId) -> Self {
        Self {
            buffer,
            copies: Vec::new(),
            next_number: 0,
            pinned: 0,
            made: 0,
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

    /// Whether a draw that wants `key` takes bytes that were drawn from a copy for something else.
    pub(super) fn contradict(&self, key: CopyKey, drawn: &Range<u64>) -> bool {
        let shares_bytes =
            |copy: &StaticCopy| copy.drawn.start < drawn.end && drawn.start < copy.drawn.end;
        self.copies.iter().all(|copy| copy.key != key)
            && self
                .copies
                .iter()
                .any(|copy| copy.key.contradicts(key) && shares_bytes(copy))
    }

    /// The copy that is described so, for work `sequence` to draw those bytes from.
    pub(super) fn find(
        &mut self,
        key: CopyKey,
        drawn: &Range<u64>,
        sequence: Sequence,
    ) -> Option<CopyId> {
        let found = self.copies.iter().position(|copy| copy.key == key)?;
        if found < self.copies.len() - self.pinned {
            self.pinned += 1;
        }
        let copies = self.copies.get_mut(found..)?;
        copies.rotate_left(1);
        let copy = copies.last_mut()?;
        copy.last_use = copy.last_use.max(sequence);
        copy.drawn = copy.drawn.start.min(drawn.start)..copy.drawn.end.max(drawn.end);
        Some(CopyId {
            buffer: self.buffer,
            number: copy.number,
        })
    }

    /// Makes room for a copy of `size` bytes of a buffer of `buffer_size` and adds it. `None` if it
    /// would take more than is allowed, or the place of a copy that the draw uses, or that of others
    /// again and again.
    pub(super) fn add(
        &mut self,
        (key, drawn): (CopyKey, Range<u64>),
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
        let made = self.made.saturating_add(size);
        if dropped > 0 && made > limit.saturating_mul(TURNOVER_FACTOR) {
            return None;
        }
        self.made = made;
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
            drawn,
        };
        self.copies.push(copy).ok()?;
        self.next_number = number.wrapping_add(1);
        self.pinned += 1;
        Some(CopyId {
            buffer: self.buffer,
            number,
        })
    }

    /// Drops the copy of that number, which nothing was written to.
    pub(super) fn remove(&mut self, number: u32) {
        self.copies.retain(|copy| copy.number != number);
        self.pinned = 0;
    }

    /// Drops every copy.
    pub(super) fn clear(&mut self, retire: &mut impl FnMut(Retired)) {
        for copy in &self.copies {
            retire(self.retired(copy));
        }
        self.copies.clear();
        self.pinned = 0;
        self.made = 0;
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
