//! The conversion of elements and indices to forms that the target reads.
//!
//! * `fetch_format` decides whether the GPU can fetch a format, and what its elements become otherwise.
//! * `rows` walks over elements with two strides, and `Conversion` has what is done with each.
//! * `index_conversion` widens indices and rewrites their restart index, and `index_bounds` finds the smallest and the
//!   largest.
//! * `little_endian` reads and writes numbers at any alignment.
//!
//! All lengths are checked before the first byte is written. So an error means that nothing was written.

mod fetch_format;
mod index_bounds;
mod index_conversion;
mod little_endian;
mod rows;

pub(crate) use fetch_format::FetchFormat;
pub(crate) use index_bounds::each_index;
pub use index_bounds::index_bounds;
pub use index_conversion::convert_indices;
pub(crate) use rows::span;

use crate::error::Error;
use little_endian::LittleEndian;
use rows::{Rows, check};

/// The number of components of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ComponentCount {
    /// R.
    One = 1,
    /// R and G.
    Two = 2,
    /// R, G and B.
    Three = 3,
    /// R, G, B and A.
    Four = 4,
}

/// The conversion of an attribute's elements to elements that a Mali reads.
///
/// ```
/// use mali_buffers::{ComponentCount, Conversion};
///
/// let conversion = Conversion::NarrowFloats(ComponentCount::Two);
/// assert_eq!((conversion.source_size(), conversion.size()), (16, 8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Conversion {
    /// No conversion: the bytes are copied.
    Copy {
        /// The size of an element, in bytes.
        size: u32,
    },
    /// Conversion of every component from a 64-bit float to the nearest 32-bit float, ties to even; infinite beyond the
    /// largest.
    NarrowFloats(ComponentCount),
}

impl Conversion {
    /// The size of an element before it is converted, in bytes.
    #[must_use]
    pub const fn source_size(self) -> u32 {
        match self {
            Self::Copy { size } => size,
            Self::NarrowFloats(count) => 8 * count as u32,
        }
    }

    /// The size of a converted element, in bytes.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Copy { size } => size,
            Self::NarrowFloats(count) => 4 * count as u32,
        }
    }

    /// Converts `elements` elements.
    ///
    /// Element i is read from byte i · `source_stride` on, and written from byte i · `destination_stride` on, at any
    /// alignment. The strides are in bytes. A stride of 0 reads the same element repeatedly. Elements that overlap in
    /// `destination` are written in their order. The bytes between the elements, and those after the last, are neither
    /// read nor written.
    ///
    /// # Errors
    ///
    /// [`Error::TooShort`] if an element ends past `source` or `destination`. The last element needs its own size, not
    /// the stride. Nothing is written then.
    ///
    /// ```
    /// use mali_buffers::{ComponentCount, Conversion, Error};
    ///
    /// let narrow = Conversion::NarrowFloats(ComponentCount::One);
    /// let wide = [0.2_f64, 7.0, -1.5].map(f64::to_le_bytes);
    /// let mut floats = [0; 8];
    /// narrow.run(wide.as_flattened(), 16, &mut floats, 4, 2)?;
    /// assert_eq!(floats, *[0.2_f32, -1.5].map(f32::to_le_bytes).as_flattened());
    ///
    /// let error = Error::TooShort { given: 24, needed: 40 };
    /// assert_eq!(narrow.run(wide.as_flattened(), 16, &mut floats, 4, 3), Err(error));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn run(
        self,
        source: &[u8],
        source_stride: u32,
        destination: &mut [u8],
        destination_stride: u32,
        elements: u32,
    ) -> Result<(), Error> {
        let sizes = (self.source_size(), self.size());
        check(source.len(), source_stride, elements, sizes.0)?;
        check(destination.len(), destination_stride, elements, sizes.1)?;
        let rows = Rows {
            source,
            source_stride: source_stride as usize,
            destination,
            destination_stride: destination_stride as usize,
            elements: elements as usize,
        };
        match self {
            // Elements of a size that is known at compile time are copied with a few moves and without a call.
            Self::Copy { size: 1 } => rows.each(1, 1, copy),
            Self::Copy { size: 2 } => rows.each(2, 2, copy),
            Self::Copy { size: 3 } => rows.each(3, 3, copy),
            Self::Copy { size: 4 } => rows.each(4, 4, copy),
            Self::Copy { size: 6 } => rows.each(6, 6, copy),
            Self::Copy { size: 8 } => rows.each(8, 8, copy),
            Self::Copy { size: 12 } => rows.each(12, 12, copy),
            Self::Copy { size: 16 } => rows.each(16, 16, copy),
            Self::Copy { size } => rows.each(size as usize, size as usize, copy),
            Self::NarrowFloats(ComponentCount::One) => rows.each(8, 4, narrow),
            Self::NarrowFloats(ComponentCount::Two) => rows.each(16, 8, narrow),
            Self::NarrowFloats(ComponentCount::Three) => rows.each(24, 12, narrow),
            Self::NarrowFloats(ComponentCount::Four) => rows.each(32, 16, narrow),
        }
        Ok(())
    }
}

#[inline]
fn copy(source: &[u8], destination: &mut [u8]) {
    destination.copy_from_slice(source);
}

#[inline]
fn narrow(source: &[u8], destination: &mut [u8]) {
    f32::write(destination, f64::read(source).map(|wide| wide as f32));
}
