//! The mistake that verifying must find: a multiplier rounded up in double precision.

use std::num::NonZeroU32;

use mali_instancing::{MagicDivisor, Rounding};
use mali_instancing_inspect::divisor::in_double_precision;

use super::divisors::Divisors;

pub(super) struct FloatingPoint;

impl Divisors for FloatingPoint {
    fn magic(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
        in_double_precision(divisor, rounding)
    }

    fn looked_up(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
        self.magic(divisor, rounding)
    }
}
