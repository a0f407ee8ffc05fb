//! A draw that stands for all draws: words that depend on no command are the same in every draw.

use mali_instancing::draw::DrawCounts;

use crate::error::IndirectError;
use crate::indices::IndirectIndices;
use crate::indirect_draw::{IndirectDraw, IndirectVertices};
use crate::status::Status;

/// A draw with the known numbers, and otherwise the smallest numbers that are drawn.
pub(super) fn sample_counts(draw: &IndirectDraw) -> Result<DrawCounts, IndirectError> {
    let (vertices, first_vertex) = match draw.vertices {
        IndirectVertices::InOrder {
            vertices,
            first_vertex,
        } => (vertices.or(1), first_vertex.or(0)),
        // Any base vertex gives the same number of vertices.
        IndirectVertices::Indexed(IndirectIndices {
            bounds: Some(bounds),
            ..
        }) => (bounds.vertices(0)?.vertices, 0),
        IndirectVertices::Indexed(_) => (1, 0),
    };
    let instances = draw.instances.or(1);
    if vertices == 0 || instances == 0 {
        return Err(IndirectError::NotDrawn(Status::Empty));
    }
    Ok(DrawCounts::instanced(vertices, instances)
        .with_first_vertex(first_vertex)
        .with_first_instance(draw.first_instance.or(0))
        .with_primitive_vertices(draw.primitive_vertices))
}
