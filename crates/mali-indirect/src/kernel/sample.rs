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
    let smallest = sample_counts(draw, 1, 0)?;
    check_ranges(pipeline, draw.attributes, ranges)?;
    let smallest = packed(draw, layout, buffers, ranges, smallest);
    if !matches!(smallest, Err(IndirectError::NotDrawn(Status::Offset))) {
        return smallest;
    }
    // With several instances the first vertex is subtracted from the first instance in an offset. A known first instance
    // that is too large for the smallest draw fits best where both are equal.
    let equal = sample_counts(draw, 2, draw.first_instance.or(0))?;
    packed(draw, layout, buffers, ranges, equal).or(smallest)
}

fn packed(
    draw: &IndirectDraw,
    layout: &DrawLayout,
    buffers: &[VertexBuffer],
    ranges: &[BufferRange],
    counts: DrawCounts,
) -> Result<Vec<u32>, IndirectError> {
    let (pipeline, attributes) = (&draw.pipeline, draw.attributes);
    let mut words = vec![0; layout.words];
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

/// A draw with the known numbers, and otherwise these instances and this first vertex, and the fewest vertices.
fn sample_counts(
    draw: &IndirectDraw,
    instances: u32,
    first_vertex: u32,
) -> Result<DrawCounts, IndirectError> {
    let (vertices, first_vertex) = match draw.vertices {
        IndirectVertices::InOrder {
            vertices,
            first_vertex: known,
        } => (vertices.or(1), known.or(first_vertex)),
        // Any base vertex gives the same number of vertices.
        IndirectVertices::Indexed(IndirectIndices {
            bounds: Some(bounds),
            ..
        }) => (bounds.vertices(0)?.vertices, first_vertex),
        IndirectVertices::Indexed(_) => (1, first_vertex),
    };
    let instances = draw.instances.or(instances);
    if vertices == 0 || instances == 0 {
        return Err(IndirectError::NotDrawn(Status::Empty));
    }
    Ok(DrawCounts::instanced(vertices, instances)
        .with_first_vertex(first_vertex)
        .with_first_instance(draw.first_instance.or(0))
        .with_primitive_vertices(draw.primitive_vertices))
}
