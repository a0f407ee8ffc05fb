use crate::arch::Arch;
use crate::descriptor::BufferAddress;
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
    per_instance: i64,
    constant: i64,
    /// By a larger one no instance divides: all read one element.
    largest_divisor: u32,
    /// The bits of an address that a descriptor has not, so that an offset begins with them.
    pub(in crate::draw) remainder: u64,
}

impl ElementShift {
    /// Nothing is shifted.
    pub(in crate::draw) const NONE: Self = Self {
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
        let remainder = if arch.has_attribute_buffers() {
            BufferAddress::ALIGNMENT - 1
        } else {
            0
        };
        if arch.has_attribute_buffers() && thread_count.is_instanced() {
            Self {
                per_instance: constant - counts.first_vertex as i64,
                constant,
                largest_divisor: thread_count.padded_vertices().largest_factor(),
                remainder,
            }
        } else {
            Self {
                per_instance: constant,
                constant,
                largest_divisor: u32::MAX,
                remainder,
            }
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
}

/// Where an attribute begins in its buffer, in bytes: `offset` in its element, which the draw shifts by
/// `elements` of `stride` bytes. What leaves 64 bits is cut to what no descriptor holds.
#[inline]
pub(in crate::draw) const fn shifted_offset(offset: u64, elements: i64, stride: u32) -> i64 {
    if elements == 0 {
        return offset as i64;
    }
    let bytes = elements.saturating_mul(stride as i64);
    bytes.saturating_add_unsigned(offset)
}

#[inline]
pub(in crate::draw) const fn checked_offset(
    attribute: usize,
    offset: i64,
) -> Result<i32, DrawError> {
    if offset as i32 as i64 == offset {
        Ok(offset as i32)
    } else {
        Err(DrawError::Offset { attribute, offset })
    }
}
