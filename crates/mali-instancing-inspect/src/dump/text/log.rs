//! A log that has a dump, line by line.

use std::collections::HashMap;

use super::line::Line;
use super::prefix::Prefix;

/// The lines that can be the printer's.
pub(in crate::dump) struct Log<'a> {
    /// The lines in the order of the text, each with the position of its process.
    lines: Vec<(Line<'a>, usize)>,
    processes: usize,
}

impl<'a> Log<'a> {
    pub(in crate::dump) fn of(text: &'a str) -> Self {
        let prefix = Prefix::of(text);
        let mut lines = Vec::new();
        let mut processes = Processes::default();
        let (mut least, mut spaces) = (usize::MAX, usize::MAX);
        for (index, line) in text.lines().enumerate() {
            let Some((rest, process)) = prefix.strip(line) else {
                continue;
            };
            let line = Line::new(index + 1, rest);
            // A log can have trimmed an empty line. It would count as one without spaces after the prefix.
            if line.text.is_empty() {
                continue;
            }
            least = least.min(line.indent);
            spaces = spaces.min(line.indent.saturating_sub(line.least_indent()));
            lines.push((line, processes.position(process)));
        }
        let mut fields = lines.iter().filter(|(line, _)| line.field().is_some());
        let is_flat = fields.all(|(line, _)| line.indent == least);
        for (line, _) in &mut lines {
            // These are the spaces that a log writes between its prefix and the printer's text, or that a quotation
            // begins with. No line has fewer.
            line.indent -= spaces;
            if is_flat {
                *line = line.of_flat_text();
            }
        }
        Self {
            lines,
            processes: if processes.returned {
                processes.number
            } else {
                1
            },
        }
    }

    pub(in crate::dump) fn lines(&self) -> impl Iterator<Item = &Line<'a>> {
        self.lines.iter().map(|(line, _)| line)
    }

    /// The lines of each process.
    pub(in crate::dump) fn processes(self) -> Vec<Vec<Line<'a>>> {
        if self.processes == 1 {
            return vec![self.lines.into_iter().map(|(line, _)| line).collect()];
        }
        let mut processes = vec![Vec::new(); self.processes];
        for (line, process) in self.lines {
            processes[process].push(line);
        }
        processes
    }
}

/// The numbers of processes so far.
///
/// A number that grows from line to line is a time or counts lines. If one comes back after another one, these are
/// processes, whose lines are between each other.
#[derive(Default)]
struct Processes<'a> {
    positions: HashMap<&'a str, usize>,
    last: (&'a str, usize),
    number: usize,
    returned: bool,
}

impl<'a> Processes<'a> {
    /// The position of a process among all.
    fn position(&mut self, process: &'a str) -> usize {
        if self.number > 0 && self.last.0 == process {
            return self.last.1;
        }
        let next = self.number;
        let position = *self.positions.entry(process).or_insert(next);
        if position == next {
            self.number += 1;
        } else {
            self.returned = true;
        }
        self.last = (process, position);
        position
    }
}
