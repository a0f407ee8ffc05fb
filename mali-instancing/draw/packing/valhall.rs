//! The descriptors of V9 and later, where attributes say themselves how an index becomes an element.

use crate::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use crate::draw::definition::Pipeline;
use crate::draw::parts::VertexBuffer;
use crate::lookup::Multipliers;
use crate::padded_count::PaddedCount;

/// The attributes of a pipeline's buffers, without a format and an offset.
pub(in crate::draw) struct ValhallAttributes {
    multipliers: Multipliers,
    table: u32,
    /// The buffer of the attribute before, and what its attributes have in common. Those of a buffer often
    /// follow each other, and a mode can take a division.
    last: (usize, ValhallAttribute),
}

impl ValhallAttributes {
    #[inline]
    pub(in crate::draw) const fn new(pipeline: Pipeline) -> Self {
        Self {
            multipliers: Multipliers::new(PaddedCount::ONE, pipeline.rounding),
            table: pipeline.resource_table,
            last: (usize::MAX, ValhallAttribute::ZERO),
        }
    }

    /// The attribute of a buffer.
    #[inline]
    pub(in crate::draw) const fn of(
        &mut self,
        number: usize,
        buffer: &VertexBuffer,
    ) -> ValhallAttribute {
        let (last, attribute) = self.last;
        if last == number {
            return attribute;
        }
        let attribute = ValhallAttribute::from_known(ValhallAttributeFields {
            mode: ValhallFetchMode::by(self.multipliers, buffer.rate),
            format: 0,
            table: self.table,
            offset: 0,
            buffer_index: number as u32,
            stride: buffer.stride,
        });
        self.last = (number, attribute);
        attribute
    }
}
