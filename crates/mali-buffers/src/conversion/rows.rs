use crate::error::Error;

/// The elements to be read, and the place of the converted ones. No element ends past its slice. Strides are in bytes.
pub(super) struct Rows<'a> {
    pub(super) source: &'a [u8],
    pub(super) source_stride: usize,
    pub(super) destination: &'a mut [u8],
    pub(super) destination_stride: usize,
    pub(super) elements: usize,
}

impl Rows<'_> {
    /// Converts elements of these sizes before and after the conversion: all at once if they are contiguous in both
    /// slices, otherwise one at a time.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the compiler has to see the sizes of the elements"
    )]
    pub(super) fn each(self, from_size: usize, to_size: usize, convert: impl Fn(&[u8], &mut [u8])) {
        if self.source_stride == from_size && self.destination_stride == to_size {
            let source = self.source.get(..self.elements * from_size);
            let destination = self.destination.get_mut(..self.elements * to_size);
            if let (Some(source), Some(destination)) = (source, destination) {
                // Contiguous elements are converted as one: a conversion takes any number of components.
                convert(source, destination);
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
                convert(source, destination);
            }
            // The offset of bytes after the last element may be larger than any address.
            source_offset = source_offset.wrapping_add(self.source_stride);
            destination_offset = destination_offset.wrapping_add(self.destination_stride);
        }
    }
}

/// Checks that the elements fit. The last element needs its own size, not a whole stride.
pub(super) fn check(given: usize, stride: u32, elements: u32, size: u32) -> Result<(), Error> {
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
