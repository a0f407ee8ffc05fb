//! The draws of a state, wherever its words are: in a constant of Rust, or in those of another language.

use super::any::{Attributes, Bindings, PACKED_INSTANCE_ID, PACKED_VERTEX_ID, Parts};
use super::attribute::{INSTANCE_ID, VERTEX_ID};
use super::ids::{self, id_descriptors, write_null_terminator};
use super::layout::{DescriptorWords, MAX_BUFFERS, Tables};
use super::offset::ElementShift;
use super::template::{Common, Head, Record, buffer_of, size_of};
use super::valhall::move_attribute;
use super::words::DESCRIPTOR_WORDS;
use crate::descriptor::{Buffer, ValhallAttribute};
use crate::draw::definition::DrawCounts;
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexBuffer};
use crate::fetch::InputRate;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// The largest number of buffers of a draw that the template writes. Every Vulkan driver accepts it, and few accept more.
/// With this number, the planner draws in place within a KiB of stack.
const TEMPLATE_BUFFERS: usize = 16;

/// The words of a state. They may have any values.
#[derive(Clone, Copy)]
pub(in crate::draw) struct StateParts<'a> {
    pub(in crate::draw) head: &'a Head,
    /// The records of the buffers: on V4 to V7 those of each variant, with `pitch` records from one variant to the next.
    pub(in crate::draw) records: &'a [Record],
    pub(in crate::draw) pitch: usize,
    /// The words of each attribute, [`Arch::attribute_words`](crate::Arch::attribute_words) each.
    pub(in crate::draw) attributes: &'a [u32],
}

/// A state in any form.
pub(in crate::draw) trait State {
    fn parts(&self) -> StateParts<'_>;

    /// Writes both tables of a draw.
    #[inline]
    fn write_bound(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        if cfg!(not(target_pointer_width = "64")) {
            // The flash of such a core is small.
            self.write_any(counts, ranges, first_elements, words)
        } else if self.parts().head.pipeline.arch.has_attribute_buffers() {
            self.write_attribute_buffers(counts, ranges, first_elements, words)
        } else {
            self.write_buffers(counts, ranges, first_elements, words)
        }
    }

    // Each of the next three has a frame of its own: the first needs a hundred words on the stack, the second few.

    #[inline(never)]
    fn write_attribute_buffers(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let parts = self.parts();
        match parts.write_attribute_buffers(counts, ranges, first_elements, words) {
            Some(tables) => Ok(tables),
            None => self.write_any(counts, ranges, first_elements, words),
        }
    }

    #[inline(never)]
    fn write_buffers(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let parts = self.parts();
        match parts.write_buffers(counts, ranges, first_elements, words) {
            Some(tables) => Ok(tables),
            None => self.write_any(counts, ranges, first_elements, words),
        }
    }

    #[inline(never)]
    fn write_any(
        &self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let bindings = Bindings {
            ranges,
            first_elements,
        };
        self.parts().write_any(counts, bindings, words)
    }
}

impl StateParts<'_> {
    /// Writes both tables of a draw on V4 to V7. `None` for a draw that is wrong or rare.
    #[inline]
    fn write_attribute_buffers(
        self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Option<Tables> {
        let layout = &self.head.layout;
        let common = Common::new(self.head, counts)?;
        let buffer_descriptors = common.buffer_descriptors(&self.head.variants)?;
        if ranges.len() != layout.buffers as usize {
            return None;
        }
        let first_elements = elements_of_each(first_elements, ranges.len())?;
        let words = words.get_mut(..layout.words_needed())?;
        let records = self.records.get(common.variant * self.pitch..)?;
        let records = records.get(..ranges.len())?;
        let mut starts = [0; TEMPLATE_BUFFERS];
        let mut bits = 0;
        let bound = records.iter().zip(ranges).zip(first_elements);
        let starts_of_each = starts.get_mut(..ranges.len())?;
        for (number, ((record, range), first_element)) in bound.enumerate() {
            let added = common.write(record, range, *first_element, &mut bits, words)?;
            // The words of an attribute have the number of the buffer as index.
            starts_of_each[number] = added.wrapping_sub(number as u64);
        }
        if bits >> u32::BITS != 0 {
            return None;
        }
        let tables = layout.tables_after(
            buffer_descriptors,
            DescriptorWords::V4_TO_V7,
            Some(common.padded_vertices),
        );
        let words = words.get_mut(..tables.attributes.end)?;
        let (table, out) = words.split_at_mut_checked(tables.buffers.end)?;
        if layout.needs_null_terminator {
            write_null_terminator(table);
        } else if layout.has_ids() {
            let padded_vertices = common.padded_vertices;
            write_ids(
                self.head,
                padded_vertices,
                counts,
                buffer_descriptors,
                &mut starts,
                table,
            )?;
        }
        let mut attributes = self.attributes.get(..2 * layout.attributes as usize)?;
        let mut out = out;
        while let Some((&[word, offset], others)) = attributes.split_first_chunk() {
            attributes = others;
            let (moved, others) = out.split_first_chunk_mut()?;
            out = others;
            let both = u64::from(word) | u64::from(offset) << 32;
            // The index does not carry, since it is that of a buffer, and the offset fits.
            let both = both.wrapping_add(starts[word as usize % TEMPLATE_BUFFERS]);
            *moved = [both as u32, (both >> 32) as u32];
        }
        Some(tables)
    }

    /// Writes both tables of a draw from V9 on. `None` for a draw that is wrong or rare.
    #[inline]
    fn write_buffers(
        self,
        counts: &DrawCounts,
        ranges: &[BufferRange],
        first_elements: &[u32],
        words: &mut [u32],
    ) -> Option<Tables> {
        let Head {
            layout,
            largest_offset,
            ..
        } = self.head;
        if ranges.len() != layout.buffers as usize || largest_offset >> 31 != 0 {
            return None;
        }
        let words = words.get_mut(..layout.words_needed())?;
        let tables = layout.tables_after(layout.buffers, DescriptorWords::FROM_V9, None);
        let words = words.get_mut(..tables.attributes.end)?;
        let (mut table, out) = words.split_at_mut_checked(tables.buffers.end)?;
        let attributes = self.attributes.get(..8 * layout.attributes as usize)?;
        let out = out.get_mut(..attributes.len())?;
        out.copy_from_slice(attributes);
        for (record, range) in self.records.iter().zip(ranges) {
            let (descriptor, others) = table.split_first_chunk_mut()?;
            table = others;
            let size = size_of(record, range.size);
            *descriptor = Buffer::below_4_gib(range.address, size).words();
        }
        if counts.first_instance | self.head.bound_stride != 0 || !first_elements.is_empty() {
            let bindings = Bindings {
                ranges,
                first_elements,
            };
            move_attributes(self.head, self.records, counts, bindings, out)?;
        }
        Some(tables)
    }

    /// Writes both tables of any draw, or returns its error.
    fn write_any(
        self,
        counts: &DrawCounts,
        bindings: Bindings<'_>,
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let mut buffers = [VertexBuffer::new(0, InputRate::Vertex); MAX_BUFFERS];
        let Head {
            pipeline, layout, ..
        } = self.head;
        let buffers = buffers
            .get_mut(..layout.buffers as usize)
            .unwrap_or_default();
        // The records of the first variant, since all have the same strides, rates and sizes.
        for (buffer, record) in buffers.iter_mut().zip(self.records) {
            *buffer = buffer_of(record);
        }
        let length = layout.attributes as usize * pipeline.arch.attribute_words();
        let parts = Parts {
            pipeline,
            layout,
            buffers,
            attributes: Attributes::Packed(self.attributes.get(..length).unwrap_or_default()),
            has_bound_strides: self.head.bound_stride != 0,
        };
        parts.write(counts, bindings, words)
    }
}

