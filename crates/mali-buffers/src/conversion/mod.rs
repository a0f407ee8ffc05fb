//! How elements and indices become what the target reads.

mod component;
mod component_count;
mod index_bounds;
mod index_conversion;
mod little_endian;
mod reading;
mod rows;
mod widen;

pub use component::Component;
pub use component_count::ComponentCount;
pub use index_bounds::index_bounds;
pub use index_conversion::convert_indices;
pub use reading::Reading;
pub(crate) use rows::span;

use crate::terms::Error;
use little_endian::LittleEndian;
use rows::Rows;

/// How the elements of an attribute become ones that the target reads.
///
/// [`Target::reading`](crate::Target::reading) says which an attribute needs.
///
/// ```
/// use mali_buffers::{Component, ComponentCount, Conversion};
///
/// let conversion = Conversion::ToFloat(Component::Fixed, ComponentCount::Two);
/// assert_eq!((conversion.source_size(), conversion.size()), (8, 8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Conversion {
    /// The bytes as they are.
    Copy {
        /// The size of an element, in bytes.
        size: u32,
    },
    /// Three 8-bit components, and a fourth.
    Widen8 {
        /// The fourth's bits.
        alpha: u8,
    },
    /// Three 16-bit components, and a fourth.
    Widen16 {
        /// The fourth's bits.
        alpha: u16,
    },
    /// Every component a 32-bit float.
    ToFloat(Component, ComponentCount),
    /// `B8G8R8A8_UNORM`, every component a 32-bit float, red first.
    BgraToFloat,
}

impl Conversion {
    /// The size of an element before it is converted, in bytes.
    ///
    /// ```
    /// assert_eq!(mali_buffers::Conversion::Widen8 { alpha: 255 }.source_size(), 3);
    /// ```
    #[must_use]
    pub const fn source_size(self) -> u32 {
        match self {
            Self::Copy { size } => size,
            Self::Widen8 { .. } => 3,
            Self::Widen16 { .. } => 6,
            Self::ToFloat(component, count) => component.size() * count as u32,
            Self::BgraToFloat => 4,
        }
    }

    /// The size of a converted element, in bytes.
    ///
    /// ```
    /// assert_eq!(mali_buffers::Conversion::Widen8 { alpha: 255 }.size(), 4);
    /// ```
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Copy { size } => size,
            Self::Widen8 { .. } => 4,
            Self::Widen16 { .. } => 8,
            Self::ToFloat(_, count) => 4 * count as u32,
            Self::BgraToFloat => 16,
        }
    }

    /// Converts so many elements.
    ///
    /// Element i is read from byte i · `source_stride` on, and written from byte
    /// i · `destination_stride` on, at any alignment. The strides are in bytes. One of 0 reads the
    /// same element again and again; elements that overlap where they are written are written in
    /// their order. The bytes between the elements, and those behind the last, are neither read
    /// nor written.
    ///
    /// # Errors
    ///
    /// [`Error::TooShort`] if an element leaves `source` or `destination`. The last needs its own
    /// size, not the stride. Nothing is written then.
    ///
    /// ```
    /// use mali_buffers::{Component, ComponentCount, Conversion, Error};
    ///
    /// let to_float = Conversion::ToFloat(Component::Unorm8, ComponentCount::One);
    /// let colors = [255, 7, 0, 7, 51];
    /// let mut floats = [0; 12];
    /// to_float.run(&colors, 2, &mut floats, 4, 3)?;
    /// assert_eq!(floats.as_chunks().0, [1.0_f32, 0.0, 0.2].map(f32::to_le_bytes));
    ///
    /// let error = Error::TooShort { given: 5, needed: 7 };
    /// assert_eq!(to_float.run(&colors, 2, &mut floats, 4, 4), Err(error));
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
            Self::Widen8 { alpha } => rows.run::<u8, u8, 3, 4>(
                |from, to| widen::widen8(from, to, alpha),
                |from, to| widen::widen8_each(from, to, alpha),
            ),
            Self::Widen16 { alpha } => rows.run::<u16, u16, 3, 4>(
                |from, to| widen::widen16(from, to, alpha),
                |from, to| widen::widen16_each(from, to, alpha),
            ),
            Self::ToFloat(component, count) => to_float(rows, component, count),
            Self::BgraToFloat => {
                rows.run::<u8, f32, 4, 4>(component::convert_bgra, component::convert_bgra_each);
            }
        }
        Ok(())
    }
}

fn copy(rows: Rows<'_>, size: u32) {
    /// A length that the compiler sees is a few moves, not a call.
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

fn to_float(rows: Rows<'_>, component: Component, count: ComponentCount) {
    use component::{
        fixed, float64, snorm8, snorm16, snorm32, sscaled32, unorm8, unorm16, unorm32, uscaled32,
    };
    match component {
        Component::Float64 => components(rows, count, float64),
        Component::Fixed => components(rows, count, fixed),
        Component::Uscaled32 => components(rows, count, uscaled32),
        Component::Sscaled32 => components(rows, count, sscaled32),
        Component::Unorm8 => components(rows, count, unorm8),
        Component::Unorm16 => components(rows, count, unorm16),
        Component::Unorm32 => components(rows, count, unorm32),
        Component::Snorm8 => components(rows, count, snorm8),
        Component::Snorm16 => components(rows, count, snorm16),
        Component::Snorm32 => components(rows, count, snorm32),
    }
}

fn components<From: LittleEndian>(
    rows: Rows<'_>,
    count: ComponentCount,
    to_float: impl Fn(From) -> f32,
) {
    let convert = |from: &[u8], to: &mut [u8]| component::convert(from, to, &to_float);
    match count {
        ComponentCount::One => rows.run::<From, f32, 1, 1>(convert, convert),
        ComponentCount::Two => rows.run::<From, f32, 2, 2>(convert, convert),
        ComponentCount::Three => rows.run::<From, f32, 3, 3>(convert, convert),
        ComponentCount::Four => rows.run::<From, f32, 4, 4>(convert, convert),
    }
}
