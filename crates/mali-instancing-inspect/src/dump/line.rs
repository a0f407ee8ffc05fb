//! The lines of a dump.

use std::iter::{Enumerate, Peekable};
use std::str::Lines;

/// A line, and its number from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    /// Without the spaces around it.
    pub(super) text: &'a str,
    /// How many spaces are before it.
    pub(super) indent: usize,
}

impl<'a> Line<'a> {
    /// A line, by its number from 0.
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
        instruction(self.text).filter(|_| self.indent > 0)
    }

    /// Whether this is the heading of such a descriptor: `Attribute:`, or `Attribute @7fffffecc160:`.
    pub(super) fn is_heading(&self, descriptor: &str) -> bool {
        let rest = self.text.strip_prefix(descriptor);
        rest.is_some_and(|rest| rest == ":" || rest.starts_with(" @"))
    }
}

/// The instruction of a line that begins with its eight bytes, from V9 on.
pub(super) fn instruction(text: &str) -> Option<&str> {
    let bytes = text.as_bytes().first_chunk::<24>()?;
    let is_byte = |byte: &[u8]| byte[..2].iter().all(u8::is_ascii_hexdigit) && byte[2] == b' ';
    let is_instruction = bytes.chunks(3).all(is_byte);
    is_instruction.then(|| text[bytes.len()..].trim_start())
}

/// The lines of a text, from the first to the last.
pub(super) struct LineReader<'a>(Peekable<Enumerate<Lines<'a>>>);

/// A field of a descriptor: its line's number, its name, and its value as it is printed.
pub(super) type PrintedField<'a> = (usize, &'a str, &'a str);

impl<'a> LineReader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self(text.lines().enumerate().peekable())
    }

    /// The next line, if it is a field of the descriptor that `heading` begins.
    pub(super) fn field(&mut self, heading: &Line) -> Option<PrintedField<'a>> {
        let line = Line::new(*self.0.peek()?);
        let (name, value) = line.field().filter(|_| line.indent > heading.indent)?;
        self.0.next();
        Some((line.number, name, value))
    }
}

impl<'a> Iterator for LineReader<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        self.0.next().map(Line::new)
    }
}
