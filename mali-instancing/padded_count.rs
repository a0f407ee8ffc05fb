//! The numbers that the hardware can pad a vertex count to.

use core::fmt;
use core::num::NonZeroU32;

use crate::arithmetic;

/// A vertex count as the hardware pads it: 1, 3, 5, 7 or 9 times a power of two, below 2^32.
///
/// With instancing, the GPU dispatches `padded · instances` threads and numbers them with one linear
/// id. It divides the id by `padded` to get vertex and instance back, which is cheap in hardware only for
/// such a number. Threads past the vertex count are discarded.
///
/// Facts: Mesa's documentation of Panfrost, "Instancing".
///
/// It is stored as one byte, in the form that the `Draw` descriptor packs: the power of two in bits 0..4 (the
/// field "R" of the other descriptors, or "shift"), (odd − 1) / 2 in bits 5..7 ("P", or "odd").
///
/// ```
/// use mali_instancing::{PaddedCount, Padding};
///
/// const PADDED: PaddedCount = match PaddedCount::new(70, Padding::Hardware) {
///     Ok(padded) => padded,
///     Err(_) => panic!(),
/// };
/// assert_eq!(PADDED.get(), 72);
/// assert_eq!((PADDED.odd(), PADDED.shift()), (9, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct PaddedCount(pub(crate) u8);

impl PaddedCount {
    /// A single vertex: the instance size of a draw that is not instanced.
    pub const ONE: Self = Self::from_parts(1, 0);

    /// The largest padded count, 7 · 2^29 = 0xE000_0000.
    // The next one would be 2^32.
    pub const MAX: Self = Self::from_parts(7, 29);

    /// The padded count whose 8-bit form is `bits`; `None` if `bits` have an odd factor above 9 or a count of 2^32 or
    /// more.
    ///
    /// ```
    /// use mali_instancing::PaddedCount;
    ///
    /// assert_eq!(PaddedCount::from_bits(0x83).unwrap().get(), 72);
    /// assert_eq!(PaddedCount::from_bits(0xa0), None); // 11 · 2^0
    /// assert_eq!(PaddedCount::from_bits(0x3f), None); // 3 · 2^31
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        let candidate = Self(bits);
        let odd = candidate.odd();
        // A P of 5 to 7 is 11, 13 or 15, which the hardware does not have. The second test is odd · 2^shift below 2^32:
        // 7 · 2^29 passes, 9 · 2^29 does not.
        if odd <= 9 && odd <= u32::MAX >> candidate.shift() {
            Some(candidate)
        } else {
            None
        }
    }

    /// The padded count that a descriptor's divisor R and divisor P hold: the lower 5 and the upper 3 bits.
    pub(crate) const fn from_fields(divisor_r: u32, divisor_p: u32) -> Option<Self> {
        // The callers have read five bits and three bits, which fill the byte.
        Self::from_bits((divisor_r | divisor_p << arithmetic::P_SHIFT) as u8)
    }

    /// The 8-bit form: shift in bits 0..4, (odd − 1) / 2 in bits 5..7.
    #[must_use]
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// The number of threads that each instance takes.
    #[must_use]
    pub const fn get(self) -> u32 {
        // The odd factor and the shift without calls, each of which takes compile time in every constant of a user.
        ((self.0 >> (arithmetic::P_SHIFT - 1) | 1) as u32) << (self.0 & R_MASK)
    }

    /// The same number, as one that cannot be 0.
    pub(crate) const fn get_nonzero(self) -> NonZeroU32 {
        match NonZeroU32::new(self.get()) {
            Some(count) => count,
            // The odd factor is at least 1, so the count is not 0.
            None => NonZeroU32::MIN,
        }
    }

    /// The odd factor: 1, 3, 5, 7 or 9.
    #[must_use]
    pub const fn odd(self) -> u32 {
        // Bits 4 and above are 2P and a bit of R, which is the place of the 1 in 2P + 1.
        (self.0 >> (arithmetic::P_SHIFT - 1) | 1) as u32
    }

    /// The exponent of the power of two, 0 to 31.
    #[must_use]
    pub const fn shift(self) -> u32 {
        (self.0 & R_MASK) as u32
    }

    /// The padded count odd · 2^shift.
    pub(crate) const fn from_parts(odd: u32, shift: u32) -> Self {
        Self(arithmetic::padded_bits(odd, shift))
    }
}

/// The bits of the power of two.
const R_MASK: u8 = (1 << arithmetic::P_SHIFT) - 1;

impl fmt::Debug for PaddedCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PaddedCount({self})")
    }
}

/// Writes the count and its factors: `72 (9·2^3)`.
impl fmt::Display for PaddedCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} ({}·2^{})",
            self.get(),
            self.odd(),
            self.shift()
        )
    }
}
