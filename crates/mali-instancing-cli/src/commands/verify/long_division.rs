//! Verifies the long division for machines without a division in 64 bits.
//!
//! A reciprocal divides 2^63 by the divisor shifted up to its top bit. All such numbers are checked, except for 2^31
//! itself: a power of two has no reciprocal.

use std::ops::RangeInclusive;

use mali_instancing::MagicDivisor;

use super::findings::{Finding, Findings};
use super::rule::Rule;

/// The divisors, shifted up to the top bit.
pub(super) const NORMALIZED: RangeInclusive<u32> = 0x8000_0001..=u32::MAX;

/// The division in digits of 16 bits.
pub(super) struct ByHalves;

impl Rule for ByHalves {
    fn name(&self) -> String {
        "by halves".to_owned()
    }

    fn verify(&self, numbers: RangeInclusive<u32>) -> Findings {
        let mut findings = Findings::default();
        for number in numbers {
            let (quotient, remainder) = MagicDivisor::divide_2_to_63_by_halves(number);
            // Quotient and remainder are right if they give the dividend, and the remainder is below the divisor.
            let product = u64::from(quotient) * u64::from(number);
            let is_right = remainder < number && product + u64::from(remainder) == 1 << 63;
            findings.add((!is_right).then(|| finding(number, quotient, remainder)));
        }
        findings
    }
}

#[cold]
fn finding(number: u32, quotient: u32, remainder: u32) -> Finding {
    let dividend = 1_u64 << 63;
    let divisor = u64::from(number);
    Finding {
        number,
        found: format!("quotient {quotient:#x}, remainder {remainder:#x}"),
        expected: format!(
            "quotient {:#x}, remainder {:#x}",
            dividend / divisor,
            dividend % divisor
        ),
    }
}
