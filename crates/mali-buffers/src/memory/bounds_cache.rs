use core::ops::Range;

use super::changes::Changes;
use crate::draw::ElementArray;
use crate::types::IndexType;
use mali_instancing::draw::IndexBounds;

/// The draw whose bounds were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoundsKey {
    index_type: IndexType,
    /// The offset of the first index, in bytes.
    offset: u64,
    count: u32,
    restart_index: Option<u32>,
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

    /// The bytes that were read. The buffer has them, so their end does not overflow.
    fn bytes(&self) -> Range<u64> {
        let size = self.index_type.size_of(self.count);
        self.offset..self.offset.saturating_add(size)
    }
}

/// The bounds of the indices of one draw, as planning has found them, or room for them. The caller keeps some for each
/// buffer that holds indices, and provides them as [`ClientState::found_bounds`].
///
/// ```
/// use mali_buffers::FoundBounds;
///
/// // The number that Mesa's drivers keep of a buffer: this many meshes are drawn without reading their indices again.
/// let none_yet = [FoundBounds::NONE; 64];
/// assert_eq!(none_yet[0], FoundBounds::default());
/// ```
///
/// Facts: Mesa's Panfrost, whose `panfrost_minmax_cache` has 64 for each resource.
///
/// [`ClientState::found_bounds`]: crate::ClientState::found_bounds
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundBounds {
    key: Option<BoundsKey>,
    /// The bounds; `None` if all indices restart.
    pub(crate) bounds: Option<IndexBounds>,
    /// The epoch of the buffer's data when the bounds were found.
    epoch: u64,
    /// The time of the last use, as its buffer counts.
    used: u64,
}

impl FoundBounds {
    /// Room for bounds that are found later.
    pub const NONE: Self = Self {
        key: None,
        bounds: None,
        epoch: 0,
        used: 0,
    };

    pub(crate) const fn new(
        key: BoundsKey,
        bounds: Option<IndexBounds>,
        changes: &Changes,
    ) -> Self {
        Self {
            key: Some(key),
            bounds,
            epoch: changes.epoch(),
            used: 0,
        }
    }

    /// The bounds that were found before and are still valid.
    #[inline]
    pub(crate) fn find<'a>(
        found: &'a [Self],
        key: &BoundsKey,
        changes: &Changes,
    ) -> Option<&'a Self> {
        // `remember` keeps one entry of a key at most, so an entry that is outdated hides no other.
        let found = found.iter().find(|entry| entry.key.as_ref() == Some(key));
        found.filter(|entry| changes.spare(&key.bytes(), entry.epoch))
    }

    /// The same bounds, which are also valid for the current data.
    #[inline]
    pub(crate) const fn at(self, changes: &Changes) -> Self {
        Self {
            epoch: changes.epoch(),
            ..self
        }
    }

    /// Records bounds: in place of older bounds of the same draw, or else of the least recently used ones.
    ///
    /// Of the new bounds that replace others, only some count as used now. The rest are the next to be replaced, unless
    /// they are used before. Otherwise draws in turn, one more than are kept, would replace each other's bounds always.
    ///
    /// Facts: "Adaptive Insertion Policies for High Performance Caching", Qureshi and others, 2007: bimodal insertion.
    pub(crate) fn remember(self, found: &mut [Self], used: u64) {
        let same = found.iter().position(|other| other.key == self.key);
        let oldest = || (0..found.len()).min_by_key(|&index| found[index].age_key());
        if let Some(place) = same.or_else(oldest).and_then(|index| found.get_mut(index)) {
            let replaces = place.key.is_some_and(|key| Some(key) != self.key);
            // With the time of the entry that they replace, the new bounds are the least recently used ones.
            let used = if replaces && !counts_as_used(used) {
                place.used
            } else {
                used
            };
            *place = Self { used, ..self };
        }
    }

    /// A key that orders room first, and then the least recently used bounds.
    const fn age_key(&self) -> (bool, u64) {
        (self.key.is_some(), self.used)
    }
}

/// Whether new bounds count as used now: one of eight, in no order that draws in turn could have.
///
/// Facts: Knuth's multiplicative hashing, with 2^64 divided by the golden ratio.
const fn counts_as_used(number: u64) -> bool {
    // One of the eight values of the product's upper three bits.
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61 == 0
}
