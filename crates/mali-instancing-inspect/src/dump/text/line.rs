//! The lines of a dump.

use std::iter::Enumerate;
use std::str::Lines;

use super::instruction::instruction;
use super::prefix::Prefix;

/// A line, and its number from 1.
#[derive(Clone, Copy, Debug)]
pub(in crate::dump) struct Line<'a> {
    pub(in crate::dump) number: usize,
    /// The text without the spaces around it.
    pub(in crate::dump) text: &'a str,
    /// The number of spaces before it.
    pub(in crate::dump) indent: usize,
}

/// The indentation of a descriptor's fields, relative to its heading.
pub(in crate::dump) const FIELD_INDENT: usize = 2;

impl<'a> Line<'a> {
    /// `is_flat` is whether the whole text lost its indentation. A line gets back as much of it as descriptors need.
    fn new(number: usize, line: &'a str, is_flat: bool) -> Self {
        let text = line.trim_start();
        let indent = if is_flat {
            flat_indent(text)
        } else {
            line.len() - text.len()
        };
        Self {
            number,
            text: text.trim_end(),
            indent,
        }
    }

    /// The name and the value of a field: `Stride: 20`.
    pub(in crate::dump) fn field(&self) -> Option<(&'a str, &'a str)> {
        self.text.split_once(": ")
    }

    /// An instruction of a command stream, which is indented. Instructions of shaders look alike, but are not.
    pub(in crate::dump) fn command_stream_instruction(&self) -> Option<&'a str> {
        instruction(self.text).filter(|_| self.indent > 0)
    }

    /// Whether this is the heading of a descriptor of that name: `Attribute:`, or `Attribute @7fffffecc160:`.
    pub(in crate::dump) fn is_heading(&self, descriptor: &str) -> bool {
        let rest = self.text.strip_prefix(descriptor);
        rest.is_some_and(|rest| rest == ":" || rest.starts_with(" @"))
    }

    /// Whether another part of the dump begins with this line.
    fn begins_another(&self) -> bool {
        let end = self.text.find([':', '@', '(']).unwrap_or(self.text.len());
        let heading = self.text[..end].trim_end();
        HEADINGS.contains(&heading)
            || heading.starts_with("Entry ")
            || heading.starts_with("Unknown descriptor type ")
            || self.command_stream_instruction().is_some()
    }
}

/// The indentation that a line of a text without indentation needs: fields are in a descriptor, and of the
/// instructions, which a shader has, too, this one is in a command stream.
fn flat_indent(text: &str) -> usize {
    let runs = instruction(text).is_some_and(|instruction| instruction.starts_with("RUN_IDVS"));
    if runs || text.contains(": ") {
        FIELD_INDENT
    } else {
        0
    }
}

/// The headings near descriptors of vertex input.
#[rustfmt::skip]
const HEADINGS: [&str; 33] = [
    "Attribute", "Varying", "Buffer", "Sampler", "Texture", "Samplers", "Textures", "Job Header", "Draw",
    "Vertex Draw", "Fragment Draw", "Vertex", "Fragment", "Compute", "Invocation", "Primitive", "Primitive Size",
    "State", "Shader", "Shader Shader", "Parameters", "Local Storage", "Tiler", "Instance count", "Allocation",
    "Indices", "Viewport", "Scissor", "Vertex array", "Framebuffer", "Vertex Job Payload", "Tiler Job Payload",
    "Fragment Job Payload",
];

/// An iterator over the lines of a text that can be the printer's.
#[derive(Clone)]
pub(in crate::dump) struct LineReader<'a> {
    lines: Enumerate<Lines<'a>>,
    prefix: Prefix<'a>,
    /// Whether no line is indented.
    is_flat: bool,
}

/// A field of a descriptor: the number of its line, its name, and its printed value.
pub(in crate::dump) type PrintedField<'a> = (usize, &'a str, &'a str);

/// The largest number of lines between two fields that are not the printer's.
const LONGEST_INTERRUPTION: usize = 64;

impl<'a> LineReader<'a> {
    pub(in crate::dump) fn new(text: &'a str, prefix: Prefix<'a>) -> Self {
        let mut printed = text.lines().filter_map(|line| prefix.strip(line));
        let is_flat = !printed.any(|line| line.starts_with(' ') && line.contains(": "));
        Self {
            lines: text.lines().enumerate(),
            prefix,
            is_flat,
        }
    }

    /// Whether the heading before can be that of a stage. Without indentation, the line after it decides.
    pub(in crate::dump) fn begins_stage(&self) -> bool {
        let next = || self.clone().next();
        !self.is_flat || next().is_some_and(|line| line.text == "Local Storage:")
    }

    /// The next field of the descriptor with that `heading`, whose name must be one of `names`. Until the descriptor is
    /// complete, lines between its fields are skipped, since they can be a log's.
    pub(in crate::dump) fn field(
        &mut self,
        heading: &Line,
        is_its_name: impl Fn(&str) -> bool,
        is_complete: bool,
    ) -> Option<PrintedField<'a>> {
        let mut ahead = self.clone();
        let mut passed = 0;
        while passed < LONGEST_INTERRUPTION {
            let line = ahead.next()?;
            let field = line.field();
            match field.filter(|_| line.indent == heading.indent + FIELD_INDENT) {
                Some((name, value)) if is_its_name(name) => {
                    *self = ahead;
                    return Some((line.number, name, value));
                }
                Some(_) => {}
                None if is_complete || line.begins_another() => return None,
                None => passed += 1,
            }
        }
        None
    }
}

impl<'a> Iterator for LineReader<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        self.lines.find_map(|(index, line)| {
            let printed = self.prefix.strip(line)?;
            Some(Line::new(index + 1, printed, self.is_flat))
        })
    }
}
