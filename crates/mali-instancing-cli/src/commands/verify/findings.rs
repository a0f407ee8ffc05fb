//! Findings and their printing.

use std::fmt;

use serde::Serialize;

use super::shard::Shard;

/// A number whose result is wrong under a rule.
#[derive(Serialize)]
pub(super) struct Finding {
    pub(super) number: u32,
    /// The value that was found.
    pub(super) found: String,
    /// The value by the rule.
    pub(super) expected: String,
}

/// The largest number of findings that are kept.
const KEPT: usize = 10;

/// The number of numbers that were checked, the number of wrong ones, and the first wrong ones.
#[derive(Default, Serialize)]
pub(super) struct Findings {
    /// The number of numbers that were checked.
    pub(super) checked: u64,
    /// The number of wrong ones.
    pub(super) wrong: u64,
    /// The first wrong ones, at most ten.
    pub(super) first_wrong: Vec<Finding>,
}

impl Findings {
    /// Counts a number that was checked.
    #[inline]
    pub(super) fn add(&mut self, finding: Option<Finding>) {
        self.checked += 1;
        if let Some(finding) = finding {
            self.wrong += 1;
            if self.first_wrong.len() < KEPT {
                self.first_wrong.push(finding);
            }
        }
    }

    /// The sum of both, in any order.
    pub(super) fn merge(mut self, other: Self) -> Self {
        self.checked += other.checked;
        self.wrong += other.wrong;
        // The first ten of all numbers are among the first ten of each part, so no other finding is needed.
        self.first_wrong.extend(other.first_wrong);
        self.first_wrong.sort_by_key(|finding| finding.number);
        self.first_wrong.truncate(KEPT);
        self
    }
}

/// A rule and its findings.
#[derive(Serialize)]
pub(super) struct Outcome {
    /// The kind of numbers that were checked: `divisors`, `long division` or `vertex counts`.
    pub(super) of: &'static str,
    /// The name of the rule.
    pub(super) rule: String,
    /// The first number.
    pub(super) first: u32,
    /// The last number.
    pub(super) last: u32,
    #[serde(flatten)]
    pub(super) findings: Findings,
}

/// All findings, and the time that it took.
#[derive(Serialize)]
pub(super) struct Verification {
    /// The part of the work: `1/4` is the first of four.
    pub(super) shard: Shard,
    /// The time that it took in seconds, rounded to a tenth.
    pub(super) seconds: f64,
    /// The findings of each rule.
    #[serde(rename = "results")]
    pub(super) outcomes: Vec<Outcome>,
}

/// Writes a line for each rule, and its findings.
impl fmt::Display for Verification {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |of: &str, rule: &str, numbers: [&dyn fmt::Display; 4]| {
            write!(formatter, "{of:<15} {rule:<15} {:>10}", numbers[0])?;
            let others = &mut numbers[1..].iter();
            others.try_for_each(|number| write!(formatter, "  {number:>10}"))?;
            writeln!(formatter)
        };
        line("", "rule", [&"first", &"last", &"checked", &"wrong"])?;
        for outcome in &self.outcomes {
            let Findings { checked, wrong, .. } = &outcome.findings;
            let numbers: [&dyn fmt::Display; 4] = [&outcome.first, &outcome.last, checked, wrong];
            line(outcome.of, &outcome.rule, numbers)?;
        }
        for Outcome {
            of, rule, findings, ..
        } in &self.outcomes
        {
            for wrong in &findings.first_wrong {
                writeln!(formatter, "\n{of}, {rule}: {}", wrong.number)?;
                writeln!(formatter, "  found     {}", wrong.found)?;
                writeln!(formatter, "  expected  {}", wrong.expected)?;
            }
        }
        writeln!(formatter, "\nin {:.1} seconds", self.seconds)
    }
}
