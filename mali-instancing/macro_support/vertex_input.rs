use core::num::NonZeroU32;

use super::{Flag, Number, stop, stop_with};
use crate::arch::Arch;
use crate::descriptor::ValhallAttribute;
use crate::draw::{
    AttributeSource, DrawCall, DrawError, ElementShift, VertexAttribute, VertexBuffer, VertexInput,
    check_overlap, words_needed,
};
use crate::error::Error;
use crate::fetch::{FetchMode, InputRate};
use crate::format::Format;

/// A draw whose buffers and attributes are added one after the other.
#[derive(Clone, Copy)]
pub struct VertexInputBuilder<const BUFFERS: usize, const ATTRIBUTES: usize> {
    call: DrawCall,
    buffers: [VertexBuffer; BUFFERS],
    buffer_count: usize,
    attributes: [VertexAttribute; ATTRIBUTES],
    attribute_count: usize,
}

impl<const BUFFERS: usize, const ATTRIBUTES: usize> VertexInputBuilder<BUFFERS, ATTRIBUTES> {
    pub const fn new(call: DrawCall) -> Self {
        Self {
            call,
            buffers: [VertexBuffer::new(0, InputRate::Vertex); BUFFERS],
            buffer_count: 0,
            attributes: [VertexAttribute::VERTEX_ID; ATTRIBUTES],
            attribute_count: 0,
        }
    }

    /// Stops where so many buffers and the attributes that are added have no room.
    #[track_caller]
    const fn check_room(&self, buffers: usize) {
        let (attributes, _) = self.attributes.split_at(self.attribute_count);
        if let Err(error) = words_needed(&self.call, buffers, attributes) {
            stop_with(&error.message())
        }
    }

    const fn push_attribute(mut self, attribute: VertexAttribute) -> Self {
        self.attributes[self.attribute_count] = attribute;
        self.attribute_count += 1;
        self
    }
}

/// The length of an `Attribute`. Where there is no such architecture, [`arch`](super::arch) says so.
pub const fn attribute_words(arch: &str) -> usize {
    match Arch::from_name(arch) {
        Some(arch) => arch.attribute_words(),
        None => 0,
    }
}

#[track_caller]
pub const fn idvs(call: DrawCall, idvs: Flag) -> DrawCall {
    if idvs.value {
        if let Err(error) = call.arch.check_idvs() {
            stop(error)
        }
    }
    DrawCall {
        idvs: idvs.value,
        ..call
    }
}

#[track_caller]
pub const fn resource_table(call: DrawCall, table: Number) -> DrawCall {
    if table.value > ValhallAttribute::MAX_TABLE {
        stop(Error::Table { table: table.value })
    }
    DrawCall {
        resource_table: table.value,
        ..call
    }
}

#[track_caller]
pub const fn primitive_vertices(call: DrawCall, vertices: Number) -> DrawCall {
    let primitive_vertices = NonZeroU32::new(vertices.value);
    if primitive_vertices.is_none() {
        stop(Error::PrimitiveVertices)
    }
    DrawCall {
        primitive_vertices,
        ..call
    }
}

