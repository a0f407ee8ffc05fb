use super::application_draw::AttributeArray;
use super::buffer::Buffer;
use super::decision::Obstacle;
use super::reading::Reading;
use super::target::Target;

/// What is known of an array whatever the draw is, and wherever its buffer: worked out once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FetchedArray {
    pub(super) array: AttributeArray,
    /// The distance between elements, in bytes.
    pub(super) stride: u32,
    /// The size of an element, in bytes.
    pub(super) size: u32,
    pub(super) reading: Reading,
    /// What the address of an element must be a multiple of: a power of two.
    alignment: u32,
    /// The same of a converted one.
    pub(super) converted_alignment: u32,
}

impl FetchedArray {
    pub(super) const fn new(target: Target, array: &AttributeArray) -> Self {
        let reading = target.reading(array.format);
        Self {
            array: *array,
            stride: array.effective_stride(),
            size: array.format.size(),
            reading,
            alignment: target.alignment(array.format),
            converted_alignment: target.alignment(reading.format),
        }
    }

    /// Why the array cannot be read where it is.
    pub(super) fn obstacle(&self, buffer: &Buffer) -> Option<Obstacle> {
        let Some(address) = buffer.address() else {
            return Some(Obstacle::NotMapped);
        };
        if !self.reading.is_direct() {
            return Some(Obstacle::Format);
        }
        let first = address.wrapping_add(self.array.offset);
        (!self.stays_aligned(first, self.stride)).then_some(Obstacle::Unaligned)
    }

    /// Whether elements so far apart are aligned from byte `offset` of aligned memory on.
    pub(super) fn stays_aligned(&self, offset: u64, stride: u32) -> bool {
        (offset | u64::from(stride)) & u64::from(self.alignment - 1) == 0
    }

    /// How many elements of the array a buffer of `size` bytes has.
    pub(super) fn elements_in(&self, size: u64) -> u64 {
        let behind = size.checked_sub(self.array.offset);
        let last = behind.and_then(|behind| behind.checked_sub(self.size.into()));
        last.map_or(0, |last| last / u64::from(self.stride) + 1)
    }
}
