//! The lines of a dump.

use std::iter::Enumerate;
use std::str::Lines;

use super::architecture::Evidence;
use super::line::Line;

/// The lines of a text, from the first to the last. What tells the architecture is noted on the way.
pub(super) struct LineReader<'a, 'e> {
    lines: Enumerate<Lines<'a>>,
    /// A line that was read too early.
    next: Option<Line<'a>>,
    evidence: &'e mut Evidence,
}

impl<'a, 'e> LineReader<'a, 'e> {
    pub(super) fn new(text: &'a str, evidence: &'e mut Evidence) -> Self {
        Self {
            lines: text.lines().enumerate(),
            next: None,
            evidence,
        }
    }

    /// The next line, if it is a field of the descriptor that `heading` begins.
    pub(super) fn field(&mut self, heading: &Line<'_>) -> Option<(Line<'a>, &'a str, &'a str)> {
        let line = self.next()?;
        match line.field() {
            Some((name, value)) if line.indent > heading.indent => Some((line, name, value)),
            _ => {
                self.next = Some(line);
                None
            }
        }
    }
}

impl<'a> Iterator for LineReader<'a, '_> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if let Some(line) = self.next.take() {
            return Some(line);
        }
        let line = Line::new(self.lines.next()?);
        self.evidence.look(&line);
        Some(line)
    }
}
