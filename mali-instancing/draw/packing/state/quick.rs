//! The quick way to write a draw of a state on V4 to V7, one that is neither wrong nor rare: all sums fit 32 bits, which is
//! checked once for all buffers, and the flags of the records say where descriptors are.

use super::head::Head;
use super::parts::StateParts;
use super::record::{DIVISOR, RECORD, Record, SIZE, STRIDE, variant_in};
use crate::descriptor::BufferAddress;
use crate::draw::definition::DrawCounts;
use crate::draw::packing::attribute::{INSTANCE_ID, VERTEX_ID};
use crate::draw::packing::exact::Bindings;
use crate::draw::packing::ids::{self, id_descriptors, write_null_terminator};
use crate::draw::packing::layout::{DescriptorWords, Tables};
use crate::draw::packing::variant::Common;
use crate::draw::packing::words::DESCRIPTOR_WORDS;
use crate::draw::parts::{BufferRange, smaller_size};
use crate::thread_count::ThreadCount;

/// The largest number of buffers of a draw. Every Vulkan driver accepts it, and few accept more. With this number, the
/// planner draws in place within a KiB of stack.
const MAX_BUFFERS: usize = 16;

/// The sums that a draw adds to attributes' words, by the number of the buffer: the index of the buffer's descriptor less
/// that number, and the offset of the first element in the upper half.
type Starts = [u64; MAX_BUFFERS];

/// Writes both tables of a draw. `None` for a draw that is wrong or rare.
#[expect(
    clippy::inline_always,
    reason = "a draw through the C interface takes 110 instructions less than with a call"
)]
#[inline(always)]
pub(in crate::draw) fn write(
    state: StateParts<'_>,
    counts: &DrawCounts,
    Bindings {
        ranges,
        first_elements,
    }: Bindings<'_>,
    words: &mut [u32],
) -> Option<Tables> {
    let layout = state.head.layout();
    let pipeline = state.head.pipeline();
    // Every error is dropped: the exact way finds it again, with its numbers.
    let padded_vertices = pipeline.pad(counts).ok()?;
    // Before the threads, whose check multiplies the padded count, too: so the compiler computes it once.
    let largest_product =
        u64::from(padded_vertices.get()) * u64::from(state.head.largest_divisor());
    let thread_count = ThreadCount::of(padded_vertices, counts.instances).ok()?;
    let common = Common::new(thread_count, pipeline.rounding, counts);
    // All instances read one element of a buffer whose divisor is too large. It has no continuation then, which moves the
    // descriptors and the gaps after it.
    let is_too_large = largest_product > u32::MAX.into() && thread_count.is_instanced();
    if ranges.len() != layout.buffers as usize || is_too_large {
        return None;
    }
    // The largest length, which the exact way demands, too: words that are too few are an error in both ways.
    let words = words.get_mut(..layout.words_needed())?;
    let mut starts = [0; MAX_BUFFERS];
    // More than 16 buffers leave for the exact way here.
    let starts_of_each = starts.get_mut(..ranges.len())?;
    let mut elements = counts.first_vertex | counts.first_instance;
    if !first_elements.is_empty() {
        if first_elements.len() != ranges.len() {
            return None;
        }
        for (start, first_element) in starts_of_each.iter_mut().zip(first_elements) {
            *start = u64::from(*first_element);
            elements |= first_element;
        }
    }
    let mut strides = state.head.largest_stride();
    if state.head.bound_stride() != 0 {
        for range in ranges {
            strides |= range.stride;
        }
    }
    // A descriptor's offset is (first instance − first vertex − first element) · stride + the offset in the element + a
    // remainder below 64. If the bits of all numbers of elements together, times those of all strides, are below 2^29,
    // then the product is within 2 · 2^29 to either side, and with an offset below 2^29 the sum fits a signed number of
    // 32 bits.
    let offset = u64::from(elements) * u64::from(strides);
    if (offset | u64::from(state.head.largest_offset())) >> 29 != 0 {
        return None;
    }
    // All words, since only the number of descriptors tells where the table ends and the attributes begin.
    let buffer_descriptors = write_buffers(state, &common, ranges, &mut starts, words)?;
    let tables = layout.tables_after(
        buffer_descriptors,
        DescriptorWords::V4_TO_V7,
        Some(padded_vertices),
    );
    let words = words.get_mut(..tables.attributes.end)?;
    let (table, mut out) = words.split_at_mut_checked(tables.buffers.end)?;
    if layout.needs_null_terminator {
        write_null_terminator(table);
    } else if layout.has_ids() {
        write_ids(
            state.head,
            thread_count,
            counts.vertices,
            buffer_descriptors,
            &mut starts,
            table,
        )?;
    }
    let mut attributes = state.attributes.get(..2 * layout.attributes as usize)?;
    while let Some((&[word, offset], others)) = attributes.split_first_chunk() {
        attributes = others;
        let (moved, others) = out.split_first_chunk_mut()?;
        out = others;
        let both = u64::from(word) | u64::from(offset) << 32;
        // The lower half turns the number of a buffer into the index of its descriptor. Both are below 512, so no bit
        // above changes. The upper half is added to the offset, and the sum fits. The remainder is the number of the
        // buffer, which is below 16, or the place of an ID: see `write_ids`.
        let both = both.wrapping_add(starts[both as usize % MAX_BUFFERS]);
        *moved = [both as u32, (both >> 32) as u32];
    }
    Some(tables)
}

