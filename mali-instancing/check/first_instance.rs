use core::num::NonZeroU32;

use super::bounds::{longest_offset, saturated};
use super::finding::{Expected, Finding, Location};
use super::reporter::Reporter;
use super::rule::{Rule, Severity};
use super::state::DrawState;
use crate::descriptor::Field;

/// An attribute that does not step with the vertex, of a draw that may have a first instance.
pub(super) struct PerInstance<'a> {
    pub(super) attribute: Location<'a>,
    pub(super) field: Field,
    pub(super) offset: i128,
    /// The number of bytes that can be subtracted from the offset, because the offset start is added later.
    pub(super) shift: i128,
    /// The address of the buffer, if an address below 0 can tell that its base does not include the first instance.
    pub(super) address: Option<u64>,
    pub(super) stride: u32,
    /// The application's divisor, if it is known.
    pub(super) divisor: Option<NonZeroU32>,
}

impl PerInstance<'_> {
    /// Checks whether the offset includes the first instance. A stride of 0 is not the application's: it does not show
    /// what the first instance adds to the offset.
    pub(super) fn check(&self, state: &DrawState<'_>, reporter: &mut Reporter<'_>) {
        match state.first_instance {
            Some(0) => {}
            Some(first_instance) if self.stride != 0 => {
                let finding = self.wrong_offset(first_instance, state.has_whole_buffers);
                if let Some(finding) = finding {
                    reporter.found(finding);
                }
            }
            _ => reporter.not_checked(Rule::FirstInstance),
        }
    }

    /// Finds an offset that cannot include the first instance, or includes it twice. The driver may have moved the buffer's base instead, by
    /// all elements before the first instance's or by some of them, unless buffers are known to begin with element 0.
    fn wrong_offset(&self, first_instance: u32, has_whole_buffers: bool) -> Option<Finding> {
        let severity = Severity::error_if(has_whole_buffers);
        let whole = i128::from(first_instance) * i128::from(self.stride);
        // A driver subtracts the offset start or leaves it. Subtracting a negative one raises the offset, so that the
        // least offset is without it.
        let least = whole - self.shift.max(0);
        let longest = longest_offset(self.stride);
        let begins = [self.offset, self.offset + self.shift];
        // Whether an attribute that begins there is in element 0 of its buffer.
        let is_first = |begin: i128| (0..longest).contains(&begin);
        if self.offset >= least {
            // No part of a buffer begins after the first instance's element.
            let is_possible = |begin: &i128| (0..whole + longest).contains(begin);
            let is_twice = |begin: &i128| is_first(begin - 2 * whole);
            let is_right = begins.iter().any(is_possible) || !begins.iter().any(is_twice);
            let once = Expected::Value(saturated(self.offset - whole) as u64);
            return (!is_right).then(|| Finding {
                severity,
                ..self.finding(Rule::FirstInstance, once)
            });
        }
        let at_least = Expected::AtLeast(saturated(least) as u64);
        let address = self.address.map(i128::from);
        // If the base included the bytes of the first instance, element 0 would be below address 0.
        let is_below_0 = address.is_some_and(|address| address + self.offset < least);
        if !has_whole_buffers && !is_below_0 && begins.into_iter().any(is_first) {
            return Some(self.finding(Rule::FirstInstance, at_least));
        }
        let divided = self.divisor.and_then(|divisor| {
            let elements = i128::from(first_instance / divisor) * i128::from(self.stride);
            // A driver divides the bytes of the first instance, or its number, which leaves whole elements.
            let bytes = whole / i128::from(divisor.get());
            let both = [bytes, elements].into_iter();
            // With whole buffers, an offset with 0 bytes of the first instance lacks it, and has no divided one.
            let mut both = both.filter(|divided| *divided > 0 || !has_whole_buffers);
            both.find(|divided| begins.into_iter().any(|begin| is_first(begin - divided)))
        });
        let finding = match divided.filter(|_| !is_below_0) {
            Some(divided) => {
                let right = saturated(self.offset - divided + whole) as u64;
                self.finding(Rule::DividedFirstInstance, Expected::Value(right))
            }
            None => self.finding(Rule::MissingFirstInstance, at_least),
        };
        Some(Finding {
            severity,
            ..finding
        })
    }

    fn finding(&self, rule: Rule, expected: Expected) -> Finding {
        self.attribute.field(rule, self.field, expected)
    }
}
