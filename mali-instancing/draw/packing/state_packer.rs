//! Packing a state: the words of a pipeline, which are the same for every draw.

use super::any::{PACKED_INSTANCE_ID, PACKED_VERTEX_ID};
use super::attribute::AttributePacker;
use super::head::{Head, MAX_ATTRIBUTES, Row};
use super::layout::Layout;
use super::template::RecordPacker;
use crate::descriptor::{Attribute, ValhallAttribute};
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::{AttributeSource, VertexAttribute, VertexBuffer};
use crate::error::Part;
use crate::tri::tri;

/// Packs the parts of a state. The caller stores them.
pub(in crate::draw) struct StatePacker<'a> {
    pipeline: Pipeline,
    layout: Layout,
    attributes: &'a [VertexAttribute],
    packer: AttributePacker<'a>,
    pub(in crate::draw) records: RecordPacker,
}

impl<'a> StatePacker<'a> {
    /// Checks everything except the attributes.
    pub(in crate::draw) const fn new(
        pipeline: Pipeline,
        buffers: &'a [VertexBuffer],
        attributes: &'a [VertexAttribute],
    ) -> Result<Self, DrawError> {
        tri!(pipeline.check(), DrawError::Draw);
        if attributes.len() > MAX_ATTRIBUTES {
            return Err(DrawError::StateTooSmall {
                part: Part::Attribute(MAX_ATTRIBUTES),
                given: attributes.len(),
            });
        }
        Ok(Self {
            pipeline,
            layout: tri!(Layout::new(&pipeline, buffers.len(), attributes)),
            attributes,
            packer: AttributePacker::new(pipeline, buffers),
            records: RecordPacker::new(&pipeline, attributes),
        })
    }

    /// The rules, of which the buffers were packed before.
    pub(in crate::draw) const fn head(&self) -> Row {
        let mut largest_offset = 0;
        let mut number = 0;
        while number < self.attributes.len() {
            let offset = self.attributes[number].offset;
            largest_offset = if offset > largest_offset {
                offset
            } else {
                largest_offset
            };
            number += 1;
        }
        Head::pack(
            &self.pipeline,
            &self.layout,
            largest_offset,
            self.records.largest_stride,
            self.records.largest_divisor,
        )
    }

    /// The words of an attribute, with its offset in the element, in as many words as any architecture has. On V4 to V7
    /// its index is the number of its buffer, or that of an ID.
    pub(in crate::draw) const fn attribute(
        &mut self,
        number: usize,
    ) -> Result<[u32; 8], DrawError> {
        let attribute = &self.attributes[number];
        let begin = tri!(self.packer.begin(number, attribute));
        if !self.pipeline.arch.has_attribute_buffers() {
            let buffer = begin.buffer as usize;
            let mut words = tri!(self.packer.valhall_words(number, attribute, buffer));
            words[ValhallAttribute::OFFSET.word()] = attribute.offset;
            return Ok(words);
        }
        let index = match attribute.source {
            AttributeSource::Buffer(buffer) => buffer as u32,
            AttributeSource::VertexId => PACKED_VERTEX_ID,
            AttributeSource::InstanceId => PACKED_INSTANCE_ID,
        };
        let mut words = tri!(self.packer.words(number, attribute, index));
        words[Attribute::OFFSET.word()] = attribute.offset;
        Ok([words[0], words[1], 0, 0, 0, 0, 0, 0])
    }
}
