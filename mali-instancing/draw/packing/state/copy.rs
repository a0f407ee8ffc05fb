//! The draws of a state from V9 on, where the words of attributes are ready and copied.

use super::parts::StateParts;
use super::record::{SHORT_RECORD, SIZE, buffer_of};
use crate::descriptor::{Buffer, ValhallAttribute};
use crate::draw::definition::DrawCounts;
use crate::draw::packing::exact::Bindings;
use crate::draw::packing::layout::{DescriptorWords, Tables};
use crate::draw::packing::offset::ElementStart;
use crate::draw::packing::valhall::move_attribute;
use crate::draw::packing::words::{BUFFER_WORDS, set};
use crate::draw::parts::{BufferRange, VertexBuffer, smaller_size};

/// Writes both tables of a draw from V9 on. `None` for a draw that is wrong or rare.
#[expect(
    clippy::inline_always,
    reason = "a part of its one caller, whose frame it shares"
)]
#[inline(always)]
pub(super) fn write(
    state: StateParts<'_>,
    counts: &DrawCounts,
    bindings: Bindings<'_>,
    words: &mut [u32],
) -> Option<Tables> {
    let &DrawCounts {
        vertices,
        instances,
        first_instance,
        ..
    } = counts;
    let ranges = bindings.ranges;
    let layout = state.head.layout();
    // An offset of 2^31 or more would be negative in a descriptor: the exact way has the error.
    if ranges.len() != layout.buffers as usize || state.head.largest_offset() >> 31 != 0 {
        return None;
    }
    // No word depends on them, but a draw of nothing is an error on every architecture.
    if vertices == 0 || instances == Some(0) {
        return None;
    }
    let tables = layout.tables_after(layout.buffers, DescriptorWords::FROM_V9, None);
    let words = words.get_mut(..tables.attributes.end)?;
    let (table, out) = words.split_at_mut_checked(tables.buffers.end)?;
    // `NO_SIZE` is the largest size, so one comparison serves all buffers.
    if copy_buffers(state.records, ranges, table) == BufferRange::NO_SIZE {
        return None;
    }
    let attributes = state.attributes.get(..8 * layout.attributes as usize)?;
    let out = out.get_mut(..attributes.len())?;
    // Nothing else changes attributes from V9 on: there is no offset start, and addresses are not rounded to 64 bytes.
    if first_instance | state.head.bound_stride() != 0 || !bindings.first_elements.is_empty() {
        move_attributes(
            state.records,
            first_instance,
            state.head.bound_stride(),
            ranges,
            bindings.first_elements,
            attributes,
            out,
        )?;
    } else {
        out.copy_from_slice(attributes);
    }
    Some(tables)
}

/// Writes buffers from V9 on, and returns the largest size, which is [`BufferRange::NO_SIZE`] if a buffer has none.
// In a function of its own, a draw takes 10 instructions less from V9 on, and 17 less on V4 to V7.
#[inline(never)]
fn copy_buffers(records: &[u32], ranges: &[BufferRange], table: &mut [u32]) -> u32 {
    let mut largest_size = 0;
    let descriptors = table.chunks_exact_mut(BUFFER_WORDS);
    let parts = records
        .chunks_exact(SHORT_RECORD)
        .zip(ranges)
        .zip(descriptors);
    for ((record, range), descriptor) in parts {
        let size = smaller_size(record[SIZE], range.size);
        largest_size = size.max(largest_size);
        set(descriptor, Buffer::below_4_gib(range.address, size).words());
    }
    largest_size
}

/// Writes attributes from V9 on that are moved to the elements with which a draw begins, with bound strides. `None` if
/// one cannot be moved.
#[inline(never)]
fn move_attributes(
    records: &[u32],
    first_instance: u32,
    bound_stride: u32,
    ranges: &[BufferRange],
    first_elements: &[u32],
    attributes: &[u32],
    out: &mut [u32],
) -> Option<()> {
    if !first_elements.is_empty() && first_elements.len() != ranges.len() {
        return None;
    }
    let attributes = attributes.chunks_exact(8).zip(out.chunks_exact_mut(8));
    for (number, (attribute, out)) in attributes.enumerate() {
        let mut words = *attribute.first_chunk()?;
        let buffer = words[ValhallAttribute::BUFFER_INDEX.word()] as usize;
        // Damaged words may name any buffer.
        let record = records.get(SHORT_RECORD.checked_mul(buffer)?..)?;
        let VertexBuffer { stride, rate, .. } = buffer_of(record.first_chunk()?);
        let stride = stride | ranges.get(buffer)?.stride & bound_stride;
        let first_element = first_elements.get(buffer).copied().unwrap_or(0);
        let start = ElementStart::from_v9(rate, stride, first_instance, first_element);
        move_attribute(number, rate, stride, start, &mut words).ok()?;
        *out.first_chunk_mut()? = words;
    }
    Some(())
}
