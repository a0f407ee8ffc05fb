use super::definition::Pipeline;
use super::error::DrawError;
use super::layout::Layout;
use super::offset::{ElementShift, checked_offset, shifted_offset};
use super::parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer};
use super::valhall::ValhallAttributes;
use crate::descriptor::{Attribute, AttributeFields, BufferAddress};
use crate::format::FormatFields;
use crate::tri::tri;

/// An attribute of a pipeline: its words with offset 0, and what its offset is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct AttributeState {
    /// The first [`Arch::attribute_words`](crate::Arch::attribute_words) of them.
    pub(super) words: [u32; 8],
    pub(super) begin: AttributeBegin,
}

/// Where an attribute begins, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct AttributeBegin {
    /// Its buffer; none for a vertex or instance ID.
    buffer: usize,
    /// In its element.
    offset: u32,
}

const NO_BUFFER: usize = usize::MAX;

impl AttributeState {
    /// No attribute.
    pub(super) const NONE: Self = Self {
        words: [0; 8],
        begin: AttributeBegin {
            buffer: NO_BUFFER,
            offset: 0,
        },
    };
}

impl AttributeBegin {
    #[inline]
    pub(super) const fn new(
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
            AttributeSource::VertexId | AttributeSource::InstanceId => NO_BUFFER,
        };
        Ok(Self {
            buffer,
            offset: attribute.offset,
        })
    }

    /// The offset that the descriptor holds. `unaligned` are the ranges of the buffers, if an address among
    /// them is not aligned and is to be rounded down.
    #[inline]
    pub(super) const fn descriptor_offset(
        self,
        number: usize,
        shift: &ElementShift,
        buffers: &[VertexBuffer],
        unaligned: &[BufferRange],
    ) -> Result<i32, DrawError> {
        let index = self.buffer;
        let mut offset = self.offset as u64;
        if index >= buffers.len() {
            return checked_offset(number, offset as i64);
        }
        if index < unaligned.len() {
            offset += unaligned[index].address % BufferAddress::ALIGNMENT;
        }
        let buffer = &buffers[index];
        checked_offset(
            number,
            shifted_offset(offset, buffer, shift.of(buffer.rate)),
        )
    }
}

/// Packs the attributes of a pipeline, in turn.
pub(super) struct AttributePacker<'a> {
    pipeline: Pipeline,
    layout: &'a Layout,
    buffers: &'a [VertexBuffer],
    formats: FormatFields,
    valhall: ValhallAttributes,
}

impl<'a> AttributePacker<'a> {
    #[inline]
    pub(super) const fn new(
        pipeline: Pipeline,
        layout: &'a Layout,
        buffers: &'a [VertexBuffer],
    ) -> Self {
        Self {
            pipeline,
            layout,
            buffers,
            formats: FormatFields::of(pipeline.arch),
            valhall: ValhallAttributes::new(pipeline),
        }
    }

    /// All that the pipeline knows of an attribute.
    #[inline]
    pub(super) const fn state(
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

    /// The words of an attribute of V4 to V7, with offset 0.
    #[inline]
    pub(super) const fn words(
        &self,
        number: usize,
        attribute: &VertexAttribute,
        begin: AttributeBegin,
    ) -> Result<[u32; 2], DrawError> {
        let format = tri!(self.format(number, attribute));
        let buffer_index = if begin.buffer != NO_BUFFER {
            2 * begin.buffer as u32
        } else if self.pipeline.arch.has_id_descriptors() {
            let is_instance_id = matches!(attribute.source, AttributeSource::InstanceId);
            self.layout.index_of_id(is_instance_id)
        } else {
            return Err(self.no_id(number));
        };
        let attribute = Attribute::from_known(AttributeFields {
            buffer_index,
            offset_enable: true,
            format,
            offset: 0,
        });
        Ok(attribute.words())
    }

    /// The words of an attribute of V9 and later, with offset 0.
    #[inline]
    pub(super) const fn valhall_words(
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
