//! Is the multiplier of a divisor what its rule says, and does the hardware divide by it?
//!
//! The theorem's condition proves a divisor for all ids at once (see `mali_instancing::MagicDivisor`).
//! The model's quotients at the ids where one that is slightly off would show first are a second
//! opinion on that, and on the words.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use mali_instancing::{
    AttributeBuffer, BufferAddress, FetchMode, MagicDivisor, PaddedCount, PowerOfTwo, Rounding,
    lookup, model,
};

use super::divisor_fields::DivisorFields;
use super::finding::{Finding, Findings};
use super::rule::Rule;

/// Makes the multipliers that are verified.
pub(super) trait Divisors: Sync {
    fn magic(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor;

    /// By the path of the tables.
    fn looked_up(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor;
}

/// What the library makes.
pub(super) struct Library;

impl Divisors for Library {
    #[inline]
    fn magic(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
        MagicDivisor::new(divisor, rounding)
    }

    #[inline]
    fn looked_up(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
        lookup::magic_divisor(PaddedCount::ONE, divisor, rounding)
            .expect("once a divisor is the divisor")
    }
}

/// A rounding rule, as somebody follows it.
pub(super) struct RoundingRule<D> {
    rounding: Rounding,
    divisors: D,
}

impl<D: Divisors> RoundingRule<D> {
    pub(super) fn new(rounding: Rounding, divisors: D) -> Self {
        Self { rounding, divisors }
    }

    #[inline]
    fn finding(&self, divisor: NonZeroU32) -> Option<Finding> {
        let magic = self.divisors.magic(divisor, self.rounding);
        let fault = self.fault(divisor, magic)?;
        Some(fault.describe(divisor, self.rounding, magic))
    }

    #[inline]
    fn fault(&self, divisor: NonZeroU32, magic: MagicDivisor) -> Option<Fault> {
        if let Some(power) = PowerOfTwo::new(divisor) {
            if DivisorFields::of(magic) != DivisorFields::of_power_of_two(power) {
                return Some(Fault::Fields);
            }
            let shifts = FetchMode::PotDivisor(power);
            if let Some(quotient) = wrong_quotient(divisor, shifts) {
                return Some(Fault::Quotient(quotient));
            }
        } else {
            if !is_as_the_rule_says(divisor, self.rounding, magic) {
                return Some(Fault::Fields);
            }
            if divisor.get().is_multiple_of(2) {
                let of_odd = self.divisors.magic(odd_part(divisor), self.rounding);
                if of_odd.multiplier() != magic.multiplier()
                    || of_odd.divisor_e() != magic.divisor_e()
                {
                    return Some(Fault::OddPart(of_odd));
                }
            }
        }
        let looked_up = self.divisors.looked_up(divisor, self.rounding);
        if looked_up != magic {
            return Some(Fault::Table(looked_up));
        }
        let mode = FetchMode::NpotDivisor { magic, divisor };
        wrong_quotient(divisor, mode).map(Fault::Quotient)
    }
}

impl<D: Divisors> Rule for RoundingRule<D> {
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

fn odd_part(number: NonZeroU32) -> NonZeroU32 {
    NonZeroU32::new(number.get() >> number.trailing_zeros()).unwrap_or(NonZeroU32::MIN)
}

/// Whether the multiplier is T/d rounded as the rule says, and in a way that is exact.
///
/// Divides nothing: the multiplier and E say which remainder T must have.
#[inline]
fn is_as_the_rule_says(divisor: NonZeroU32, rounding: Rounding, magic: MagicDivisor) -> bool {
    let shift = divisor.ilog2();
    let divisor = u64::from(divisor.get());
    let numerator = 1_u64 << (32 + shift);
    let product = u64::from(magic.multiplier()) * divisor;
    let rounded_down = magic.divisor_e();
    // A multiplier rounded the other way wraps to more than any divisor.
    let error = if rounded_down {
        numerator.wrapping_sub(product)
    } else {
        product.wrapping_sub(numerator)
    };
    let is_rounded = error < divisor;
    let is_exact = error <= 1 << shift;
    let remainder = if rounded_down {
        error
    } else {
        divisor.wrapping_sub(error)
    };
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
/// multiple of the divisor.
#[inline]
fn wrong_quotient(divisor: NonZeroU32, mode: FetchMode) -> Option<WrongQuotient> {
    let words = AttributeBuffer::new(mode, BufferAddress::NULL, 0, 0).words();
    let quotient = u32::MAX / divisor;
    let multiple = quotient * divisor.get();
    [
        (0, 0),
        (multiple - 1, quotient - 1),
        (multiple, quotient),
        // Where the last id is a multiple, none is above.
        (multiple.saturating_add(1), quotient),
        (u32::MAX, quotient),
    ]
    .into_iter()
    .find_map(|(id, expected)| {
        let found = model::element_index(&words, id);
        (found != Some(expected)).then_some(WrongQuotient {
            id,
            found,
            expected,
        })
    })
}

/// An id that the model does not divide to what it should.
struct WrongQuotient {
    id: u32,
    found: Option<u32>,
    expected: u32,
}

/// What does not hold.
enum Fault {
    /// The fields are not those of the rule.
    Fields,
    /// The divisor's odd part has another multiplier, or another E.
    OddPart(MagicDivisor),
    /// The path of the tables has other fields.
    Table(MagicDivisor),
    /// The model divides wrongly by these fields.
    Quotient(WrongQuotient),
}

impl Fault {
    fn describe(self, divisor: NonZeroU32, rounding: Rounding, magic: MagicDivisor) -> Finding {
        let fields = DivisorFields::of(magic).to_string();
        let (found, expected) = match self {
            Self::Fields => {
                let expected = DivisorFields::by_the_rule(divisor, rounding).to_string();
                let mode = FetchMode::NpotDivisor { magic, divisor };
                let effect = match wrong_quotient(divisor, mode) {
                    Some(quotient) => format!("{fields}; {quotient}"),
                    None => fields,
                };
                (effect, expected)
            }
            Self::OddPart(of_odd) => {
                let odd = odd_part(divisor);
                let expected = format!("multiplier and E of {odd}: {}", DivisorFields::of(of_odd));
                (fields, expected)
            }
            Self::Table(looked_up) => (
                format!("looked up: {}", DivisorFields::of(looked_up)),
                format!("computed: {fields}"),
            ),
            Self::Quotient(quotient) => (
                format!("{fields}; {quotient}"),
                "the true quotient".to_owned(),
            ),
        };
        Finding {
            number: divisor.get(),
            found,
            expected,
        }
    }
}

/// Writes which id goes where: `id 648 goes to 2, not 3`.
impl fmt::Display for WrongQuotient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            found,
            expected,
        } = self;
        match found {
            Some(found) => write!(formatter, "id {id} goes to {found}, not {expected}"),
            None => write!(formatter, "id {id} goes nowhere, not to {expected}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A library with a mistake in what it computes for one divisor, or in what it looks up for it.
    struct Mistaken {
        divisor: u32,
        computed: fn(MagicDivisor) -> MagicDivisor,
        looked_up: fn(MagicDivisor) -> MagicDivisor,
    }

    impl Divisors for Mistaken {
        fn magic(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
            let magic = MagicDivisor::new(divisor, rounding);
            if divisor.get() == self.divisor {
                (self.computed)(magic)
            } else {
                magic
            }
        }

        fn looked_up(&self, divisor: NonZeroU32, rounding: Rounding) -> MagicDivisor {
            let computed = self.magic(divisor, rounding);
            if divisor.get() == self.divisor {
                (self.looked_up)(computed)
            } else {
                computed
            }
        }
    }

    fn right(magic: MagicDivisor) -> MagicDivisor {
        magic
    }

    /// Changes R, E and the multiplier.
    fn change(magic: MagicDivisor, r: u32, e: bool, multiplier: i32) -> MagicDivisor {
        let divisor_d = magic.multiplier().wrapping_add_signed(multiplier) & (u32::MAX >> 1);
        let divisor_r = (magic.divisor_r() + r) % u32::BITS;
        MagicDivisor::from_fields(divisor_r, magic.divisor_e() ^ e, divisor_d).unwrap()
    }

    fn first_wrong(rounding: Rounding, library: Mistaken) -> Vec<Finding> {
        let findings = RoundingRule::new(rounding, library).verify(1..=100);
        assert_eq!(findings.checked, 100);
        findings.first_wrong
    }

    #[test]
    fn every_wrong_field_is_found_and_nothing_else() {
        let mistakes: [fn(MagicDivisor) -> MagicDivisor; 6] = [
            |magic| change(magic, 0, false, 1),
            |magic| change(magic, 0, false, -1),
            |magic| change(magic, 0, true, 0),
            |magic| change(magic, 1, false, 0),
            |magic| change(magic, 31, false, 0),
            // The other way of rounding.
            |magic| change(magic, 0, true, if magic.divisor_e() { 1 } else { -1 }),
        ];
        for computed in mistakes {
            for divisor in [1, 12, 64, 75, 99] {
                for rounding in [Rounding::RoundDown, Rounding::Nearest] {
                    let library = Mistaken {
                        divisor,
                        computed,
                        looked_up: right,
                    };
                    let wrong = first_wrong(rounding, library);
                    let numbers: Vec<_> = wrong.iter().map(|finding| finding.number).collect();
                    assert_eq!(numbers, [divisor], "{rounding}");
                }
            }
        }
    }

    #[test]
    fn an_odd_part_with_another_multiplier_is_found_at_every_multiple() {
        let library = Mistaken {
            divisor: 7,
            computed: |magic| change(magic, 0, false, 1),
            looked_up: right,
        };
        let wrong = first_wrong(Rounding::Nearest, library);
        let numbers: Vec<_> = wrong.iter().map(|finding| finding.number).collect();
        assert_eq!(numbers, [7, 14, 28, 56]);
        assert!(wrong[1].expected.starts_with("multiplier and E of 7: "));
    }

    #[test]
    fn a_table_that_says_something_else_is_found() {
        let library = |divisor| Mistaken {
            divisor,
            computed: right,
            looked_up: |magic| change(magic, 0, false, 1),
        };
        for divisor in [1, 3, 8, 100] {
            for rounding in [Rounding::RoundDown, Rounding::Nearest] {
                let wrong = first_wrong(rounding, library(divisor));
                assert_eq!(wrong.len(), 1);
                assert_eq!(wrong[0].number, divisor);
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
                let mode = FetchMode::NpotDivisor { magic, divisor };
                let wrong = wrong_quotient(divisor, mode);
                assert_eq!(wrong.is_some(), divisor != other, "{divisor}, {other}");
            }
        }
    }
}
