//! The conversion of elements and indices to forms that the target reads.

mod component_count;
mod fetch_format;
mod index_bounds;
mod index_conversion;
mod little_endian;
mod rows;

pub use component_count::ComponentCount;
pub use fetch_format::{FetchFormat, element_alignment};
pub(crate) use index_bounds::each_index;
pub use index_bounds::index_bounds;
pub use index_conversion::convert_indices;
pub(crate) use rows::span;

use crate::error::Error;
use little_endian::LittleEndian;
use rows::Rows;

/// The conversion of an attribute's elements to elements that a Mali reads.
///
/// [`FetchFormat::of`] returns the conversion that an attribute needs.
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
        let rows = Rows::new(
            (source, source_stride),
            (destination, destination_stride),
            elements,
            (self.source_size(), self.size()),
        )?;
        match self {
            Self::Copy { size } => copy(rows, size),
            Self::NarrowFloats(count) => narrow(rows, count),
        }
        Ok(())
    }
}

fn copy(rows: Rows<'_>, size: u32) {
    /// Copies elements of a size that is known at compile time, which takes a few moves and no call.
    fn known<const SIZE: usize>(rows: Rows<'_>) {
        rows.run::<u8, u8, SIZE, SIZE>(copy_bytes, copy_bytes);
    }
    match size {
        1 => known::<1>(rows),
        2 => known::<2>(rows),
        3 => known::<3>(rows),
        4 => known::<4>(rows),
        6 => known::<6>(rows),
        8 => known::<8>(rows),
        12 => known::<12>(rows),
        16 => known::<16>(rows),
        _ => rows.run_sized(size as usize, size as usize, copy_bytes, copy_bytes),
    }
}

fn copy_bytes(source: &[u8], destination: &mut [u8]) {
    destination.copy_from_slice(source);
}

fn narrow(rows: Rows<'_>, count: ComponentCount) {
    match count {
        ComponentCount::One => rows.run::<f64, f32, 1, 1>(narrow_floats, narrow_floats),
        ComponentCount::Two => rows.run::<f64, f32, 2, 2>(narrow_floats, narrow_floats),
        ComponentCount::Three => rows.run::<f64, f32, 3, 3>(narrow_floats, narrow_floats),
        ComponentCount::Four => rows.run::<f64, f32, 4, 4>(narrow_floats, narrow_floats),
    }
}

#[inline]
fn narrow_floats(source: &[u8], destination: &mut [u8]) {
    f32::write(destination, f64::read(source).map(|wide| wide as f32));
}
