//! The descriptors of V9 and later, where attributes define how an element is found from an index.

use super::offset::ElementStart;
use crate::descriptor::{ValhallAttribute, ValhallAttributeFields, ValhallFetchMode};
use crate::draw::definition::Pipeline;
use crate::draw::error::DrawError;
use crate::draw::parts::VertexBuffer;
use crate::error::tri;
use crate::fetch::InputRate;
use crate::lookup::Multipliers;
use crate::padded_count::PaddedCount;

/// Moves an attribute, whose offset is that in its element, to the start of the elements of its buffer, and sets its
/// stride, in bytes.
#[inline]
pub(in crate::draw) const fn move_attribute(
    number: usize,
    rate: InputRate,
    stride: u32,
    start: ElementStart,
    words: &mut [u32; 8],
) -> Result<(), DrawError> {
    let offset = &mut words[ValhallAttribute::OFFSET.word()];
    *offset = tri!(start.offset(number, *offset as i64));
    // If all threads read one element, the stride is 0.
    if !matches!(rate, InputRate::Constant) {
        words[ValhallAttribute::STRIDE.word()] = stride;
    }
    Ok(())
}

/// The attributes of a pipeline's buffers, without a format and an offset.
pub(in crate::draw) struct ValhallAttributes {
    multipliers: Multipliers,
    table: u32,
    /// The buffer of the previous attribute. Attributes of one buffer often follow each other, and a mode can need a
    /// division.
    last: usize,
    /// The words that the attributes of that buffer have in common: 0, 1, 4 and 5. They are separate, since the
    /// compiler would split an array of them anyway.
    type_word: u32,
    mode_word: u32,
    stride: u32,
    divisor_d: u32,
}

impl ValhallAttributes {
    #[inline]
    pub(in crate::draw) const fn new(pipeline: Pipeline) -> Self {
        Self {
            multipliers: Multipliers::new(PaddedCount::ONE, pipeline.rounding),
            table: pipeline.resource_table,
            // No buffer has this number.
            last: usize::MAX,
            type_word: 0,
            mode_word: 0,
            stride: 0,
            divisor_d: 0,
        }
    }

    /// The words of an attribute of a buffer.
    #[inline]
    pub(in crate::draw) const fn of(
        &mut self,
        number: usize,
        buffer: &VertexBuffer,
    ) -> ValhallAttribute {
        if self.last != number {
            // `Pipeline::check` has checked the table. The other fields fit, and the caller sets the format.
            let attribute = ValhallAttribute::from_known(ValhallAttributeFields {
                mode: ValhallFetchMode::by(self.multipliers, buffer.rate),
                format: 0,
                table: self.table,
                offset: 0,
                buffer_index: 0,
                stride: buffer.stride,
            });
            self.last = number;
            [
                self.type_word,
                self.mode_word,
                _,
                _,
                self.stride,
                self.divisor_d,
                _,
                _,
            ] = attribute.words();
        }
        let &mut Self {
            type_word,
            mode_word,
            stride,
            divisor_d,
            ..
        } = self;
        let index = number as u32;
        ValhallAttribute::from_words([type_word, mode_word, 0, index, stride, divisor_d, 0, 0])
    }
}
