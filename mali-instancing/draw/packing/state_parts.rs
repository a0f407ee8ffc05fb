//! States: the words of a pipeline, and the draws of these words, wherever they are: in a constant of Rust, or in those of
//! another language.

use super::alignment::check_aligned;
use super::attribute::{AttributePacker, PackedAttribute};
use super::exact::{self, Bindings, Parts};
use super::head::{Head, MAX_ATTRIBUTES, Row};
use super::layout::{DescriptorWords, Layout, MAX_BUFFERS, Tables};
use super::offset::ElementStart;
use super::quick;
use super::record::{
    ALIGNMENT_MASK, HAS_SECOND, RECORD, RecordPacker, SHORT_RECORD, SIZE, buffer_of,
    flag_of_second, larger, record_words,
};
use super::valhall::move_attribute;
use super::words::{BUFFER_WORDS, set};
use crate::descriptor::{Attribute, Buffer, ValhallAttribute};
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::error::DrawError;
use crate::draw::parts::{
    AttributeSource, BufferRange, VertexAttribute, VertexBuffer, smaller_size,
};
use crate::error::Part;
use crate::tri::tri;

/// The words of a state. They may have any values.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct StateParts<'a> {
    pub(in crate::draw) head: Head<'a>,
    /// The records of the buffers, of [`RECORD`] words each on V4 to V7, and of [`SHORT_RECORD`] from V9 on.
    pub(in crate::draw) records: &'a [u32],
    /// The words of each attribute, [`Arch::attribute_words`](crate::Arch::attribute_words) each.
    pub(in crate::draw) attributes: &'a [u32],
}

/// The layout of a state, of which everything except the attributes is checked.
pub(in crate::draw) const fn checked_layout(
    pipeline: &Pipeline,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
) -> Result<Layout, DrawError> {
    tri!(pipeline.check(), DrawError::Draw);
    if attributes.len() > MAX_ATTRIBUTES {
        return Err(DrawError::StateTooSmall {
            part: Part::Attribute(MAX_ATTRIBUTES),
            given: attributes.len(),
        });
    }
    Layout::new(pipeline, buffers.len(), attributes)
}

/// Packs the words of a state. Returns its rules, and writes the records of the buffers one after the other into `records`,
/// whose parts have the size that suits the caller (a `const fn` of Rust 1.85 flattens no slice), and the words of the attributes
/// into `attribute_rows`.
///
/// An attribute has the offset in its element. On V4 to V7 its index is the number of its buffer, or that of an ID.
///
/// `records` and `attribute_rows` have the lengths that the state needs. All rows of attributes are 0 before.
pub(in crate::draw) const fn pack<const WORDS: usize>(
    pipeline: &Pipeline,
    layout: &Layout,
    buffers: &[VertexBuffer],
    attributes: &[VertexAttribute],
    records: &mut [[u32; WORDS]],
    attribute_rows: &mut [Row],
) -> Result<Row, DrawError> {
    let has_attribute_buffers = pipeline.arch.has_attribute_buffers();
    let words_of_each = record_words(has_attribute_buffers);
    let mut packer = RecordPacker::new(pipeline);
    let mut number = 0;
    while number < buffers.len() {
        let (record, mut gaps) = packer.record(&buffers[number]);
        let first = number * words_of_each;
        while gaps != 0 {
            let place = flag_of_second(first - RECORD, gaps.trailing_zeros());
            records[place / WORDS][place % WORDS] |= 1 << HAS_SECOND;
            gaps &= gaps - 1;
        }
        if let (Some(row), Some(last)) = (record.first_chunk(), record.last_chunk()) {
            set_row(records, first, *row);
            if words_of_each == RECORD {
                set_row(records, first + row.len(), *last);
            }
        }
        number += 1;
    }
    let mut packer_of_attributes = AttributePacker::new(*pipeline, buffers);
    let mut largest_offset = 0;
    let mut number = 0;
    while number < attributes.len() {
        let attribute = &attributes[number];
        let buffer = tri!(packer_of_attributes.buffer(number, attribute));
        largest_offset = larger(largest_offset, attribute.offset);
        if let AttributeSource::Buffer(buffer) = attribute.source {
            let place = buffer * words_of_each + ALIGNMENT_MASK;
            let mask = pipeline.alignment_mask(attribute.format);
            records[place / WORDS][place % WORDS] |= mask;
        }
        if has_attribute_buffers {
            let [word, _] = tri!(packer_of_attributes.words(number, attribute, buffer));
            let row = &mut attribute_rows[number / 4];
            row[number % 4 * 2] = word;
            row[number % 4 * 2 + 1] = attribute.offset;
        } else {
            let words =
                tri!(packer_of_attributes.valhall_words(number, attribute, buffer as usize));
            attribute_rows[number] = words;
            attribute_rows[number][ValhallAttribute::OFFSET.word()] = attribute.offset;
        }
        number += 1;
    }
    Ok(Head::pack(
        pipeline,
        layout,
        largest_offset,
        packer.largest_stride,
        packer.largest_divisor,
    ))
}

