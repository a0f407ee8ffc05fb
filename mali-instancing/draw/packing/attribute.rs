use super::offset::{DescriptorOffset, ElementShift};
use super::valhall::ValhallAttributes;
use crate::descriptor::{Attribute, AttributeFields};
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer};
use crate::fetch::InputRate;
use crate::format::FormatFields;
use crate::tri::tri;

/// The position of an attribute: its buffer and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::draw) struct AttributeBegin {
    /// The number of its buffer, or one of the constants below.
    pub(in crate::draw) buffer: u32,
    /// The offset in its element, in bytes.
    pub(in crate::draw) offset: u32,
}

/// The vertex's number, in place of a buffer. The next number is the instance's.
pub(in crate::draw) const VERTEX_ID: u32 = u32::MAX - 1;
pub(in crate::draw) const INSTANCE_ID: u32 = u32::MAX;

impl AttributeBegin {
    /// The position in a place that no attribute uses: zeros, which take little code to write.
    pub(in crate::draw) const UNUSED: Self = Self {
        buffer: 0,
        offset: 0,
    };

    #[inline]
    pub(in crate::draw) const fn of(attribute: &VertexAttribute) -> Self {
        Self {
            buffer: match attribute.source {
                AttributeSource::Buffer(buffer) => buffer as u32,
                AttributeSource::VertexId => VERTEX_ID,
                AttributeSource::InstanceId => INSTANCE_ID,
            },
            offset: attribute.offset,
        }
    }

    /// The offset in the descriptor. `ranges` are those of the buffers, if a stride is bound with one of them or an
    /// address that must be aligned is not; otherwise there are none.
    #[inline]
    pub(in crate::draw) const fn descriptor_offset(
        self,
        number: usize,
        shift: &ElementShift,
        buffers: &[VertexBuffer],
        ranges: &[BufferRange],
    ) -> Result<DescriptorOffset, DrawError> {
        let index = self.buffer as usize;
        let mut offset = self.offset as u64;
        if index >= buffers.len() {
            return shift.descriptor_offset(number, InputRate::Constant, 0, 0, offset);
        }
        let buffer = &buffers[index];
        let mut stride = buffer.stride;
        if index < ranges.len() {
            offset += ranges[index].address & shift.remainder;
            stride = ranges[index].stride_or(stride);
        }
        let elements = shift.of(buffer.rate) - buffer.first_element as i64;
        shift.descriptor_offset(number, buffer.rate, elements, stride, offset)
    }
}

/// Packs the attributes of a pipeline, in turn.
pub(in crate::draw) struct AttributePacker<'a> {
    pipeline: Pipeline,
    buffers: &'a [VertexBuffer],
    formats: FormatFields,
    valhall: ValhallAttributes,
}

impl<'a> AttributePacker<'a> {
    #[inline]
    pub(in crate::draw) const fn new(pipeline: Pipeline, buffers: &'a [VertexBuffer]) -> Self {
        Self {
            pipeline,
            buffers,
            formats: FormatFields::of(pipeline.arch),
            valhall: ValhallAttributes::new(pipeline),
        }
    }

    /// The position of an attribute, if it can be fetched.
    #[inline]
    pub(in crate::draw) const fn begin(
        &self,
        number: usize,
        attribute: &VertexAttribute,
    ) -> Result<AttributeBegin, DrawError> {
        match attribute.source {
            AttributeSource::Buffer(buffer) if buffer >= self.buffers.len() => {
                Err(self.unknown_buffer(number, buffer))
            }
            AttributeSource::VertexId | AttributeSource::InstanceId
                if !self.pipeline.arch.has_id_descriptors() =>
            {
                tri!(self.format(number, attribute));
                Err(DrawError::BuiltInId {
                    attribute: number,
                    arch: self.pipeline.arch,
                })
            }
            _ => Ok(AttributeBegin::of(attribute)),
        }
    }

    /// The words of an attribute with offset 0, in as many words as any architecture has. On V4 to V7 the buffer index
    /// is 0, too.
    #[inline]
    pub(in crate::draw) const fn words_of_any(
        &mut self,
        number: usize,
        attribute: &VertexAttribute,
        begin: AttributeBegin,
    ) -> Result<[u32; 8], DrawError> {
        if self.pipeline.arch.has_attribute_buffers() {
            let [first, second] = tri!(self.words(number, attribute, 0));
            Ok([first, second, 0, 0, 0, 0, 0, 0])
        } else {
            self.valhall_words(number, attribute, begin.buffer as usize)
        }
    }

    /// The words of an attribute of V4 to V7, with offset 0.
    #[inline]
    pub(in crate::draw) const fn words(
        &self,
        number: usize,
        attribute: &VertexAttribute,
        buffer_index: u32,
    ) -> Result<[u32; 2], DrawError> {
        let attribute = Attribute::from_known(AttributeFields {
            buffer_index,
            offset_enable: true,
            format: tri!(self.format(number, attribute)),
            offset: 0,
        });
        Ok(attribute.words())
    }

    /// The words of an attribute of V9 and later, with offset 0.
    #[inline]
    pub(in crate::draw) const fn valhall_words(
        &mut self,
        number: usize,
        attribute: &VertexAttribute,
        buffer: usize,
    ) -> Result<[u32; 8], DrawError> {
        if buffer >= self.buffers.len() {
            return Err(self.unknown_buffer(number, buffer));
        }
        let format = tri!(self.format(number, attribute));
        let attribute = self.valhall.of(buffer, &self.buffers[buffer]);
        Ok(attribute.with_format(format).words())
    }

    /// The field of an attribute's format.
    #[inline]
    const fn format(&self, number: usize, attribute: &VertexAttribute) -> Result<u32, DrawError> {
        match self.formats.get(attribute.format) {
            Some(format) => Ok(format),
            None => Err(DrawError::Format {
                attribute: number,
                format: attribute.format,
                arch: self.pipeline.arch,
            }),
        }
    }

    const fn unknown_buffer(&self, attribute: usize, buffer: usize) -> DrawError {
        DrawError::UnknownBuffer {
            attribute,
            buffer,
            buffers: self.buffers.len(),
        }
    }
}
