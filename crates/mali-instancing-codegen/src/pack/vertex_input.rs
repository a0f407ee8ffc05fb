//! Converts the tables of a vertex input to the core's structures.

use mali_instancing::data::{KeyError, Quoted, VertexBufferKeys};
use mali_instancing::draw::{BufferRange, VertexAttribute, VertexBuffer, check_overlap};
use mali_instancing::{Arch, Part};

use super::alone::halves;
use super::draw::PackedDraw;
use super::wrong::Wrong;
use crate::manifest::{InputAttribute, InputBuffer, Table, VertexInput};
use crate::suggestion::unknown;

/// The parts of a vertex input, as the core's structures.
pub(super) struct Parts {
    pub(super) buffers: Vec<VertexBuffer>,
    pub(super) ranges: Vec<BufferRange>,
    pub(super) attributes: Vec<VertexAttribute>,
}

pub(super) fn pack(input: &VertexInput, arch: Arch) -> Result<PackedDraw, Wrong> {
    if let Some(count) = input.draw.indirect.first() {
        let reason = "only the GPU knows it, which packs such a draw itself: \
                      `mali-instancing shader --from` writes its kernel";
        return Err(Wrong::new(count.name(), reason));
    }
    check_direct(input)?;
    let (pipeline, counts) = halves(input.draw.pipeline, input.draw.counts, arch)?;
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
        input.draw.check_arguments(arch)?;
        let buffers = input.buffers.iter().enumerate().map(|(index, one)| {
            buffer(one).map_err(|error| Wrong::from(error).of(Part::Buffer(index)))
        });
        let buffers = buffers.collect::<Result<Vec<_>, _>>()?;
        let attributes = input.attributes.iter().enumerate().map(|(index, one)| {
            attribute(one, arch, &input.buffers).map_err(|wrong| wrong.of(Part::Attribute(index)))
        });
        let attributes = attributes.collect::<Result<Vec<_>, _>>()?;
        let overlap = input.attributes.iter().map(|one| one.overlap == Some(true));
        check_overlap(&buffers, &attributes, &overlap.collect::<Vec<_>>())?;
        Ok(Self {
            ranges: input.buffers.iter().map(range).collect(),
            buffers,
            attributes,
        })
    }
}

fn buffer(keys: &InputBuffer) -> Result<VertexBuffer, KeyError> {
    let size = keys.buffer.size.or(keys.range.size);
    VertexBuffer::try_from(VertexBufferKeys {
        size,
        ..keys.buffer
    })
}

/// The range of a buffer. An absent address is 0, to be patched by the program, and so is an absent size.
fn range(keys: &InputBuffer) -> BufferRange {
    let address = keys.range.address.unwrap_or(0);
    match keys.buffer.size {
        Some(_) => BufferRange::at(address),
        None => BufferRange::new(address, 0),
    }
}

fn attribute(
    one: &InputAttribute,
    arch: Arch,
    buffers: &[InputBuffer],
) -> Result<VertexAttribute, Wrong> {
    let mut keys = one.attribute;
    if keys.source.source.is_some() {
        let reason = "an attribute with a `source` has none: leave one of both out";
        let others = &["buffer", "format", "offset", "overlap"];
        Wrong::if_any(&one.present(), others, reason)?;
        return Ok(keys.try_into()?);
    }
    let name = one.buffer.as_ref().ok_or(Wrong::missing("buffer"))?;
    keys.source.buffer = buffers.iter().position(|buffer| buffer.name == *name);
    if keys.source.buffer.is_none() {
        let names: Vec<&str> = buffers.iter().map(|buffer| &*buffer.name).collect();
        let reason = if names.is_empty() {
            let name = Quoted::new(name);
            format!("`{name}` is unknown: the vertex input has no buffers")
        } else {
            unknown(name, &names)
        };
        return Err(Wrong::new("buffer", reason));
    }
    let format = one.format.ok_or(Wrong::missing("format"))?.format(arch);
    keys.format = Some(format.map_err(|error| Wrong::new("format", error))?);
    Ok(keys.try_into()?)
}
