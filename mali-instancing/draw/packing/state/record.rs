//! The records that a state has of its buffers.

use crate::divisor::Rounding;
use crate::draw::definition::Pipeline;
use crate::draw::packing::variant::{Common, THREADS, VARIANTS, Variant, divisor_of, variant};
use crate::draw::parts::{BufferRange, VertexBuffer};
use crate::draw::table_layout::TableLayout;
use crate::fetch::InputRate;

/// The words of a buffer. In this order:
///
/// * its divisor, which is 0 if there is none,
/// * its stride, which is 0 if strides are bound with buffers,
/// * its size, or [`BufferRange::NO_SIZE`],
/// * the bits that are 0 in its address and in a stride that is bound, so that all its attributes are aligned,
/// * the two words of each [`Variant`], with [`HAS_SECOND`].
///
/// From V9 on there is only the first variant, which tells the rate.
pub(in crate::draw) type Record = [u32; RECORD];

/// The number of words of a buffer on V4 to V7.
pub(in crate::draw) const RECORD: usize = VARIANT + 2 * VARIANTS;
/// The number of words of a buffer from V9 on.
pub(in crate::draw) const SHORT_RECORD: usize = 8;

/// The number of words of a buffer.
#[inline]
pub(in crate::draw) const fn record_words(has_attribute_buffers: bool) -> usize {
    if has_attribute_buffers {
        RECORD
    } else {
        SHORT_RECORD
    }
}

pub(in crate::draw) const DIVISOR: usize = 0;
pub(in crate::draw) const STRIDE: usize = 1;
pub(in crate::draw) const SIZE: usize = 2;
pub(in crate::draw) const ALIGNMENT_MASK: usize = 3;
/// The position of the first variant.
pub(in crate::draw) const VARIANT: usize = 4;

/// The bit of D that is set if a buffer takes two descriptors of the table in a variant: its continuation, or a copy.
///
/// A copy is where the layout is fixed, and in a gap: a descriptor with a continuation has an even index, and if the one
/// before it has an even index, too, that one is copied to the index between them.
pub(in crate::draw) const HAS_SECOND: u32 = 1 << 31;

/// Packs the records of a pipeline's buffers in turn.
pub(in crate::draw) struct RecordPacker<'a> {
    pipeline: &'a Pipeline,
    /// The variants in which the next descriptor of the table has an odd index, as bits.
    odd: u32,
    pub(in crate::draw) largest_stride: u32,
    pub(in crate::draw) largest_divisor: u32,
}

impl<'a> RecordPacker<'a> {
    pub(in crate::draw) const fn new(pipeline: &'a Pipeline) -> Self {
        Self {
            pipeline,
            odd: 0,
            largest_stride: 0,
            largest_divisor: 0,
        }
    }

    /// The record of the next buffer, without the alignment, which its attributes tell, and the variants in which there is a
    /// gap before its descriptor, as bits.
    #[inline]
    pub(in crate::draw) const fn record(&mut self, buffer: &VertexBuffer) -> (Record, u32) {
        let &VertexBuffer { stride, rate, .. } = buffer;
        let mut record = match rate {
            InputRate::Vertex => OF_VERTICES,
            InputRate::Instance { .. } | InputRate::Constant => OF_CONSTANTS,
        };
        record[DIVISOR] = divisor_of(rate);
        // One product with the largest divisor tells a draw whether that of any buffer leaves 32 bits.
        self.largest_divisor = larger(record[DIVISOR], self.largest_divisor);
        if !self.pipeline.bound_strides {
            record[STRIDE] = stride;
            self.largest_stride = larger(stride, self.largest_stride);
        }
        record[SIZE] = buffer.size_or_none();
        let mut continuations = 0;
        let is_divided = matches!(rate, InputRate::Instance { .. });
        if is_divided && self.pipeline.arch.has_attribute_buffers() {
            // A draw of one instance reads one element, as the first variant says already.
            let mut number = 1;
            while number < VARIANTS {
                // With a divisor that is too large for an odd part, a draw reads one element, too, or is wrong.
                if let Ok(variant) = variant(rate, THREADS[number], self.pipeline.rounding) {
                    let place = VARIANT + 2 * number;
                    [record[place], record[place + 1]] = variant.words();
                    if variant.has_continuation() {
                        continuations |= 1 << number;
                        record[place + 1] |= HAS_SECOND;
                    }
                }
                number += 1;
            }
        }
        let is_fixed = matches!(self.pipeline.layout, TableLayout::Fixed);
        if is_fixed {
            let mut number = 0;
            while number < VARIANTS {
                record[flag_of_second(0, number)] |= HAS_SECOND;
                number += 1;
            }
        }
        // A descriptor with a continuation has an even index, so that an odd one before it stays free.
        let gaps = continuations & self.odd;
        // After two descriptors the index is even, since they begin at an even one. The bits above the variants have no
        // meaning: `continuations` masks them.
        self.odd = if is_fixed {
            0
        } else {
            !self.odd & !continuations
        };
        (record, gaps)
    }
}

/// The variants of a buffer that is read per vertex, and of one of which all threads read one element.
const OF_VERTICES: Record = record_of(InputRate::Vertex);
const OF_CONSTANTS: Record = record_of(InputRate::Constant);

/// The record of a rate without a divisor, which has no multiplier to round, and no continuation.
const fn record_of(rate: InputRate) -> Record {
    let mut record = [0; RECORD];
    let mut number = 0;
    while number < VARIANTS {
        let place = VARIANT + 2 * number;
        [record[place], record[place + 1]] =
            match variant(rate, THREADS[number], Rounding::RoundDown) {
                Ok(variant) => variant.words(),
                Err(_) => panic!("a rate without a divisor has all variants"),
            };
        number += 1;
    }
    record
}

pub(in crate::draw) const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// The position of the word with a variant's [`HAS_SECOND`], for a record at a position.
pub(in crate::draw) const fn flag_of_second(record: usize, variant: usize) -> usize {
    record + VARIANT + 2 * variant + 1
}

/// The buffer of a record, which may have any values.
#[inline]
pub(in crate::draw) const fn buffer_of(record: &[u32; SHORT_RECORD]) -> VertexBuffer {
    // The first half of a record has the same words as a short record, as far as they are used here.
    let &[divisor, stride, size, _, fields_and_kind, divisor_d, ..] = record;
    let of_one_instance = Variant::from_words([fields_and_kind, divisor_d]);
    VertexBuffer {
        stride,
        // With one instance only a buffer per vertex is linear. Of the others, a divisor of 0 is Vulkan's: one element
        // for all.
        rate: if of_one_instance.is_linear() {
            InputRate::Vertex
        } else {
            InputRate::from_vulkan_divisor(divisor)
        },
        size: match size {
            BufferRange::NO_SIZE => None,
            size => Some(size),
        },
    }
}

/// The variant of a buffer of which no draw of these counts has too large a divisor, and whether it has a second descriptor.
#[inline]
pub(in crate::draw) const fn variant_in(record: &Record, common: &Common) -> (Variant, bool) {
    let place = VARIANT + 2 * common.number();
    // An even number within the record, which the compiler does not know.
    let place = place & (RECORD - 2);
    let (fields_and_kind, second) = (record[place], record[place + 1]);
    // D has 31 bits, so its word has room for the flag.
    let of_odd_part = Variant::from_words([fields_and_kind, second & !HAS_SECOND]);
    (common.with_exponent(of_odd_part), second & HAS_SECOND != 0)
}
