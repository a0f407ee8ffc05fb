//! Verifies that the multiplier of a divisor is the one of its rule, and that the hardware divides by it.
//!
//! The theorem's condition proves a divisor for all ids at once (see `mali_instancing::MagicDivisor`).
//! The model's quotients, at the ids where a slightly wrong multiplier is wrong first, are an independent
//! check of that and of the words.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use mali_instancing::{
    AttributeBuffer, BufferAddress, FetchMode, MagicDivisor, PaddedCount, PowerOfTwo, Rounding,
    lookup, model,
};
use mali_instancing_inspect::divisor::in_double_precision;

use super::findings::{Finding, Findings};
use super::rule::Rule;

/// A rounding rule and an implementation of it.
struct RoundingRule<M, L> {
    rounding: Rounding,
    /// The function whose multipliers are verified.
    magic: M,
    /// The function that looks the same multipliers up in the tables.
    looked_up: L,
}

/// The rule and the library's implementation.
pub(super) fn library(rounding: Rounding) -> Box<dyn Rule> {
    let magic = move |divisor| MagicDivisor::new(divisor, rounding);
    let looked_up = move |divisor| {
        // `lookup` multiplies padded count and divisor. With a padded count of 1 the hardware divisor is the divisor.
        let looked_up = lookup::magic_divisor(PaddedCount::ONE, divisor, rounding);
        looked_up.expect("once a divisor is the divisor")
    };
    Box::new(RoundingRule {
        rounding,
        magic,
        looked_up,
    })
}

/// A mistake that the verification must find: a multiplier rounded up in double precision.
pub(super) fn floating_point(rounding: Rounding) -> Box<dyn Rule> {
    let magic = move |divisor| in_double_precision(divisor, rounding);
    Box::new(RoundingRule {
        rounding,
        magic,
        looked_up: magic,
    })
}

impl<M, L> RoundingRule<M, L>
where
    M: Fn(NonZeroU32) -> MagicDivisor,
    L: Fn(NonZeroU32) -> MagicDivisor,
{
    #[inline]
    fn finding(&self, divisor: NonZeroU32) -> Option<Finding> {
        let magic = (self.magic)(divisor);
        // A power of two has a mode of its own. As a multiplier, for an instance ID, it is checked below with all
        // others.
        if let Some(power) = PowerOfTwo::new(divisor) {
            if Some(magic) != of_power_of_two(power) {
                return self.wrong_fields(divisor, magic);
            }
            if let Some(quotient) = wrong_quotient(divisor, FetchMode::PotDivisor(power)) {
                return wrong_division(divisor, magic, &quotient);
            }
        } else {
            if !is_as_the_rule_says(divisor, self.rounding, magic) {
                return self.wrong_fields(divisor, magic);
            }
            // The tables have odd numbers only, since multiplier and E do not depend on the power of two in a divisor.
            if divisor.get().is_multiple_of(2) {
                let odd = odd_part(divisor);
                let of_odd = (self.magic)(odd);
                let parts = |magic: MagicDivisor| (magic.multiplier(), magic.divisor_e());
                if parts(of_odd) != parts(magic) {
                    let expected = format!("multiplier and E of {odd}: {}", fields(of_odd));
                    return wrong(divisor, fields(magic), expected);
                }
            }
        }
        let looked_up = (self.looked_up)(divisor);
        if looked_up != magic {
            let found = format!("looked up: {}", fields(looked_up));
            return wrong(divisor, found, format!("computed: {}", fields(magic)));
        }
        // The fields are proved by now. This checks the words and the model.
        let quotient = wrong_quotient(divisor, FetchMode::NpotDivisor { magic, divisor })?;
        wrong_division(divisor, magic, &quotient)
    }

    #[cold]
    fn wrong_fields(&self, divisor: NonZeroU32, magic: MagicDivisor) -> Option<Finding> {
        let expected = by_the_rule(divisor, self.rounding).map(fields);
        let quotient = wrong_quotient(divisor, FetchMode::NpotDivisor { magic, divisor });
        let found = [fields(magic)].into_iter().chain(quotient);
        let found: Vec<String> = found.collect();
        wrong(divisor, found.join("; "), expected.unwrap_or_default())
    }
}

impl<M, L> Rule for RoundingRule<M, L>
where
    M: Fn(NonZeroU32) -> MagicDivisor + Sync,
    L: Fn(NonZeroU32) -> MagicDivisor + Sync,
{
    fn name(&self) -> String {
        self.rounding.to_string()
    }

    fn verify(&self, numbers: RangeInclusive<u32>) -> Findings {
        let mut findings = Findings::default();
        for divisor in numbers.filter_map(NonZeroU32::new) {
            findings.add(self.finding(divisor));
        }
        findings
    }
}

