use core::ops::Range;

use super::changes::Changes;
use crate::draw::ElementArray;
use crate::types::IndexType;
use mali_instancing::draw::IndexBounds;

/// The draw whose bounds were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoundsKey {
    index_type: IndexType,
    /// Where the indices begin, in bytes.
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

    /// The bytes that were looked at; the buffer holds them, so their end is a number.
    fn bytes(&self) -> Range<u64> {
        let size = self.index_type.size_of(self.count);
        self.offset..self.offset.saturating_add(size)
    }
}

/// The bounds of the indices of one draw, as planning has found them, or room for them: the caller keeps so many
/// for each buffer that holds indices, and lends them as [`ClientState::found_bounds`].
///
/// ```
/// use mali_buffers::FoundBounds;
///
/// // What Mesa's drivers keep of a buffer: so many meshes of it are drawn without looking at their indices again.
/// let none_yet = [FoundBounds::NONE; 64];
/// assert_eq!(none_yet[0], FoundBounds::default());
/// ```
///
/// Facts: Mesa's Panfrost, whose `panfrost_minmax_cache` has 64 for each resource.
///
/// [`ClientState::found_bounds`]: crate::ClientState::found_bounds
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundBounds {
    key: Option<BoundsKey>,
    /// `None` if there are no indices but those that restart.
    pub(crate) bounds: Option<IndexBounds>,
    /// The epoch of the buffer's data at that time.
    epoch: u64,
    /// When it was used last, as its buffer counts.
    used: u64,
}

impl FoundBounds {
    /// Room for what will be found.
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
        let found = found.iter().find(|entry| entry.key.as_ref() == Some(key));
        found.filter(|entry| changes.spare(&key.bytes(), entry.epoch))
    }

    /// The same bounds, which the data has now too.
    #[inline]
    pub(crate) const fn at(self, changes: &Changes) -> Self {
        Self {
            epoch: changes.epoch(),
            ..self
        }
    }

    /// Writes down what was found, in the place of the same draw's or else of what was used the longest ago.
    pub(crate) fn put(found: &mut [Self], entry: Self, used: u64) {
        let same = found.iter().position(|other| other.key == entry.key);
        let oldest = || {
            let numbered = found.iter().enumerate();
            numbered
                .min_by_key(|(_, entry)| entry.used)
                .map(|(index, _)| index)
        };
        if let Some(place) = same.or_else(oldest).and_then(|index| found.get_mut(index)) {
            *place = Self { used, ..entry };
        }
    }
}

/// Nothing.
impl Default for FoundBounds {
    fn default() -> Self {
        Self::NONE
    }
}
