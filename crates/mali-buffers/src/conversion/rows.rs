use super::little_endian::LittleEndian;
use crate::error::Error;

/// The elements to be read, and the place of the converted ones.
pub(super) struct Rows<'a> {
    source: &'a [u8],
    source_stride: usize,
    destination: &'a mut [u8],
    destination_stride: usize,
    elements: u32,
}

impl<'a> Rows<'a> {
    /// Elements with sizes of `sizes` bytes before and after the conversion. None of them ends past its slice.
    pub(super) fn new(
        (source, source_stride): (&'a [u8], u32),
        (destination, destination_stride): (&'a mut [u8], u32),
        elements: u32,
        sizes: (u32, u32),
    ) -> Result<Self, Error> {
        check(source.len(), source_stride, elements, sizes.0)?;
        check(destination.len(), destination_stride, elements, sizes.1)?;
        Ok(Self {
            source,
            source_stride: source_stride as usize,
            destination,
            destination_stride: destination_stride as usize,
            elements,
        })
    }

    /// Calls `all` with all elements, which have `FROM` and `TO` components, if they are contiguous in both slices;
    /// otherwise calls `each` with one element at a time.
    #[inline]
    pub(super) fn run<From: LittleEndian, To: LittleEndian, const FROM: usize, const TO: usize>(
        self,
        all: impl Fn(&[u8], &mut [u8]),
        each: impl Fn(&[u8], &mut [u8]),
    ) {
        let from_size = FROM * From::SIZE;
        let to_size = TO * To::SIZE;
        self.run_sized(from_size, to_size, all, each);
    }

    /// As `run`, for elements of these sizes before and after the conversion, which must be those that `new` was given.
    #[inline]
    pub(super) fn run_sized(
        self,
        from_size: usize,
        to_size: usize,
        all: impl Fn(&[u8], &mut [u8]),
        each: impl Fn(&[u8], &mut [u8]),
    ) {
        if self.source_stride == from_size && self.destination_stride == to_size {
            let elements = self.elements as usize;
            let source = self.source.get(..elements * from_size);
            let destination = self.destination.get_mut(..elements * to_size);
            if let (Some(source), Some(destination)) = (source, destination) {
                all(source, destination);
            }
            return;
        }
        let (mut source_offset, mut destination_offset) = (0, 0);
        for _ in 0..self.elements {
            let source = self.source.get(source_offset..source_offset + from_size);
            let destination = self
                .destination
                .get_mut(destination_offset..destination_offset + to_size);
            if let (Some(source), Some(destination)) = (source, destination) {
                each(source, destination);
            }
            // The offset of bytes after the last element may be larger than any address.
            source_offset = source_offset.wrapping_add(self.source_stride);
            destination_offset = destination_offset.wrapping_add(self.destination_stride);
        }
    }
}

/// Checks that the elements fit. The last element needs its own size, not a whole stride.
fn check(given: usize, stride: u32, elements: u32, size: u32) -> Result<(), Error> {
    let needed = span(elements.into(), stride, size).unwrap_or(0);
    let given = given as u64;
    if given < needed {
        return Err(Error::TooShort { given, needed });
    }
    Ok(())
}

/// The number of bytes from the first byte of the first element to the last byte of the last. `None` for no elements,
/// and if the number does not fit 64 bits, which cannot happen with 32 bits of elements.
pub(crate) fn span(elements: u64, stride: u32, size: u32) -> Option<u64> {
    let steps = elements.checked_sub(1)?;
    steps.checked_mul(stride.into())?.checked_add(size.into())
}
