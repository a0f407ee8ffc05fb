//! Indirect draws: the part that all draws have in common. The rest is in their commands.

use mali_indirect::{IndirectDraw, IndirectError, IndirectIndices, IndirectVertices, Kernel};
use mali_instancing::draw::{IndexBounds, TableLayout};
use mali_instancing::{Arch, Part};

use super::vertex_input::Parts;
use super::wrong::Wrong;
use crate::choice::Named;
use crate::manifest::{NumberOrIndirect, Table, VertexInput};
use crate::read::Number;

/// Passes the kernels of a vertex input with a count that is `"indirect"` to `write`.
pub(crate) fn with_kernel<R>(
    input: &VertexInput,
    arch: Arch,
    are_buffers_in_memory: bool,
    write: impl FnOnce(&Kernel) -> R,
) -> Result<R, Wrong> {
    let mut pipeline = input.pipeline(arch);
    // The kernel writes the words of draws of any counts. In the layout `fixed` none of them moves with the counts,
    // since every buffer has two descriptors. A direct draw has the layout `driver` by default.
    if input.layout.is_none() && arch.has_attribute_buffers() {
        pipeline.layout = TableLayout::Fixed;
    }
    // In a direct draw the counts' check finds this.
    if pipeline.idvs {
        arch.check_idvs()?;
    }
    if input.padded_vertices.is_some() {
        let reason = "the GPU pads the vertices of an indirect draw: leave it out";
        return Err(Wrong::new("padded_vertices", reason));
    }
    let vertices = vertices(input)?;
    let parts = Parts::new(input, arch)?;
    let mut sizes = parts.buffers.iter().map(|buffer| buffer.size);
    // A direct draw may leave a size to the program, which patches the word. Nobody patches the kernel's constants.
    if let Some(number) = sizes.position(|size| size.is_none() && !are_buffers_in_memory) {
        let reason = "it has no size, which is a constant in a kernel: give it in bytes";
        return Err(Wrong::new("size", reason).of(Part::Buffer(number)));
    }
    let draw = IndirectDraw {
        pipeline,
        vertices,
        instances: NumberOrIndirect::count(input.instances),
        first_instance: NumberOrIndirect::count(input.first_instance),
        primitive_vertices: input.primitive_vertices.map(|Number(number)| number),
        varyings: input.varyings.map_or(0, |Number(bytes)| bytes),
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
    let Some(Named(index_type)) = input.index_type else {
        let of_indices = &["restart_index", "minimum_index", "maximum_index"];
        let reason = "only an indexed draw has one: give its index_type too";
        Wrong::if_any(&input.present(), of_indices, reason)?;
        return Ok(IndirectVertices::InOrder {
            vertices: NumberOrIndirect::count(input.vertices),
            first_vertex: NumberOrIndirect::count(input.first_vertex),
        });
    };
    let bounds = match (input.minimum_index, input.maximum_index) {
        (Some(Number(minimum)), Some(Number(maximum))) => {
            let bounds = IndexBounds { minimum, maximum };
            // Only for its errors. The base vertex comes with the command.
            bounds.vertices(0)?;
            Some(bounds)
        }
        (None, None) => None,
        (Some(_), None) => return Err(Wrong::missing("maximum_index")),
        (None, Some(_)) => return Err(Wrong::missing("minimum_index")),
    };
    // The kernel derives both from the indices and the base vertex: a number in the manifest would have no effect.
    let counts = [
        ("vertices", input.vertices),
        ("first_vertex", input.first_vertex),
    ];
    let is_known =
        |count: Option<NumberOrIndirect>| count.and_then(NumberOrIndirect::known).is_some();
    if let Some((key, _)) = counts.into_iter().find(|(_, count)| is_known(*count)) {
        let reason = "the vertices of an indexed draw follow from its indices: write \"indirect\", or leave out index_type";
        return Err(Wrong::new(key, reason));
    }
    Ok(IndirectVertices::Indexed(IndirectIndices {
        index_type,
        restart_index: input.restart_index.map(|Number(index)| index),
        bounds,
    }))
}
