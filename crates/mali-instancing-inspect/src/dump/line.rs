//! A line of a dump.

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
    pub(super) fn new((index, line): (usize, &'a str)) -> Self {
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
