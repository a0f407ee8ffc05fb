//! The lines of a dump.

use std::iter::Enumerate;
use std::str::Lines;

use super::architecture::Evidence;
use super::shader::instruction;

/// A line, and its number from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    /// Without the spaces around it.
    pub(super) text: &'a str,
    /// How many spaces stand before it.
    pub(super) indent: usize,
}

impl<'a> Line<'a> {
    fn new((index, line): (usize, &'a str)) -> Self {
        let text = line.trim_start();
        Self {
            number: index + 1,
            text: text.trim_end(),
            indent: line.len() - text.len(),
        }
    }

    /// The name and the value of a field: `Stride: 20`.
    pub(super) fn field(&self) -> Option<(&'a str, &'a str)> {
        self.text.split_once(": ")
    }

    /// An instruction of a command stream. Those of shaders, which look alike, are not indented.
    pub(super) fn command_stream_instruction(&self) -> Option<&'a str> {
        if self.indent > 0 {
            instruction(self.text)
        } else {
            None
        }
    }

    /// Whether this is the heading of such a record: `Attribute:`, or `Attribute @7fffffecc160:`.
    pub(super) fn is_heading(&self, record: &str) -> bool {
        match self.text.strip_prefix(record) {
            Some(rest) => rest == ":" || rest.starts_with(" @"),
            None => false,
        }
    }
}

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

    /// The next line, if it is a field of the record that `heading` begins.
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
