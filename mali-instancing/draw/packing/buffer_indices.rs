//! The indices of buffers' descriptors in the table of V4 to V7.

use super::words::{DESCRIPTOR_WORDS, set};
use crate::descriptor::AttributeBuffer;
use crate::draw::table_layout::TableLayout;
use crate::fetch::FetchMode;

/// The indices of the descriptors of a draw's buffers, one after the other, in the table of V4 to V7.
///
/// ```
/// use mali_instancing::draw::{BufferIndices, TableLayout};
/// use mali_instancing::{FetchMode, InputRate, PaddedCount, Rounding, ThreadCount};
///
/// let threads = ThreadCount::new(PaddedCount::from_exact(72)?, 100)?;
/// let mut indices = BufferIndices::new(TableLayout::Driver);
/// for (divisor, index) in [(0, 0), (3, 2), (0, 4)] {
///     let rate = InputRate::from_gl_divisor(divisor);
///     let mode = FetchMode::new(threads, rate, Rounding::RoundDown)?;
///     assert_eq!(indices.place(mode), index);
/// }
/// assert_eq!(indices.next(), 5);
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BufferIndices {
    /// The index of the first free descriptor.
    next: u32,
    /// 1 if each buffer has two descriptors, or 0.
    fixed: u32,
}

impl BufferIndices {
    /// A table without buffers.
    #[must_use]
    pub const fn new(layout: TableLayout) -> Self {
        Self {
            next: 0,
            fixed: matches!(layout, TableLayout::Fixed) as u32,
        }
    }

    /// Places the next buffer, and returns the index of its descriptor, which depends on the mode.
    #[inline]
    pub const fn place(&mut self, mode: FetchMode) -> usize {
        self.place_descriptors(matches!(mode, FetchMode::NpotDivisor { .. }))
    }

    /// Places the next buffer, whose descriptor has a continuation or not.
    #[inline]
    pub(in crate::draw) const fn place_descriptors(&mut self, has_continuation: bool) -> usize {
        let second = has_continuation as u32;
        // With a continuation this rounds up to an even index, and otherwise it changes nothing.
        let index = self.next.wrapping_add(second) & !second;
        self.next = index.wrapping_add(1 + (second | self.fixed));
        index as usize
    }

    /// The index of the first descriptor after those of the buffers that were placed.
    #[must_use]
    #[inline]
    pub const fn next(&self) -> usize {
        self.next as usize
    }
}

/// Writes a buffer's descriptor to its index in the table, with its continuation or a copy of it. The table may end
/// before the copy of the last one.
#[inline]
pub(in crate::draw) fn write_at(index: u32, descriptor: [u32; 8], table: &mut [u32]) {
    let start = DESCRIPTOR_WORDS * index as usize;
    match table.get_mut(start..start + descriptor.len()) {
        Some(table) => set(table, descriptor),
        None => set(
            table.get_mut(start..).unwrap_or_default(),
            first_half(descriptor),
        ),
    }
}

#[inline]
const fn first_half([first, second, third, fourth, ..]: [u32; 8]) -> [u32; DESCRIPTOR_WORDS] {
    [first, second, third, fourth]
}

/// Whether the words of an attribute buffer have a continuation.
#[inline]
pub(in crate::draw) const fn has_continuation(words: &[u32; 8]) -> bool {
    AttributeBuffer::TYPE.read(words) == AttributeBuffer::NPOT_DIVISOR
}

/// The words with a copy of the first descriptor in place of a missing continuation. The next descriptor overwrites
/// the copy, unless it begins at the next even index or the layout is fixed.
#[inline]
pub(in crate::draw) const fn with_copy(words: [u32; 8]) -> [u32; 8] {
    if has_continuation(&words) {
        return words;
    }
    let [first, second, third, fourth] = first_half(words);
    [first, second, third, fourth, first, second, third, fourth]
}
