//! Converts the tables of a vertex input to the core's structures.

use mali_instancing::data::BuiltInId;
use mali_instancing::draw::{BufferRange, VertexAttribute, VertexBuffer, check_overlap};
use mali_instancing::{Arch, Part};

use super::draw::PackedDraw;
use super::wrong::{Wrong, rate};
use crate::manifest::{InputAttribute, InputBuffer, Table, VertexInput};
use crate::read::{Number, Quoted};
use crate::suggestion::unknown;

/// The parts of a vertex input, as the core's structures.
pub(super) struct Parts {
    pub(super) buffers: Vec<VertexBuffer>,
    pub(super) ranges: Vec<BufferRange>,
    pub(super) attributes: Vec<VertexAttribute>,
}

pub(super) fn pack(input: &VertexInput, arch: Arch) -> Result<PackedDraw, Wrong> {
    if let Some(count) = input.indirect() {
        let reason = "only the GPU knows it, which packs such a draw itself: \
                      `mali-instancing shader --from` writes its kernel";
        return Err(Wrong::new(count, reason));
    }
    check_direct(input)?;
    let pipeline = input.pipeline(arch);
    let counts = input.counts().ok_or(Wrong::missing("vertices"))?;
    // Errors in the draw come first.
    pipeline.thread_count(&counts)?;
    pipeline.invocation(&counts)?;
    let parts = Parts::new(input, arch)?;
    let (ranges, attributes) = (&parts.ranges, &parts.attributes);
    Ok(PackedDraw::new(
        pipeline,
        counts,
        parts.buffers,
        ranges,
        attributes,
    )?)
}

/// Refuses the keys that only an indirect draw has.
pub(super) fn check_direct(input: &VertexInput) -> Result<(), Wrong> {
    let indices = &[
        "index_type",
        "restart_index",
        "minimum_index",
        "maximum_index",
    ];
    let reason = "only an indirect draw has it, with a count that is \"indirect\"";
    let there = input.present();
    Wrong::if_any(&there, &["varyings"], reason)?;
    Wrong::if_any(&there, indices, reason)
}

impl Parts {
    pub(super) fn new(input: &VertexInput, arch: Arch) -> Result<Self, Wrong> {
        input.check_arguments(arch)?;
        let buffers = input
            .buffers
            .iter()
            .enumerate()
            .map(|(index, one)| buffer(one).map_err(|wrong| wrong.of(Part::Buffer(index))));
        let buffers = buffers.collect::<Result<Vec<_>, _>>()?;
        let attributes = input.attributes.iter().enumerate().map(|(index, one)| {
            attribute(one, arch, &input.buffers).map_err(|wrong| wrong.of(Part::Attribute(index)))
        });
        let attributes = attributes.collect::<Result<Vec<_>, _>>()?;
        // APIs allow an overlap, so the core packs one without an error. In a manifest it needs the key.
        let overlap = input.attributes.iter().map(|one| one.overlap == Some(true));
        check_overlap(&buffers, &attributes, &overlap.collect::<Vec<_>>())?;
        Ok(Self {
            ranges: input.buffers.iter().map(range).collect(),
            buffers,
            attributes,
        })
    }
}

fn buffer(one: &InputBuffer) -> Result<VertexBuffer, Wrong> {
    // All fields, so that a new one is not forgotten here.
    let InputBuffer {
        name: _,
        rate: given,
        divisor,
        stride,
        size,
        address: _,
    } = *one;
    let Number(stride) = stride.ok_or(Wrong::missing("stride"))?;
    let size = size.map(|Number(size)| size);
    Ok(VertexBuffer::new(stride, rate(given, divisor)?).with_size(size))
}

/// The range of a buffer. An absent address is 0, to be patched by the program, and so is an absent size.
fn range(one: &InputBuffer) -> BufferRange {
    let address = one.address.map_or(0, |Number(address)| address);
    match one.size {
        // `at` leaves the size open, so that of the `VertexBuffer` counts.
        Some(_) => BufferRange::at(address),
        None => BufferRange::new(address, 0),
    }
}

fn attribute(
    one: &InputAttribute,
    arch: Arch,
    buffers: &[InputBuffer],
) -> Result<VertexAttribute, Wrong> {
    if let Some(id) = one.source {
        let reason = "an attribute with a `source` has none: leave one of both out";
        let others = &["buffer", "format", "offset", "overlap"];
        Wrong::if_any(&one.present(), others, reason)?;
        return Ok(match id {
            BuiltInId::VertexId => VertexAttribute::VERTEX_ID,
            BuiltInId::InstanceId => VertexAttribute::INSTANCE_ID,
        });
    }
    let name = one.buffer.as_ref().ok_or(Wrong::missing("buffer"))?;
    let Some(buffer) = buffers.iter().position(|buffer| buffer.name == *name) else {
        let names: Vec<&str> = buffers.iter().map(|buffer| &*buffer.name).collect();
        let reason = if names.is_empty() {
            let name = Quoted::new(name);
            format!("`{name}` is unknown: the vertex input has no buffers")
        } else {
            unknown(name, &names)
        };
        return Err(Wrong::new("buffer", reason));
    };
    let format = one.format.ok_or(Wrong::missing("format"))?.format(arch);
    let format = format.map_err(|error| Wrong::new("format", error))?;
    let offset = one.offset.map_or(0, |Number(offset)| offset);
    Ok(VertexAttribute::new(buffer, format, offset))
}
