//! What the check finds in words, and where.

use mali_instancing::check::{Finding, Table, check};
use mali_instancing::descriptor::Field;
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::check::Advice;

/// A finding, in words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    finding: Finding,
    pub(crate) severity: &'static str,
    pub(crate) problem: String,
    pub(crate) place: String,
    pub(crate) help: &'static str,
}

impl Found {
    /// Whether it is about a field of a descriptor whose first word is `first`, or about a word as a whole.
    pub(super) fn is_about(&self, part: Table, first: usize, field: &Field) -> bool {
        let Finding {
            table: own,
            word,
            field: named,
            ..
        } = self.finding;
        own == part
            && match named {
                Some(named) => word == first + field.word() && named.name == field.name,
                None => word
                    .checked_sub(first)
                    .is_some_and(|word| field.mask(word) != 0),
            }
    }
}

/// Everything that the check finds.
pub(crate) fn findings(draw: &DrawWords) -> Vec<Found> {
    let mut found = Vec::new();
    check(&draw.state(), |finding| {
        let advice = Advice::of(finding.rule);
        let attribute = finding
            .attribute
            .map(|number| format!("attribute {number}: "));
        found.push(Found {
            severity: finding.rule.severity().name(),
            problem: attribute.unwrap_or_default() + advice.problem,
            place: finding.to_string(),
            help: advice.help,
            finding,
        });
    });
    found
}
