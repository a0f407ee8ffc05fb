//! The records of V4 to V7, where a job manager starts the vertices' threads and attribute buffers say
//! how a linear id becomes an element.

use super::call::DrawCall;
use super::error::DrawError;
use super::layout::{BUFFER_WORDS, Layout, RECORD_WORDS, Writer};
use super::offset::{ElementShift, checked_offset};
use super::parts::{BufferRange, Source, VertexAttribute, VertexBuffer};
use crate::descriptor::{
    Attribute, AttributeBuffer, AttributeFields, BufferAddress, InstanceId, VertexId,
};
use crate::dispatch::Dispatch;
use crate::divisor::Rounding;
use crate::fetch::FetchMode;
use crate::format::FormatFields;
use crate::tables;

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

    pub(super) fn write(
        &self,
        buffers: &[VertexBuffer],
        attributes: &[VertexAttribute],
        ranges: &[BufferRange],
        mut writer: Writer,
    ) -> Result<(), DrawError> {
        for (number, (buffer, range)) in buffers.iter().zip(ranges).enumerate() {
            let size = range.size.unwrap_or(buffer.size);
            writer.push(self.buffer(number, buffer, range.address, size)?);
        }
        write_trailing_records(self.layout, self.trailing_records(), &mut writer);
        for (number, attribute) in attributes.iter().enumerate() {
            let remainder = remainder(attribute.source, ranges);
            writer.push(self.attribute(number, attribute, buffers, remainder)?);
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

    /// The record of a buffer and its continuation.
    #[inline]
    pub(super) const fn buffer(
        &self,
        number: usize,
        buffer: &VertexBuffer,
        address: u64,
        size: u32,
    ) -> Result<[u32; BUFFER_WORDS], DrawError> {
        let mode = match self.call.rounding {
            Rounding::RoundDown => tables::fetch_mode(self.dispatch, buffer.rate),
            Rounding::Nearest => FetchMode::new(self.dispatch, buffer.rate, Rounding::Nearest),
        };
        let mode = match mode {
            Ok(mode) => mode,
            Err(error) => {
                return Err(DrawError::Buffer {
                    buffer: number,
                    error,
                });
            }
        };
        match place(number, address, size) {
            Ok((base, size)) => Ok(AttributeBuffer::new(mode, base, buffer.stride, size).words()),
            Err(error) => Err(error),
        }
    }

    /// The record of an attribute whose buffer begins `remainder` bytes after an aligned address.
    #[inline]
    pub(super) const fn attribute(
        &self,
        number: usize,
        attribute: &VertexAttribute,
        buffers: &[VertexBuffer],
        remainder: u32,
    ) -> Result<[u32; 2], DrawError> {
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
        let bytes = offset as u64 + remainder as u64;
        let (buffer_index, offset) = match source {
            Source::Buffer(buffer) if buffer < buffers.len() => (
                2 * buffer,
                self.shift.record_offset(number, bytes, &buffers[buffer]),
            ),
            Source::Buffer(buffer) => {
                return Err(DrawError::UnknownBuffer {
                    attribute: number,
                    buffer,
                    buffers: buffers.len(),
                });
            }
            Source::VertexId => (
                2 * self.layout.buffers,
                checked_offset(number, bytes as i64),
            ),
            Source::InstanceId => {
                let vertices = self.call.vertices;
                if !self.dispatch.is_instanced() && vertices > 1 << 31 {
                    return Err(DrawError::InstanceId {
                        attribute: number,
                        vertices,
                    });
                }
                (
                    2 * self.layout.buffers + self.layout.vertex_id as usize,
                    checked_offset(number, bytes as i64),
                )
            }
        };
        let offset = match offset {
            Ok(offset) => offset,
            Err(error) => return Err(error),
        };
        match Attribute::new(AttributeFields {
            buffer_index: buffer_index as u32,
            offset_enable: !matches!(source, Source::InstanceId),
            format: hardware_format,
            offset,
        }) {
            Ok(attribute) => Ok(attribute.words()),
            Err(error) => Err(DrawError::Draw(error)),
        }
    }
}

/// Writes the records that a layout has of those behind the buffers'.
pub(super) fn write_trailing_records(
    layout: Layout,
    records: [[u32; RECORD_WORDS]; 2],
    writer: &mut Writer,
) {
    for record in records.into_iter().take(layout.trailing_record_count()) {
        writer.push(record);
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

/// How many bytes lie between the address that a buffer's record holds and the buffer's first byte.
#[inline]
pub(super) fn remainder(source: Source, ranges: &[BufferRange]) -> u32 {
    match source {
        Source::Buffer(buffer) => ranges
            .get(buffer)
            .map_or(0, |range| (range.address % BufferAddress::ALIGNMENT) as u32),
        Source::VertexId | Source::InstanceId => 0,
    }
}

/// Moves an attribute's words to where its unaligned buffer begins.
#[inline]
pub(super) fn add_remainder(
    number: usize,
    words: &mut [u32],
    remainder: u32,
) -> Result<(), DrawError> {
    if let Some(offset) = words.get_mut(Attribute::OFFSET.word()) {
        let sum = i64::from(*offset as i32) + i64::from(remainder);
        *offset = checked_offset(number, sum)? as u32;
    }
    Ok(())
}
