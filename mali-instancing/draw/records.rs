use super::call::DrawCall;
use super::error::DrawError;
use super::layout::{BUFFER_WORDS, Layout};
use super::parts::{BufferRange, Source, VertexAttribute, VertexBuffer};
use crate::arch::Arch;
use crate::descriptor::{
    Attribute, AttributeBuffer, AttributeFields, Buffer, BufferAddress, ValhallAttribute,
    ValhallAttributeFields, ValhallFetchMode,
};
use crate::dispatch::Dispatch;
use crate::divisor::Rounding;
use crate::fetch::{FetchMode, InputRate};
use crate::tables;

/// The words of a buffer that begins at address 0.
pub(super) const fn buffer_words(
    call: &DrawCall,
    dispatch: Dispatch,
    number: usize,
    buffer: &VertexBuffer,
) -> Result<[u32; BUFFER_WORDS], DrawError> {
    if !call.arch.has_attribute_buffers() {
        return valhall_buffer(call.arch, number, 0, buffer.size);
    }
    let mode = match call.rounding {
        Rounding::RoundDown => tables::fetch_mode(dispatch, buffer.rate),
        Rounding::Nearest => FetchMode::new(dispatch, buffer.rate, Rounding::Nearest),
    };
    match mode {
        Ok(mode) => {
            let address = BufferAddress::NULL;
            Ok(AttributeBuffer::new(mode, address, buffer.stride, buffer.size).words())
        }
        Err(error) => Err(DrawError::Buffer {
            buffer: number,
            error,
        }),
    }
}

/// The words of a buffer of V9 and later.
const fn valhall_buffer(
    arch: Arch,
    number: usize,
    address: u64,
    size: u32,
) -> Result<[u32; BUFFER_WORDS], DrawError> {
    match Buffer::new(arch, address, size as u64) {
        Ok(buffer) => Ok(buffer.words()),
        Err(error) => Err(DrawError::Buffer {
            buffer: number,
            error,
        }),
    }
}

/// Moves a buffer's words to where the buffer is.
pub(super) const fn place_buffer(
    arch: Arch,
    number: usize,
    words: &mut [u32; BUFFER_WORDS],
    range: BufferRange,
) -> Result<(), DrawError> {
    let size_word = if arch.has_attribute_buffers() {
        AttributeBuffer::SIZE.word()
    } else {
        Buffer::SIZE.word()
    };
    let size = match range.size {
        Some(size) => size,
        None => words[size_word],
    };
    if !arch.has_attribute_buffers() {
        *words = match valhall_buffer(arch, number, range.address, size) {
            Ok(words) => words,
            Err(error) => return Err(error),
        };
        return Ok(());
    }
    let (base, remainder) = match BufferAddress::split(range.address) {
        Ok(split) => split,
        Err(error) => {
            return Err(DrawError::Buffer {
                buffer: number,
                error,
            });
        }
    };
    let Some(size) = size.checked_add(remainder) else {
        return Err(DrawError::BufferSize {
            buffer: number,
            size,
            remainder,
        });
    };
    *words = AttributeBuffer::from_words(*words)
        .with_address(base)
        .with_size(size)
        .words();
    Ok(())
}

/// The words of an attribute whose buffer begins at an aligned address; the architecture says how
/// many of them there are.
pub(super) const fn attribute_words(
    call: &DrawCall,
    dispatch: Dispatch,
    layout: Layout,
    number: usize,
    attribute: &VertexAttribute,
    buffers: &[VertexBuffer],
) -> Result<[u32; 8], DrawError> {
    let VertexAttribute {
        source,
        format,
        offset,
    } = *attribute;
    let arch = call.arch;
    let Some(hardware_format) = format.hardware(arch) else {
        return Err(DrawError::Format {
            attribute: number,
            format,
            arch,
        });
    };
    if matches!(source, Source::InstanceId) && !dispatch.is_instanced() && call.vertices > 1 << 31 {
        return Err(DrawError::InstanceId {
            attribute: number,
            vertices: call.vertices,
        });
    }
    let buffer = match source {
        Source::Buffer(buffer) if buffer < buffers.len() => Some(buffers[buffer]),
        _ => None,
    };
    let offset = match record_offset(call, dispatch, number, offset, buffer) {
        Ok(offset) => offset,
        Err(error) => return Err(error),
    };
    let packed = match buffer {
        Some(buffer) if !arch.has_attribute_buffers() => {
            let fields = ValhallAttributeFields {
                mode: ValhallFetchMode::new(buffer.rate, call.rounding),
                format: hardware_format,
                table: call.table,
                offset,
                buffer_index: layout.buffer_index(source),
                stride: buffer.stride,
            };
            match ValhallAttribute::new(fields) {
                Ok(attribute) => Ok(attribute.words()),
                Err(error) => Err(error),
            }
        }
        _ => {
            let fields = AttributeFields {
                buffer_index: layout.buffer_index(source),
                offset_enable: true,
                format: hardware_format,
                offset,
            };
            match Attribute::new(fields) {
                Ok(attribute) => {
                    let [first, second] = attribute.words();
                    Ok([first, second, 0, 0, 0, 0, 0, 0])
                }
                Err(error) => Err(error),
            }
        }
    };
    match packed {
        Ok(words) => Ok(words),
        Err(error) => Err(DrawError::Draw(error)),
    }
}

/// The offset that an attribute's record holds, before the unaligned part of an address is added.
pub(crate) const fn record_offset(
    call: &DrawCall,
    dispatch: Dispatch,
    attribute: usize,
    offset: u32,
    buffer: Option<VertexBuffer>,
) -> Result<i32, DrawError> {
    let shift = match buffer {
        Some(buffer) => shift_of_elements(call, dispatch, buffer),
        None => 0,
    };
    checked_offset(attribute, shift.saturating_add(offset as i64))
}

/// How far the elements that an attribute's index names must be shifted, in bytes.
///
/// The first instance is an element of its own, whatever the divisor. The offset start is added to
/// every index on V4 to V7, also to those that step per instance, where it has no place.
const fn shift_of_elements(call: &DrawCall, dispatch: Dispatch, buffer: VertexBuffer) -> i64 {
    let first_instance = match buffer.rate {
        InputRate::Vertex => 0,
        InputRate::Instance { .. } | InputRate::Constant => call.first_instance as i64,
    };
    let divides = call.arch.has_attribute_buffers() && FetchMode::divides(dispatch, buffer.rate);
    let offset_start = if divides { call.offset_start as i64 } else { 0 };
    let elements = first_instance - offset_start - buffer.first_element as i64;
    elements.saturating_mul(buffer.stride as i64)
}

const fn checked_offset(attribute: usize, offset: i64) -> Result<i32, DrawError> {
    if offset < i32::MIN as i64 || offset > i32::MAX as i64 {
        return Err(DrawError::Offset { attribute, offset });
    }
    Ok(offset as i32)
}

/// Adds to an attribute's offset.
pub(super) fn add_to_offset(
    arch: Arch,
    number: usize,
    words: &mut [u32],
    remainder: u32,
) -> Result<(), DrawError> {
    let word = if arch.has_attribute_buffers() {
        Attribute::OFFSET.word()
    } else {
        ValhallAttribute::OFFSET.word()
    };
    if let Some(offset) = words.get_mut(word) {
        let sum = i64::from(*offset as i32) + i64::from(remainder);
        *offset = checked_offset(number, sum)? as u32;
    }
    Ok(())
}
