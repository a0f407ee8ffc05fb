//! Packing the words of a state.

use super::head::{Head, MAX_ATTRIBUTES, Row};
use super::record::{
    ALIGNMENT_MASK, HAS_SECOND, RECORD, RecordPacker, flag_of_second, larger, record_words,
};
use crate::descriptor::ValhallAttribute;
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::packing::attribute::AttributePacker;
use crate::draw::packing::layout::Layout;
use crate::draw::packing::words::set;
use crate::draw::parts::{AttributeSource, VertexAttribute, VertexBuffer};
use crate::error::{Part, tri};

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
        // The position in all words of records. An element of `records` has 8 or 16 words: half a record, a record, a
        // short record, or two short ones.
        let first = number * words_of_each;
        // Only now is it known of the record before that its descriptor is copied into a gap. There is such a record:
        // the first descriptor has an even index.
        while gaps != 0 {
            let place = flag_of_second(first - RECORD, gaps.trailing_zeros() as usize);
            records[place / WORDS][place % WORDS] |= HAS_SECOND;
            gaps &= gaps - 1;
        }
        // In halves of eight words, none of which crosses the end of an element.
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
            // The record is written already, and `buffer` has checked the number.
            let mask = pipeline.alignment_mask(attribute.format);
            records[place / WORDS][place % WORDS] |= mask;
        }
        if has_attribute_buffers {
            let [word, _] = tri!(packer_of_attributes.words(number, attribute, buffer));
            // Four attributes share a row. The number of the buffer is in the place of an index: a draw makes it the
            // index of a descriptor.
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
