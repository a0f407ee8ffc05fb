//! Indirect draws: the part that all draws have in common. The rest is in their commands.

use mali_indirect::{IndirectDraw, IndirectError, IndirectIndices, IndirectVertices, Kernel};
use mali_instancing::data::{Keys, PipelineKeys};
use mali_instancing::draw::{IndexBounds, TableLayout};
use mali_instancing::{Arch, Argument, Part};

use super::alone::pipeline;
use super::vertex_input::Parts;
use super::wrong::Wrong;
use crate::manifest::{Table, VertexInput};

/// Passes the kernels of a vertex input with a count that is `"indirect"` to `write`.
pub(crate) fn with_kernel<R>(
    input: &VertexInput,
    arch: Arch,
    are_buffers_in_memory: bool,
    write: impl FnOnce(&Kernel) -> R,
) -> Result<R, Wrong> {
    let keys = PipelineKeys {
        layout: match input.draw.pipeline.layout {
            None if arch.has_attribute_buffers() => Some(TableLayout::Fixed),
            layout => layout,
        },
        ..input.draw.pipeline
    };
    let pipeline = pipeline(keys, arch)?;
    if pipeline.idvs {
        arch.check_idvs()?;
    }
    if input.draw.counts.padded_vertices.is_some() {
        let reason = "the GPU pads the vertices of an indirect draw: leave it out";
        return Err(Wrong::new("padded_vertices", reason));
    }
    let vertices = vertices(input)?;
    let parts = Parts::new(input, arch)?;
    let mut sizes = parts.buffers.iter().map(|buffer| buffer.size);
    if let Some(number) = sizes.position(|size| size.is_none() && !are_buffers_in_memory) {
        let reason = "it has no size, which is a constant in a kernel: give it in bytes";
        return Err(Wrong::new("size", reason).of(Part::Buffer(number)));
    }
    let draw = IndirectDraw {
        pipeline,
        vertices,
        instances: input.draw.count(Argument::Instances),
        first_instance: input.draw.count(Argument::FirstInstance),
        primitive_vertices: input.draw.counts.primitive_vertices,
        varyings: input.varyings.unwrap_or(0),
        buffers: &parts.buffers,
        attributes: &parts.attributes,
        ranges: &parts.ranges,
    };
    let kernel = if are_buffers_in_memory {
        Kernel::with_buffers_in_memory(&draw)
    } else {
        Kernel::new(&draw)
    };
    match kernel {
        Ok(kernel) => Ok(write(&kernel)),
        Err(IndirectError::Draw(error)) => Err(error.into()),
        Err(error) => Err(Wrong::new(error.argument(), error)),
    }
}

fn vertices(input: &VertexInput) -> Result<IndirectVertices, Wrong> {
    let counts = [Argument::Vertices, Argument::FirstVertex].map(|count| input.draw.count(count));
    let Some(index_type) = input.index_type else {
        let of_indices = &["restart_index", "minimum_index", "maximum_index"];
        let reason = "only an indexed draw has one: give its index_type too";
        Wrong::if_any(&input.present(), of_indices, reason)?;
        let [vertices, first_vertex] = counts;
        return Ok(IndirectVertices::InOrder {
            vertices,
            first_vertex,
        });
    };
    let bounds = match (input.minimum_index, input.maximum_index) {
        (Some(minimum), Some(maximum)) => {
            let bounds = IndexBounds { minimum, maximum };
            bounds.vertices(0)?;
            Some(bounds)
        }
        (None, None) => None,
        (Some(_), None) => return Err(Wrong::missing("maximum_index")),
        (None, Some(_)) => return Err(Wrong::missing("minimum_index")),
    };
    let known: Vec<_> = input.draw.counts.present().collect();
    let reason = "the vertices of an indexed draw follow from its indices: write \"indirect\", or leave out index_type";
    Wrong::if_any(&known, &["vertices", "first_vertex"], reason)?;
    Ok(IndirectVertices::Indexed(IndirectIndices {
        index_type,
        restart_index: input.restart_index,
        bounds,
    }))
}