#[cold]
#[expect(clippy::unnecessary_wraps, reason = "all checks have this type")]
fn wrong(divisor: NonZeroU32, found: String, expected: String) -> Option<Finding> {
    let number = divisor.get();
    Some(Finding {
        number,
        found,
        expected,
    })
}

#[cold]
fn wrong_division(divisor: NonZeroU32, magic: MagicDivisor, quotient: &str) -> Option<Finding> {
    let found = format!("{}; {quotient}", fields(magic));
    wrong(divisor, found, "the true quotient".to_owned())
}

fn odd_part(number: NonZeroU32) -> NonZeroU32 {
    // The top bit of a number that is not 0 stays, so the fallback is never taken.
    NonZeroU32::new(number.get() >> number.trailing_zeros()).unwrap_or(NonZeroU32::MIN)
}

/// The magic form of a power of two: 2^31, shifted by one less; for 2^0 the identity.
fn of_power_of_two(power: PowerOfTwo) -> Option<MagicDivisor> {
    match power.divisor_r() {
        // (id + 1) · (2^32 - 1), shifted right by 32: id + 1 less a fraction, which is id. 2^31 shifted by 31 bits
        // would need an R of -1.
        0 => MagicDivisor::from_fields(0, true, u32::MAX >> 1),
        // id · 2^31, shifted right by 32 + exponent - 1: id / 2^exponent.
        exponent => MagicDivisor::from_fields(exponent - 1, false, 0),
    }
}

/// The magic form by the text of the rule, with divisions in 64 bits.
fn by_the_rule(divisor: NonZeroU32, rounding: Rounding) -> Option<MagicDivisor> {
    if let Some(power) = PowerOfTwo::new(divisor) {
        return of_power_of_two(power);
    }
    let shift = divisor.ilog2();
    let divisor = u64::from(divisor.get());
    let numerator = 1_u64 << (32 + shift);
    let rounds_down = match rounding {
        Rounding::RoundDown => numerator % divisor <= 1 << shift,
        Rounding::Nearest => numerator % divisor <= divisor / 2,
    };
    // The quotient is at least 2^31 and at most 2^32 - 2, since the divisor is above 2^shift. So one more fits.
    let multiplier = (numerator / divisor) as u32 + u32::from(!rounds_down);
    MagicDivisor::from_fields(shift, rounds_down, multiplier & (u32::MAX >> 1))
}

/// Whether the multiplier is T/d, rounded by the rule, and exact.
///
/// This needs no division: the remainder of T follows from the multiplier and E.
#[inline]
fn is_as_the_rule_says(divisor: NonZeroU32, rounding: Rounding, magic: MagicDivisor) -> bool {
    let shift = divisor.ilog2();
    let divisor = u64::from(divisor.get());
    let numerator = 1_u64 << (32 + shift);
    // Both factors have 32 bits and the numerator at most 64, so no product overflows.
    let product = u64::from(magic.multiplier()) * divisor;
    let rounded_down = magic.divisor_e();
    // A multiplier rounded the other way wraps to more than any divisor.
    let (error, remainder) = if rounded_down {
        let error = numerator.wrapping_sub(product);
        (error, error)
    } else {
        let error = product.wrapping_sub(numerator);
        (error, divisor.wrapping_sub(error))
    };
    let is_rounded = error < divisor;
    // The condition of the theorem: an error of the product of at most 2^shift in 2^(32 + shift) moves no id of 32
    // bits.
    let is_exact = error <= 1 << shift;
    let rule_rounds_down = match rounding {
        Rounding::RoundDown => remainder <= 1 << shift,
        Rounding::Nearest => remainder <= divisor / 2,
    };
    magic.multiplier() >> 31 == 1
        && magic.divisor_r() == shift
        && is_rounded
        && is_exact
        && rule_rounds_down == rounded_down
}

/// Has the model divide, by the words of a descriptor, at both ends of the ids and around the largest
/// multiple of the divisor. Returns what it does not divide to what it should.
#[expect(
    clippy::inline_always,
    reason = "or each mode is written to memory and read back"
)]
#[inline(always)]
fn wrong_quotient(divisor: NonZeroU32, mode: FetchMode) -> Option<String> {
    let words = AttributeBuffer::new(mode, BufferAddress::NULL, 0, 0).words();
    let quotient = u32::MAX / divisor;
    // The quotient is at least 1, so neither difference below wraps.
    let multiple = quotient * divisor.get();
    let quotients = [
        (0, 0),
        (multiple - 1, quotient - 1),
        (multiple, quotient),
        // If the last id is a multiple, there is no larger id.
        (multiple.saturating_add(1), quotient),
        (u32::MAX, quotient),
    ];
    quotients.into_iter().find_map(|(id, expected)| {
        let found = model::element_index(&words, id);
        (found != Some(expected)).then(|| wrong_element(id, found, expected))
    })
}

