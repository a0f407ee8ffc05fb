use core::num::NonZeroU32;

use super::bounds::{longest_offset, saturated};
use super::finding::{Expected, Finding, Location};
use super::reporter::Reporter;
use super::rule::Rule;
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
    pub(super) fn check(&self, first_instance: Option<u32>, reporter: &mut Reporter<'_>) {
        match first_instance {
            Some(0) => {}
            Some(first_instance) if self.stride != 0 => {
                if let Some(finding) = self.wrong_offset(first_instance) {
                    reporter.found(finding);
                }
            }
            _ => reporter.not_checked(Rule::FirstInstance),
        }
    }

    /// Finds an offset that cannot include the first instance. The driver may have moved the buffer's base instead,
    /// unless the buffer would then begin before address 0, or the offset is not that of a first element.
    fn wrong_offset(&self, first_instance: u32) -> Option<Finding> {
        let whole = i128::from(first_instance) * i128::from(self.stride);
        let least = whole - self.shift.max(0);
        if self.offset >= least {
            return None;
        }
        let at_least = Expected::AtLeast(saturated(least) as u64);
        let address = self.address.map(i128::from);
        if address.is_some_and(|address| address + self.offset < least) {
            return Some(self.finding(Rule::MissingFirstInstance, at_least));
        }
        let begins = [self.offset, self.offset + self.shift];
        let longest = longest_offset(self.stride);
        if begins.iter().any(|begin| (0..longest).contains(begin)) {
            return Some(self.finding(Rule::FirstInstance, at_least));
        }
        let divided = self
            .divisor
            .map(|divisor| whole / i128::from(divisor.get()));
        let is_divided = |divided: &i128| {
            let is_first = |begin: &i128| (0..longest).contains(&(begin - divided));
            begins.iter().any(is_first)
        };
        Some(match divided.filter(is_divided) {
            Some(divided) => {
                let right = saturated(self.offset - divided + whole) as u64;
                self.finding(Rule::DividedFirstInstance, Expected::Value(right))
            }
            None => self.finding(Rule::MissingFirstInstance, at_least),
        })
    }

    fn finding(&self, rule: Rule, expected: Expected) -> Finding {
        self.attribute.field(rule, self.field, expected)
    }
}
