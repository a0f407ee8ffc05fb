//! The exactness of a multiplier.

use std::num::NonZeroU32;

use mali_instancing::{MagicDivisor, Rounding};

/// The multiplier computed in double precision, which has 53 bits: too few if T/d is barely above an
/// integer. It is wrong for 3,297 of all divisors, the first of which is 4,971,027.
///
/// ```
/// use std::num::NonZeroU32;
/// use mali_instancing::{MagicDivisor, Rounding};
/// use mali_instancing_inspect::divisor::in_double_precision;
///
/// let divisor = NonZeroU32::new(4_971_027).unwrap();
/// let wrong = in_double_precision(divisor, Rounding::RoundDown);
/// assert_ne!(wrong, MagicDivisor::new(divisor, Rounding::RoundDown));
/// assert_ne!(wrong.divide(3_623_878_683), 3_623_878_683 / divisor);
/// ```
#[must_use]
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "this is the mistake that is shown"
)]
pub fn in_double_precision(divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
    let exact = MagicDivisor::new(divisor, rounding);
    if divisor.is_power_of_two() {
        return exact;
    }
    // A power of two is exact in double precision: the mistake is the quotient, which is rounded to 53 bits.
    let numerator = 1_u64 << (32 + divisor.ilog2());
    let rounded_up = (numerator as f64 / f64::from(divisor.get())).ceil() as u32;
    // The exact quotient is no integer, so rounding down gives one less. E is 1 exactly for that multiplier.
    let multiplier = rounded_up - u32::from(exact.divisor_e());
    // The top bit of each multiplier is 1, and a descriptor does not hold it.
    let divisor_d = multiplier & (u32::MAX >> 1);
    MagicDivisor::from_fields(exact.divisor_r(), exact.divisor_e(), divisor_d).unwrap_or(exact)
}

/// The number of ids by which the unit is too early when it steps to the next element: the divisor times the difference
/// between (id + E) · multiplier / 2^(32 + R) and id / divisor.
///
/// From 0 to below 1, every id gets its element. Below 0, an id that is a multiple of the divisor gets the
/// previous element. From 1 on, the id before a multiple gets the next element.
///
/// ```
/// use std::num::NonZeroU32;
/// use mali_instancing::{MagicDivisor, Rounding};
/// use mali_instancing_inspect::divisor::{error, in_double_precision};
///
/// let divisor = NonZeroU32::new(4_971_027).unwrap();
/// let exact = MagicDivisor::new(divisor, Rounding::RoundDown);
/// assert!((0.0..1.0).contains(&error(exact, divisor, u32::MAX)));
/// let wrong = in_double_precision(divisor, Rounding::RoundDown);
/// assert!(error(wrong, divisor, 3_623_878_683) < 0.0);
/// ```
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "enough for a picture")]
pub fn error(magic: MagicDivisor, divisor: NonZeroU32, id: u32) -> f64 {
    let one = 1_i128 << (32 + magic.divisor_r());
    let incremented = i128::from(id) + i128::from(magic.divisor_e());
    // The product of 33, 32 and 32 bits has up to 97.
    let product = incremented * i128::from(magic.multiplier()) * i128::from(divisor.get());
    (product - i128::from(id) * one) as f64 / one as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_gets_its_element_where_the_error_is_from_0_to_below_1() {
        for number in [3, 7, 216, 641, 65_537, 4_971_027, u32::MAX] {
            let divisor = NonZeroU32::new(number).unwrap();
            for &rounding in Rounding::ALL {
                let exact = MagicDivisor::new(divisor, rounding);
                for magic in [exact, in_double_precision(divisor, rounding)] {
                    let last = u32::MAX / number;
                    for multiple in (0..=last).rev().take(1000).chain(0..1000.min(last)) {
                        let id = multiple * number;
                        let is_late = error(magic, divisor, id) < 0.0;
                        assert_eq!(magic.divide(id) < multiple, is_late, "{number}, id {id}");
                        if let Some(before) = id.checked_sub(1) {
                            let is_early = error(magic, divisor, before) >= 1.0;
                            assert_eq!(magic.divide(before) >= multiple, is_early, "{number}");
                        }
                    }
                }
            }
        }
    }
}
