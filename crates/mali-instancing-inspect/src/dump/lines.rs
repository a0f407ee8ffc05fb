//! The lines of a dump.

use std::iter::{Enumerate, Peekable};
use std::str::Lines;

use super::architecture::Evidence;
use super::line::Line;

/// The lines of a text, from the first to the last. What tells the architecture is noted on the way.
pub(super) struct LineReader<'a, 'e> {
    lines: Peekable<Enumerate<Lines<'a>>>,
    evidence: &'e mut Evidence,
}

/// A field of a descriptor: its line's number, its name, and its value as it is printed.
pub(super) type PrintedField<'a> = (usize, &'a str, &'a str);

impl<'a, 'e> LineReader<'a, 'e> {
    pub(super) fn new(text: &'a str, evidence: &'e mut Evidence) -> Self {
        let lines = text.lines().enumerate().peekable();
        Self { lines, evidence }
    }

    /// The next line, if it is a field of the descriptor that `heading` begins.
    pub(super) fn field(&mut self, heading: &Line<'_>) -> Option<PrintedField<'a>> {
        let line = Line::new(*self.lines.peek()?);
        let (name, value) = line.field().filter(|_| line.indent > heading.indent)?;
        self.next();
        Some((line.number, name, value))
    }
}

impl<'a> Iterator for LineReader<'a, '_> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let line = Line::new(self.lines.next()?);
        self.evidence.look(&line);
        Some(line)
    }
}
