use super::decision::Obstacle;
use crate::asked::AttributeArray;
use crate::conversion::{Reading, element_alignment};
use crate::memory::Buffer;
use mali_instancing::descriptor::BufferAddress;

/// As many bytes as a record can hold wherever they begin: that of an unaligned buffer begins before it.
pub(crate) const MAX_SIZE: u32 = u32::MAX - (BufferAddress::ALIGNMENT as u32 - 1);

/// What is known of an array whatever the draw is, and wherever its buffer: worked out once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FetchedArray {
    pub(crate) array: AttributeArray,
    /// The distance between elements, in bytes.
    pub(crate) stride: u32,
    /// The size of an element, in bytes.
    pub(crate) size: u32,
    pub(crate) reading: Reading,
    /// What the address of an element must be a multiple of: a power of two.
    alignment: u32,
    /// The same of a converted one.
    pub(crate) converted_alignment: u32,
}

impl FetchedArray {
    pub(crate) const fn new(array: &AttributeArray) -> Self {
        let reading = Reading::of(array.format);
        Self {
            array: *array,
            stride: array.effective_stride(),
            size: array.format.size(),
            reading,
            alignment: element_alignment(array.format),
            converted_alignment: element_alignment(reading.format),
        }
    }

    /// Why the array cannot be read where it is.
    pub(crate) fn obstacle(&self, buffer: &Buffer) -> Option<Obstacle> {
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
    pub(crate) fn stays_aligned(&self, offset: u64, stride: u32) -> bool {
        (offset | u64::from(stride)) & u64::from(self.alignment - 1) == 0
    }

    /// How many elements of the array a buffer of `size` bytes has.
    pub(crate) fn elements_in(&self, size: u64) -> u64 {
        let behind = size.checked_sub(self.array.offset);
        let last = behind.and_then(|behind| behind.checked_sub(self.size.into()));
        last.map_or(0, |last| last / u64::from(self.stride) + 1)
    }
}

/// The size of a buffer and an attribute's offset in it, if a record can say both: then it covers the
/// buffer and not a byte more, whatever vertices the draw has.
pub(crate) fn whole_buffer(offset: u64, size: u64) -> Option<(u32, u32)> {
    let offset = i32::try_from(offset).ok()?;
    let size = u32::try_from(size).ok()?;
    (size <= MAX_SIZE).then_some((size, offset.cast_unsigned()))
}
