//! The descriptors of V4 to V7, where a job manager starts the vertices' threads and attribute buffers say
//! how a linear id becomes an element.

use super::error::DrawError;
use super::layout::{DESCRIPTOR_WORDS, Layout, set};
use super::parts::VertexBuffer;
use crate::descriptor::{
    Attribute, AttributeBuffer, AttributeFields, BufferAddress, InstanceId, VertexId,
};
use crate::divisor::Rounding;
use crate::fetch::FetchModes;
use crate::thread_count::ThreadCount;

/// The descriptors after those of the buffers: at most two. The null terminator and those that are not
/// used are zeros.
pub(super) const fn trailing_descriptors(
    layout: &Layout,
    thread_count: ThreadCount,
    rounding: Rounding,
) -> [[u32; DESCRIPTOR_WORDS]; 2] {
    let mut descriptors = [[0; DESCRIPTOR_WORDS]; 2];
    if layout.vertex_id {
        descriptors[0] = VertexId::new(thread_count).words();
    }
    if layout.has_instance_id() {
        let descriptor = InstanceId::new(thread_count, rounding);
        descriptors[layout.vertex_id as usize] = descriptor.words();
    }
    descriptors
}

/// Packs the descriptor of a buffer and its continuation.
#[inline]
pub(super) const fn pack_buffer(
    modes: &FetchModes,
    number: usize,
    buffer: &VertexBuffer,
    address: u64,
    size: u32,
    words: &mut [u32; 8],
) -> Result<(), DrawError> {
    let (base, size) = match place(number, address, size) {
        Ok(place) => place,
        Err(error) => return Err(error),
    };
    match modes.of(buffer.rate) {
        Ok(mode) => {
            *words = AttributeBuffer::new(mode, base, buffer.stride, size).words();
            Ok(())
        }
        Err(error) => Err(DrawError::Buffer {
            buffer: number,
            error,
        }),
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
