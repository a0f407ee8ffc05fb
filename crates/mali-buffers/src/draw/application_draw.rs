use core::ops::Range;

use crate::error::Error;
use crate::types::{DataSource, IndexType};
use mali_instancing::draw::IndexBounds;

/// The indices of a draw: `glDrawElementsBaseVertex`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ElementArray {
    /// The place of the indices.
    pub source: DataSource,
    /// The type of the indices.
    pub index_type: IndexType,
    /// The offset of the first index, in bytes.
    pub offset: u64,
    /// The number of indices.
    pub count: u32,
    /// The number that is added to each index.
    pub base_vertex: i32,
    /// The index that restarts primitives, if one does: `glPrimitiveRestartIndex`.
    pub restart_index: Option<u32>,
    /// The smallest and the largest index, except for those that restart, if the application states them:
    /// `glDrawRangeElements`. They are not checked, and indices in place need not be read. On V4 to V7 with [robust
    /// access](crate::OutOfBounds::Clamp), they are ignored.
    pub bounds: Option<IndexBounds>,
}

impl ElementArray {
    /// The first `count` indices, to which nothing is added and of which none restarts.
    ///
    /// ```
    /// use mali_buffers::{BufferId, DataSource, ElementArray, IndexType};
    ///
    /// let source = DataSource::Buffer(BufferId::new(1));
    /// let elements = ElementArray::new(source, IndexType::U16, 36).with_offset(72);
    /// assert_eq!((elements.count, elements.offset), (36, 72));
    /// ```
    #[must_use]
    pub const fn new(source: DataSource, index_type: IndexType, count: u32) -> Self {
        Self {
            source,
            index_type,
            offset: 0,
            count,
            base_vertex: 0,
            restart_index: None,
            bounds: None,
        }
    }

    /// The bytes of the indices in their source.
    pub(crate) fn bytes(&self) -> Result<Range<u64>, Error> {
        let (offset, size) = (self.offset, self.index_type.size_of(self.count));
        let end = offset.checked_add(size);
        Ok(offset..end.ok_or(Error::EndOverflow { offset, size })?)
    }

    /// These indices, from byte `offset` on.
    #[must_use]
    pub const fn with_offset(mut self, offset: u64) -> Self {
        self.offset = offset;
        self
    }

    /// These indices, with `base_vertex` added to each.
    #[must_use]
    pub const fn with_base_vertex(mut self, base_vertex: i32) -> Self {
        self.base_vertex = base_vertex;
        self
    }

    /// These indices, with primitives that restart at each index that is `restart_index`.
    #[must_use]
    pub const fn with_restart_index(mut self, restart_index: u32) -> Self {
        self.restart_index = Some(restart_index);
        self
    }

    /// These indices, with a smallest and a largest one that the application states.
    #[must_use]
    pub const fn with_bounds(mut self, bounds: IndexBounds) -> Self {
        self.bounds = Some(bounds);
        self
    }
}

/// The vertices of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Vertices {
    /// Consecutive vertices: `glDrawArrays`.
    Arrays {
        /// The first vertex.
        first: u32,
        /// The number of vertices.
        count: u32,
    },
    /// The vertices that indices name: `glDrawElements`.
    Elements(ElementArray),
}

/// A draw, as an application states it, except for its attributes: those are in a [`VertexState`](crate::VertexState),
/// since they change less often. The caller chooses the primitives, such as triangles or points: every Mali itself
/// draws the points, lines and triangles of GL ES, and line loops too.
///
/// ```
/// use mali_buffers::ApplicationDraw;
///
/// let draw = ApplicationDraw::arrays(0, 36).with_instances(100);
/// assert_eq!(draw.instances, 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ApplicationDraw {
    /// The vertices.
    pub vertices: Vertices,
    /// The number of instances.
    pub instances: u32,
    /// The first instance: `baseinstance`.
    pub first_instance: u32,
}

impl ApplicationDraw {
    /// One instance of `count` vertices from `first` on.
    #[must_use]
    pub const fn arrays(first: u32, count: u32) -> Self {
        Self {
            vertices: Vertices::Arrays { first, count },
            instances: 1,
            first_instance: 0,
        }
    }

    /// One instance of the vertices that indices name.
    #[must_use]
    pub const fn elements(elements: ElementArray) -> Self {
        Self {
            vertices: Vertices::Elements(elements),
            instances: 1,
            first_instance: 0,
        }
    }

    /// Whether the draw has no vertices or no instances. As in GL and Vulkan, such a draw draws nothing and is not an
    /// error.
    #[must_use]
    pub const fn is_of_nothing(&self) -> bool {
        let count = match self.vertices {
            Vertices::Arrays { count, .. } => count,
            Vertices::Elements(ref elements) => elements.count,
        };
        count == 0 || self.instances == 0
    }

    /// This draw, with `instances` instances.
    #[must_use]
    pub const fn with_instances(mut self, instances: u32) -> Self {
        self.instances = instances;
        self
    }

    /// This draw, from instance `first_instance` on.
    #[must_use]
    pub const fn with_first_instance(mut self, first_instance: u32) -> Self {
        self.first_instance = first_instance;
        self
    }
}
