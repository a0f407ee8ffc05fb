//! The descriptors of V4 to V7, where a job manager starts the vertices' threads and attribute buffers say
//! how a linear id becomes an element.

use super::call::DrawCall;
use super::error::DrawError;
use super::layout::{BUFFER_WORDS, DESCRIPTOR_WORDS, Layout, set};
use super::offset::{ElementShift, checked_offset};
use super::parts::{AttributeSource, BufferRange, VertexAttribute, VertexBuffer, size_of_buffer};
use crate::descriptor::{
    Attribute, AttributeBuffer, AttributeFields, BufferAddress, InstanceId, VertexId,
};
use crate::fetch::FetchMode;
use crate::format::FormatFields;
use crate::thread_count::ThreadCount;

pub(super) const ATTRIBUTE_WORDS: usize = 2;

/// The numbers that the descriptors of a draw are made by.
#[derive(Clone, Copy)]
pub(super) struct AttributeBufferDraw<'a> {
    call: &'a DrawCall,
    thread_count: ThreadCount,
    layout: Layout,
    formats: FormatFields,
    shift: ElementShift,
}

impl<'a> AttributeBufferDraw<'a> {
    pub(super) const fn new(call: &'a DrawCall, thread_count: ThreadCount, layout: Layout) -> Self {
        Self {
            call,
            thread_count,
            layout,
            formats: FormatFields::of(call.arch),
            shift: ElementShift::new(call, thread_count),
        }
    }

    #[inline]
    pub(super) fn write(
        &self,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
        ranges: &[BufferRange],
        [buffer_words, trailing_words, attribute_words]: [&mut [u32]; 3],
    ) -> Result<(), DrawError> {
        let words = buffer_words.chunks_exact_mut(BUFFER_WORDS);
        for (number, ((buffer, range), words)) in buffers.iter().zip(ranges).zip(words).enumerate()
        {
            let size = size_of_buffer(number, *range, buffer.size)?;
            self.buffer(number, buffer, range.address, size, words)?;
        }
        write_trailing_descriptors(self.trailing_descriptors(), trailing_words);
        let words = attribute_words.chunks_exact_mut(ATTRIBUTE_WORDS);
        for (number, (attribute, words)) in attributes.iter().zip(words).enumerate() {
            self.attribute(number, attribute, buffers, ranges, words)?;
        }
        Ok(())
    }

    /// The descriptors after those of the buffers: at most two. The null terminator and those that are not
    /// used are zeros.
    pub(super) const fn trailing_descriptors(&self) -> [[u32; DESCRIPTOR_WORDS]; 2] {
        let Layout {
            vertex_id,
            instance_id,
            ..
        } = self.layout;
        let mut descriptors = [[0; DESCRIPTOR_WORDS]; 2];
        if vertex_id {
            descriptors[0] = VertexId::new(self.thread_count).words();
        }
        if instance_id {
            let descriptor = InstanceId::new(self.thread_count, self.call.rounding);
            descriptors[vertex_id as usize] = descriptor.words();
        }
        descriptors
    }

    /// Packs the descriptor of a buffer and its continuation.
    #[inline]
    pub(super) const fn buffer(
        &self,
        number: usize,
        buffer: &VertexBuffer,
        address: u64,
        size: u32,
        words: &mut [u32],
    ) -> Result<(), DrawError> {
        let (base, size) = match place(number, address, size) {
            Ok(place) => place,
            Err(error) => return Err(error),
        };
        match FetchMode::new(self.thread_count, buffer.rate, self.call.rounding) {
            Ok(mode) => {
                let descriptor = AttributeBuffer::new(mode, base, buffer.stride, size);
                set(words, descriptor.words());
                Ok(())
            }
            Err(error) => Err(DrawError::Buffer {
                buffer: number,
                error,
            }),
        }
    }

