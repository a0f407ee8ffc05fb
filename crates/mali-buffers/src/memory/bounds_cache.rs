use core::ops::Range;

use arrayvec::ArrayVec;

use crate::draw::ElementArray;
use crate::list::append;
use crate::types::IndexType;
use mali_instancing::draw::IndexBounds;

/// How many draws of a buffer's indices are remembered.
const CAPACITY: usize = 16;

/// What the bounds were found for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoundsKey {
    pub(crate) index_type: IndexType,
    /// Where the indices begin, in bytes.
    pub(crate) offset: u64,
    pub(crate) count: u32,
    pub(crate) restart_index: Option<u32>,
}

impl BoundsKey {
    pub(crate) const fn new(array: &ElementArray, restart_index: Option<u32>) -> Self {
        Self {
            index_type: array.index_type,
            offset: array.offset,
            count: array.count,
            restart_index,
        }
    }

    /// The bytes that were looked at; the buffer holds them, so their end is a number.
    fn bytes(&self) -> Range<u64> {
        let size = self.index_type.size_of(self.count);
        self.offset..self.offset.saturating_add(size)
    }
}

/// What looking at indices has found: `None` if there are none but those that restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundBounds(pub(crate) Option<IndexBounds>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    key: BoundsKey,
    found: FoundBounds,
}

/// The smallest and largest indices of a buffer's draws, the least recently used first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoundsCache {
    entries: ArrayVec<Entry, CAPACITY>,
}

impl BoundsCache {
    pub(crate) const fn new() -> Self {
        Self {
            entries: ArrayVec::new_const(),
        }
    }

    /// What was found before.
    pub(crate) fn get(&self, key: &BoundsKey) -> Option<FoundBounds> {
        let entry = self.entries.iter().find(|entry| entry.key == *key)?;
        Some(entry.found)
    }

    /// Remembers what was found, or that it was used.
    pub(crate) fn put(&mut self, key: BoundsKey, found: FoundBounds) {
        let used = self.entries.iter().position(|entry| entry.key == key);
        if let Some(outdated) = used.or(self.entries.is_full().then_some(0)) {
            self.entries.remove(outdated);
        }
        append(&mut self.entries, Entry { key, found });
    }

    /// Forgets what was found in bytes that have changed.
    pub(crate) fn invalidate(&mut self, changed: &Range<u64>) {
        self.entries.retain(|entry| {
            let read = entry.key.bytes();
            read.end <= changed.start || changed.end <= read.start
        });
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}
