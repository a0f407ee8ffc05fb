//! Packs single descriptors.

use mali_instancing::data::{BuiltInId, DrawCountsKeys, KeyError, PipelineKeys};
use mali_instancing::descriptor::{
    self, AttributeFields, InstanceId, ValhallAttributeFields, ValhallFetchMode, VertexId,
};
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::{Arch, BufferAddress, Error, FetchMode, InputRate};

use super::descriptor::PackedDescriptor;
use super::draw::hardware_divisor;
use super::wrong::Wrong;
use crate::manifest::{
    Attribute, AttributeBuffer, Draw, Flag, FormatOrField, Invocation, Job, Special,
    ValhallAttribute,
};

/// The draw that keys describe, on an architecture.
pub(super) fn halves(
    keys: PipelineKeys,
    counts: DrawCountsKeys,
    arch: Arch,
) -> Result<(Pipeline, DrawCounts), KeyError> {
    Ok((pipeline(keys, arch)?, counts.try_into()?))
}

/// The rules that keys describe, on an architecture.
pub(super) fn pipeline(keys: PipelineKeys, arch: Arch) -> Result<Pipeline, KeyError> {
    let arch = Some(arch);
    PipelineKeys { arch, ..keys }.try_into()
}

fn format_field(format: Option<FormatOrField>, arch: Arch) -> Result<u32, Wrong> {
    let field = format.ok_or(Wrong::missing("format"))?.field(arch);
    field.map_err(|error| Wrong::new("format", error))
}

pub(super) fn attribute_buffer(
    one: &AttributeBuffer,
    arch: Arch,
) -> Result<PackedDescriptor, Wrong> {
    let (pipeline, counts) = halves(one.pipeline, one.counts, arch)?;
    let thread_count = pipeline.thread_count(&counts)?;
    let rate = InputRate::try_from(one.buffer.rate)?;
    let mode = FetchMode::new(thread_count, rate, pipeline.rounding)?;
    let divisor = hardware_divisor(thread_count, mode, rate)?;
    let address = BufferAddress::new(one.range.address.unwrap_or(0))?;
    let size = one.buffer.size.or(one.range.size).unwrap_or(0);
    let stride = one.buffer.stride.unwrap_or(0);
    let padded = thread_count.padded_vertices().get();
    let summary = match (mode, divisor) {
        (FetchMode::Linear, _) => "linear: an element per vertex".to_owned(),
        (FetchMode::Constant, _) => "linear, stride 0: one element for all threads".to_owned(),
        (_, None) => format!("modulus: an element per vertex, {padded} threads per instance"),
        (_, Some(divisor)) => {
            format!("divisor: an element per {divisor} threads, {padded} threads per instance")
        }
    };
    let words = descriptor::AttributeBuffer::new(mode, address, stride, size).words();
    Ok(PackedDescriptor {
        mode: Some(mode.name()),
        padded_vertices: Some(padded),
        hardware_divisor: Some(divisor),
        ..PackedDescriptor::new(arch, words, summary)
    })
}

pub(super) fn attribute(one: &Attribute, arch: Arch) -> Result<PackedDescriptor, Wrong> {
    let fields = AttributeFields {
        format: format_field(one.format, arch)?,
        buffer_index: one.buffer_index.ok_or(Wrong::missing("buffer_index"))?,
        offset_enable: one.offset_enable.is_none_or(|Flag(flag)| flag),
        offset: one.offset.unwrap_or(0),
    };
    let (index, format, offset) = (fields.buffer_index, fields.format, fields.offset);
    let summary = format!("attribute of descriptor {index}: format {format:#08x}, offset {offset}");
    let words = descriptor::Attribute::new(fields)?.words();
    Ok(PackedDescriptor::new(arch, words, summary))
}

pub(super) fn special(one: &Special, arch: Arch) -> Result<PackedDescriptor, Wrong> {
    let record = one.record.ok_or(Wrong::missing("record"))?;
    let (pipeline, counts) = halves(one.pipeline, one.counts, arch)?;
    let thread_count = pipeline.thread_count(&counts)?;
    let rounding = pipeline.rounding;
    let (title, words) = match record {
        BuiltInId::VertexId => ("vertex ID", VertexId::new(thread_count).words()),
        BuiltInId::InstanceId => {
            let id = InstanceId::new(thread_count, rounding);
            ("instance ID", id.words())
        }
    };
    let padded = thread_count.padded_vertices().get();
    let summary = if thread_count.is_instanced() {
        format!("{title}: {padded} threads per instance")
    } else {
        format!("{title}: not instanced")
    };
    Ok(PackedDescriptor {
        padded_vertices: Some(padded),
        ..PackedDescriptor::new(arch, words, summary)
    })
}

