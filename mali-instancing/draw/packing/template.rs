//! The template of a pipeline on V4 to V7: all words of its draws except addresses, sizes, offsets and an exponent.
//!
//! A padded count is odd · 2^s, and so a hardware divisor is odd · 2^s · divisor. D, E and whether the divisor is a power
//! of two depend only on odd · divisor, and R is floor(log2(odd · divisor)) + s. `odd` is 1, 3, 5, 7 or 9. So the words of
//! a buffer are those of one of six variants: a draw of one instance, or one of the five odd parts.

use super::alignment::{AlignmentMasks, alignment_masks};
use super::buffer_indices::BufferIndices;
use super::head::Head;
use super::words::DESCRIPTOR_WORDS;
use crate::arithmetic::P_SHIFT;
use crate::descriptor::{AttributeBuffer, BufferAddress};
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::parts::{BufferRange, VertexAttribute, VertexBuffer, smaller_size};
use crate::fetch::{FetchMode, FetchModes, InputRate};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// The number of variants: one instance, and the odd parts 1, 3, 5, 7 and 9.
const VARIANTS: usize = 6;

/// The words of a buffer. In this order:
///
/// * its divisor, which is 0 if there is none,
/// * its stride, which is 0 if strides are bound with buffers,
/// * its size, or [`BufferRange::NO_SIZE`],
/// * the bits that are 0 in its address and in a stride that is bound, so that all its attributes are aligned,
/// * for each variant R, P and E with an exponent of 0, from bit 8 on the descriptor's type, from bit 12 on the number of
///   its [`Kind`]; and D, whose highest bit is whether it has a second descriptor, its continuation or a copy.
///
/// From V9 on there is one variant, of which a draw needs the kind.
pub(in crate::draw) type Record = [u32; RECORD];

/// The number of words of a buffer on V4 to V7.
pub(in crate::draw) const RECORD: usize = 4 + 2 * VARIANTS;
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

/// The position of the stride in a record.
pub(in crate::draw) const STRIDE: usize = 1;

/// The bits of a variant's first word that are rotated to the end of a descriptor's second word: R, P and E.
const DIVISOR_FIELDS: u32 = 8;
/// The position of the kind above the descriptor's type, where it is removed after it was used.
const KIND: u32 = 4;
const HAS_SECOND: u32 = 1 << 31;
/// The bits of an even position in a record.
const EVEN: usize = RECORD - 2;

/// The numbers of the kinds of a buffer's index.
const LINEAR: u32 = 0;
const MODULUS: u32 = 1;
const DIVIDED: u32 = 2;
const CONSTANT: u32 = 3;

/// The position of the size in a record.
pub(in crate::draw) const SIZE: usize = 2;

/// The position of the bits that are 0 in an aligned address.
pub(in crate::draw) const ALIGNMENT_MASK: usize = 3;

