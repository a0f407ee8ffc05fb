//! The records of V4 to V7, where a job manager starts the vertices' threads and attribute buffers say
//! how a linear id becomes an element.

use super::call::DrawCall;
use super::error::DrawError;
use super::layout::{BUFFER_WORDS, Layout, RECORD_WORDS, set};
use super::offset::{ElementShift, checked_offset};
use super::parts::{BufferRange, Source, VertexAttribute, VertexBuffer, size_of_buffer};
use crate::descriptor::{
    Attribute, AttributeBuffer, AttributeFields, BufferAddress, InstanceId, VertexId,
};
use crate::dispatch::Dispatch;
use crate::fetch::FetchMode;
use crate::format::FormatFields;

pub(super) const ATTRIBUTE_WORDS: usize = 2;

/// What the records of a draw are made by.
#[derive(Clone, Copy)]
pub(super) struct JobManagerDraw<'a> {
    call: &'a DrawCall,
    dispatch: Dispatch,
    layout: Layout,
    formats: FormatFields,
    shift: ElementShift,
}

impl<'a> JobManagerDraw<'a> {
    pub(super) const fn new(call: &'a DrawCall, dispatch: Dispatch, layout: Layout) -> Self {
        Self {
            call,
            dispatch,
            layout,
            formats: FormatFields::of(call.arch),
            shift: ElementShift::new(call, dispatch),
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
        write_trailing_records(self.trailing_records(), trailing_words);
        let words = attribute_words.chunks_exact_mut(ATTRIBUTE_WORDS);
        for (number, (attribute, words)) in attributes.iter().zip(words).enumerate() {
            self.attribute(number, attribute, buffers, ranges, words)?;
        }
        Ok(())
    }

    /// The records behind those of the buffers: at most two. The closing record and those that are not
    /// used are zeros.
    pub(super) const fn trailing_records(&self) -> [[u32; RECORD_WORDS]; 2] {
        let Layout {
            vertex_id,
            instance_id,
            ..
        } = self.layout;
        let mut records = [[0; RECORD_WORDS]; 2];
        if vertex_id {
            records[0] = VertexId::new(self.dispatch).words();
        }
        if instance_id {
            let record = InstanceId::new(self.dispatch, self.call.rounding);
            records[vertex_id as usize] = record.words();
        }
        records
    }

    /// Packs the record of a buffer and its continuation.
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
        match FetchMode::new(self.dispatch, buffer.rate, self.call.rounding) {
            Ok(mode) => {
                let record = AttributeBuffer::new(mode, base, buffer.stride, size);
                set(words, record.words());
                Ok(())
            }
            Err(error) => Err(DrawError::Buffer {
                buffer: number,
                error,
            }),
        }
    }

    /// Packs the record of an attribute. A buffer without a range begins at an aligned address.
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
            Source::Buffer(buffer) if buffer < buffers.len() => {
                let mut bytes = attribute.offset as u64;
                if buffer < ranges.len() {
                    bytes += ranges[buffer].address % BufferAddress::ALIGNMENT;
                }
                match self.shift.record_offset(number, bytes, &buffers[buffer]) {
                    Ok(offset) => (2 * buffer as u32, offset),
                    Err(error) => return Err(error),
                }
            }
            Source::Buffer(buffer) => {
                return Err(DrawError::UnknownBuffer {
                    attribute: number,
                    buffer,
                    buffers: buffers.len(),
                });
            }
            Source::VertexId | Source::InstanceId => match self.built_in_id(number, attribute) {
                Ok(index_and_offset) => index_and_offset,
                Err(error) => return Err(error),
            },
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

    /// The index of an ID's record, and the attribute's offset in it.
    ///
    /// Kept apart from the attributes that have a buffer, which need fewer registers.
    #[inline(never)]
    const fn built_in_id(
        &self,
        number: usize,
        attribute: &VertexAttribute,
    ) -> Result<(u32, i32), DrawError> {
        let DrawCall { arch, vertices, .. } = *self.call;
        if !arch.has_built_in_id_records() {
            return Err(DrawError::BuiltInId {
                attribute: number,
                arch,
            });
        }
        let is_instance_id = matches!(attribute.source, Source::InstanceId);
        if is_instance_id && !self.dispatch.is_instanced() && vertices > 1 << 31 {
            return Err(DrawError::InstanceId {
                attribute: number,
                vertices,
            });
        }
        let records_before = is_instance_id && self.layout.vertex_id;
        match checked_offset(number, attribute.offset as i64) {
            Ok(offset) => {
                let index = 2 * self.layout.buffers as u32 + records_before as u32;
                Ok((index, offset))
            }
            Err(error) => Err(error),
        }
    }
}

/// Writes the records behind those of the buffers, as many as there is place for.
#[inline]
pub(super) fn write_trailing_records(records: [[u32; RECORD_WORDS]; 2], words: &mut [u32]) {
    for (words, record) in words.chunks_exact_mut(RECORD_WORDS).zip(records) {
        set(words, record);
    }
}

/// The address that a buffer's record holds, and the size from there.
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
/// addresses. Vertex and instance ID name records behind those of the buffers, and stay.
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
