use super::bounds::{IndexBounds, bounds};
use super::error::DrawError;

/// An index buffer.
#[derive(Clone, Copy, Debug)]
pub enum IndexSlice<'a> {
    /// 8-bit indices.
    U8(&'a [u8]),
    /// 16-bit indices.
    U16(&'a [u16]),
    /// 32-bit indices.
    U32(&'a [u32]),
}

/// The numbers of an indexed draw for the vertex job and the tiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndexedVertices {
    /// The number of vertices that are shaded: all from the smallest index to the largest.
    pub vertices: u32,
    /// The first of these vertices, with the base vertex added: the draw's offset start, modulo 2^32. GL does not
    /// define what a vertex below 0 reads.
    pub first_vertex: u32,
    /// The number that the tiler adds to an index to get its shaded vertex, modulo 2^32: genxml's "base
    /// vertex offset".
    pub base_vertex_offset: i32,
}

impl IndexSlice<'_> {
    /// The restart index of Vulkan, GL ES and GL's fixed index: all bits are set.
    ///
    /// ```
    /// use mali_instancing::draw::IndexSlice;
    ///
    /// assert_eq!(IndexSlice::U16(&[]).fixed_restart_index(), 0xffff);
    /// ```
    #[must_use]
    pub const fn fixed_restart_index(self) -> u32 {
        match self {
            Self::U8(_) => u8::MAX as u32,
            Self::U16(_) => u16::MAX as u32,
            Self::U32(_) => u32::MAX,
        }
    }

    /// The smallest and the largest index, except those that restart a primitive; `None` if
    /// there are no others.
    ///
    /// ```
    /// use mali_instancing::draw::{IndexBounds, IndexSlice};
    ///
    /// let indices = IndexSlice::U8(&[7, 3, 255, 9]);
    /// let restart_index = Some(indices.fixed_restart_index());
    /// assert_eq!(indices.bounds(restart_index), Some(IndexBounds { minimum: 3, maximum: 9 }));
    /// assert_eq!(indices.bounds(None), Some(IndexBounds { minimum: 3, maximum: 255 }));
    /// ```
    #[must_use]
    pub fn bounds(self, restart_index: Option<u32>) -> Option<IndexBounds> {
        match self {
            Self::U8(indices) => bounds(indices.iter().copied(), restart_index),
            Self::U16(indices) => bounds(indices.iter().copied(), restart_index),
            Self::U32(indices) => bounds(indices.iter().copied(), restart_index),
        }
    }
}

impl IndexBounds {
    /// The numbers of a draw with these indices for the hardware, with `base_vertex` added to each index.
    ///
    /// # Errors
    ///
    /// [`DrawError::BaseVertex`] if that gives a vertex above 2^32 − 1, and [`DrawError::IndexBounds`] if the first
    /// bound is above the second, or there are 2^32 vertices.
    ///
    /// ```
    /// use mali_instancing::draw::{IndexBounds, IndexedVertices};
    ///
    /// let bounds = IndexBounds { minimum: 3, maximum: 9 };
    /// let expected = IndexedVertices { vertices: 7, first_vertex: 103, base_vertex_offset: -3 };
    /// assert_eq!(bounds.vertices(100)?, expected);
    /// let below = bounds.vertices(-4)?;
    /// assert_eq!((below.vertices, below.first_vertex.cast_signed()), (7, -1));
    /// # Ok::<(), mali_instancing::draw::DrawError>(())
    /// ```
    pub const fn vertices(self, base_vertex: i32) -> Result<IndexedVertices, DrawError> {
        let Self { minimum, maximum } = self;
        let vertices = match maximum.checked_sub(minimum) {
            Some(distance) => distance.checked_add(1),
            None => None,
        };
        let Some(vertices) = vertices else {
            return Err(DrawError::IndexBounds { minimum, maximum });
        };
        // Only a positive base vertex leads past 2^32 − 1. A vertex below 0 wraps, and is no error.
        if base_vertex > 0 && maximum.checked_add_signed(base_vertex).is_none() {
            return Err(DrawError::BaseVertex {
                index: maximum,
                base_vertex,
            });
        }
        let base_vertex_offset = minimum.wrapping_neg() as i32;
        Ok(IndexedVertices {
            vertices,
            first_vertex: minimum.wrapping_add_signed(base_vertex),
            base_vertex_offset,
        })
    }
}
