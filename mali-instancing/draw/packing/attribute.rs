use super::offset::{DescriptorOffset, ElementShift};
use super::valhall::ValhallAttributes;
use crate::descriptor::{Attribute, AttributeFields};
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer};
use crate::fetch::InputRate;
use crate::format::FormatFields;
use crate::tri::tri;

/// An attribute of a pipeline: its words with offset 0, on V4 to V7 with buffer index 0 too, and what both are
/// made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::draw) struct AttributeState {
    /// The first [`Arch::attribute_words`](crate::Arch::attribute_words) of them.
    pub(in crate::draw) words: [u32; 8],
    pub(in crate::draw) begin: AttributeBegin,
}

/// Where an attribute begins, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::draw) struct AttributeBegin {
    /// Its buffer, or one of the numbers below.
    pub(in crate::draw) buffer: usize,
    /// In its element.
    offset: u32,
}

/// No buffer, but the vertex's number, or the instance's.
pub(in crate::draw) const VERTEX_ID: usize = u32::MAX as usize - 1;
pub(in crate::draw) const INSTANCE_ID: usize = u32::MAX as usize;

impl AttributeState {
    /// No attribute.
    pub(in crate::draw) const NONE: Self = Self {
        words: [0; 8],
        begin: AttributeBegin {
            buffer: VERTEX_ID,
            offset: 0,
        },
    };
}

impl AttributeBegin {
    /// The words that say it.
    pub(in crate::draw) const fn words(self) -> [u32; 2] {
        [self.buffer as u32, self.offset]
    }

    /// What words say.
    #[inline]
    pub(in crate::draw) const fn of_words([buffer, offset]: [u32; 2]) -> Self {
        Self {
            buffer: buffer as usize,
            offset,
        }
    }

    #[inline]
    pub(in crate::draw) const fn new(
        number: usize,
        attribute: &VertexAttribute,
        buffers: &[VertexBuffer],
    ) -> Result<Self, DrawError> {
        let buffer = match attribute.source {
            AttributeSource::Buffer(buffer) if buffer < buffers.len() => buffer,
            AttributeSource::Buffer(buffer) => {
                return Err(DrawError::UnknownBuffer {
                    attribute: number,
                    buffer,
                    buffers: buffers.len(),
                });
            }
            AttributeSource::VertexId => VERTEX_ID,
            AttributeSource::InstanceId => INSTANCE_ID,
        };
        Ok(Self {
            buffer,
            offset: attribute.offset,
        })
    }

    /// The offset that the descriptor holds. `ranges` are those of the buffers, if a stride is bound with one of
    /// them, or an address is not aligned where it must be.
    #[inline]
    pub(in crate::draw) const fn descriptor_offset(
        self,
        number: usize,
        shift: &ElementShift,
        buffers: &[VertexBuffer],
        ranges: &[BufferRange],
    ) -> Result<DescriptorOffset, DrawError> {
        let index = self.buffer;
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

    /// All that the pipeline knows of an attribute.
    #[inline]
    pub(in crate::draw) const fn state(
        &mut self,
        number: usize,
        attribute: &VertexAttribute,
    ) -> Result<AttributeState, DrawError> {
        let begin = tri!(AttributeBegin::new(number, attribute, self.buffers));
        let words = if self.pipeline.arch.has_attribute_buffers() {
            let [first, second] = tri!(self.words(number, attribute, begin));
            [first, second, 0, 0, 0, 0, 0, 0]
        } else {
            tri!(self.valhall_words(number, attribute, begin))
        };
        Ok(AttributeState { words, begin })
    }

    /// The words of an attribute of V4 to V7, with buffer index 0 and offset 0.
    #[inline]
    pub(in crate::draw) const fn words(
        &self,
        number: usize,
        attribute: &VertexAttribute,
        begin: AttributeBegin,
    ) -> Result<[u32; 2], DrawError> {
        let format = tri!(self.format(number, attribute));
        if begin.buffer >= VERTEX_ID && !self.pipeline.arch.has_id_descriptors() {
            return Err(self.no_id(number));
        }
        let attribute = Attribute::from_known(AttributeFields {
            buffer_index: 0,
            offset_enable: true,
            format,
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
        begin: AttributeBegin,
    ) -> Result<[u32; 8], DrawError> {
        let format = tri!(self.format(number, attribute));
        let buffer = begin.buffer;
        if buffer >= self.buffers.len() {
            return Err(self.no_id(number));
        }
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

    const fn no_id(&self, attribute: usize) -> DrawError {
        DrawError::BuiltInId {
            attribute,
            arch: self.pipeline.arch,
        }
    }
}