/// Moves attributes from V9 on to the elements with which a draw begins, and sets bound strides. `None` if one cannot be
/// moved.
#[inline(never)]
fn move_attributes(
    head: &Head,
    records: &[Record],
    counts: &DrawCounts,
    Bindings {
        ranges,
        first_elements,
    }: Bindings<'_>,
    words: &mut [u32],
) -> Option<()> {
    // The GPU counts the threads itself.
    let thread_count = ThreadCount::for_any_instance_count(PaddedCount::ONE);
    let shift = ElementShift::new(head.pipeline.arch, counts, thread_count);
    let first_elements = elements_of_each(first_elements, ranges.len())?;
    for (number, words) in words.chunks_exact_mut(8).enumerate() {
        let words = words.first_chunk_mut()?;
        let buffer = words[ValhallAttribute::BUFFER_INDEX.word()] as usize;
        let VertexBuffer { stride, rate, .. } = buffer_of(records.get(buffer)?);
        let stride = stride | ranges.get(buffer)?.stride & head.bound_stride;
        let start = shift.of(rate, stride, *first_elements.get(buffer)?);
        move_attribute(number, rate, stride, start, words).ok()?;
    }
    Some(())
}

/// Writes the descriptors of IDs, and puts what is added to their attributes in place of the last buffers'. `None` for
/// a draw that is wrong or rare.
#[inline(never)]
fn write_ids(
    head: &Head,
    padded_vertices: PaddedCount,
    counts: &DrawCounts,
    buffer_descriptors: u32,
    starts: &mut [u64; TEMPLATE_BUFFERS],
    table: &mut [u32],
) -> Option<()> {
    let Head {
        pipeline,
        layout,
        largest_offset,
        ..
    } = head;
    let thread_count = ThreadCount::of(padded_vertices, counts.instances).ok()?;
    layout
        .check_instance_id(thread_count, counts.vertices)
        .ok()?;
    if *largest_offset > i32::MAX as u32 || layout.buffers as usize > TEMPLATE_BUFFERS - 2 {
        return None;
    }
    for (packed, id) in [
        (PACKED_VERTEX_ID, VERTEX_ID),
        (PACKED_INSTANCE_ID, INSTANCE_ID),
    ] {
        let index = layout.id_index(id, buffer_descriptors);
        starts[packed as usize % TEMPLATE_BUFFERS] = u64::from(index).wrapping_sub(packed.into());
    }
    let ids = id_descriptors(layout, thread_count, pipeline.rounding);
    let table = table.get_mut(DESCRIPTOR_WORDS * buffer_descriptors as usize..)?;
    ids::write_ids(ids, table);
    Some(())
}

/// The first elements of `buffers` buffers; `None` if their number is wrong.
#[inline]
fn elements_of_each(first_elements: &[u32], buffers: usize) -> Option<&[u32]> {
    let elements = if first_elements.is_empty() {
        const { &[0; MAX_BUFFERS] }.get(..buffers)?
    } else {
        first_elements
    };
    (elements.len() == buffers).then_some(elements)
}