    /// Packs the descriptor of an attribute. A buffer without a range begins at an aligned address.
    #[inline]
    pub(super) const fn attribute(
        &self,
        number: usize,
        attribute: &VertexAttribute,
        buffers: &[VertexBuffer],
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Result<(), DrawError> {
        let Some(format) = self.formats.get(attribute.format) else {
            return Err(DrawError::Format {
                attribute: number,
                format: attribute.format,
                arch: self.call.arch,
            });
        };
        let (buffer_index, offset) = match attribute.source {
            AttributeSource::Buffer(buffer) if buffer < buffers.len() => {
                let mut bytes = attribute.offset as u64;
                if buffer < ranges.len() {
                    bytes += ranges[buffer].address % BufferAddress::ALIGNMENT;
                }
                match self
                    .shift
                    .descriptor_offset(number, bytes, &buffers[buffer])
                {
                    Ok(offset) => (2 * buffer as u32, offset),
                    Err(error) => return Err(error),
                }
            }
            AttributeSource::Buffer(buffer) => {
                return Err(DrawError::UnknownBuffer {
                    attribute: number,
                    buffer,
                    buffers: buffers.len(),
                });
            }
            AttributeSource::VertexId | AttributeSource::InstanceId => {
                match self.built_in_id(number, attribute) {
                    Ok(index_and_offset) => index_and_offset,
                    Err(error) => return Err(error),
                }
            }
        };
        match Attribute::new(AttributeFields {
            buffer_index,
            offset_enable: true,
            format,
            offset,
        }) {
            Ok(attribute) => {
                set(words, attribute.words());
                Ok(())
            }
            Err(error) => Err(DrawError::Draw(error)),
        }
    }

    /// The index of an ID's descriptor, and the attribute's offset in it.
    ///
    /// Kept apart from the attributes that have a buffer, which need fewer registers.
    #[inline(never)]
    const fn built_in_id(
        &self,
        number: usize,
        attribute: &VertexAttribute,
    ) -> Result<(u32, i32), DrawError> {
        let DrawCall { arch, vertices, .. } = *self.call;
        if !arch.has_id_descriptors() {
            return Err(DrawError::BuiltInId {
                attribute: number,
                arch,
            });
        }
        let is_instance_id = matches!(attribute.source, AttributeSource::InstanceId);
        if is_instance_id && !self.thread_count.is_instanced() && vertices > 1 << 31 {
            return Err(DrawError::InstanceId {
                attribute: number,
                vertices,
            });
        }
        let descriptors_before = is_instance_id && self.layout.vertex_id;
        match checked_offset(number, attribute.offset as i64) {
            Ok(offset) => {
                let index = 2 * self.layout.buffers as u32 + descriptors_before as u32;
                Ok((index, offset))
            }
            Err(error) => Err(error),
        }
    }
}

/// Writes the descriptors after those of the buffers, as many as there is place for.
#[inline]
pub(super) fn write_trailing_descriptors(
    descriptors: [[u32; DESCRIPTOR_WORDS]; 2],
    words: &mut [u32],
) {
    for (words, descriptor) in words.chunks_exact_mut(DESCRIPTOR_WORDS).zip(descriptors) {
        set(words, descriptor);
    }
}

/// The address that a buffer's descriptor holds, and the size from there.
#[inline]
pub(super) const fn place(
    number: usize,
    address: u64,
    size: u32,
) -> Result<(BufferAddress, u32), DrawError> {
    let (base, remainder) = match BufferAddress::split(address) {
        Ok(split) => split,
        Err(error) => {
            return Err(DrawError::Buffer {
                buffer: number,
                error,
            });
        }
    };
    match size.checked_add(remainder) {
        Some(size) => Ok((base, size)),
        None => Err(DrawError::BufferSize {
            buffer: number,
            size,
            remainder,
        }),
    }
}

/// Moves an attribute's words to where its unaligned buffer begins: by the `remainders` of the buffers'
/// addresses. Vertex and instance ID name descriptors after those of the buffers, and stay.
#[inline]
pub(super) fn add_remainder(
    attribute: usize,
    remainders: &[i32],
    words: &mut [u32],
) -> Result<(), DrawError> {
    let Some(words) = words.first_chunk_mut() else {
        return Ok(());
    };
    let AttributeFields {
        buffer_index,
        offset,
        ..
    } = Attribute::decode(*words);
    if let Some(remainder) = remainders.get(buffer_index as usize / 2) {
        let (sum, overflows) = offset.overflowing_add(*remainder);
        words[Attribute::OFFSET.word()] = sum as u32;
        if overflows {
            // Less than 2^32, for a remainder is less than 64.
            let offset = i64::from(sum as u32);
            return Err(DrawError::Offset { attribute, offset });
        }
    }
    Ok(())
}
