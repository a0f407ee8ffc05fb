//! What is found to be wrong.

use std::fmt;

use serde::Serialize;

/// A number that a rule gets wrong.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Finding {
    pub(super) number: u32,
    /// What there is.
    pub(super) found: String,
    /// What the rule says.
    pub(super) expected: String,
}

/// Writes it for a person.
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            found,
            expected,
        } = self;
        write!(
            formatter,
            "{number}\n  found     {found}\n  expected  {expected}"
        )
    }
}

/// How many findings are kept.
const KEPT: usize = 10;

/// How many numbers were looked at, how many are wrong, and the first of those.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Findings {
    /// How many numbers were looked at.
    pub(super) checked: u64,
    /// How many are wrong.
    pub(super) wrong: u64,
    /// The first of those, at most ten.
    pub(super) first_wrong: Vec<Finding>,
}

impl Findings {
    /// Looks at one more number.
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

    /// Both together, whichever was found first.
    pub(super) fn merge(mut self, other: Self) -> Self {
        self.checked += other.checked;
        self.wrong += other.wrong;
        self.first_wrong.extend(other.first_wrong);
        self.first_wrong.sort_by_key(|finding| finding.number);
        self.first_wrong.truncate(KEPT);
        self
    }
}
