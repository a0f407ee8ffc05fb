use super::copy_key::CopyKey;
use super::gpu_memory::GpuMemory;
use crate::types::{Block, Sequence};

/// The largest number of copies of a buffer.
const MAX_COPIES: usize = 4;

/// The largest size of all copies of a buffer together, as a multiple of the buffer's size …
const LIMIT_FACTOR: u64 = 4;

/// … which is at least this number of bytes.
const LIMIT_MINIMUM: u64 = 4096;

/// The number of refusals of other copies that a candidate outlasts.
const PATIENCE: u8 = 8;

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

/// A copy for which there was no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    key: CopyKey,
    /// The last work that asked for it.
    asked: Sequence,
    /// The number of times that others may be refused before one of them is the candidate.
    patience: u8,
}

/// The copies of one buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StaticCopies {
    /// A copy keeps its number.
    copies: [Option<StaticCopy>; MAX_COPIES],
    candidate: Option<Candidate>,
}

impl StaticCopies {
    pub(crate) const NONE: Self = Self {
        copies: [const { None }; MAX_COPIES],
        candidate: None,
    };

    /// The size of all copies, in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.copies.iter().flatten().map(|copy| copy.size).sum()
    }

    /// The number of copies.
    pub(crate) fn len(&self) -> usize {
        self.copies.iter().flatten().count()
    }

    /// The copy with that key, and its number.
    pub(crate) fn find(&self, key: &CopyKey) -> Option<(u8, &StaticCopy)> {
        let copies = self.copies.iter().zip(0..);
        let mut copies = copies.filter_map(|(copy, number)| Some((number, copy.as_ref()?)));
        copies.find(|(_, copy)| copy.key == *key)
    }

    /// The largest size of all copies together, in bytes, for a buffer of `buffer_size` bytes.
    pub(crate) fn limit(buffer_size: u64) -> u64 {
        buffer_size.saturating_mul(LIMIT_FACTOR).max(LIMIT_MINIMUM)
    }

    /// Makes room for a copy of `size` bytes that the work `work` asks for, if all copies may have `limit` bytes. Returns
    /// the last work that reads a copy which was dropped for it; `None` if there is no room.
    ///
    /// A copy gives way if an earlier work asked for the new one, and no work has read the copy since. Otherwise layouts
    /// that are drawn in turn, one more than there is room for, would replace each other's copies always.
    pub(crate) fn make_room(
        &mut self,
        key: &CopyKey,
        size: u64,
        limit: u64,
        work: Sequence,
        memory: &mut impl GpuMemory,
    ) -> Option<Sequence> {
        let candidate = self
            .candidate
            // Only what an earlier work asked for: a copy that this work has not read so far may be read by its next
            // draw.
            .filter(|it| it.key == *key && it.asked < work);
        let gives_way = |copy: &StaticCopy| candidate.is_some_and(|it| copy.last_use < it.asked);
        // Whether there will be room, before anything is dropped: it would be copied again for nothing.
        let copies = self.copies.iter().flatten();
        let stays = copies.filter(|copy| !gives_way(copy));
        // `least` is the size of the copies that stay and of the new one.
        let (count, least) = stays.fold((0, size), |(count, size), copy| {
            (count + 1, size.saturating_add(copy.size))
        });
        if count == MAX_COPIES || least > limit {
            self.note_miss(key, work);
            return None;
        }
        let mut retired = Sequence::NONE;
        // All copies that give way were last read before any that stays. So they are dropped first, and there is room
        // before one that stays is the oldest.
        while self.len() == MAX_COPIES || self.size().saturating_add(size) > limit {
            let copies = self.copies.iter_mut().filter(|copy| copy.is_some());
            let oldest = copies.min_by_key(|copy| copy.as_ref().map(|copy| copy.last_use));
            let Some(StaticCopy {
                block, last_use, ..
            }) = oldest.and_then(Option::take)
            else {
                break;
            };
            memory.retire(block, last_use);
            retired = retired.max(last_use);
        }
        Some(retired)
    }

    /// Records that there was no room for a copy. A candidate is remembered until others have been refused some times.
    fn note_miss(&mut self, key: &CopyKey, work: Sequence) {
        match &mut self.candidate {
            // The patience ends: the candidate may be a copy that no later draw needs.
            Some(other) if other.key != *key && other.patience > 0 => other.patience -= 1,
            // Another context may have asked in later work: the latest counts.
            Some(same) if same.key == *key && same.asked >= work => {}
            place => {
                *place = Some(Candidate {
                    key: *key,
                    asked: work,
                    patience: PATIENCE,
                });
            }
        }
    }

    /// Records that a copy was made for the work `work`, which no work before `ready` may read. Returns its number.
    pub(crate) fn add(
        &mut self,
        key: CopyKey,
        block: Block,
        size: u64,
        (work, ready): (Sequence, Sequence),
    ) -> u8 {
        if self.candidate.is_some_and(|it| it.key == key) {
            self.candidate = None;
        }
        let copy = StaticCopy {
            key,
            block,
            size,
            last_use: work,
            ready,
        };
        let place = self.copies.iter().position(Option::is_none);
        // `make_room` was called before, and left a place free.
        debug_assert!(place.is_some(), "there is room");
        let place = place.unwrap_or_default();
        if let Some(free) = self.copies.get_mut(place) {
            *free = Some(copy);
        }
        place as u8
    }

    /// Records that the work `work` reads a copy.
    #[inline]
    pub(crate) fn record_use(&mut self, number: u8, work: Sequence) {
        if let Some(Some(copy)) = self.copies.get_mut(usize::from(number)) {
            copy.last_use = copy.last_use.max(work);
        }
    }

    /// Drops every copy.
    pub(crate) fn clear(&mut self, memory: &mut impl GpuMemory) {
        for copy in self.copies.iter_mut().filter_map(Option::take) {
            memory.retire(copy.block, copy.last_use);
        }
        self.candidate = None;
    }
}