pub(super) fn invocation(one: &Invocation, arch: Arch) -> Result<PackedDescriptor, Wrong> {
    let job = one.kind.ok_or(Wrong::missing("kind"))?;
    // In the order of the descriptor.
    let dimensions = [
        ("size_x", one.size_x),
        ("size_y", one.size_y),
        ("size_z", one.size_z),
        ("workgroups_x", one.workgroups_x),
        ("workgroups_y", one.workgroups_y),
        ("workgroups_z", one.workgroups_z),
    ]
    .map(|(key, dimension)| (key, dimension.unwrap_or(1)));
    let [size_x, size_y, size_z, x, y, z] = dimensions.map(|(_, dimension)| dimension);
    if let (Job::Draw, Some((key, dimension))) =
        (job, dimensions[..4].iter().find(|(_, one)| *one != 1))
    {
        let allowed = "workgroups_y are its vertices, workgroups_z its instances";
        let reason = format!("a draw cannot have {dimension}: 1 is allowed, {allowed}");
        return Err(Wrong::new(key, reason));
    }
    let (packed, summary) = match job {
        Job::Draw => {
            let summary = format!("invocation: draw of {y} vertices, {z} instances");
            (descriptor::Invocation::draw(y, z), summary)
        }
        Job::Compute => {
            let groups = format!("{x} · {y} · {z} workgroups");
            let threads = format!("{size_x} · {size_y} · {size_z} threads");
            let sizes = [size_x, size_y, size_z];
            let compute = descriptor::Invocation::compute(sizes, [x, y, z]);
            (compute, format!("invocation: {groups} of {threads}"))
        }
    };
    // The error is about the dimension that takes the most bits.
    let largest = |dimensions: &[(&'static str, u32)]| {
        let largest = dimensions.iter().max_by_key(|(_, dimension)| *dimension);
        largest.map_or("size_x", |(key, _)| key)
    };
    let packed = packed.map_err(|error| match error {
        Error::InvocationBits { .. } => Wrong::new(largest(&dimensions), error),
        Error::InvocationSplit { .. } => Wrong::new(largest(&dimensions[..3]), error),
        error => error.into(),
    })?;
    Ok(PackedDescriptor::new(arch, packed.words(), summary))
}

pub(super) fn draw(one: &Draw, arch: Arch) -> Result<PackedDescriptor, Wrong> {
    let (pipeline, counts) = halves(one.pipeline, one.counts, arch)?;
    let thread_count = pipeline.thread_count(&counts)?;
    let primitive_size = pipeline.instance_primitive_size(&counts)?;
    let offset_start = one.offset_start.unwrap_or(0);
    let instance_size = thread_count.instance_size().get();
    let primitives = match counts.primitive_vertices {
        Some(_) => format!("instance primitive size {}, ", primitive_size.get()),
        None => String::new(),
    };
    let draw = descriptor::Draw::new(thread_count, offset_start)
        .with_instance_primitive_size(primitive_size);
    let summary =
        format!("draw: instance size {instance_size}, {primitives}offset start {offset_start}");
    Ok(PackedDescriptor {
        padded_vertices: Some(thread_count.padded_vertices().get()),
        ..PackedDescriptor::new(arch, draw.words(), summary)
    })
}

pub(super) fn valhall_attribute(
    one: &ValhallAttribute,
    arch: Arch,
) -> Result<PackedDescriptor, Wrong> {
    let mut counts = one.counts;
    counts.vertices = counts.vertices.or(Some(1));
    let (pipeline, counts) = halves(one.pipeline, counts, arch)?;
    pipeline.thread_count(&counts)?;
    let format = format_field(one.format, arch)?;
    let rate = InputRate::try_from(one.buffer.rate)?;
    let fields = ValhallAttributeFields {
        mode: ValhallFetchMode::new(rate, pipeline.rounding),
        format,
        table: 0,
        offset: one.offset.unwrap_or(0),
        buffer_index: one.buffer_index.ok_or(Wrong::missing("buffer_index"))?,
        stride: one.buffer.stride.unwrap_or(0),
    };
    let (mode, index, offset) = (fields.mode, fields.buffer_index, fields.offset);
    let summary =
        format!("attribute of buffer {index}, {mode}: format {format:#08x}, offset {offset}");
    let words = descriptor::ValhallAttribute::new(fields)?.words();
    Ok(PackedDescriptor {
        mode: Some(mode.name()),
        ..PackedDescriptor::new(arch, words, summary)
    })
}
