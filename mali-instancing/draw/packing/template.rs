//! The template of a pipeline on V4 to V7: all words of its draws except addresses, sizes, offsets and an exponent.
//!
//! A padded count is odd · 2^s, and so a hardware divisor is odd · 2^s · divisor. D, E and whether the divisor is a power
//! of two depend only on odd · divisor, and R is floor(log2(odd · divisor)) + s. `odd` is 1, 3, 5, 7 or 9. So the words of
//! a buffer are those of one of six variants: a draw of one instance, or one of the five odd parts.

use super::layout::Layout;
use super::placement::Placement;
use super::words::DESCRIPTOR_WORDS;
use crate::arch::Arch;
use crate::arithmetic::P_SHIFT;
use crate::descriptor::{AttributeBuffer, BufferAddress};
use crate::draw::definition::{DrawCounts, Pipeline};
use crate::draw::parts::{BufferRange, VertexBuffer};
use crate::fetch::{FetchMode, FetchModes, InputRate};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// The number of variants: one instance, and the odd parts 1, 3, 5, 7 and 9.
pub(in crate::draw) const VARIANTS: usize = 6;

/// The number of variants of an architecture. From V9 on there is one, of which a draw needs strides, rates and sizes.
pub(in crate::draw) const fn variants(arch: Arch) -> usize {
    if arch.has_attribute_buffers() {
        VARIANTS
    } else {
        1
    }
}

/// The parts of a state that its buffers and attributes have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::draw) struct Head {
    pub(in crate::draw) pipeline: Pipeline,
    pub(in crate::draw) layout: Layout,
    /// The largest offset of an attribute in its element.
    pub(in crate::draw) largest_offset: u32,
    /// The bits of a range's stride that are used: all or none.
    pub(in crate::draw) bound_stride: u32,
    /// The word of each variant. Not used from V9 on.
    pub(in crate::draw) variants: [u32; VARIANTS],
}

/// The words of a buffer in a variant. In this order:
///
/// * its type, the number of its shift, whether its elements are per vertex and whether it has a second descriptor, and
///   the index of its first,
/// * R, P and E as in its second word, with an exponent of 0,
/// * D, and the divisor, which is 0 if there is none,
/// * its stride, and the bits of it that the descriptor has: all or none,
/// * its size, and the bits that a range adds to it: all, or none if the size is known.
pub(in crate::draw) type Record = [u32; 8];

/// The position of the stride in a record. It is 0 if strides are bound with buffers.
pub(in crate::draw) const STRIDE: usize = 4;

/// The positions of the shift and the index in the first word of a record. The lowest bits are the descriptor's type.
const SHIFT: u32 = 3;
const INDEX: u32 = 8;
const PER_VERTEX: u32 = 1 << 5;
/// Whether the descriptor after it is the buffer's, too: its continuation or a copy.
const HAS_SECOND: u32 = 1 << 6;

/// The numbers of the shifts of a buffer's elements.
const NO_SHIFT: u32 = 0;
const PER_INSTANCE: u32 = 1;
const CONSTANT: u32 = 2;

/// The size in a record, if a draw binds a range of `size` bytes.
#[inline]
pub(in crate::draw) const fn size_of(record: &Record, size: u32) -> u32 {
    let &[.., own_size, bound_size] = record;
    own_size | size & bound_size
}

/// The buffer of a record, which may have any values.
#[inline]
pub(in crate::draw) const fn buffer_of(record: &Record) -> VertexBuffer {
    let &[header, _, _, divisor, stride, _, size, bound_size] = record;
    VertexBuffer {
        stride,
        rate: if header & PER_VERTEX != 0 {
            InputRate::Vertex
        } else {
            InputRate::from_vulkan_divisor(divisor)
        },
        size: if bound_size == 0 { Some(size) } else { None },
    }
}

/// A variant whose buffers are packed in turn.
pub(in crate::draw) struct VariantPacker {
    is_instanced: bool,
    modes: FetchModes,
    placement: Placement,
    largest_r: u32,
}