/// Writes the descriptors of the buffers, and returns their number. `starts` has the first element of each range
/// before. `None` if a number is too large, or if the descriptors do not fit the table.
#[expect(
    clippy::inline_always,
    reason = "a draw takes 40 instructions less than with a call"
)]
#[inline(always)]
fn write_buffers(
    state: StateParts<'_>,
    common: &Common,
    ranges: &[BufferRange],
    starts: &mut Starts,
    mut table: &mut [u32],
) -> Option<u32> {
    let length = table.len();
    let bound_stride = state.head.bound_stride();
    let mut addresses = 0;
    let mut largest_size = 0;
    // The index of a buffer's descriptor, less the number of the buffer.
    let mut ahead = 0;
    let records = state.records.get(..RECORD * ranges.len())?;
    let starts = starts.get_mut(..ranges.len())?;
    // Everything is taken from the front of a slice: with positions in the table, a recorded draw takes 135
    // instructions more.
    for ((record, range), start) in records.chunks_exact(RECORD).zip(ranges).zip(starts) {
        let record: &Record = record.first_chunk()?;
        let (variant, has_second) = variant_in(record, common);
        let &BufferRange { address, size, .. } = range;
        // One of the two is 0: the stride of the record if strides are bound, and the masked one if not.
        let stride = record[STRIDE] | range.stride & bound_stride;
        // An address of too many bits gives wrong words here. It is found after the loop, and the exact way has the
        // error.
        let (base, remainder) = BufferAddress::split_known(address);
        let size = smaller_size(record[SIZE], size);
        addresses |= address;
        largest_size = size.max(largest_size);
        // Modulo 2^32: the caller knows that the offset fits a signed number of 32 bits.
        let elements = (common.elements(variant) as u32).wrapping_sub(*start as u32);
        let offset = elements.wrapping_mul(stride).wrapping_add(remainder);
        *start = ahead | u64::from(offset) << 32;
        let descriptor = variant.descriptor(base, stride, size.wrapping_add(remainder));
        let (words, others) = table.split_first_chunk_mut()?;
        *words = descriptor;
        table = others;
        // A continuation, or the copy in a gap.
        if has_second {
            let (words, others) = table.split_first_chunk_mut()?;
            *words = if variant.has_continuation() {
                variant.continuation(record[DIVISOR])
            } else {
                descriptor
            };
            table = others;
            ahead += 1;
        }
    }
    // A size and a remainder may not fit 32 bits, and a buffer without a size has the largest number.
    if addresses >> BufferAddress::BITS != 0
        || largest_size > u32::MAX - BufferAddress::ALIGNMENT as u32
    {
        return None;
    }
    Some(((length - table.len()) / DESCRIPTOR_WORDS) as u32)
}

/// Writes the descriptors of IDs, and puts what is added to their attributes in place of the last buffers'. `None` for
/// a draw that is wrong or rare.
#[inline(never)]
fn write_ids(
    head: Head<'_>,
    thread_count: ThreadCount,
    vertices: u32,
    buffer_descriptors: u32,
    starts: &mut Starts,
    table: &mut [u32],
) -> Option<()> {
    let layout = head.layout();
    layout.check_instance_id(thread_count, vertices).ok()?;
    // The numbers of IDs, 510 and 511, are 14 and 15 modulo 16: the places of the last two buffers.
    if layout.buffers as usize > MAX_BUFFERS - 2 {
        return None;
    }
    for id in [VERTEX_ID, INSTANCE_ID] {
        let index = layout.id_index(id, buffer_descriptors);
        // The difference is negative, so its upper half is −1. When it is added to an attribute, the lower halves carry
        // 1 into the upper half, and the offset stays.
        starts[id as usize % MAX_BUFFERS] = u64::from(index).wrapping_sub(id.into());
    }
    let ids = id_descriptors(&layout, thread_count, head.pipeline().rounding);
    let start = DESCRIPTOR_WORDS * buffer_descriptors as usize;
    ids::write_ids(ids, table.get_mut(start..)?);
    Some(())
}
