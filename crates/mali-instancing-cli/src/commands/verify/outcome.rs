//! What is printed.

use std::fmt;

use serde::Serialize;

use super::finding::Findings;
use super::shard::Shard;

/// A rule and what was found.
#[derive(Serialize)]
pub(super) struct Outcome {
    pub(super) of: &'static str,
    pub(super) rule: String,
    pub(super) first: u32,
    pub(super) last: u32,
    #[serde(flatten)]
    pub(super) findings: Findings,
}

/// Everything that was found, and how long it took.
#[derive(Serialize)]
pub(super) struct Verification {
    pub(super) shard: Shard,
    /// To a tenth.
    pub(super) seconds: f64,
    #[serde(rename = "results")]
    pub(super) outcomes: Vec<Outcome>,
}

impl Verification {
    /// How many numbers are wrong.
    pub(super) fn wrong(&self) -> u64 {
        let wrong = self.outcomes.iter().map(|outcome| outcome.findings.wrong);
        wrong.sum()
    }
}

/// Writes a line a rule, and what is wrong.
impl fmt::Display for Verification {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{:<15} {:<15} {:>10}  {:>10}  {:>10}  {:>10}",
            "", "rule", "first", "last", "checked", "wrong"
        )?;
        for outcome in &self.outcomes {
            let Findings { checked, wrong, .. } = outcome.findings;
            writeln!(
                formatter,
                "{:<15} {:<15} {:>10}  {:>10}  {checked:>10}  {wrong:>10}",
                outcome.of, outcome.rule, outcome.first, outcome.last
            )?;
        }
        for outcome in &self.outcomes {
            for finding in &outcome.findings.first_wrong {
                writeln!(formatter, "\n{}, {}: {finding}", outcome.of, outcome.rule)?;
            }
        }
        writeln!(formatter, "\nin {:.1} seconds", self.seconds)
    }
}
