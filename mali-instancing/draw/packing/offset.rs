use crate::arch::Arch;
use crate::descriptor::{Attribute, BufferAddress, ValhallAttribute};
use crate::draw::definition::DrawCounts;
use crate::draw::error::DrawError;
use crate::draw::parts::VertexBuffer;
use crate::fetch::InputRate;
use crate::thread_count::ThreadCount;

/// The number of elements by which a draw shifts the elements that its attributes read.
///
/// The first instance is the number of an element, whatever the divisor. On V4 to V7 the unit is taken to add the offset
/// start to every index, also to those of attributes per instance, which must not have it. If all instances read one
/// element, there is no index to add it to.
#[derive(Clone, Copy)]
pub(in crate::draw) struct ElementShift {
    /// The offset start: the first vertex on V4 to V7.
    start: i64,
    per_instance: i64,
    constant: i64,
    /// The largest divisor by which instances are divided: with a larger one, all instances read one element.
    largest_divisor: u32,
    /// The mask of the bits of an address that a descriptor cannot hold, and that are added to an offset.
    pub(in crate::draw) remainder: u64,
}

/// The offset in an attribute's descriptor.
#[derive(Clone, Copy)]
pub(in crate::draw) struct DescriptorOffset {
    pub(in crate::draw) offset: i32,
    /// Whether the unit must not add the offset start to the attribute's indices.
    pub(in crate::draw) is_without_start: bool,
}

impl DescriptorOffset {
    /// Sets this offset in the words of an attribute with offset 0.
    #[inline]
    pub(in crate::draw) const fn put<const WORDS: usize>(self, words: &mut [u32; WORDS]) {
        words[offset_word(WORDS)] = self.offset as u32;
        if self.is_without_start {
            words[Attribute::OFFSET_ENABLE.word()] &= !Attribute::OFFSET_ENABLE.mask(0);
        }
    }
}

/// The position of the offset in a descriptor of `words` words, two or eight.
pub(in crate::draw) const fn offset_word(words: usize) -> usize {
    if words == 2 {
        Attribute::OFFSET.word()
    } else {
        ValhallAttribute::OFFSET.word()
    }
}

impl ElementShift {
    /// No shift.
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

    /// The number of elements by which an attribute of that rate is shifted.
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

    /// The number of bytes by which the attributes of a buffer that begins with its first element are shifted; `None` if
    /// it does not fit 32 bits.
    #[inline(always)]
    pub(in crate::draw) fn bytes(&self, buffer: &VertexBuffer) -> Option<i32> {
        let bytes = self.of(buffer.rate).checked_mul(buffer.stride.into())?;
        i32::try_from(bytes).ok()
    }

    /// The offset in the descriptor of an attribute that is at `offset` in an element, `elements` after the one that
    /// its indices name.
    ///
    /// If the shift does not fit 32 bits, the offset start is not added, and nothing has to be subtracted
    /// for it. This does not depend on the offset or the address, so that a constant is right for all addresses of its
    /// buffers.
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
        // A sum outside 64 bits becomes one that no descriptor can hold, since an offset has few more than 32.
        let sum = bytes.wrapping_add_unsigned(offset);
        if sum as i32 as i64 == sum {
            Ok(DescriptorOffset {
                offset: sum as i32,
                is_without_start,
            })
        } else {
            let offset = bytes.saturating_add_unsigned(offset);
            Err(DrawError::Offset { attribute, offset })
        }
    }

    /// The number of elements that the unit adds to the indices of an attribute of that rate.
    #[cold]
    const fn start_of(&self, rate: InputRate) -> i64 {
        match rate {
            InputRate::Instance { divisor } if divisor.get() > self.largest_divisor => 0,
            InputRate::Constant => 0,
            InputRate::Vertex | InputRate::Instance { .. } => self.start,
        }
    }
}
