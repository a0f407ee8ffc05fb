use mali_instancing::draw::{IndexBounds, bounds};

/// The type of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexType {
    /// 8 bits.
    U8,
    /// 16 bits.
    U16,
    /// 32 bits.
    U32,
}

impl IndexType {
    /// Every type, the shortest first.
    pub const ALL: &[Self] = &[Self::U8, Self::U16, Self::U32];

    /// The name that manifests use: `u16`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
        }
    }

    /// The length of an index, in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }
}

/// The indices of an array of draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndirectIndices {
    /// The type of an index.
    pub index_type: IndexType,
    /// The index that restarts a primitive, if one does.
    pub restart_index: Option<u32>,
    /// The smallest and the largest index of all draws, if they are known. If not, a second kernel finds those of each
    /// draw.
    pub bounds: Option<IndexBounds>,
}

/// The result of a search for the bounds of a draw's indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoundIndices {
    /// The draw has no indices, except ones that restart a primitive.
    None,
    /// The bounds of the indices.
    Bounds(IndexBounds),
    /// Some indices are after the end of the index buffer.
    Outside,
}

impl FoundIndices {
    /// The two words that the second kernel writes for a draw.
    ///
    /// ```
    /// use mali_indirect::FoundIndices;
    ///
    /// assert_eq!(FoundIndices::None.words(), [u32::MAX, 0]);
    /// ```
    #[must_use]
    pub const fn words(self) -> [u32; 2] {
        match self {
            // The kernel begins its search with these, and they stay if it finds no index.
            Self::None => [u32::MAX, 0],
            Self::Bounds(bounds) => [bounds.minimum, bounds.maximum],
            // No search ends with a smallest index of 1 above a largest one of 0.
            Self::Outside => [1, 0],
        }
    }

    /// Searches `count` indices from index `first` on in `bytes`, an index buffer's memory.
    ///
    /// ```
    /// use mali_indirect::{FoundIndices, IndexType, IndirectIndices};
    ///
    /// let how = IndirectIndices {
    ///     index_type: IndexType::U16,
    ///     restart_index: Some(0xffff),
    ///     bounds: None,
    /// };
    /// let bytes = [9, 0, 7, 0, 0xff, 0xff];
    /// assert_eq!(FoundIndices::find(&bytes, how, 0, 3).words(), [7, 9]);
    /// assert_eq!(FoundIndices::find(&bytes, how, 1, 3), FoundIndices::Outside);
    /// ```
    #[must_use]
    pub fn find(bytes: &[u8], how: IndirectIndices, first: u32, count: u32) -> Self {
        // A draw of no indices is never outside, wherever it begins. The kernel does the same.
        if count == 0 {
            return Self::None;
        }
        let length = how.index_type.bytes();
        // Only a `usize` of 32 bits saturates here, and no slice is long enough for a saturated end.
        let end = (first as usize).saturating_add(count as usize);
        let range = (first as usize).saturating_mul(length)..end.saturating_mul(length);
        let Some(bytes) = bytes.get(range) else {
            return Self::Outside;
        };
        let restart_index = how.restart_index;
        let found = match how.index_type {
            IndexType::U8 => bounds(bytes.iter().copied(), restart_index),
            IndexType::U16 => {
                let indices = bytes.chunks_exact(2);
                bounds(
                    indices.map(|index| u16::from_le_bytes([index[0], index[1]])),
                    restart_index,
                )
            }
            IndexType::U32 => {
                let indices = bytes.chunks_exact(4);
                bounds(
                    indices
                        .map(|index| u32::from_le_bytes([index[0], index[1], index[2], index[3]])),
                    restart_index,
                )
            }
        };
        // Without bounds, every index restarts a primitive.
        found.map_or(Self::None, Self::Bounds)
    }
}
