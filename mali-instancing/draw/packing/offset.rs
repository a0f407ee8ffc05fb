use crate::arch::Arch;
use crate::descriptor::Attribute;
use crate::draw::definition::DrawCounts;
use crate::draw::error::DrawError;
use crate::fetch::InputRate;
use crate::thread_count::ThreadCount;
use crate::tri::tri;

/// The number of elements by which a draw shifts the elements that its attributes read.
///
/// The first instance is the number of an element, whatever the divisor. On V4 to V7 the unit is taken to add the offset
/// start to every index, also to those of attributes per instance, which must not have it. If all instances read one
/// element, there is no index to add it to.
#[derive(Clone, Copy)]
pub(in crate::draw) struct ElementShift {
    /// The offset start: the first vertex on V4 to V7.
    start: i64,
    first_instance: i64,
    /// The largest divisor by which instances are divided: with a larger one, all instances read one element.
    largest_divisor: u32,
}

/// The bytes between the position where a buffer begins and the element that an index of 0 names.
#[derive(Clone, Copy)]
pub(in crate::draw) struct ElementStart {
    pub(in crate::draw) bytes: i64,
    /// Whether the unit must not add the offset start to the indices of this buffer's attributes.
    pub(in crate::draw) is_without_offset_start: bool,
}

impl ElementStart {
    /// The start of IDs, which are in no buffer.
    pub(in crate::draw) const NONE: Self = Self::after(0);

    /// The start of the elements of a buffer that begins `bytes` after its descriptor's address.
    #[inline]
    pub(in crate::draw) const fn after(bytes: i64) -> Self {
        Self {
            bytes,
            is_without_offset_start: false,
        }
    }

    /// The offset in the descriptor of an attribute that is at `offset` in its element.
    #[inline]
    pub(in crate::draw) const fn offset(
        self,
        attribute: usize,
        offset: i64,
    ) -> Result<u32, DrawError> {
        // A sum outside 64 bits becomes one that no descriptor can hold.
        let sum = self.bytes.wrapping_add(offset);
        if sum as i32 as i64 == sum {
            Ok(sum as u32)
        } else if self.bytes > i32::MAX as i64 {
            // Nothing else moves elements so far forwards.
            let bytes = self.bytes as u64;
            Err(DrawError::FirstInstance { attribute, bytes })
        } else {
            let offset = self.bytes.saturating_add(offset);
            Err(DrawError::Offset { attribute, offset })
        }
    }

    /// The words of an attribute on V4 to V7 that is at `offset` in its element, of which `word` is the first.
    #[inline]
    pub(in crate::draw) const fn attribute_words(
        self,
        attribute: usize,
        mut word: u32,
        offset: u32,
    ) -> Result<[u32; 2], DrawError> {
        let offset = tri!(self.offset(attribute, offset as i64));
        if self.is_without_offset_start {
            word &= !Attribute::OFFSET_ENABLE.mask(0);
        }
        Ok([word, offset])
    }
}

impl ElementShift {
    #[inline]
    pub(in crate::draw) const fn new(
        arch: Arch,
        counts: &DrawCounts,
        thread_count: ThreadCount,
    ) -> Self {
        if !arch.has_attribute_buffers() {
            return Self::from_v9(counts.first_instance);
        }
        Self {
            start: counts.first_vertex as i64,
            first_instance: counts.first_instance as i64,
            largest_divisor: if thread_count.is_instanced() {
                thread_count.padded_vertices().largest_factor()
            } else {
                0
            },
        }
    }

    /// The shift from V9 on, where there is no offset start, and the GPU counts the threads itself.
    #[inline]
    pub(in crate::draw) const fn from_v9(first_instance: u32) -> Self {
        Self {
            start: 0,
            first_instance: first_instance as i64,
            largest_divisor: u32::MAX,
        }
    }

    /// The start of a buffer whose first byte is that of `first_element`.
    ///
    /// If it is too far before the buffer for an offset of 32 bits, the offset start is not added, and nothing has to be
    /// subtracted for it. This does not depend on an attribute's offset or on the address, so that a constant is right
    /// for all addresses of its buffers.
    #[inline]
    pub(in crate::draw) const fn of(
        &self,
        rate: InputRate,
        stride: u32,
        first_element: u32,
    ) -> ElementStart {
        let (elements, start) = match rate {
            InputRate::Vertex => (0, self.start),
            InputRate::Instance { divisor } if divisor.get() <= self.largest_divisor => {
                (self.first_instance - self.start, self.start)
            }
            InputRate::Instance { .. } | InputRate::Constant => (self.first_instance, 0),
        };
        let elements = elements - first_element as i64;
        let bytes = elements.saturating_mul(stride as i64);
        if bytes >= i32::MIN as i64 || start == 0 {
            return ElementStart {
                bytes,
                is_without_offset_start: false,
            };
        }
        ElementStart {
            bytes: (elements + start).saturating_mul(stride as i64),
            is_without_offset_start: true,
        }
    }
}
