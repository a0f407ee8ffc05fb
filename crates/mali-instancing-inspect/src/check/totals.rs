//! How much was found.

use std::fmt;

use serde::Serialize;

use crate::output::count;

/// How much was found in draws.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct Totals {
    pub(super) draws: usize,
    pub(super) draws_with_errors: usize,
    pub(super) errors: usize,
    pub(super) notes: usize,
}

impl Totals {
    /// Adds what was found in other draws.
    pub(super) fn add(&mut self, other: Self) {
        self.draws += other.draws;
        self.draws_with_errors += other.draws_with_errors;
        self.errors += other.errors;
        self.notes += other.notes;
    }
}

/// Writes `2 errors, 1 note`, or that nothing was found.
impl fmt::Display for Totals {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = count(self.errors, "error", "errors");
        let notes = count(self.notes, "note", "notes");
        match (self.errors, self.notes) {
            (0, 0) => formatter.write_str("nothing found"),
            (_, 0) => formatter.write_str(&errors),
            (0, _) => formatter.write_str(&notes),
            _ => write!(formatter, "{errors}, {notes}"),
        }
    }
}
