//! What is printed.

use std::fmt;

use serde::Serialize;

use super::finding::Findings;
use super::shard::Shard;

/// The JSON Schema of a [`Verification`].
pub(in crate::commands) const SCHEMA: &str = include_str!("../../../schemas/verify.json");

/// A rule and what was found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Outcome {
    /// What was looked at: `divisors` or `vertex counts`.
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

/// Everything that was found, and how long it took.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Verification {
    /// The part of the work: `1/4` is the first of four.
    #[cfg_attr(test, schemars(with = "String"))]
    pub(super) shard: Shard,
    /// How long it took, to a tenth.
    pub(super) seconds: f64,
    /// What was found, rule by rule.
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

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use mali_instancing_inspect::schema::answered;

    use super::*;

    #[test]
    fn the_schemas_that_are_checked_in_are_those_of_the_types() {
        let schema = answered(&[|generator| generator.subschema_for::<Verification>()]);
        let made = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if env::var("SCHEMAS").is_ok_and(|choice| choice == "overwrite") {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schemas/verify.json");
            fs::write(path, &made).unwrap();
        } else {
            assert!(SCHEMA == made, "run the test with SCHEMAS=overwrite");
        }
    }
}