#[cold]
fn wrong_element(id: u32, found: Option<u32>, expected: u32) -> String {
    match found {
        Some(found) => format!("id {id} goes to {found}, not {expected}"),
        None => format!("id {id} goes nowhere, not to {expected}"),
    }
}

fn fields(magic: MagicDivisor) -> String {
    let (multiplier, r, e) = (magic.multiplier(), magic.divisor_r(), magic.divisor_e());
    format!("multiplier {multiplier:#010x}, R {r}, E {}", u32::from(e))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings in a library with a mistake for one divisor, either computed or looked up.
    fn first_wrong(
        rounding: Rounding,
        mistaken: u32,
        computed: impl Fn(MagicDivisor) -> MagicDivisor + Sync,
        looked_up: impl Fn(MagicDivisor) -> MagicDivisor + Sync,
    ) -> Vec<Finding> {
        let magic = |divisor: NonZeroU32| {
            let magic = MagicDivisor::new(divisor, rounding);
            let is_mistaken = divisor.get() == mistaken;
            if is_mistaken { computed(magic) } else { magic }
        };
        let looked_up = |divisor: NonZeroU32| {
            let magic = magic(divisor);
            let is_mistaken = divisor.get() == mistaken;
            if is_mistaken { looked_up(magic) } else { magic }
        };
        let rule = RoundingRule {
            rounding,
            magic,
            looked_up,
        };
        let findings = rule.verify(1..=100);
        assert_eq!(findings.checked, 100);
        findings.first_wrong
    }

    /// Changes R, E and the multiplier.
    fn change(magic: MagicDivisor, r: u32, e: bool, multiplier: i32) -> MagicDivisor {
        let divisor_d = magic.multiplier().wrapping_add_signed(multiplier) & (u32::MAX >> 1);
        let divisor_r = (magic.divisor_r() + r) % u32::BITS;
        MagicDivisor::from_fields(divisor_r, magic.divisor_e() ^ e, divisor_d).unwrap()
    }

    fn numbers(wrong: &[Finding]) -> Vec<u32> {
        wrong.iter().map(|finding| finding.number).collect()
    }

    #[test]
    fn every_wrong_field_is_found_and_nothing_else() {
        let mistakes: [fn(MagicDivisor) -> MagicDivisor; 6] = [
            |magic| change(magic, 0, false, 1),
            |magic| change(magic, 0, false, -1),
            |magic| change(magic, 0, true, 0),
            |magic| change(magic, 1, false, 0),
            |magic| change(magic, 31, false, 0),
            // Rounded the other way.
            |magic| change(magic, 0, true, if magic.divisor_e() { 1 } else { -1 }),
        ];
        for computed in mistakes {
            for divisor in [1, 12, 64, 75, 99] {
                for rounding in [Rounding::RoundDown, Rounding::Nearest] {
                    let wrong = first_wrong(rounding, divisor, computed, |magic| magic);
                    assert_eq!(numbers(&wrong), [divisor], "{rounding}");
                }
            }
        }
    }

    #[test]
    fn an_odd_part_with_another_multiplier_is_found_at_every_multiple() {
        let computed = |magic| change(magic, 0, false, 1);
        let wrong = first_wrong(Rounding::Nearest, 7, computed, |magic| magic);
        assert_eq!(numbers(&wrong), [7, 14, 28, 56]);
        assert!(wrong[1].expected.starts_with("multiplier and E of 7: "));
    }

    #[test]
    fn a_table_that_says_something_else_is_found() {
        for divisor in [1, 3, 8, 100] {
            for rounding in [Rounding::RoundDown, Rounding::Nearest] {
                let looked_up = |magic| change(magic, 0, false, 1);
                let wrong = first_wrong(rounding, divisor, |magic| magic, looked_up);
                assert_eq!(numbers(&wrong), [divisor]);
                assert!(wrong[0].found.starts_with("looked up: "));
            }
        }
    }

    /// Every other divisor's words, at some id of the five.
    #[test]
    fn a_descriptor_that_divides_by_another_number_is_found() {
        for divisor in (1..100).filter_map(NonZeroU32::new) {
            for other in (1..100).filter_map(NonZeroU32::new) {
                let magic = MagicDivisor::new(other, Rounding::RoundDown);
                let wrong = wrong_quotient(divisor, FetchMode::NpotDivisor { magic, divisor });
                assert_eq!(wrong.is_some(), divisor != other, "{divisor}, {other}");
            }
        }
    }
}