/// Writes half a record, or a short one, to a position.
const fn set_row<const WORDS: usize>(records: &mut [[u32; WORDS]], place: usize, row: Row) {
    let (_, out) = records[place / WORDS].split_at_mut(place % WORDS);
    set(out, row);
}

impl StateParts<'_> {
    /// Writes both tables of a draw.
    #[expect(
        clippy::inline_always,
        reason = "a draw through the C interface takes 48 instructions less than with a call"
    )]
    #[inline(always)]
    pub(in crate::draw) fn write(
        self,
        counts: &DrawCounts,
        bindings: Bindings<'_>,
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        let tables = if self.head.has_attribute_buffers() {
            quick::write(self, counts, bindings, words)
        } else {
            self.copy(counts, bindings, words)
        };
        match tables {
            Some(tables) => Ok(tables),
            None => self.write_exactly(counts, bindings, words),
        }
    }

    /// Writes both tables of a draw that is wrong or rare.
    #[inline]
    pub(in crate::draw) fn write_exactly(
        self,
        counts: &DrawCounts,
        bindings: Bindings<'_>,
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        write_exactly(
            self.head,
            self.records,
            self.attributes,
            counts,
            bindings.ranges,
            bindings.first_elements,
            words,
        )
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

    /// Writes both tables of a draw from V9 on. `None` for a draw that is wrong or rare.
    #[expect(
        clippy::inline_always,
        reason = "a part of its one caller, whose frame it shares"
    )]
    #[inline(always)]
    fn copy(
        self,
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
        let layout = self.head.layout();
        if ranges.len() != layout.buffers as usize || self.head.largest_offset() >> 31 != 0 {
            return None;
        }
        if vertices == 0 || instances == Some(0) {
            return None;
        }
        let tables = layout.tables_after(layout.buffers, DescriptorWords::FROM_V9, None);
        let words = words.get_mut(..tables.attributes.end)?;
        let (table, out) = words.split_at_mut_checked(tables.buffers.end)?;
        if copy_buffers(self.records, ranges, table) == BufferRange::NO_SIZE {
            return None;
        }
        let attributes = self.attributes.get(..8 * layout.attributes as usize)?;
        let out = out.get_mut(..attributes.len())?;
        if first_instance | self.head.bound_stride() != 0 || !bindings.first_elements.is_empty() {
            move_attributes(
                self.records,
                first_instance,
                self.head.bound_stride(),
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
}

/// Writes both tables of a draw that is wrong or rare.
// A structure of these arguments would be in memory in every draw, also in those that do not come here: 19 instructions.
#[inline(never)]
fn write_exactly(
    head: Head<'_>,
    records: &[u32],
    attributes: &[u32],
    counts: &DrawCounts,
    ranges: &[BufferRange],
    first_elements: &[u32],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    let state = StateParts {
        head,
        records,
        attributes,
    };
    let bindings = Bindings {
        ranges,
        first_elements,
    };
    let (pipeline, layout) = (head.pipeline(), head.layout());
    exact::write(&pipeline, &layout, state, counts, bindings, words)
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

impl Parts for StateParts<'_> {
    #[inline]
    fn buffers(self) -> impl Iterator<Item = VertexBuffer> {
        let records = self.records;
        let records = records.chunks_exact(record_words(self.head.has_attribute_buffers()));
        records.filter_map(<[u32]>::first_chunk).map(buffer_of)
    }

    #[inline]
    fn attributes(self) -> impl Iterator<Item = (usize, Result<PackedAttribute, DrawError>)> {
        let attributes = self.attributes.get(..self.head.attribute_words());
        let attributes = attributes.unwrap_or_default().chunks_exact(2);
        let attributes = attributes.filter_map(<[u32]>::first_chunk).enumerate();
        attributes.map(|(number, &[word, offset])| {
            let mask = Attribute::BUFFER_INDEX.mask(0);
            let attribute = PackedAttribute {
                buffer: word & mask,
                word: word & !mask,
                offset,
            };
            (number, Ok(attribute))
        })
    }

    #[inline]
    fn attributes_from_v9(self) -> impl Iterator<Item = Result<[u32; 8], DrawError>> {
        let attributes = self.attributes.get(..self.head.attribute_words());
        let attributes = attributes.unwrap_or_default().chunks_exact(8);
        attributes
            .filter_map(<[u32]>::first_chunk)
            .map(|words| Ok(*words))
    }
}
