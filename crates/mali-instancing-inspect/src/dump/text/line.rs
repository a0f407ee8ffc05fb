//! The lines of a dump.

use super::instruction::instruction;

/// A line, and its number from 1.
#[derive(Clone, Copy, Debug)]
pub(in crate::dump) struct Line<'a> {
    pub(in crate::dump) number: usize,
    /// The text without the spaces around it.
    pub(in crate::dump) text: &'a str,
    /// The number of spaces before it.
    pub(in crate::dump) indent: usize,
    /// The length of its name, if it is a field.
    pub(super) name: Option<usize>,
}

/// A field of a descriptor: the number of its line, its name, and its printed value.
pub(in crate::dump) type PrintedField<'a> = (usize, &'a str, &'a str);

/// The indentation of a descriptor's fields, relative to its heading.
pub(in crate::dump) const FIELD_INDENT: usize = 2;

/// The least indentation of a command stream's instructions.
const COMMAND_STREAM_INDENT: usize = 2;

impl<'a> Line<'a> {
    pub(in crate::dump) fn new(number: usize, line: &'a str) -> Self {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let text = text.trim_end();
        // A heading ends with its colon, and a time such as 12:00:00 has no space after one: neither is a field.
        let mut colons = text.bytes().enumerate().filter(|(_, byte)| *byte == b':');
        let is_field = |colon: &usize| text.as_bytes().get(colon + 1) == Some(&b' ');
        let name = colons.find(|(colon, _)| is_field(colon));
        Self {
            number,
            text,
            indent,
            name: name.map(|(colon, _)| colon),
        }
    }

    /// The same line of a text that lost its indentation. It gets back as much of it as descriptors need: fields are in
    /// a descriptor, and of the instructions, which a shader has, too, this one is in a command stream.
    pub(super) fn of_flat_text(self) -> Self {
        let indent = match self.name {
            Some(_) => FIELD_INDENT,
            None => self.least_indent(),
        };
        Self { indent, ..self }
    }

    /// The least indentation with which the printer writes such a line.
    pub(super) fn least_indent(&self) -> usize {
        let is_run = instruction(self.text).is_some_and(|name| name.starts_with("RUN_IDVS"));
        // All lines of an excerpt can belong to a command stream. The indentation of its instructions is not a log's.
        if is_run { COMMAND_STREAM_INDENT } else { 0 }
    }

    /// The line, and the name and the value of its field: `Stride: 20`.
    pub(in crate::dump) fn field(&self) -> Option<PrintedField<'a>> {
        let name = self.name?;
        Some((self.number, &self.text[..name], &self.text[name + 2..]))
    }

    /// An instruction of a command stream, which is indented. Instructions of shaders look alike, but are not.
    pub(in crate::dump) fn command_stream_instruction(&self) -> Option<&'a str> {
        (self.indent > 0).then(|| instruction(self.text))?
    }

    /// Whether this is the heading of a descriptor of that name: `Attribute:`, or `Attribute @7fffffecc160:`.
    pub(in crate::dump) fn is_heading(&self, descriptor: &str) -> bool {
        let rest = self.text.strip_prefix(descriptor);
        rest.is_some_and(|rest| rest == ":" || rest.starts_with(" @"))
    }
}
