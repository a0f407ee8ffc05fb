use core::fmt;

use crate::buffers::little_endian::LittleEndian;

/// What a component is that becomes a 32-bit float.
///
/// Normalized ones become what GL ES 3 says, in 2.1.6: of b bits, c / (2^b − 1) without a sign, and
/// max(c / (2^(b−1) − 1), −1) with one.
///
/// ```
/// use mali_instancing::buffers::Component;
///
/// assert_eq!((Component::Fixed.size(), Component::Snorm8.size()), (4, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Component {
    /// A 64-bit float. The nearest 32-bit one, ties to even; infinite beyond the largest.
    Float64,
    /// Signed, 16 bits before the point and 16 behind it. The nearest float.
    Fixed,
    /// 32 bits without a sign. The nearest float.
    Uscaled32,
    /// 32 bits with a sign. The nearest float.
    Sscaled32,
    /// 8 bits normalized, without a sign. The nearest float.
    Unorm8,
    /// 16 bits normalized, without a sign. The nearest float.
    Unorm16,
    /// 32 bits normalized, without a sign. Divided as a 64-bit float and rounded again, so that
    /// where the quotient is all but between two floats it may be the other.
    Unorm32,
    /// 8 bits normalized, with a sign. The nearest float.
    Snorm8,
    /// 16 bits normalized, with a sign. The nearest float.
    Snorm16,
    /// 32 bits normalized, with a sign. Rounded as [`Component::Unorm32`] is.
    Snorm32,
}

impl Component {
    /// Every component.
    ///
    /// ```
    /// use mali_instancing::buffers::Component;
    ///
    /// assert!(Component::ALL.contains(&Component::Fixed));
    /// ```
    pub const ALL: &[Self] = &[
        Self::Float64,
        Self::Fixed,
        Self::Uscaled32,
        Self::Sscaled32,
        Self::Unorm8,
        Self::Unorm16,
        Self::Unorm32,
        Self::Snorm8,
        Self::Snorm16,
        Self::Snorm32,
    ];

    /// Its size before it is converted, in bytes.
    ///
    /// ```
    /// assert_eq!(mali_instancing::buffers::Component::Float64.size(), 8);
    /// ```
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Unorm8 | Self::Snorm8 => 1,
            Self::Unorm16 | Self::Snorm16 => 2,
            Self::Fixed | Self::Uscaled32 | Self::Sscaled32 | Self::Unorm32 | Self::Snorm32 => 4,
            Self::Float64 => 8,
        }
    }
}

/// Writes the numeric type and the size: `UNORM8`.
impl fmt::Display for Component {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Float64 => "SFLOAT64",
            Self::Fixed => "FIXED",
            Self::Uscaled32 => "USCALED32",
            Self::Sscaled32 => "SSCALED32",
            Self::Unorm8 => "UNORM8",
            Self::Unorm16 => "UNORM16",
            Self::Unorm32 => "UNORM32",
            Self::Snorm8 => "SNORM8",
            Self::Snorm16 => "SNORM16",
            Self::Snorm32 => "SNORM32",
        })
    }
}

/// Converts components that lie one after the other.
#[inline]
pub(super) fn convert<From: LittleEndian>(
    source: &[u8],
    destination: &mut [u8],
    to_float: impl Fn(From) -> f32,
) {
    for (to, &from) in f32::chunks_mut(destination)
        .iter_mut()
        .zip(From::chunks(source))
    {
        *to = to_float(From::from_bytes(from)).into_bytes();
    }
}

/// Converts elements of four normalized 8-bit components, and puts the first in the third's place.
#[inline]
pub(super) fn bgra(source: &[u8], destination: &mut [u8]) {
    let elements = source.as_chunks::<4>().0.iter();
    let converted = f32::chunks_mut(destination).as_chunks_mut::<4>().0;
    for (to, &[b, g, r, a]) in converted.iter_mut().zip(elements) {
        *to = [r, g, b, a].map(|number| unorm8(number).into_bytes());
    }
}

pub(super) fn float64(number: f64) -> f32 {
    number as f32
}

#[expect(clippy::cast_precision_loss, reason = "a float has 24 bits")]
pub(super) fn fixed(number: i32) -> f32 {
    number as f32 * (1.0 / 65536.0)
}

#[expect(clippy::cast_precision_loss, reason = "a float has 24 bits")]
pub(super) fn uscaled32(number: u32) -> f32 {
    number as f32
}

#[expect(clippy::cast_precision_loss, reason = "a float has 24 bits")]
pub(super) fn sscaled32(number: i32) -> f32 {
    number as f32
}

pub(super) fn unorm8(number: u8) -> f32 {
    f32::from(number) / f32::from(u8::MAX)
}

pub(super) fn unorm16(number: u16) -> f32 {
    f32::from(number) / f32::from(u16::MAX)
}

pub(super) fn unorm32(number: u32) -> f32 {
    (f64::from(number) / f64::from(u32::MAX)) as f32
}

pub(super) fn snorm8(number: i8) -> f32 {
    at_least_minus_one(f32::from(number) / f32::from(i8::MAX))
}

pub(super) fn snorm16(number: i16) -> f32 {
    at_least_minus_one(f32::from(number) / f32::from(i16::MAX))
}

pub(super) fn snorm32(number: i32) -> f32 {
    at_least_minus_one((f64::from(number) / f64::from(i32::MAX)) as f32)
}

/// Not `f32::max`, whose care for NaNs costs three instructions more.
fn at_least_minus_one(quotient: f32) -> f32 {
    if quotient < -1.0 { -1.0 } else { quotient }
}
