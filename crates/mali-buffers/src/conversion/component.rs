use core::fmt;

use super::little_endian::LittleEndian;

/// What a component is that becomes a 32-bit float.
///
/// Normalized ones become what GL ES 3 says, in 2.1.6: of b bits, c / (2^b − 1) without a sign, and
/// max(c / (2^(b−1) − 1), −1) with one.
///
/// ```
/// use mali_buffers::Component;
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
    /// 32 bits normalized, without a sign. Computed as a 64-bit float and rounded again: where the
    /// exact number is all but midway between two floats, it may become either.
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
    /// use mali_buffers::Component;
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
    /// assert_eq!(mali_buffers::Component::Float64.size(), 8);
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

/// Converts elements of four normalized 8-bit components, the first and the third exchanged.
#[inline]
pub(super) fn convert_bgra(source: &[u8], destination: &mut [u8]) {
    // What is exchanged should still be in the first cache.
    const BLOCK: usize = 1024;
    let blocks = destination.chunks_mut(4 * BLOCK).zip(source.chunks(BLOCK));
    for (to, from) in blocks {
        convert(from, to, unorm8);
        for [blue, _, red, _] in f32::chunks_mut(to).as_chunks_mut().0 {
            core::mem::swap(blue, red);
        }
    }
}

/// The same, one element after the other.
#[inline]
pub(super) fn convert_bgra_each(source: &[u8], destination: &mut [u8]) {
    let elements = source.as_chunks().0.iter();
    let converted = f32::chunks_mut(destination).as_chunks_mut().0;
    for (to, &[blue, green, red, alpha]) in converted.iter_mut().zip(elements) {
        *to = [red, green, blue, alpha].map(|number| unorm8(number).into_bytes());
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
    divide(f32::from(number), f32::from(u8::MAX))
}

pub(super) fn unorm16(number: u16) -> f32 {
    divide(f32::from(number), f32::from(u16::MAX))
}

pub(super) fn unorm32(number: u32) -> f32 {
    divide_wide(f64::from(number), f64::from(u32::MAX))
}

pub(super) fn snorm8(number: i8) -> f32 {
    at_least_minus_one(divide(f32::from(number), f32::from(i8::MAX)))
}

pub(super) fn snorm16(number: i16) -> f32 {
    at_least_minus_one(divide(f32::from(number), f32::from(i16::MAX)))
}

pub(super) fn snorm32(number: i32) -> f32 {
    at_least_minus_one(divide_wide(f64::from(number), f64::from(i32::MAX)))
}

/// `number` / `ones`, which is 2^b − 1 and a constant where this is inlined.
///
/// 1 / (2^b − 1) is 2^−b and a 2^b-th of itself. The first product is exact and the second is small
/// enough for the sum to be rounded as the quotient would be, for all numbers of up to 16 bits: a
/// test compares each. It takes a fraction of a division's time.
#[inline]
fn divide(number: f32, ones: f32) -> f32 {
    let power = ones + 1.0;
    number * (1.0 / power) + number * (1.0 / power / ones)
}

/// The same of 32-bit numbers, which one 64-bit product brings near enough.
#[inline]
fn divide_wide(number: f64, ones: f64) -> f32 {
    (number * (1.0 / ones)) as f32
}

/// Not `f32::max`, whose care for NaNs costs three instructions more.
#[inline]
fn at_least_minus_one(quotient: f32) -> f32 {
    if quotient < -1.0 { -1.0 } else { quotient }
}
