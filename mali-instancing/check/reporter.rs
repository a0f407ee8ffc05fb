use super::finding::Finding;
use super::rule::{Rule, Rules};

/// The receiver of the rules' findings, in any order.
pub(super) struct Reporter<'a> {
    report: &'a mut dyn FnMut(Finding),
    unchecked: Rules,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(report: &'a mut dyn FnMut(Finding)) -> Self {
        Self {
            report,
            unchecked: Rules::EMPTY,
        }
    }

    pub(super) fn found(&mut self, finding: Finding) {
        (self.report)(finding);
    }

    /// Notes a rule that needs an absent value.
    pub(super) fn not_checked(&mut self, rule: Rule) {
        self.unchecked = self.unchecked.with(rule);
    }

    pub(super) fn unchecked(&self) -> Rules {
        self.unchecked
    }
}