impl VariantPacker {
    /// Variant `number`, below [`VARIANTS`].
    pub(in crate::draw) const fn new(pipeline: &Pipeline, number: usize) -> Self {
        let odd_part = PaddedCount::from_parts(2 * number.saturating_sub(1) as u32 + 1, 0);
        let one_instance = ThreadCount::new(PaddedCount::ONE, 1);
        let thread_count = match one_instance {
            Ok(one_instance) if number == 0 => one_instance,
            _ => ThreadCount::for_any_instance_count(odd_part),
        };
        Self {
            is_instanced: thread_count.is_instanced(),
            modes: FetchModes::new(thread_count, pipeline.rounding),
            placement: Placement::new(pipeline.layout),
            largest_r: 0,
        }
    }

    /// The record of the next buffer. If there is a gap before its descriptors, `previous`, the record of the buffer before
    /// it, gets a copy there.
    pub(in crate::draw) const fn record(
        &mut self,
        buffer: &VertexBuffer,
        previous: Option<&mut Record>,
    ) -> Record {
        let &VertexBuffer { stride, rate, size } = buffer;
        let (divisor, shift) = match rate {
            InputRate::Vertex => (0, PER_VERTEX | NO_SHIFT << SHIFT),
            // Where all instances read one element, there is no index to which the unit adds the offset start.
            InputRate::Instance { divisor } if !self.is_instanced => {
                (divisor.get(), CONSTANT << SHIFT)
            }
            InputRate::Instance { divisor } => (divisor.get(), PER_INSTANCE << SHIFT),
            InputRate::Constant => (0, CONSTANT << SHIFT),
        };
        let (size, bound_size) = match size {
            Some(size) => (size, 0),
            None => (0, u32::MAX),
        };
        let mode = match self.modes.of(rate) {
            Ok(mode) => mode,
            Err(_) => {
                // The hardware divisor is too large, whatever the exponent.
                self.largest_r = LARGEST_R + 1;
                FetchMode::Constant
            }
        };
        let words = AttributeBuffer::new(mode, BufferAddress::NULL, u32::MAX, 0).words();
        let [
            descriptor_type,
            divisor_fields,
            stride_bits,
            _,
            _,
            divisor_d,
            ..,
        ] = words;
        if !matches!(mode, FetchMode::Modulus(_)) {
            let r = AttributeBuffer::DIVISOR_R.read(&words);
            self.largest_r = if r > self.largest_r {
                r
            } else {
                self.largest_r
            };
        }
        let end = self.placement.next();
        let index = self.placement.place(mode);
        if let Some(previous) = previous {
            if index > end {
                previous[0] |= HAS_SECOND;
            }
        }
        let second = if self.placement.next() > index + 1 {
            HAS_SECOND
        } else {
            0
        };
        let header = descriptor_type | shift | second | (index as u32) << INDEX;
        [
            header,
            divisor_fields,
            divisor_d,
            divisor,
            stride,
            stride_bits,
            size,
            bound_size,
        ]
    }

    /// The word of the variant: the number of descriptors of its buffers, and the largest R.
    pub(in crate::draw) const fn word(&self) -> u32 {
        self.placement.next() as u32 | self.largest_r << VARIANT_R
    }
}

/// The position of the largest R in a variant's word.
const VARIANT_R: u32 = 16;
/// The largest R of a descriptor.
const LARGEST_R: u32 = 31;

/// The numbers of a draw that its buffers have in common.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Common {
    pub(in crate::draw) variant: usize,
    pub(in crate::draw) padded_vertices: PaddedCount,
    exponent: u32,
    /// The exponent in its place in a descriptor's second word, by the descriptor's type.
    exponent_of_type: [u32; 8],
    /// The numbers of elements by which buffers are shifted.
    shifts: [i64; 4],
    /// The bits of a range's stride that are used: all or none.
    bound_stride: u32,
    /// The largest offset of an attribute in its element, and an alignment more.
    largest_offset: u64,
}

