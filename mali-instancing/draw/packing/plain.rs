//! The most common draws, in which nothing is wrong. They have separate functions, since the code for other draws would
//! take registers from them; for the same reason, those that move attributes have one apart from those that do not.

use super::attribute_buffers::write_null_terminator;
use super::checked::{Attributes, Checked};
use super::indices::{FIRST, FirstIndices, Indices, of_first};
use super::layout::{DescriptorWords, Tables};
use super::offset::{ElementShift, offset_word};
use super::placement::{Placement, with_copy};
use super::words::{BUFFER_WORDS, DESCRIPTOR_WORDS, set};
use crate::descriptor::{AttributeBuffer, Buffer, BufferAddress};
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::parts::{BufferRange, VertexBuffer};
use crate::draw::table_layout::TableLayout;
use crate::fetch::{FetchMode, FetchModes};
use crate::thread_count::ThreadCount;

/// Whether common draws have separate functions. A 32-bit core is a microcontroller's, whose flash is small.
pub(in crate::draw) const IS_WORTH_ITS_CODE: bool = cfg!(target_pointer_width = "64");

/// Whether a draw with this number of buffers can be a common one. On V4 to V7 it has buffers among the first only.
#[inline]
pub(in crate::draw) const fn can_be_plain(pipeline: &Pipeline, buffers: usize) -> bool {
    !pipeline.arch.has_attribute_buffers()
        || buffers <= FIRST && matches!(pipeline.layout, TableLayout::Driver)
}

impl<A: Attributes> Checked<'_, A> {
    /// Writes both tables of a draw on V4 to V7. `None` if the draw is not a common one: then
    /// [`write_attribute_buffers`](Self::write_attribute_buffers) writes it or returns an error. With `ONE_EACH`, the
    /// draw has one instance, and so one descriptor per buffer; without, the number of instances is known. With `MOVES`,
    /// the draw may have a first vertex, a first instance and unaligned addresses. The layout is one without IDs.
    #[inline(always)]
    pub(in crate::draw) fn write_plain<const ONE_EACH: bool, const MOVES: bool>(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Option<Tables> {
        let Self {
            pipeline,
            layout,
            buffers,
            ..
        } = *self;
        let is_plain = ranges.len() == buffers.len() && self.attributes.are_plain();
        if !is_plain || !MOVES && counts.first_vertex | counts.first_instance != 0 {
            return None;
        }
        let padded_vertices = pipeline.pad(counts).ok()?;
        let instances = if ONE_EACH { 1 } else { counts.instances? };
        if !MOVES && ONE_EACH != (instances == 1) {
            return None;
        }
        let thread_count = ThreadCount::new(padded_vertices, instances).ok()?;
        let words = words.get_mut(..layout.words_needed())?;
        let modes = FetchModes::new(thread_count, pipeline.rounding);
        let mut placement = Placement::new(TableLayout::Driver);
        let shift = ElementShift::new(pipeline.arch, counts, thread_count);
        let mut first = FirstIndices::default();
        let mut distances = [0; FIRST];
        let mut number = 0;
        while number < buffers.len() && number < ranges.len() && number < first.len() {
            let (buffer, range) = (&buffers[number], &ranges[number]);
            let size = plain_size::<A>(buffer, range)?;
            let (base, size) = if MOVES {
                let (base, remainder) = BufferAddress::split(range.address).ok()?;
                distances[number] = shift.bytes(buffer)?.checked_add(remainder as i32)?;
                (base, size.checked_add(remainder)?)
            } else {
                (BufferAddress::new(range.address).ok()?, size)
            };
            let pack = |mode| AttributeBuffer::new(mode, base, buffer.stride, size).words();
            let mode = modes.of(buffer.rate).ok()?;
            if ONE_EACH {
                let [first, second, third, fourth, ..] = pack(mode);
                let start = DESCRIPTOR_WORDS * number;
                let words = words.get_mut(start..start + DESCRIPTOR_WORDS)?;
                set(words, [first, second, third, fourth]);
            } else {
                let index = match mode {
                    FetchMode::NpotDivisor { .. } => placement.write(pack(mode), true, words),
                    mode => placement.write(with_copy(pack(mode)), false, words),
                };
                first[number] = index as u8;
            }
            number += 1;
        }
        let buffer_descriptors = if ONE_EACH { number } else { placement.next() };
        let tables = if ONE_EACH {
            layout.tables_of_one_each(Some(padded_vertices))
        } else {
            let descriptor_words = DescriptorWords::V4_TO_V7;
            layout.tables_after(buffer_descriptors, descriptor_words, Some(padded_vertices))
        };
        let (table, attribute_words) = words.split_at_mut_checked(tables.buffers.end)?;
        if layout.trailing_descriptors != 0 {
            write_null_terminator(table);
        }
        let of_first = of_first(&first);
        let indices = Indices {
            first: |buffer| {
                if ONE_EACH {
                    buffer as u32
                } else {
                    of_first(buffer)
                }
            },
            others: None,
        };
        if self.attributes.write(indices, attribute_words) != Some(true) {
            return None;
        }
        if MOVES {
            let attribute_words = attribute_words.chunks_exact_mut(2);
            for (begin, words) in self.attributes.begins().zip(attribute_words) {
                let moved =
                    i64::from(distances[begin.buffer as usize % FIRST]) + i64::from(begin.offset);
                words[offset_word(2)] = i32::try_from(moved).ok()? as u32;
            }
        }
        Some(tables)
    }

    /// Writes both tables of a draw from V9 on.
    #[inline(always)]
    pub(in crate::draw) fn write_plain_valhall(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        words: &mut [u32],
    ) -> Option<Tables> {
        let Self {
            layout, buffers, ..
        } = *self;
        let is_plain = ranges.len() == buffers.len() && self.attributes.are_plain();
        if !is_plain || counts.first_instance != 0 {
            return None;
        }
        let words = words.get_mut(..layout.words_needed())?;
        let tables = || layout.tables_of_one_each(None);
        let (mut table, attribute_words) = words.split_at_mut_checked(tables().buffers.end)?;
        let mut number = 0;
        while number < buffers.len() && number < ranges.len() {
            let (buffer, range) = (&buffers[number], &ranges[number]);
            let size = plain_size::<A>(buffer, range)?;
            let (words, rest) = table.split_first_chunk_mut::<BUFFER_WORDS>()?;
            *words = Buffer::below_4_gib(range.address, size).words();
            table = rest;
            number += 1;
        }
        match self.attributes.write_valhall(attribute_words) {
            Some(true) => Some(tables()),
            _ => None,
        }
    }
}

/// The size of a buffer whose range contains it, with the buffer's own stride and from its first element on.
#[inline(always)]
fn plain_size<A: Attributes>(buffer: &VertexBuffer, range: &BufferRange) -> Option<u32> {
    if !A::ARE_CHECKED && buffer.first_element != 0 || range.stride.is_some() {
        return None;
    }
    range.size
}
