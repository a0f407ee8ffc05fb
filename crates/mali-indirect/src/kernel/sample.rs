//! A draw that stands for all draws: words that depend on no command are the same in every draw.

use alloc::vec;
use alloc::vec::Vec;

use mali_instancing::draw::{BufferRange, DrawCounts, VertexBuffer, check_ranges, write};

use crate::error::IndirectError;
use crate::indices::IndirectIndices;
use crate::indirect_draw::{DrawLayout, IndirectDraw, IndirectVertices};
use crate::status::Status;

/// The words of the sample with these buffers: the tables, the `Draw` and the `Invocation`, and zeros. What is an error in
/// the sample is one in every draw, and is found here and not on the GPU.
pub(super) fn sample_words(
    draw: &IndirectDraw,
    layout: &DrawLayout,
    buffers: &[VertexBuffer],
    ranges: &[BufferRange],
) -> Result<Vec<u32>, IndirectError> {
    let pipeline = &draw.pipeline;
    if draw.varyings != 0 && !pipeline.arch.has_attribute_buffers() {
        return Err(IndirectError::Varyings {
            arch: pipeline.arch.number(),
        });
    }
    let mut words = vec![0; layout.words];
    let counts = sample_counts(draw)?;
    check_ranges(pipeline, draw.attributes, ranges)?;
    let attributes = draw.attributes;
    write(pipeline, &counts, buffers, attributes, ranges, &mut words)?;
    // `write` has no part in these two. The other words stay zeros: 0 is `Status::Drawn`, and `DrawWords` has
    // expressions for the rest.
    let own = pipeline.draw(&counts)?.map(|draw| draw.words());
    let invocation = pipeline.invocation(&counts)?;
    let invocation = invocation.map(|invocation| invocation.words());
    for (at, pair) in [(layout.draw, own), (layout.invocation, invocation)] {
        words[at..at + 2].copy_from_slice(&pair.unwrap_or_default());
    }
    Ok(words)
}

/// A draw with the known numbers, and otherwise the smallest numbers that are drawn.
fn sample_counts(draw: &IndirectDraw) -> Result<DrawCounts, IndirectError> {
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
