use super::little_endian::LittleEndian;
use crate::types::IndexType;
use mali_instancing::draw::{IndexBounds, bounds};

/// The smallest and the largest index of a draw, except for those that restart a primitive; `None` if there are no
/// other indices.
///
/// The indices are in `source` as the GPU reads them, at any alignment. The bytes after the last whole index are
/// ignored. A restart index that the type cannot hold restarts nothing. For slices of numbers,
/// [`IndexSlice::bounds`](mali_instancing::draw::IndexSlice::bounds) returns the same.
///
/// ```
/// use mali_buffers::{IndexType, index_bounds};
/// use mali_instancing::draw::IndexBounds;
///
/// let indices = [7, 0, 3, 1, 0xff, 0xff];
/// let bounds = index_bounds(IndexType::U16, &indices, Some(0xffff));
/// assert_eq!(bounds, Some(IndexBounds { minimum: 7, maximum: 0x103 }));
/// assert_eq!(index_bounds(IndexType::U32, &indices[..3], None), None);
/// ```
#[must_use]
pub fn index_bounds(
    index_type: IndexType,
    source: &[u8],
    restart_index: Option<u32>,
) -> Option<IndexBounds> {
    match index_type {
        IndexType::U8 => bounds(u8::read(source), restart_index),
        IndexType::U16 => bounds(u16::read(source), restart_index),
        IndexType::U32 => bounds(u32::read(source), restart_index),
    }
}

/// Passes the indices to `each` in their order. The bytes after the last whole index are ignored.
pub(crate) fn each_index(index_type: IndexType, source: &[u8], mut each: impl FnMut(u32)) {
    match index_type {
        IndexType::U8 => u8::read(source).for_each(|index| each(index.into())),
        IndexType::U16 => u16::read(source).for_each(|index| each(index.into())),
        IndexType::U32 => u32::read(source).for_each(each),
    }
}
