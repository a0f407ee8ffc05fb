//! The descriptors of vertex and instance ID, on V4 and V5.

use super::layout::Layout;
use super::words::{DESCRIPTOR_WORDS, set};
use crate::descriptor::{InstanceId, VertexId};
use crate::divisor::Rounding;
use crate::thread_count::ThreadCount;

/// The descriptors of IDs, at most two, at the start of words that are otherwise zeros. They come after the buffers.
pub(in crate::draw) const fn id_descriptors(
    layout: &Layout,
    thread_count: ThreadCount,
    rounding: Rounding,
) -> [[u32; DESCRIPTOR_WORDS]; 2] {
    let mut descriptors = [[0; DESCRIPTOR_WORDS]; 2];
    if layout.vertex_id {
        descriptors[0] = VertexId::new(thread_count).words();
    }
    if layout.instance_id.is_some() {
        // `Layout::id_index` has the same order: the vertex ID first, if there is one.
        let descriptor = InstanceId::new(thread_count, rounding);
        descriptors[layout.vertex_id as usize] = descriptor.words();
    }
    descriptors
}

/// Writes the descriptors of IDs.
#[inline]
pub(in crate::draw) fn write_ids(ids: [[u32; DESCRIPTOR_WORDS]; 2], words: &mut [u32]) {
    // With one ID the second descriptor is zeros. If the table goes on, they fall on reserved descriptors, which the
    // driver writes.
    for (words, descriptor) in words.chunks_exact_mut(DESCRIPTOR_WORDS).zip(ids) {
        set(words, descriptor);
    }
}

/// Writes the null terminator, which is the last descriptor of the table of buffers on V6 and V7.
#[inline]
pub(in crate::draw) fn write_null_terminator(table: &mut [u32]) {
    if let Some(last) = table.last_chunk_mut() {
        *last = [0; DESCRIPTOR_WORDS];
    }
}
