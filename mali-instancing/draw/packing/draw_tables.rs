use super::layout::Layout;
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::parts::{BufferRange, VertexBuffer};

/// A draw, except its attributes.
pub(in crate::draw) struct DrawTables<'a> {
    pub(in crate::draw) pipeline: &'a Pipeline,
    pub(in crate::draw) layout: &'a Layout,
    pub(in crate::draw) buffers: &'a [VertexBuffer],
    pub(in crate::draw) counts: &'a DrawCounts,
    pub(in crate::draw) ranges: &'a [BufferRange],
}
