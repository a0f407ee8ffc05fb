use crate::planning::decision::Decision;
use crate::types::IndexType;
use crate::types::Location;
use mali_instancing::draw::IndexedVertices;

/// Where a draw reads indices from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndexInput {
    /// Where the first one is.
    pub location: Location,
    /// The type of the indices.
    pub index_type: IndexType,
    /// How many there are.
    pub count: u32,
    /// The index that restarts primitives, if one does.
    pub restart_index: Option<u32>,
}

/// The vertices from which a draw's primitives are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndexData {
    /// Its indices; `None` if its vertices are one after the other.
    pub indices: Option<IndexInput>,
    /// The vertices that it shades, and what is added to an index to count among them. The same is added
    /// to the application's own indices and to those that were copied. A target that counts from vertex 0
    /// adds `first_vertex` too.
    pub vertices: IndexedVertices,
    /// Where the indices come from, and why; `None` if there are none.
    pub decision: Option<Decision>,
}

impl IndexData {
    /// The vertices of a draw without indices.
    pub(crate) const fn of_arrays(first: u32, count: u32) -> Self {
        Self::new(IndexedVertices {
            vertices: count,
            first_vertex: first,
            base_vertex_offset: 0,
        })
    }

    /// Vertices one after the other, until there is more to say.
    pub(crate) const fn new(vertices: IndexedVertices) -> Self {
        Self {
            indices: None,
            vertices,
            decision: None,
        }
    }
}
