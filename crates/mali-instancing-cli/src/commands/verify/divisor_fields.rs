//! The fields of a divisor, as a rounding rule has them.

use std::fmt;
use std::num::NonZeroU32;

use mali_instancing::{MagicDivisor, PowerOfTwo, Rounding};

/// What a rule decides.
#[derive(PartialEq, Eq)]
pub(super) struct DivisorFields {
    multiplier: u32,
    divisor_r: u32,
    divisor_e: bool,
}

impl DivisorFields {
    pub(super) fn of(magic: MagicDivisor) -> Self {
        Self {
            multiplier: magic.multiplier(),
            divisor_r: magic.divisor_r(),
            divisor_e: magic.divisor_e(),
        }
    }

    /// 2^31, shifted by one less; for 2^0 the identity.
    pub(super) fn of_power_of_two(power: PowerOfTwo) -> Self {
        let (multiplier, divisor_r, divisor_e) = match power.divisor_r() {
            0 => (u32::MAX, 0, true),
            exponent => (1 << 31, exponent - 1, false),
        };
        Self {
            multiplier,
            divisor_r,
            divisor_e,
        }
    }

    /// By the text of the rule, dividing in 64 bits.
    pub(super) fn by_the_rule(divisor: NonZeroU32, rounding: Rounding) -> Self {
        if let Some(power) = PowerOfTwo::new(divisor) {
            return Self::of_power_of_two(power);
        }
        let shift = divisor.ilog2();
        let divisor = u64::from(divisor.get());
        let numerator = 1_u64 << (32 + shift);
        let rounds_down = match rounding {
            Rounding::RoundDown => numerator % divisor <= 1 << shift,
            Rounding::Nearest => numerator % divisor <= divisor / 2,
        };
        Self {
            multiplier: (numerator / divisor) as u32 + u32::from(!rounds_down),
            divisor_r: shift,
            divisor_e: rounds_down,
        }
    }
}

/// Writes it as the documents do.
impl fmt::Display for DivisorFields {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            multiplier,
            divisor_r,
            divisor_e,
        } = self;
        write!(
            formatter,
            "multiplier {multiplier:#010x}, R {divisor_r}, E {}",
            u32::from(*divisor_e)
        )
    }
}
