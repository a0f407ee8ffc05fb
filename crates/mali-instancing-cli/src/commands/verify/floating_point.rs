//! The mistake that verifying must find: a multiplier rounded up in double precision.

use std::num::NonZeroU32;

use mali_instancing::{MagicDivisor, Rounding};

use super::divisors::Divisors;

/// Rounds T/d up as a double, which holds 53 bits: too few where T/d is barely above an integer.
pub(super) struct FloatingPoint;

impl Divisors for FloatingPoint {
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "this is the mistake"
    )]
    fn magic(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
        let exact = MagicDivisor::new(divisor, rounding);
        if divisor.is_power_of_two() {
            return exact;
        }
        let numerator = 1_u64 << (32 + divisor.ilog2());
        let rounded_up = (numerator as f64 / f64::from(divisor.get())).ceil() as u32;
        let multiplier = rounded_up - u32::from(exact.divisor_e());
        let divisor_d = multiplier & (u32::MAX >> 1);
        MagicDivisor::from_fields(exact.divisor_r(), exact.divisor_e(), divisor_d).unwrap_or(exact)
    }

    fn looked_up(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
        self.magic(divisor, rounding)
    }
}
