//! What is verified.

use std::ops::RangeInclusive;

use super::finding::Findings;

/// What is said of numbers, and can be wrong.
pub(super) trait Rule: Sync {
    fn name(&self) -> String;

    /// Looks at every number.
    fn verify(&self, numbers: RangeInclusive<u32>) -> Findings;
}
