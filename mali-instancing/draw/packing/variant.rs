//! The variants of a buffer on V4 to V7: all words of its descriptors except an address, a stride, a size and an exponent.
//!
//! A padded count is odd · 2^s, and so a hardware divisor is odd · 2^s · divisor. D, E and whether the divisor is a power
//! of two depend only on odd · divisor, and R is floor(log2(odd · divisor)) + s. `odd` is 1, 3, 5, 7 or 9. So all draws of
//! a buffer have one of six variants: that of one instance, or of one of the five odd parts, to whose R a draw adds s.

use super::offset::ElementStart;
use crate::arithmetic::P_SHIFT;
use crate::descriptor::{AttributeBuffer, BufferAddress};
use crate::divisor::Rounding;
use crate::draw::definition::DrawCounts;
use crate::error::{Error, tri};
use crate::fetch::{FetchMode, InputRate};
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// The number of variants of a buffer: that of one instance, then those of the odd parts 1, 3, 5, 7 and 9.
pub(in crate::draw) const VARIANTS: usize = 6;

/// A variant, with the exponent of a draw or without one.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Variant {
    /// R, P and E, and from bit 8 on the descriptor's type.
    fields: u32,
    /// One of the constants below.
    kind: u32,
    /// D, of 31 bits.
    divisor_d: u32,
}

/// The kinds of a buffer's index: the id itself, the id modulo the padded count, divided by the hardware divisor, or none,
/// where all threads read one element.
const LINEAR: u32 = 0;
const MODULUS: u32 = 1;
const DIVIDED: u32 = 2;
const CONSTANT: u32 = 3;
const KINDS: usize = 4;

/// The bits of a stride that a descriptor has, by kind.
static STRIDES: [u32; KINDS] = [u32::MAX, u32::MAX, u32::MAX, 0];

/// The bits of the fields in a word, which has the kind in its highest bits.
// Eight bits of R, P and E, and four for a type of at most 4.
const FIELDS: u32 = (1 << 12) - 1;
/// The position of the kind, which is at the top so that no bits are above it that would have to be cleared.
const KIND: u32 = 30;

/// The variant of a buffer in a draw of so many threads.
#[inline]
pub(in crate::draw) const fn variant(
    rate: InputRate,
    thread_count: ThreadCount,
    rounding: Rounding,
) -> Result<Variant, Error> {
    let mode = tri!(FetchMode::new(thread_count, rate, rounding));
    Ok(Variant::of(mode))
}

/// The threads of a draw that has the variants of a number, with an exponent of 0.
pub(in crate::draw) const THREADS: [ThreadCount; VARIANTS] = {
    let mut threads = [ThreadCount::ONE; VARIANTS];
    let mut number = 1;
    while number < VARIANTS {
        // The number of instances is unknown, so a divisor that is too large for the odd part is an error. If it were
        // known, the variant would be a constant.
        let odd_part = PaddedCount::from_parts(2 * number as u32 - 1, 0);
        threads[number] = ThreadCount::for_any_instance_count(odd_part);
        number += 1;
    }
    threads
};

impl Variant {
    #[inline]
    const fn of(mode: FetchMode) -> Self {
        let (fields, divisor_d) = AttributeBuffer::fields_of_mode(mode);
        Self {
            fields,
            kind: match mode {
                FetchMode::Linear => LINEAR,
                FetchMode::Modulus(_) => MODULUS,
                FetchMode::PotDivisor(_) | FetchMode::NpotDivisor { .. } => DIVIDED,
                FetchMode::Constant => CONSTANT,
            },
            divisor_d,
        }
    }

    /// The variant as two words: the kind above the fields, and D.
    #[inline]
    pub(in crate::draw) const fn words(self) -> [u32; 2] {
        [self.fields | self.kind << KIND, self.divisor_d]
    }

    /// The variant of two words, which may have any values.
    #[inline]
    pub(in crate::draw) const fn from_words([fields_and_kind, divisor_d]: [u32; 2]) -> Self {
        Self {
            fields: fields_and_kind & FIELDS,
            kind: fields_and_kind >> KIND,
            divisor_d,
        }
    }

    /// Whether threads read their own elements, which in a draw of one instance they do of buffers per vertex.
    #[inline]
    pub(in crate::draw) const fn is_linear(self) -> bool {
        self.kind == LINEAR
    }

    #[inline]
    pub(in crate::draw) const fn has_continuation(self) -> bool {
        // Of the types only this one has its bit.
        self.fields & AttributeBuffer::NPOT_DIVISOR << AttributeBuffer::TYPE_OF_MODE != 0
    }

    /// The descriptor of a buffer at an aligned address.
    #[inline]
    pub(in crate::draw) const fn descriptor(
        self,
        base: BufferAddress,
        stride: u32,
        size: u32,
    ) -> [u32; 4] {
        let [low, high] = AttributeBuffer::header(self.fields, base);
        [
            low,
            high,
            // A kind has two bits, so the remainder changes none. It spares the check of the index.
            stride & STRIDES[self.kind as usize % KINDS],
            size,
        ]
    }

