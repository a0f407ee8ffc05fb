//! Packs single descriptors.

use mali_instancing::data::BuiltInId;
use mali_instancing::descriptor::{
    self, AttributeFields, InstanceId, ValhallAttributeFields, ValhallFetchMode, VertexId,
};
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::{Arch, BufferAddress, Error, FetchMode, Padding, Rounding};

use super::descriptor::PackedDescriptor;
use super::draw::hardware_divisor;
use super::wrong::{Wrong, rate};
use crate::choice::Named;
use crate::manifest::{
    Attribute, AttributeBuffer, Draw, Flag, FormatOrField, Invocation, Job, Special,
    ValhallAttribute,
};
use crate::read::Number;

/// The rules of a descriptor, on an architecture.
fn pipeline(
    arch: Arch,
    padding: Option<Padding>,
    rounding: Option<Rounding>,
    idvs: Option<bool>,
) -> Pipeline {
    let absent = Pipeline::new(arch);
    absent
        .with_padding(padding.unwrap_or(absent.padding))
        .with_rounding(rounding.unwrap_or(absent.rounding))
        .with_idvs(idvs.unwrap_or(absent.idvs))
}

fn counts(
    vertices: Option<Number<u32>>,
    instances: Option<Number<u32>>,
) -> Result<DrawCounts, Wrong> {
    let Number(vertices) = vertices.ok_or(Wrong::missing("vertices"))?;
    let instances = instances.map(|Number(instances)| instances);
    Ok(DrawCounts::any_instances(vertices).with_instances(instances))
}

fn or_zero<T: From<u8>>(number: Option<Number<T>>) -> T {
    number.map_or(0.into(), |Number(number)| number)
}

fn buffer_index(index: Option<Number<u32>>) -> Result<u32, Wrong> {
    let Number(index) = index.ok_or(Wrong::missing("buffer_index"))?;
    Ok(index)
}

fn format_field(format: Option<FormatOrField>, arch: Arch) -> Result<u32, Wrong> {
    let field = format.ok_or(Wrong::missing("format"))?.field(arch);
    field.map_err(|error| Wrong::new("format", error))
}

pub(super) fn attribute_buffer(
    one: &AttributeBuffer,
    arch: Arch,
) -> Result<PackedDescriptor, Wrong> {
    let pipeline = pipeline(arch, one.padding, one.rounding, one.idvs);
    let thread_count = pipeline.thread_count(&counts(one.vertices, one.instances)?)?;
    let rate = rate(one.rate, one.divisor)?;
    let mode = FetchMode::new(thread_count, rate, pipeline.rounding)?;
    let divisor = hardware_divisor(thread_count, mode, rate)?;
    let address = BufferAddress::new(or_zero(one.address))?;
    let (stride, size) = (or_zero(one.stride), or_zero(one.size));
    let padded = thread_count.padded_vertices().get();
    let summary = match (mode, divisor) {
        (FetchMode::Linear, _) => "linear: an element per vertex".to_owned(),
        (FetchMode::Constant, _) => "linear, stride 0: one element for all threads".to_owned(),
        // Of the modes without a divisor only the modulus is left.
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
        buffer_index: buffer_index(one.buffer_index)?,
        offset_enable: one.offset_enable.is_none_or(|Flag(flag)| flag),
        offset: or_zero(one.offset),
    };
    let (index, format, offset) = (fields.buffer_index, fields.format, fields.offset);
    let summary = format!("attribute of descriptor {index}: format {format:#08x}, offset {offset}");
    let words = descriptor::Attribute::new(fields)?.words();
    Ok(PackedDescriptor::new(arch, words, summary))
}

pub(super) fn special(one: &Special, arch: Arch) -> Result<PackedDescriptor, Wrong> {
    let record = one.record.ok_or(Wrong::missing("record"))?;
    let pipeline = pipeline(arch, one.padding, one.rounding, one.idvs);
    let thread_count = pipeline.thread_count(&counts(one.vertices, one.instances)?)?;
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
    let Named(job) = one.kind.ok_or(Wrong::missing("kind"))?;
    // In the order of the descriptor.
    let dimensions = [
        ("size_x", one.size_x),
        ("size_y", one.size_y),
        ("size_z", one.size_z),
        ("workgroups_x", one.workgroups_x),
        ("workgroups_y", one.workgroups_y),
        ("workgroups_z", one.workgroups_z),
    ]
    .map(|(key, dimension)| (key, dimension.map_or(1, |Number(dimension)| dimension)));
    let [size_x, size_y, size_z, x, y, z] = dimensions.map(|(_, dimension)| dimension);
    if let (Job::Draw, Some((key, dimension))) =
        (job, dimensions[..4].iter().find(|(_, one)| *one != 1))
    {
        // A draw's `Invocation` has the sizes and the first dimension of the workgroups at 1.
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
        // The split of a compute job is the number of bits of the three sizes, so the workgroups have no part in it.
        Error::InvocationSplit { .. } => Wrong::new(largest(&dimensions[..3]), error),
        error => error.into(),
    })?;
    Ok(PackedDescriptor::new(arch, packed.words(), summary))
}

pub(super) fn draw(one: &Draw, arch: Arch) -> Result<PackedDescriptor, Wrong> {
    let pipeline = pipeline(arch, one.padding, None, one.idvs);
    let counts = counts(one.vertices, one.instances)?
        .with_primitive_vertices(one.primitive_vertices.map(|Number(number)| number));
    let thread_count = pipeline.thread_count(&counts)?;
    let primitive_size = pipeline.instance_primitive_size(&counts)?;
    let offset_start = or_zero(one.offset_start);
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
    let pipeline = pipeline(arch, None, one.rounding, None);
    // From V9 on no word of an attribute depends on the counts. They are checked all the same: a count of 0 is a
    // mistake.
    let vertices = one.vertices.or(Some(Number(1)));
    pipeline.thread_count(&counts(vertices, one.instances)?)?;
    let format = format_field(one.format, arch)?;
    let rate = rate(one.rate, one.divisor)?;
    let fields = ValhallAttributeFields {
        mode: ValhallFetchMode::new(rate, pipeline.rounding),
        format,
        // A single attribute has no key for it. In a `vertex_input` it is `resource_table`.
        table: 0,
        offset: or_zero(one.offset),
        buffer_index: buffer_index(one.buffer_index)?,
        stride: or_zero(one.stride),
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
