//! Positions in a table.

/// The number of words of a buffer from V9 on, and of two descriptors before V9.
pub(in crate::draw) const BUFFER_WORDS: usize = 8;
/// The number of words of a descriptor in the table of buffers of V4 to V7.
pub(in crate::draw) const DESCRIPTOR_WORDS: usize = 4;

/// Writes a descriptor into words of its length.
#[inline]
pub(in crate::draw) const fn set<const WORDS: usize>(words: &mut [u32], descriptor: [u32; WORDS]) {
    if let Some(words) = words.first_chunk_mut() {
        *words = descriptor;
    }
}
