//! The descriptors of V9 and later, where attributes say themselves how an index becomes an element.

use super::call::DrawCall;
use super::error::DrawError;
use super::layout::{BUFFER_WORDS, set};
use super::offset::ElementShift;
use super::parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer, size_of_buffer};
use crate::arch::Arch;
use crate::descriptor::{Buffer, ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use crate::fetch::InputRate;
use crate::format::FormatFields;
use crate::thread_count::ThreadCount;

const ATTRIBUTE_WORDS: usize = 8;

/// The numbers that the descriptors of a draw are made by.
pub(super) struct ValhallDraw<'a> {
    call: &'a DrawCall,
    formats: FormatFields,
    shift: ElementShift,
    /// The buffer of the attribute before, and its mode. The attributes of a buffer often follow each
    /// other, and a mode can take a division.
    last_mode: Option<(usize, ValhallFetchMode)>,
}

impl<'a> ValhallDraw<'a> {
    pub(super) const fn new(call: &'a DrawCall, thread_count: ThreadCount) -> Self {
        Self {
            call,
            formats: FormatFields::of(call.arch),
            shift: ElementShift::new(call, thread_count),
            last_mode: None,
        }
    }

    #[inline]
    pub(super) fn write(
        mut self,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
        ranges: &[BufferRange],
        [buffer_words, _, attribute_words]: [&mut [u32]; 3],
    ) -> Result<(), DrawError> {
        let words = buffer_words.chunks_exact_mut(BUFFER_WORDS);
        for (number, ((buffer, range), words)) in buffers.iter().zip(ranges).zip(words).enumerate()
        {
            let size = size_of_buffer(number, *range, buffer.size)?;
            pack_buffer(self.call.arch, number, range.address, size, words)?;
        }
        let words = attribute_words.chunks_exact_mut(ATTRIBUTE_WORDS);
        for (number, (attribute, words)) in attributes.iter().zip(words).enumerate() {
            self.attribute(number, attribute, buffers, words)?;
        }
        Ok(())
    }

    /// Packs the descriptor of an attribute.
    #[inline]
    pub(super) const fn attribute(
        &mut self,
        number: usize,
        attribute: &VertexAttribute,
        buffers: &[VertexBuffer],
        words: &mut [u32],
    ) -> Result<(), DrawError> {
        let VertexAttribute {
            source,
            format,
            offset,
        } = *attribute;
        let Some(hardware_format) = self.formats.get(format) else {
            return Err(DrawError::Format {
                attribute: number,
                format,
                arch: self.call.arch,
            });
        };
        let buffer_index = match source {
            AttributeSource::Buffer(buffer) if buffer < buffers.len() => buffer,
            AttributeSource::Buffer(buffer) => {
                return Err(DrawError::UnknownBuffer {
                    attribute: number,
                    buffer,
                    buffers: buffers.len(),
                });
            }
            AttributeSource::VertexId | AttributeSource::InstanceId => {
                return Err(DrawError::BuiltInId {
                    attribute: number,
                    arch: self.call.arch,
                });
            }
        };
        let buffer = &buffers[buffer_index];
        let offset = match self.shift.descriptor_offset(number, offset as u64, buffer) {
            Ok(offset) => offset,
            Err(error) => return Err(error),
        };
        let mode = self.mode(buffer_index, buffer.rate);
        match ValhallAttribute::new(ValhallAttributeFields {
            mode,
            format: hardware_format,
            table: self.call.resource_table,
            offset,
            buffer_index: buffer_index as u32,
            stride: buffer.stride,
        }) {
            Ok(attribute) => {
                set(words, attribute.words());
                Ok(())
            }
            Err(error) => Err(DrawError::Draw(error)),
        }
    }

    /// The mode of a buffer's attributes.
    #[inline]
    const fn mode(&mut self, buffer: usize, rate: InputRate) -> ValhallFetchMode {
        match self.last_mode {
            Some((last, mode)) if last == buffer => mode,
            _ => {
                let mode = ValhallFetchMode::new(rate, self.call.rounding);
                self.last_mode = Some((buffer, mode));
                mode
            }
        }
    }
}

/// Packs the descriptor of a buffer.
#[inline]
pub(super) const fn pack_buffer(
    arch: Arch,
    number: usize,
    address: u64,
    size: u32,
    words: &mut [u32],
) -> Result<(), DrawError> {
    match Buffer::new(arch, address, size as u64) {
        Ok(buffer) => {
            set(words, buffer.words());
            Ok(())
        }
        Err(error) => Err(DrawError::Buffer {
            buffer: number,
            error,
        }),
    }
}
