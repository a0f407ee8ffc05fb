use core::num::NonZeroU32;

/// What a draw adds to its pipeline.
///
/// ```
/// use mali_instancing::draw::DrawCounts;
///
/// const COUNTS: DrawCounts = DrawCounts { instances: Some(100), ..DrawCounts::new(70) };
/// assert_eq!((COUNTS.vertices, COUNTS.first_instance), (70, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DrawCounts {
    /// The number of vertices. Of an indexed draw, see [`IndexedVertices`](super::IndexedVertices).
    pub vertices: u32,
    /// The number of instances; `None` for an instanced draw whose number is not known yet.
    pub instances: Option<u32>,
    /// The first vertex: GL's `first`, Vulkan's `firstVertex`. Of an indexed draw, the smallest
    /// index plus the base vertex.
    pub first_vertex: u32,
    /// Vulkan's `firstInstance`, GL's `baseinstance`.
    pub first_instance: u32,
    /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points. `None` writes an
    /// instance primitive size of 1. V4 to V7 only.
    ///
    /// Strips and fans count as what they consist of, 3 or 2, as in Mesa's `primitive_vertex_count`, although
    /// they have more primitives than their vertices divided by that.
    pub primitive_vertices: Option<NonZeroU32>,
}

impl DrawCounts {
    /// An instanced draw from vertex and instance 0.
    ///
    /// ```
    /// use mali_instancing::draw::DrawCounts;
    ///
    /// assert_eq!(DrawCounts::new(70).instances, None);
    /// ```
    #[must_use]
    pub const fn new(vertices: u32) -> Self {
        Self {
            vertices,
            instances: None,
            first_vertex: 0,
            first_instance: 0,
            primitive_vertices: None,
        }
    }
}
