use crate::arch::Arch;
use crate::descriptor::{Attribute, BufferAddress, ValhallAttribute};
use crate::draw::definition::DrawCounts;
use crate::draw::error::DrawError;
use crate::fetch::InputRate;
use crate::thread_count::ThreadCount;

/// By how many elements a draw shifts what its attributes' indices name.
///
/// The first instance is an element of its own, whatever the divisor. The offset start is added to
/// every index on V4 to V7, also to those that step per instance, where it has no place. Where all
/// instances read one element, there is no index to add to.
#[derive(Clone, Copy)]
pub(in crate::draw) struct ElementShift {
    /// The offset start: the first vertex on V4 to V7.
    start: i64,
    per_instance: i64,
    constant: i64,
    /// By a larger one no instance divides: all read one element.
    largest_divisor: u32,
    /// The bits of an address that a descriptor has not, so that an offset begins with them.
    pub(in crate::draw) remainder: u64,
}

/// Where an attribute begins, as its descriptor says it.
#[derive(Clone, Copy)]
pub(in crate::draw) struct DescriptorOffset {
    pub(in crate::draw) offset: i32,
    /// Whether the offset start is not to be added to the attribute's indices.
    pub(in crate::draw) is_without_start: bool,
}

impl DescriptorOffset {
    /// Puts it into an attribute's words, of offset 0.
    #[inline]
    pub(in crate::draw) const fn put<const WORDS: usize>(self, words: &mut [u32; WORDS]) {
        words[offset_word(WORDS)] = self.offset as u32;
        if self.is_without_start {
            words[Attribute::OFFSET_ENABLE.word()] &= !Attribute::OFFSET_ENABLE.mask(0);
        }
    }
}

/// The word of an attribute's offset, in a descriptor of two words or of eight.
pub(in crate::draw) const fn offset_word(words: usize) -> usize {
    if words == 2 {
        Attribute::OFFSET.word()
    } else {
        ValhallAttribute::OFFSET.word()
    }
}

impl ElementShift {
    /// Nothing is shifted.
    pub(in crate::draw) const NONE: Self = Self {
        start: 0,
        per_instance: 0,
        constant: 0,
        largest_divisor: u32::MAX,
        remainder: 0,
    };

    #[inline]
    pub(in crate::draw) const fn new(
        arch: Arch,
        counts: &DrawCounts,
        thread_count: ThreadCount,
    ) -> Self {
        let constant = counts.first_instance as i64;
        if !arch.has_attribute_buffers() {
            return Self {
                per_instance: constant,
                constant,
                ..Self::NONE
            };
        }
        let start = counts.first_vertex as i64;
        Self {
            start,
            per_instance: constant - start,
            constant,
            largest_divisor: if thread_count.is_instanced() {
                thread_count.padded_vertices().largest_factor()
            } else {
                0
            },
            remainder: BufferAddress::ALIGNMENT - 1,
        }
    }

    /// The elements by which an attribute of that rate is shifted.
    #[inline]
    pub(in crate::draw) const fn of(&self, rate: InputRate) -> i64 {
        match rate {
            InputRate::Vertex => 0,
            InputRate::Instance { divisor } if divisor.get() <= self.largest_divisor => {
                self.per_instance
            }
            InputRate::Instance { .. } | InputRate::Constant => self.constant,
        }
    }

    /// Where the descriptor of an attribute begins, which is `offset` in an element `elements` after the one that its
    /// indices name.
    ///
    /// If so many elements before it leave 32 bits, the offset start is not added, and nothing has to be taken off
    /// for it. Neither the offset nor the address decides, so that a constant is right wherever its buffers are.
    #[inline]
    pub(in crate::draw) const fn descriptor_offset(
        &self,
        attribute: usize,
        rate: InputRate,
        elements: i64,
        stride: u32,
        offset: u64,
    ) -> Result<DescriptorOffset, DrawError> {
        let mut bytes = elements.saturating_mul(stride as i64);
        let mut is_without_start = false;
        if bytes < i32::MIN as i64 {
            let start = self.start_of(rate);
            bytes = (elements + start).saturating_mul(stride as i64);
            is_without_start = start != 0;
        }
        // What leaves 64 bits is cut to what no descriptor holds.
        let offset = bytes.saturating_add_unsigned(offset);
        if offset as i32 as i64 == offset {
            Ok(DescriptorOffset {
                offset: offset as i32,
                is_without_start,
            })
        } else {
            Err(DrawError::Offset { attribute, offset })
        }
    }

    /// The elements that the unit adds to the indices of an attribute of that rate.
    #[cold]
    const fn start_of(&self, rate: InputRate) -> i64 {
        match rate {
            InputRate::Instance { divisor } if divisor.get() > self.largest_divisor => 0,
            InputRate::Constant => 0,
            InputRate::Vertex | InputRate::Instance { .. } => self.start,
        }
    }
}
