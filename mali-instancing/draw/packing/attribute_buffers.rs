//! The descriptors of V4 to V7, where a job manager starts the vertices' threads and attribute buffers define how an
//! element is found from a linear id.

use super::layout::Layout;
use super::words::{DESCRIPTOR_WORDS, set};
use crate::descriptor::{Attribute, BufferAddress, InstanceId, VertexId};
use crate::divisor::Rounding;
use crate::draw::error::DrawError;
use crate::draw::parts::BufferRange;
use crate::fetch::{FetchMode, FetchModes, InputRate};
use crate::thread_count::ThreadCount;

/// The descriptors of IDs, at most two, at the start of words that are otherwise zeros. They come after the buffers.
pub(in crate::draw) const fn trailing_descriptors(
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

/// The mode of a buffer.
#[inline]
pub(in crate::draw) const fn mode_of(
    modes: &FetchModes,
    number: usize,
    rate: InputRate,
) -> Result<FetchMode, DrawError> {
    match modes.of(rate) {
        Ok(mode) => Ok(mode),
        Err(error) => Err(DrawError::Buffer {
            buffer: number,
            error,
        }),
    }
}

/// Writes the descriptors of IDs, if there are any, or else the null terminator.
#[inline]
pub(in crate::draw) fn write_trailing_descriptors(
    layout: &Layout,
    descriptors: [[u32; DESCRIPTOR_WORDS]; 2],
    words: &mut [u32],
) {
    if !layout.has_ids() {
        return write_null_terminator(words);
    }
    for (words, descriptor) in words.chunks_exact_mut(DESCRIPTOR_WORDS).zip(descriptors) {
        set(words, descriptor);
    }
}

/// Writes the null terminator into the last descriptor. On architectures that need none, that descriptor is one of the
/// driver's own, or does not exist.
#[inline]
pub(in crate::draw) fn write_null_terminator(words: &mut [u32]) {
    if let Some(last) = words.last_chunk_mut() {
        *last = [0; DESCRIPTOR_WORDS];
    }
}

/// The address in a buffer's descriptor, and the size from that address on.
#[inline]
pub(in crate::draw) const fn place(
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

/// Adds the remainder of an unaligned buffer's address to the offsets of its attributes. `indices`
/// are those of the buffers' descriptors. Vertex and instance ID name other descriptors, and are not changed.
#[inline]
pub(in crate::draw) fn add_remainder(
    attribute: usize,
    indices: &[u32],
    ranges: &[BufferRange],
    words: &mut [u32],
) -> Result<(), DrawError> {
    let Some(words) = words.first_chunk_mut::<2>() else {
        return Ok(());
    };
    let buffer_index = Attribute::BUFFER_INDEX.read(words);
    let offset = words[Attribute::OFFSET.word()] as i32;
    let mut buffers = indices.iter().zip(ranges);
    if let Some((_, range)) = buffers.find(|(index, _)| **index == buffer_index) {
        let remainder = (range.address % BufferAddress::ALIGNMENT) as i32;
        let (sum, overflows) = offset.overflowing_add(remainder);
        words[Attribute::OFFSET.word()] = sum as u32;
        if overflows {
            // The sum is below 2^32, because a remainder is below 64.
            let offset = i64::from(sum as u32);
            return Err(DrawError::Offset { attribute, offset });
        }
    }
    Ok(())
}
