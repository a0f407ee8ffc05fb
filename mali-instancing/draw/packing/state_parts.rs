//! The draws of a state, wherever its words are: in a constant of Rust, or in those of another language.

use super::alignment::check_aligned;
use super::any::{Bindings, DrawArguments, PACKED_INSTANCE_ID, PACKED_VERTEX_ID, Packed, Parts};
use super::attribute::{INSTANCE_ID, VERTEX_ID};
use super::head::Head;
use super::ids::{self, id_descriptors, write_null_terminator};
use super::layout::{DescriptorWords, MAX_BUFFERS, Tables};
use super::offset::ElementShift;
use super::template::{
    ALIGNMENT_MASK, Common, SHORT_RECORD, SIZE, Starts, TEMPLATE_BUFFERS, buffer_of, record_words,
};
use super::valhall::move_attribute;
use super::words::DESCRIPTOR_WORDS;
use crate::descriptor::{Buffer, ValhallAttribute};
use crate::draw::definition::DrawCounts;
use crate::draw::error::DrawError;
use crate::draw::parts::{BufferRange, VertexBuffer, smaller_size};
use crate::fetch::InputRate;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// The words of a state. They may have any values.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct StateParts<'a> {
    pub(in crate::draw) head: Head<'a>,
    /// The records of the buffers, of [`RECORD`] words each on V4 to V7, and of [`SHORT_RECORD`] from V9 on.
    pub(in crate::draw) records: &'a [u32],
    /// The words of each attribute, [`Arch::attribute_words`](crate::Arch::attribute_words) each.
    pub(in crate::draw) attributes: &'a [u32],
}

