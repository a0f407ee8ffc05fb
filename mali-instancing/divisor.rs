//! Dividing by multiplying.

use core::fmt;
use core::num::NonZeroU32;

use crate::arithmetic;
use crate::names::names;

/// The rule that rounds a multiplier. Both rules are exact for every 32-bit id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Down wherever that is exact, otherwise up: the documented rule.
    #[default]
    RoundDown,
    /// To the nearer integer: Mesa since 2025, and Arm's driver.
    Nearest,
}

names! {
    impl Rounding {
        /// Every rule, the default first.
        ALL;
        /// The name that the command and manifests use: `round-down`. In macros it is `round_down`.
        name;
        /// The rule whose [`Rounding::name`] is `name`; `None` if there is none.
        ///
        /// ```
        /// use mali_instancing::Rounding;
        ///
        /// assert_eq!(Rounding::from_name("round-down"), Some(Rounding::RoundDown));
        /// assert_eq!(Rounding::from_name("round-up"), None);
        /// ```
        from_name;
    }
    RoundDown: "round-down",
    Nearest: "nearest",
}

/// The top bit of every multiplier, which descriptors leave out.
const TOP_BIT: u32 = 1 << 31;

/// The numbers R, E and D by which the attribute unit divides in the mode `npot-divisor`.
///
/// The unit divides an id by a constant with one multiplication and a shift: `((id + E) · multiplier) >> (32 + R)`, in
/// 64 bits. The multiplier is 2^31 + D, between 2^31 and 2^32.
///
/// For the divisor d, let `shift = floor(log2 d)`, `T = 2^(32 + shift)` and `e = T mod d`. The
/// multiplier is T/d, rounded to an integer:
///
/// * Rounded up, it is exact for every 32-bit id if `d − e ≤ 2^shift` (Granlund and Montgomery,
///   "Division by Invariant Integers using Multiplication", 1994).
/// * Rounded down, and with E = 1, it is exact if `e ≤ 2^shift` (Robison, "N-Bit Unsigned Division
///   Via N-Bit Multiply-Add", 2005).
///
/// Since `d < 2^(shift + 1)`, one of the two conditions always holds. `proof/Divisor.v` has the proof. Further facts:
/// Mesa's documentation of Panfrost, "Instancing".
///
/// ```
/// use core::num::NonZeroU32;
/// use mali_instancing::{MagicDivisor, Rounding};
///
/// const BY_216: MagicDivisor =
///     MagicDivisor::new(NonZeroU32::new(216).unwrap(), Rounding::RoundDown);
/// assert_eq!(BY_216.divisor_d(), 0x17b4_25ed);
/// assert_eq!((BY_216.divisor_r(), BY_216.divisor_e()), (7, true));
/// assert_eq!(BY_216.divide(647), 2);
/// assert_eq!(BY_216.divide(648), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MagicDivisor {
    /// D in bits 0..30, E in bit 31.
    pub(crate) reciprocal: u32,
    /// R.
    pub(crate) shift: u8,
}

impl MagicDivisor {
    /// The magic form of any divisor from 1 to 2^32 − 1.
    ///
    /// For 2^k with k ≥ 1, it is the multiplier 2^31, E 0, R k − 1. For 1, it is the multiplier
    /// 2^32 − 1, E 1, R 0. Rounding changes neither.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use mali_instancing::{MagicDivisor, Rounding};
    ///
    /// let by_3 = MagicDivisor::new(NonZeroU32::new(3).unwrap(), Rounding::Nearest);
    /// assert_eq!((by_3.multiplier(), by_3.divisor_e()), (0xaaaa_aaab, false));
    /// assert_eq!(by_3.divide(u32::MAX), u32::MAX / 3);
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(divisor: NonZeroU32, rounding: Rounding) -> Self {
        match PowerOfTwo::new(divisor) {
            Some(power) => Self::power_of_two(power),
            None => Self::rounded(divisor, rounding),
        }
    }

    /// The magic form with a descriptor's fields, which need not be those of a divisor; `None` if `divisor_r` is
    /// above 31 or the top bit of `divisor_d` is set.
    ///
    /// ```
    /// use mali_instancing::MagicDivisor;
    ///
    /// let by_216 = MagicDivisor::from_fields(7, true, 0x17b4_25ed).unwrap();
    /// assert_eq!(by_216.divide(432), 2);
    /// assert_eq!(MagicDivisor::from_fields(32, true, 0), None);
    /// ```
    #[must_use]
    pub const fn from_fields(divisor_r: u32, divisor_e: bool, divisor_d: u32) -> Option<Self> {
        if divisor_r > 31 || divisor_d & TOP_BIT != 0 {
            return None;
        }
        Some(Self {
            reciprocal: divisor_d | (divisor_e as u32) << 31,
            shift: divisor_r as u8,
        })
    }

