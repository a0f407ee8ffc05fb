//! The offsets in attributes' descriptors.

use crate::descriptor::Attribute;
use crate::draw::error::DrawError;
use crate::error::tri;
use crate::fetch::InputRate;

/// The bytes between the position where a buffer begins and the element that an index of 0 names.
#[derive(Clone, Copy)]
pub(in crate::draw) struct ElementStart {
    pub(in crate::draw) bytes: i64,
    /// The bits that change in the first word of each attribute: that of the offset start, if the unit must not add it to the
    /// indices of this buffer's attributes.
    pub(in crate::draw) bits: u16,
}

impl ElementStart {
    /// The start of IDs, which are in no buffer.
    pub(in crate::draw) const NONE: Self = Self::after(0);

    /// The start of the elements of a buffer that begins `bytes` after its descriptor's address.
    #[inline]
    pub(in crate::draw) const fn after(bytes: i64) -> Self {
        Self { bytes, bits: 0 }
    }

    /// The start of a buffer whose attributes read `elements` elements after its first byte, and to whose indices the unit
    /// adds the offset start.
    ///
    /// If it is too far before the buffer for an offset of 32 bits, the offset start is not added, and nothing has to be
    /// subtracted for it. This does not depend on an attribute's offset or on the address, so that a constant is right
    /// for all addresses of its buffers.
    #[inline]
    pub(in crate::draw) const fn of(elements: i64, offset_start: u32, stride: u32) -> Self {
        // `elements` has up to 33 bits and a sign, and `stride` has 32 bits, so the product may not fit 64 bits. If the
        // start that is returned saturates, `offset` returns an error.
        let bytes = elements.saturating_mul(stride as i64);
        // A start too far after the first byte is kept, too: without the subtraction it would be even farther.
        if bytes >= i32::MIN as i64 || offset_start == 0 {
            return Self::after(bytes);
        }
        Self {
            bytes: (elements + offset_start as i64).saturating_mul(stride as i64),
            // Toggled and so cleared, since every attribute is packed with offset enable.
            bits: Attribute::OFFSET_ENABLE.mask(0) as u16,
        }
    }

    /// The start of a buffer from V9 on, where there is no offset start.
    #[inline]
    pub(in crate::draw) const fn from_v9(
        rate: InputRate,
        stride: u32,
        first_instance: u32,
        first_element: u32,
    ) -> Self {
        let elements = match rate {
            InputRate::Vertex => 0,
            InputRate::Instance { .. } | InputRate::Constant => first_instance as i64,
        };
        Self::of(elements - first_element as i64, 0, stride)
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

    /// The words of an attribute on V4 to V7 that is at `offset` in its element. `word` is its
    /// first, with the bit of the offset start.
    #[inline]
    pub(in crate::draw) const fn attribute_words(
        self,
        attribute: usize,
        word: u32,
        offset: u32,
    ) -> Result<[u32; 2], DrawError> {
        let offset = tri!(self.offset(attribute, offset as i64));
        Ok([word ^ self.bits as u32, offset])
    }
}