impl Common {
    /// `None` for a draw that is wrong, or begins with an element that is too far away.
    #[inline]
    pub(in crate::draw) fn new(head: &Head, counts: &DrawCounts) -> Option<Self> {
        let padded_vertices = head.pipeline.pad(counts).ok()?;
        let variant = match counts.instances {
            Some(1) => 0,
            instances => {
                ThreadCount::of(padded_vertices, instances).ok()?;
                1 + (padded_vertices.to_bits() >> P_SHIFT)
            }
        };
        if (counts.first_instance | counts.first_vertex) >> ELEMENT_BITS != 0 {
            return None;
        }
        let first_instance = i64::from(counts.first_instance);
        let per_instance = first_instance - i64::from(counts.first_vertex);
        let exponent = padded_vertices.shift();
        let divisor_r = exponent << AttributeBuffer::DIVISOR_R.shift();
        Some(Self {
            variant: variant.into(),
            padded_vertices,
            exponent,
            exponent_of_type: [0, 0, divisor_r, divisor_r, divisor_r, 0, 0, 0],
            shifts: [0, per_instance, first_instance, 0],
            bound_stride: head.bound_stride,
            largest_offset: u64::from(head.largest_offset) + BufferAddress::ALIGNMENT,
        })
    }

    /// The number of descriptors of the buffers; `None` if a hardware divisor is too large for this draw.
    #[inline]
    pub(in crate::draw) fn buffer_descriptors(&self, variants: &[u32; VARIANTS]) -> Option<u32> {
        let variant_word = *variants.get(self.variant)?;
        let largest_r = (variant_word >> VARIANT_R) + self.exponent;
        (largest_r <= LARGEST_R).then_some(variant_word & 0xffff)
    }
}

/// The bits of a number of elements, so that a sum of two has a product with any stride that fits 64 bits.
const ELEMENT_BITS: u32 = 30;

impl Common {
    /// Writes the descriptor of a buffer, and returns what is added to the words of its attributes: the index and the
    /// offset. Numbers that are too large set a bit of `bits` above the lower half. `None` if the descriptor does not fit
    /// the table.
    #[inline]
    pub(in crate::draw) fn write(
        &self,
        record: &Record,
        range: &BufferRange,
        first_element: u32,
        bits: &mut u64,
        table: &mut [u32],
    ) -> Option<u64> {
        // D and the divisor are read where they are needed, since a register for each would be another one's.
        let &[header, divisor_fields, _, _, stride, stride_bits, ..] = record;
        let index = header >> INDEX;
        let start = DESCRIPTOR_WORDS * index as usize;
        let table = table.get_mut(start..start + 2 * DESCRIPTOR_WORDS)?;
        let &BufferRange { address, size, .. } = range;
        let stride = stride | range.stride & self.bound_stride;
        let remainder = address as u32 % BufferAddress::ALIGNMENT as u32;
        let first_element = u64::from(first_element);
        let elements = self.shifts[(header >> SHIFT) as usize % 4] - first_element as i64;
        // If the numbers of elements are right, the product has at most 63 bits.
        let bytes = elements.wrapping_mul(stride.into());
        let offset = bytes.wrapping_add(remainder.into());
        // Without the remainder it must not be below the least, either.
        let from_least = offset.wrapping_add((1 << 31) - BufferAddress::ALIGNMENT as i64) as u64;
        let largest = from_least.wrapping_add(self.largest_offset);
        let sum = u64::from(size_of(record, size)) + u64::from(remainder);
        *bits |= sum
            | from_least
            | largest
            | address >> (BufferAddress::BITS - u32::BITS)
            | first_element << (u32::BITS - ELEMENT_BITS);
        let descriptor_type = header & 0x7;
        let first = [
            (address as u32 - remainder) | descriptor_type,
            (address >> 32) as u32
                | divisor_fields.wrapping_add(self.exponent_of_type[descriptor_type as usize]),
            stride & stride_bits,
            sum as u32,
        ];
        [table[0], table[1], table[2], table[3]] = first;
        if header & HAS_SECOND != 0 {
            [table[4], table[5], table[6], table[7]] =
                if descriptor_type == AttributeBuffer::NPOT_DIVISOR {
                    let &[_, _, divisor_d, divisor, ..] = record;
                    [AttributeBuffer::CONTINUATION, divisor_d, 0, divisor]
                } else {
                    first
                };
        }
        Some(u64::from(index) | (offset as u64) << 32)
    }
}