    pub(crate) const fn power_of_two(power: PowerOfTwo) -> Self {
        match power.divisor_r() {
            // (id + 1) · (2^32 − 1) is id · 2^32 and less than 2^32 more.
            0 => Self {
                reciprocal: u32::MAX,
                shift: 0,
            },
            // The multiplier is 2^31, which alone divides by 2.
            exponent => Self {
                reciprocal: 0,
                shift: exponent as u8 - 1,
            },
        }
    }

    /// The magic form of a divisor that is no power of two.
    #[inline]
    pub(crate) const fn rounded(divisor: NonZeroU32, rounding: Rounding) -> Self {
        // Shifted up to their top bits, a divisor and its odd part are the same number. Only R = floor(log2 d) tells
        // them apart.
        let zeros = divisor.leading_zeros();
        let to_nearest = matches!(rounding, Rounding::Nearest);
        Self {
            reciprocal: arithmetic::reciprocal(divisor.get() << zeros, to_nearest),
            shift: 31 - zeros as u8,
        }
    }

    /// The quotient that the attribute unit computes for an id. It is exactly `id / divisor` if
    /// [`MagicDivisor::new`] made the magic form.
    #[must_use]
    pub const fn divide(self, id: u32) -> u32 {
        // id + E is at most 2^32, and the multiplier is below 2^32, so the product fits 64 bits.
        let product = (id as u64 + self.divisor_e() as u64) * self.multiplier() as u64;
        (product >> 32) as u32 >> self.shift
    }

    /// The whole multiplier, 2^31 to 2^32 − 1.
    #[must_use]
    pub const fn multiplier(self) -> u32 {
        self.reciprocal | TOP_BIT
    }

    /// The field "D", genxml's "divisor numerator": the multiplier without its top bit, which the
    /// hardware supplies.
    #[must_use]
    pub const fn divisor_d(self) -> u32 {
        self.reciprocal & !TOP_BIT
    }

    /// The field "R": the number of bits by which the upper half of the product is shifted down, 0 to 31.
    #[must_use]
    pub const fn divisor_r(self) -> u32 {
        self.shift as u32
    }

    /// The field "E": whether the id is incremented before it is multiplied.
    #[must_use]
    pub const fn divisor_e(self) -> bool {
        self.reciprocal & TOP_BIT != 0
    }
}

/// The number R by which the attribute unit divides in the mode `pot-divisor`: it shifts by R, and so divides by 2^R. R is
/// 0 to 31.
///
/// ```
/// use core::num::NonZeroU32;
/// use mali_instancing::PowerOfTwo;
///
/// let by_64 = PowerOfTwo::new(NonZeroU32::new(64).unwrap()).unwrap();
/// assert_eq!(by_64.divisor_r(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PowerOfTwo(u8);

impl PowerOfTwo {
    /// The form of `divisor`; `None` if that is no power of two.
    ///
    /// ```
    /// use core::num::NonZeroU32;
    /// use mali_instancing::PowerOfTwo;
    ///
    /// assert!(PowerOfTwo::new(NonZeroU32::new(216).unwrap()).is_none());
    /// ```
    #[must_use]
    pub const fn new(divisor: NonZeroU32) -> Option<Self> {
        if divisor.is_power_of_two() {
            Some(Self(divisor.trailing_zeros() as u8))
        } else {
            None
        }
    }

    /// The divisor 2^`divisor_r`; `None` above 31.
    ///
    /// ```
    /// use mali_instancing::PowerOfTwo;
    ///
    /// assert_eq!(PowerOfTwo::from_divisor_r(6).unwrap().divide(640), 10);
    /// assert_eq!(PowerOfTwo::from_divisor_r(32), None);
    /// ```
    #[must_use]
    pub const fn from_divisor_r(divisor_r: u32) -> Option<Self> {
        if divisor_r < 32 {
            Some(Self(divisor_r as u8))
        } else {
            None
        }
    }

    /// The field "R": the exponent.
    #[must_use]
    pub const fn divisor_r(self) -> u32 {
        self.0 as u32
    }

    /// The quotient that the attribute unit computes for a linear id.
    #[must_use]
    pub const fn divide(self, id: u32) -> u32 {
        id >> self.0
    }
}

/// Writes the divisor and its exponent: `64 (2^6)`.
impl fmt::Display for PowerOfTwo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (2^{})", 1_u32 << self.0, self.0)
    }
}

impl MagicDivisor {
    /// Quotient and remainder of 2^63 by a number above 2^31, as they are computed on machines without a 64-bit division.
    /// Only for the command's `verify`.
    #[doc(hidden)]
    #[must_use]
    pub const fn divide_2_to_63_by_halves(normalized: u32) -> (u32, u32) {
        arithmetic::divide_2_to_63_by_halves(normalized)
    }
}