#[track_caller]
pub const fn vertices(call: DrawCall) -> DrawCall {
    match call.padded_vertices() {
        Ok(_) => call,
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn instances(call: DrawCall, instances: Number) -> DrawCall {
    let call = DrawCall {
        instances: Some(instances.value),
        ..call
    };
    match call.invocation() {
        Ok(_) => call,
        Err(error) => stop_with(&error.message()),
    }
}

/// Stops at the buffer that is one too many.
#[track_caller]
pub const fn room_for_buffer<const BUFFERS: usize, const ATTRIBUTES: usize>(
    builder: VertexInputBuilder<BUFFERS, ATTRIBUTES>,
) -> VertexInputBuilder<BUFFERS, ATTRIBUTES> {
    builder.check_room(builder.buffer_count + 1);
    builder
}

#[track_caller]
pub const fn buffer<const BUFFERS: usize, const ATTRIBUTES: usize>(
    mut builder: VertexInputBuilder<BUFFERS, ATTRIBUTES>,
    stride: Number,
    rate: InputRate,
    size: Option<Number>,
) -> VertexInputBuilder<BUFFERS, ATTRIBUTES> {
    let call = builder.call;
    if call.arch.has_attribute_buffers() {
        if let Ok(thread_count) = call.thread_count() {
            if let Err(error) = FetchMode::new(thread_count, rate, call.rounding) {
                stop(error)
            }
        }
    }
    let buffer = VertexBuffer {
        size: match size {
            Some(size) => Some(size.value),
            None => None,
        },
        ..VertexBuffer::new(stride.value, rate)
    };
    builder.buffers[builder.buffer_count] = buffer;
    builder.buffer_count += 1;
    builder
}

/// The format of the attribute that is added next.
#[track_caller]
pub const fn format<const BUFFERS: usize, const ATTRIBUTES: usize>(
    builder: VertexInputBuilder<BUFFERS, ATTRIBUTES>,
    format: Format,
) -> (VertexInputBuilder<BUFFERS, ATTRIBUTES>, Format) {
    let arch = builder.call.arch;
    let attribute = builder.attribute_count;
    match format.hardware(arch) {
        Some(_) => (builder, format),
        None => stop_with(
            &DrawError::Format {
                attribute,
                format,
                arch,
            }
            .message(),
        ),
    }
}

#[track_caller]
pub const fn attribute<const BUFFERS: usize, const ATTRIBUTES: usize>(
    (builder, format): (VertexInputBuilder<BUFFERS, ATTRIBUTES>, Format),
    buffer: usize,
    offset: Number,
    overlap: Flag,
) -> VertexInputBuilder<BUFFERS, ATTRIBUTES> {
    let VertexInputBuilder {
        call,
        buffers,
        attribute_count: number,
        ..
    } = builder;
    let attribute = VertexAttribute::new(buffer, format, offset.value);
    if let Err(DrawError::AttributeExceedsStride { end, stride, .. }) =
        check_overlap(&buffers, &[attribute], &[overlap.value])
    {
        let attribute = number;
        let error = DrawError::AttributeExceedsStride {
            attribute,
            end,
            stride,
        };
        stop_with(&error.message())
    }
    let buffer = buffers[buffer];
    if let Ok(thread_count) = call.thread_count() {
        let shift = ElementShift::new(&call, thread_count);
        if let Err(error) = shift.descriptor_offset(number, offset.value as u64, &buffer) {
            stop_with(&error.message())
        }
    }
    builder.push_attribute(attribute)
}

#[track_caller]
pub const fn built_in_id<const BUFFERS: usize, const ATTRIBUTES: usize>(
    builder: VertexInputBuilder<BUFFERS, ATTRIBUTES>,
    source: VertexAttribute,
) -> VertexInputBuilder<BUFFERS, ATTRIBUTES> {
    let attribute = builder.attribute_count;
    match (builder.call.arch, source.source) {
        (arch, _) if arch.has_id_descriptors() => {
            let builder = builder.push_attribute(source);
            builder.check_room(builder.buffer_count);
            builder
        }
        (_, AttributeSource::Buffer(_)) => builder.push_attribute(source),
        (arch, _) => stop_with(&DrawError::BuiltInId { attribute, arch }.message()),
    }
}

#[track_caller]
pub const fn finish<const BUFFERS: usize, const ATTRIBUTES: usize, const WORDS: usize>(
    builder: VertexInputBuilder<BUFFERS, ATTRIBUTES>,
) -> VertexInput<BUFFERS, ATTRIBUTES, WORDS> {
    match VertexInput::new(builder.call, builder.buffers, builder.attributes) {
        Ok(input) => input,
        Err(error) => stop_with(&error.message()),
    }
}