    /// The continuation of the descriptor of a buffer whose instances are divided by `divisor`.
    #[inline]
    pub(in crate::draw) const fn continuation(self, divisor: u32) -> [u32; 4] {
        [AttributeBuffer::CONTINUATION, self.divisor_d, 0, divisor]
    }
}

/// The divisor of a rate, or 0.
#[inline]
pub(in crate::draw) const fn divisor_of(rate: InputRate) -> u32 {
    match rate {
        InputRate::Instance { divisor } => divisor.get(),
        InputRate::Vertex | InputRate::Constant => 0,
    }
}

/// The numbers of a draw that its buffers have in common.
#[derive(Clone, Copy)]
pub(in crate::draw) struct Common {
    thread_count: ThreadCount,
    rounding: Rounding,
    /// The number of the draw's variant.
    number: usize,
    /// The exponents that the draw adds to R, by the kind of a buffer.
    exponents: [u32; KINDS],
    /// The numbers of elements by which the draw moves those that attributes read, by the kind of a buffer.
    ///
    /// The first instance is the number of an element, whatever the divisor.
    elements: [i64; KINDS],
    /// The offset start. The unit is taken to add it to every index, also to those of attributes per instance, which must
    /// not have it. Where all instances read one element, there is no index to add it to.
    first_vertex: u32,
}

impl Common {
    #[inline]
    pub(in crate::draw) const fn new(
        thread_count: ThreadCount,
        rounding: Rounding,
        counts: &DrawCounts,
    ) -> Self {
        let padded_vertices = thread_count.padded_vertices();
        let exponent = padded_vertices.shift();
        let first_instance = counts.first_instance as i64;
        Self {
            thread_count,
            rounding,
            number: if thread_count.is_instanced() {
                // P is 0 to 4 for the odd parts 1 to 9, and variant 0 is that of one instance.
                1 + (padded_vertices.to_bits() >> P_SHIFT) as usize
            } else {
                0
            },
            // In the fields of a modulus and of a divisor, R is the lowest bits. The other kinds have no R.
            exponents: [0, exponent, exponent, 0],
            // The unit is taken to add the first vertex to every index. That is undone only per instance: per vertex it
            // is right, and the index of a constant is multiplied by a stride of 0.
            elements: [
                0,
                0,
                first_instance - counts.first_vertex as i64,
                first_instance,
            ],
            first_vertex: counts.first_vertex,
        }
    }

    /// The variant of a buffer.
    #[inline]
    pub(in crate::draw) const fn variant(&self, rate: InputRate) -> Result<Variant, Error> {
        variant(rate, self.thread_count, self.rounding)
    }

    /// The number of the draw's variants.
    #[inline]
    pub(in crate::draw) const fn number(&self) -> usize {
        self.number
    }

    /// The draw's variant of a buffer, of one with its number, if the divisor is not too large.
    #[inline]
    pub(in crate::draw) const fn with_exponent(&self, of_odd_part: Variant) -> Variant {
        Variant {
            // The product odd · divisor · 2^s is below 2^32, so that its logarithm fits the five bits of R: the sum does not
            // carry into P or E.
            fields: of_odd_part.fields + self.exponents[of_odd_part.kind as usize % KINDS],
            ..of_odd_part
        }
    }

    /// The number of elements by which the draw moves those of a buffer.
    #[inline]
    pub(in crate::draw) const fn elements(&self, variant: Variant) -> i64 {
        self.elements[variant.kind as usize % KINDS]
    }

    /// The start of a buffer that begins with element 0 at its descriptor's address.
    #[inline]
    pub(in crate::draw) const fn start(&self, variant: Variant, stride: u32) -> ElementStart {
        let elements = self.elements(variant);
        match near_start(elements, stride, 0) {
            Some(bytes) => ElementStart::after(bytes),
            None => far_start(elements, self.offset_start(variant), stride, 0),
        }
    }

    /// The offset start that the unit adds to a buffer's indices.
    #[inline]
    pub(in crate::draw) const fn offset_start(&self, variant: Variant) -> u32 {
        match variant.kind {
            CONSTANT => 0,
            _ => self.first_vertex,
        }
    }
}

/// The bytes of a start after which every offset has 32 bits, so that the unit may add the offset start.
#[inline]
pub(in crate::draw) const fn near_start(elements: i64, stride: u32, remainder: u32) -> Option<i64> {
    match elements.checked_mul(stride as i64) {
        // `ElementStart::of` would keep such a start as it is.
        Some(bytes) if bytes as i32 as i64 == bytes => Some(bytes + remainder as i64),
        _ => None,
    }
}

/// A start so far from the buffer's first byte that it may need another descriptor.
#[cold]
pub(in crate::draw) const fn far_start(
    elements: i64,
    offset_start: u32,
    stride: u32,
    remainder: u32,
) -> ElementStart {
    // The remainder comes after the decision, so that an address does not change whether the unit adds the offset
    // start.
    let mut start = ElementStart::of(elements, offset_start, stride);
    start.bytes = start.bytes.saturating_add(remainder as i64);
    start
}
