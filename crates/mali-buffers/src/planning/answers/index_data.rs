use crate::types::IndexType;
use mali_instancing::draw::IndexedVertices;

/// The indices that a draw reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndexInput {
    /// The address of the first index.
    pub address: u64,
    /// The type of the indices.
    pub index_type: IndexType,
    /// The number of indices.
    pub count: u32,
    /// The index that restarts primitives, if one does.
    pub restart_index: Option<u32>,
}

/// The vertices from which a draw's primitives are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndexData {
    /// The draw's indices; `None` if its vertices are consecutive.
    pub indices: Option<IndexInput>,
    /// The vertices that the draw shades, and the number that is added to an index to count among them. It is the same
    /// for the application's own indices and for copied ones. A target that counts from vertex 0 adds `first_vertex`
    /// too.
    pub vertices: IndexedVertices,
}

impl IndexData {
    /// The vertices of a draw without indices.
    pub(crate) const fn of_arrays(first: u32, count: u32) -> Self {
        Self {
            indices: None,
            vertices: IndexedVertices {
                vertices: count,
                first_vertex: first,
                base_vertex_offset: 0,
            },
        }
    }
}
