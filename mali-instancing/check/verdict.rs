use core::num::NonZeroU32;

use super::division::{first_wrong_id, is_nearly, nearest_rounding};
use super::finding::{Detail, Expected, Finding, Location};
use super::rule::Rule;
use crate::descriptor::Field;
use crate::divisor::MagicDivisor;

/// The verdict of the rules on a descriptor's mode.
pub(super) enum Verdict {
    /// The mode is right.
    Fits,
    /// The mode is right for this draw's ids.
    Nearly(Finding),
    Wrong(Finding),
}

/// Checks a division of ids up to `last_id`, or of all ids if that is `None`. `fields` hold R, D and E.
pub(super) fn check_division(
    location: Location<'_>,
    [divisor_r, divisor_d, divisor_e]: [Field; 3],
    magic: MagicDivisor,
    divisor: NonZeroU32,
    last_id: Option<u32>,
) -> Verdict {
    let Some(detail) = first_wrong_id(magic, divisor) else {
        return Verdict::Fits;
    };
    let is_reached = match (detail, last_id) {
        (Detail::FirstWrongId { id, .. }, Some(last_id)) => id <= last_id,
        _ => false,
    };
    let right = nearest_rounding(magic, divisor);
    let (field, expected) = if magic.divisor_r() != right.divisor_r() {
        (divisor_r, right.divisor_r())
    } else if magic.divisor_d() != right.divisor_d() {
        (divisor_d, right.divisor_d())
    } else {
        (divisor_e, right.divisor_e().into())
    };
    let expected = Expected::Value(expected.into());
    let finding = |rule| {
        location
            .field(rule, field, expected)
            .with_detail(Some(detail))
    };
    if is_nearly(magic, divisor) && !is_reached {
        Verdict::Nearly(finding(Rule::Rounding))
    } else {
        Verdict::Wrong(finding(Rule::HardwareDivisor))
    }
}
