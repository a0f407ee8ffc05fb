use super::valhall::ValhallAttributes;
use crate::descriptor::{Attribute, AttributeFields};
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{AttributeSource, VertexAttribute, VertexBuffer};
use crate::error::{Argument, tri};
use crate::format::FormatFields;

/// The numbers that IDs have in place of a buffer's, which no buffer has.
// The two largest numbers of nine bits: a state has them in the place of a buffer index.
pub(in crate::draw) const VERTEX_ID: u32 = Attribute::MAX_BUFFER_INDEX - 1;
pub(in crate::draw) const INSTANCE_ID: u32 = Attribute::MAX_BUFFER_INDEX;

/// An attribute on V4 to V7 whose descriptor needs the index and the start of its buffer.
pub(in crate::draw) struct PackedAttribute {
    /// The number of the buffer, or of an ID.
    pub(in crate::draw) buffer: u32,
    /// The first word without an index.
    pub(in crate::draw) word: u32,
    /// The offset in the element.
    pub(in crate::draw) offset: u32,
}

/// Packs the attributes of a pipeline, in turn.
pub(in crate::draw) struct AttributePacker<'a> {
    pipeline: Pipeline,
    buffers: &'a [VertexBuffer],
    /// The bits of buffers' strides that are used: all or none.
    strides: u32,
    formats: FormatFields,
    valhall: ValhallAttributes,
}

impl<'a> AttributePacker<'a> {
    #[inline]
    pub(in crate::draw) const fn new(pipeline: Pipeline, buffers: &'a [VertexBuffer]) -> Self {
        Self {
            pipeline,
            buffers,
            strides: if pipeline.bound_strides { 0 } else { u32::MAX },
            formats: FormatFields::of(pipeline.arch),
            valhall: ValhallAttributes::new(pipeline),
        }
    }

    /// The number of an attribute's buffer, or of its ID, if it can be fetched.
    #[inline]
    pub(in crate::draw) const fn buffer(
        &self,
        number: usize,
        attribute: &VertexAttribute,
    ) -> Result<u32, DrawError> {
        let id = match attribute.source {
            AttributeSource::Buffer(buffer) if buffer < self.buffers.len() => {
                return Ok(buffer as u32);
            }
            AttributeSource::Buffer(buffer) => return Err(self.unknown_buffer(number, buffer)),
            AttributeSource::VertexId => VERTEX_ID,
            AttributeSource::InstanceId => INSTANCE_ID,
        };
        if self.pipeline.arch.has_id_descriptors() {
            return Ok(id);
        }
        // An ID whose format cannot be fetched either has the error of the format.
        tri!(self.format(number, attribute));
        Err(DrawError::BuiltInId {
            attribute: number,
            arch: self.pipeline.arch,
        })
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
            // Mesa's drivers set it per instance, too. `ElementStart::of` clears it where the offset start cannot be
            // subtracted.
            offset_enable: true,
            format: tri!(self.format(number, attribute)),
            offset: 0,
        });
        Ok(attribute.words())
    }

    /// An attribute of V4 to V7 without the index of a descriptor.
    #[inline]
    pub(in crate::draw) fn packed(
        &self,
        number: usize,
        attribute: &VertexAttribute,
    ) -> Result<PackedAttribute, DrawError> {
        // The buffer is found before the format: an attribute with both mistakes has the first one's error.
        let buffer = self.buffer(number, attribute)?;
        let [word, _] = self.words(number, attribute, 0)?;
        Ok(PackedAttribute {
            buffer,
            word,
            offset: attribute.offset,
        })
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

    /// The field of an attribute's format, if the hardware can fetch it from every element.
    #[inline]
    const fn format(
        &self,
        number: usize,
        &VertexAttribute {
            source,
            format,
            offset,
        }: &VertexAttribute,
    ) -> Result<u32, DrawError> {
        let Some(field) = self.formats.get(format) else {
            return Err(DrawError::Format {
                attribute: number,
                format,
                arch: self.pipeline.arch,
            });
        };
        let AttributeSource::Buffer(buffer) = source else {
            return Ok(field);
        };
        let mask = self.pipeline.alignment_mask(format);
        // A stride that is bound at the draw is checked with the address. The index is in range, since callers have
        // found the buffer before.
        let stride = self.buffers[buffer].stride & self.strides;
        if (offset | stride) & mask == 0 {
            return Ok(field);
        }
        Err(if offset & mask != 0 {
            DrawError::UnalignedOffset {
                attribute: number,
                offset,
                format,
            }
        } else {
            DrawError::UnalignedBuffer {
                buffer,
                argument: Argument::Stride,
                value: stride as u64,
                alignment: mask + 1,
            }
        })
    }

    const fn unknown_buffer(&self, attribute: usize, buffer: usize) -> DrawError {
        DrawError::UnknownBuffer {
            attribute,
            buffer,
            buffers: self.buffers.len(),
        }
    }
}
