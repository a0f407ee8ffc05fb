//! The distance that a descriptor's offset reaches from its first byte.

use crate::streams::Stream;
use mali_instancing::InputRate;
use mali_instancing::descriptor::BufferAddress;
use mali_instancing::draw::{DrawCounts, Pipeline};

/// The largest offset that a descriptor can hold for any address of its buffer.
const MAX_OFFSET: u64 = i32::MAX as u64 - (BufferAddress::ALIGNMENT - 1);

/// The largest distance by which a descriptor's offset can be below 0, in bytes.
const REACH: u64 = 1 << 31;

/// Whether the descriptor of a stream's memory can hold the offset of a draw's first element, whether or not the
/// architecture subtracts the draw's offset start from that offset. It can for a stream that steps per vertex, since no
/// offset is.
#[inline]
pub(crate) fn is_within_reach(counts: &DrawCounts, stream: &Stream) -> bool {
    // The offset is the attribute's own, plus first instance · stride, minus first vertex · stride on V4 to V7. The two
    // are checked apart, since the second may be missing.
    let bytes = |elements: u32| u64::from(elements) * u64::from(stream.record_stride);
    counts.first_vertex | counts.first_instance == 0
        || stream.rate == InputRate::Vertex
        || bytes(counts.first_instance) + u64::from(stream.length) <= MAX_OFFSET
            && bytes(counts.first_vertex) <= REACH
}

/// The element at which the descriptor of a draw that reads from element `first` on may begin: the last element from
/// which the descriptor's offset can reach `first`.
pub(crate) fn first_in_descriptor(
    pipeline: &Pipeline,
    counts: &DrawCounts,
    rate: InputRate,
    first: u32,
    stride: u32,
) -> u32 {
    // At most 2^31, for a stride of 1 or 0: this fits 32 bits.
    let reach = REACH.checked_div(stride.into()).unwrap_or(REACH) as u32;
    match rate {
        // The offset is −(element at the beginning) · stride: the index of a vertex counts from element 0.
        InputRate::Vertex => first.min(reach),
        // The offset has the draw's offset start subtracted, since the hardware is taken to add it, except if all
        // instances read one element.
        InputRate::Instance { divisor }
            if pipeline.arch.has_attribute_buffers()
                && pipeline.thread_count(counts).is_ok_and(|thread_count| {
                    thread_count.is_instanced() && thread_count.hardware_divisor(divisor).is_ok()
                }) =>
        {
            // The offset is (first − beginning − first vertex) · stride here. If even a beginning of 0 is too far, the
            // core packs attributes to which the unit adds no offset start.
            first - counts.first_vertex.saturating_sub(reach).min(first)
        }
        InputRate::Instance { .. } | InputRate::Constant => first,
    }
}
