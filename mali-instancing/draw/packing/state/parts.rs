//! The words of a state, as a draw reads them.

use super::head::Head;
use super::record::{ALIGNMENT_MASK, buffer_of, record_words};
use crate::descriptor::Attribute;
use crate::draw::error::DrawError;
use crate::draw::packing::alignment::check_aligned;
use crate::draw::packing::attribute::PackedAttribute;
use crate::draw::packing::exact::Parts;
use crate::draw::packing::layout::MAX_BUFFERS;
use crate::draw::parts::{BufferRange, VertexBuffer};

/// The words of a state. They may have any values.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct StateParts<'a> {
    pub(in crate::draw) head: Head<'a>,
    /// The records of the buffers, of [`RECORD`](super::record::RECORD) words each on V4 to V7, and of [`SHORT_RECORD`](super::record::SHORT_RECORD) from V9 on.
    pub(in crate::draw) records: &'a [u32],
    /// The words of each attribute, [`Arch::attribute_words`](crate::Arch::attribute_words) each.
    pub(in crate::draw) attributes: &'a [u32],
}

impl StateParts<'_> {
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
            // The masks of formats have at most three bits. Damaged ones may lose some.
            *mask = record.get(ALIGNMENT_MASK).map_or(0, |mask| *mask as u8);
        }
        check_aligned(&masks, self.head.bound_stride() != 0, ranges)
    }
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
            // In a state the index is the number of the buffer, or 510 or 511 for an ID.
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