impl StateParts<'_> {
    /// Writes both tables of a draw.
    #[inline]
    pub(in crate::draw) fn write(&self, draw: &mut DrawArguments<'_>) -> Result<Tables, DrawError> {
        if self.head.has_attribute_buffers() {
            self.write_attribute_buffers(draw)
        } else {
            self.write_buffers(draw)
        }
    }

    /// Writes both tables of a draw on V4 to V7.
    // It has a frame of its own, of a hundred words. A draw from V9 on needs few.
    #[inline(never)]
    fn write_attribute_buffers(&self, draw: &mut DrawArguments<'_>) -> Result<Tables, DrawError> {
        match self.by_template(draw) {
            Some(tables) => Ok(tables),
            None => self.write_any(draw),
        }
    }

    /// Writes both tables of a draw from V9 on.
    #[inline]
    fn write_buffers(&self, draw: &mut DrawArguments<'_>) -> Result<Tables, DrawError> {
        match self.by_copy(draw) {
            Some(tables) => Ok(tables),
            None => self.write_any(draw),
        }
    }

    /// Checks that the addresses of ranges, and strides that are bound with them, are aligned for the attributes in them.
    pub(in crate::draw) fn check_ranges(&self, ranges: &[BufferRange]) -> Result<(), DrawError> {
        let (given, needed) = (ranges.len(), self.head.buffers());
        if given != needed {
            return Err(DrawError::BufferCount { given, needed });
        }
        let mut masks = [0; MAX_BUFFERS];
        let records = self
            .records
            .chunks_exact(record_words(self.head.has_attribute_buffers()));
        for (mask, record) in masks.iter_mut().zip(records) {
            *mask = record.get(ALIGNMENT_MASK).map_or(0, |mask| *mask as u8);
        }
        check_aligned(&masks, self.head.bound_stride() != 0, ranges)
    }

    /// Writes both tables of a draw on V4 to V7. `None` for a draw that is wrong or rare.
    #[inline]
    fn by_template(&self, draw: &mut DrawArguments<'_>) -> Option<Tables> {
        let counts = draw.counts;
        let Bindings {
            ranges,
            first_elements,
        } = draw.bindings;
        let layout = self.head.layout();
        let common = Common::new(self.head, counts)?;
        if ranges.len() != layout.buffers as usize {
            return None;
        }
        let words = draw.words.get_mut(..layout.words_needed())?;
        let mut starts = [0; TEMPLATE_BUFFERS];
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
        let mut strides = self.head.largest_stride();
        if self.head.bound_stride() != 0 {
            for range in ranges {
                strides |= range.stride;
            }
        }
        // A sum of three numbers of elements is at most twice their bits, to either side.
        let offset = u64::from(elements) * u64::from(strides);
        if (offset | u64::from(self.head.largest_offset())) >> 29 != 0 {
            return None;
        }
        let buffer_descriptors = common.write(self.records, ranges, &mut starts, words)?;
        let tables = layout.tables_after(
            buffer_descriptors,
            DescriptorWords::V4_TO_V7,
            Some(common.padded_vertices),
        );
        let words = words.get_mut(..tables.attributes.end)?;
        let (table, mut out) = words.split_at_mut_checked(tables.buffers.end)?;
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
        while let Some((&[word, offset], others)) = attributes.split_first_chunk() {
            attributes = others;
            let (moved, others) = out.split_first_chunk_mut()?;
            out = others;
            let both = u64::from(word) | u64::from(offset) << 32;
            // The index does not carry, since it is that of a buffer, and the offset fits.
            let both = both.wrapping_add(starts[both as usize % TEMPLATE_BUFFERS]);
            *moved = [both as u32, (both >> 32) as u32];
        }
        Some(tables)
    }

    /// Writes both tables of a draw from V9 on. `None` for a draw that is wrong or rare.
    #[expect(
        clippy::inline_always,
        reason = "a part of its one caller, whose frame it shares"
    )]
    #[inline(always)]
    fn by_copy(&self, draw: &mut DrawArguments<'_>) -> Option<Tables> {
        let bindings = draw.bindings;
        let &DrawCounts {
            vertices,
            instances,
            first_instance,
            ..
        } = draw.counts;
        let ranges = bindings.ranges;
        let layout = self.head.layout();
        if ranges.len() != layout.buffers as usize || self.head.largest_offset() >> 31 != 0 {
            return None;
        }
        if vertices == 0 || instances == Some(0) {
            return None;
        }
        let words = draw.words.get_mut(..layout.words_needed())?;
        let tables = layout.tables_after(layout.buffers, DescriptorWords::FROM_V9, None);
        let words = words.get_mut(..tables.attributes.end)?;
        let (mut table, out) = words.split_at_mut_checked(tables.buffers.end)?;
        let mut largest_size = 0;
        for (record, range) in self.records.chunks_exact(SHORT_RECORD).zip(ranges) {
            let record: &[u32; SHORT_RECORD] = record.first_chunk()?;
            let (descriptor, others) = table.split_first_chunk_mut()?;
            table = others;
            let size = smaller_size(record[SIZE], range.size);
            largest_size = size.max(largest_size);
            *descriptor = Buffer::below_4_gib(range.address, size).words();
        }
        if largest_size == BufferRange::NO_SIZE {
            return None;
        }
        let attributes = self.attributes.get(..8 * layout.attributes as usize)?;
        let out = out.get_mut(..attributes.len())?;
        if first_instance | self.head.bound_stride() != 0 || !bindings.first_elements.is_empty() {
            self.move_attributes(first_instance, bindings, attributes, out)?;
        } else {
            out.copy_from_slice(attributes);
        }
        Some(tables)
    }

    /// Writes attributes from V9 on that are moved to the elements with which a draw begins, with bound strides. `None` if
    /// one cannot be moved.
    #[inline(never)]
    fn move_attributes(
        &self,
        first_instance: u32,
        Bindings {
            ranges,
            first_elements,
        }: Bindings<'_>,
        attributes: &[u32],
        out: &mut [u32],
    ) -> Option<()> {
        let shift = ElementShift::from_v9(first_instance);
        let first_elements = elements_of_each(first_elements, ranges.len())?;
        let attributes = attributes.chunks_exact(8).zip(out.chunks_exact_mut(8));
        for (number, (attribute, out)) in attributes.enumerate() {
            let mut words = *attribute.first_chunk()?;
            let buffer = words[ValhallAttribute::BUFFER_INDEX.word()] as usize;
            let record = self.records.get(SHORT_RECORD.checked_mul(buffer)?..)?;
            let VertexBuffer { stride, rate, .. } = buffer_of(record.first_chunk()?);
            let stride = stride | ranges.get(buffer)?.stride & self.head.bound_stride();
            let start = shift.of(rate, stride, *first_elements.get(buffer)?);
            move_attribute(number, rate, stride, start, &mut words).ok()?;
            *out.first_chunk_mut()? = words;
        }
        Some(())
    }

    /// Writes both tables of any draw, or returns its error.
    #[inline(never)]
    fn write_any(&self, draw: &mut DrawArguments<'_>) -> Result<Tables, DrawError> {
        let mut buffers = [VertexBuffer::new(0, InputRate::Vertex); MAX_BUFFERS];
        let (pipeline, layout) = (self.head.pipeline(), self.head.layout());
        let buffers = buffers
            .get_mut(..layout.buffers as usize)
            .unwrap_or_default();
        let pitch = record_words(layout.has_attribute_buffers());
        let records = self.records.chunks_exact(pitch);
        for (buffer, record) in buffers.iter_mut().zip(records) {
            *buffer = record.first_chunk().map_or(*buffer, buffer_of);
        }
        let attributes = self.attributes.get(..self.head.attribute_words());
        let parts = Parts {
            pipeline: &pipeline,
            layout: &layout,
            buffers,
            attributes: Packed(attributes.unwrap_or_default()),
        };
        parts.write(draw)
    }
}

/// Writes the descriptors of IDs, and puts what is added to their attributes in place of the last buffers'. `None` for
/// a draw that is wrong or rare.
#[inline(never)]
fn write_ids(
    head: Head<'_>,
    padded_vertices: PaddedCount,
    counts: &DrawCounts,
    buffer_descriptors: u32,
    starts: &mut Starts,
    table: &mut [u32],
) -> Option<()> {
    let layout = head.layout();
    let thread_count = ThreadCount::of(padded_vertices, counts.instances).ok()?;
    layout
        .check_instance_id(thread_count, counts.vertices)
        .ok()?;
    if layout.buffers as usize > TEMPLATE_BUFFERS - 2 {
        return None;
    }
    for (packed, id) in [
        (PACKED_VERTEX_ID, VERTEX_ID),
        (PACKED_INSTANCE_ID, INSTANCE_ID),
    ] {
        let index = layout.id_index(id, buffer_descriptors);
        starts[packed as usize % TEMPLATE_BUFFERS] = u64::from(index).wrapping_sub(packed.into());
    }
    let ids = id_descriptors(&layout, thread_count, head.pipeline().rounding);
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