/// The buffer of a record, which may have any values.
#[inline]
pub(in crate::draw) const fn buffer_of(record: &[u32; SHORT_RECORD]) -> VertexBuffer {
    let &[divisor, stride, size, _, fields, ..] = record;
    VertexBuffer {
        stride,
        rate: if fields >> (DIVISOR_FIELDS + KIND) & CONSTANT == LINEAR {
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

/// Packs the buffers of a pipeline in turn.
pub(in crate::draw) struct RecordPacker {
    modes: [FetchModes; VARIANTS],
    indices: [BufferIndices; VARIANTS],
    variants: usize,
    bound_strides: bool,
    /// The number of the next buffer.
    number: usize,
    alignment_masks: AlignmentMasks,
    /// The largest stride and divisor of the buffers so far.
    pub(in crate::draw) largest_stride: u32,
    pub(in crate::draw) largest_divisor: u32,
}

impl RecordPacker {
    pub(in crate::draw) const fn new(pipeline: &Pipeline, attributes: &[VertexAttribute]) -> Self {
        let one_instance = match ThreadCount::new(PaddedCount::ONE, 1) {
            Ok(one_instance) => one_instance,
            Err(_) => ThreadCount::for_any_instance_count(PaddedCount::ONE),
        };
        let mut modes = [FetchModes::new(one_instance, pipeline.rounding); VARIANTS];
        let mut variant = 1;
        while variant < VARIANTS {
            let odd_part = PaddedCount::from_parts(2 * variant as u32 - 1, 0);
            let thread_count = ThreadCount::for_any_instance_count(odd_part);
            modes[variant] = FetchModes::new(thread_count, pipeline.rounding);
            variant += 1;
        }
        Self {
            modes,
            indices: [BufferIndices::new(pipeline.layout); VARIANTS],
            variants: if pipeline.arch.has_attribute_buffers() {
                VARIANTS
            } else {
                1
            },
            bound_strides: pipeline.bound_strides,
            number: 0,
            alignment_masks: alignment_masks(pipeline, attributes),
            largest_stride: 0,
            largest_divisor: 0,
        }
    }

    /// The record of the next buffer. If there is a gap before its descriptors, `previous`, the record of the buffer before
    /// it, gets a copy there.
    pub(in crate::draw) const fn record(
        &mut self,
        buffer: &VertexBuffer,
        mut previous: Option<&mut Record>,
    ) -> Record {
        let &VertexBuffer { stride, rate, .. } = buffer;
        let mut record = [0; RECORD];
        if let InputRate::Instance { divisor } = rate {
            record[0] = divisor.get();
            if divisor.get() > self.largest_divisor {
                self.largest_divisor = divisor.get();
            }
        }
        if !self.bound_strides {
            record[STRIDE] = stride;
            if stride > self.largest_stride {
                self.largest_stride = stride;
            }
        }
        record[SIZE] = buffer.size_or_none();
        record[ALIGNMENT_MASK] = self.alignment_masks[self.number] as u32;
        self.number += 1;
        let mut variant = 0;
        while variant < self.variants {
            let mode = match self.modes[variant].of(rate) {
                Ok(mode) => mode,
                // The hardware divisor is too large for any draw of this variant.
                Err(_) => FetchMode::Constant,
            };
            let kind = match mode {
                FetchMode::Linear => LINEAR,
                FetchMode::Modulus(_) => MODULUS,
                FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. } => DIVIDED,
                FetchMode::Constant => CONSTANT,
            };
            let words = AttributeBuffer::new(mode, BufferAddress::NULL, 0, 0).words();
            let indices = &mut self.indices[variant];
            let end = indices.next();
            let index = indices.place(mode);
            let place = 4 + 2 * variant;
            if let Some(previous) = &mut previous {
                if index > end {
                    previous[place + 1] |= HAS_SECOND;
                }
            }
            let second = if indices.next() > index + 1 {
                HAS_SECOND
            } else {
                0
            };
            let fields = words[1] >> AttributeBuffer::DIVISOR_R.shift();
            record[place] = (words[0] | kind << KIND) << DIVISOR_FIELDS | fields;
            record[place + 1] = words[5] | second;
            variant += 1;
        }
        record
    }
}

/// The way from a draw's counts to a buffer's descriptor and its first element.
#[derive(Clone, Copy)]
struct Kind {
    /// The exponent in its place in the first two words of a descriptor, less the number of the kind.
    exponent: u64,
    /// The number of elements by which the draw shifts the buffer's.
    elements: u32,
    /// The bits of the stride that the descriptor has: all or none.
    stride_bits: u32,
}

impl Kind {
    #[inline]
    fn new(number: u32, exponent: u32, elements: u32, stride_bits: u32) -> Self {
        let exponent = u64::from(exponent) << (u64::BITS - DIVISOR_FIELDS);
        Self {
            exponent: exponent.wrapping_sub(u64::from(number << KIND)),
            elements,
            stride_bits,
        }
    }
}

/// The numbers of a draw that its buffers have in common.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Common {
    /// The position of the variant in a record.
    variant: usize,
    pub(in crate::draw) padded_vertices: PaddedCount,
    kinds: [Kind; 4],
    /// The bits of a range's stride that are used: all or none.
    bound_stride: u32,
}

impl Common {
    /// `None` for a draw that is wrong, or whose hardware divisors may be too large.
    #[inline]
    pub(in crate::draw) fn new(head: Head<'_>, counts: &DrawCounts) -> Option<Self> {
        let padded_vertices = head.pipeline().pad(counts).ok()?;
        let variant = match counts.instances {
            Some(1) => 0,
            instances => {
                let threads = ThreadCount::of(padded_vertices, instances).ok()?;
                let count = u64::from(threads.padded_vertices().get());
                if count * u64::from(head.largest_divisor()) > u32::MAX.into() {
                    return None;
                }
                1 + (padded_vertices.to_bits() >> P_SHIFT)
            }
        };
        let exponent = padded_vertices.shift();
        let first_instance = counts.first_instance;
        // The unit adds the offset start to every index of a draw of several instances.
        let divided = first_instance.wrapping_sub(counts.first_vertex);
        Some(Self {
            variant: 4 + 2 * usize::from(variant),
            padded_vertices,
            kinds: [
                Kind::new(LINEAR, 0, 0, u32::MAX),
                Kind::new(MODULUS, exponent, 0, u32::MAX),
                Kind::new(DIVIDED, exponent, divided, u32::MAX),
                // Where all instances read one element, there is no index to which the start is added.
                Kind::new(CONSTANT, 0, first_instance, 0),
            ],
            bound_stride: head.bound_stride(),
        })
    }
}

/// The largest number of buffers of a draw that the template writes. Every Vulkan driver accepts it, and few accept more.
/// With this number, the planner draws in place within a KiB of stack.
pub(in crate::draw) const TEMPLATE_BUFFERS: usize = 16;

/// The sums that a draw adds to attributes' words, by the number of the buffer: the index of the buffer's descriptor less
/// that number, and the offset of the first element in the upper half.
pub(in crate::draw) type Starts = [u64; TEMPLATE_BUFFERS];

impl Common {
    /// Writes the descriptors of the buffers, and returns their number. `starts` has the first element of each range
    /// before. `None` if a number is too large, or if the descriptors do not fit the table.
    #[inline]
    pub(in crate::draw) fn write(
        &self,
        records: &[u32],
        ranges: &[BufferRange],
        starts: &mut Starts,
        mut table: &mut [u32],
    ) -> Option<u32> {
        let length = table.len();
        // The bits above the lower half are those of numbers that are too large, and of buffers without a size.
        let mut bits = 0;
        // The index of a buffer's descriptor, less the number of the buffer.
        let mut ahead = 0;
        let records = records.get(..RECORD * ranges.len())?.chunks_exact(RECORD);
        let starts = starts.get_mut(..ranges.len())?;
        for ((record, range), start) in records.zip(ranges).zip(starts) {
            let record: &Record = record.first_chunk()?;
            let fields = record[self.variant & EVEN];
            let divisor_d = record[self.variant & EVEN | 1];
            let fields = u64::from(fields).rotate_right(DIVISOR_FIELDS);
            let kind = &self.kinds[(fields >> KIND) as usize % self.kinds.len()];
            let &BufferRange { address, size, .. } = range;
            let stride = record[STRIDE] | range.stride & self.bound_stride;
            let remainder = address as u32 % BufferAddress::ALIGNMENT as u32;
            let size = u64::from(smaller_size(record[SIZE], size)) + u64::from(remainder);
            // One more, so that the largest number, which is no size, leaves the lower half at every address.
            bits |= (size + 1) | address >> (BufferAddress::BITS - u32::BITS);
            let elements = kind.elements.wrapping_sub(*start as u32);
            let offset = elements.wrapping_mul(stride).wrapping_add(remainder);
            // The words of an attribute have the number of the buffer as index.
            *start = ahead | u64::from(offset) << 32;
            let address = address & !(BufferAddress::ALIGNMENT - 1);
            let both = fields.wrapping_add(kind.exponent) | address;
            let first = [
                both as u32,
                (both >> 32) as u32,
                stride & kind.stride_bits,
                size as u32,
            ];
            let (words, others) = table.split_first_chunk_mut()?;
            *words = first;
            table = others;
            if divisor_d & HAS_SECOND != 0 {
                let (words, others) = table.split_first_chunk_mut()?;
                *words = if both as u32 % 8 == AttributeBuffer::NPOT_DIVISOR {
                    let divisor_d = divisor_d & !HAS_SECOND;
                    [AttributeBuffer::CONTINUATION, divisor_d, 0, record[0]]
                } else {
                    first
                };
                table = others;
                ahead += 1;
            }
        }
        (bits >> u32::BITS == 0).then_some(((length - table.len()) / DESCRIPTOR_WORDS) as u32)
    }
}
