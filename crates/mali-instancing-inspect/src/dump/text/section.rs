//! The sections of a dump, each of which is read whole or not at all.

use super::line::{FIELD_INDENT, Line, PrintedField};
use crate::dump::words::Unread;

/// A heading of the printer, and the lines up to the next heading. Lines of a log between them change nothing, since
/// none has the name and the indentation of a field.
#[derive(Clone, Copy, Debug)]
pub(in crate::dump) struct Section<'a> {
    pub(in crate::dump) heading: Line<'a>,
    pub(in crate::dump) lines: &'a [Line<'a>],
}

/// The sections of the lines from the first heading on.
pub(in crate::dump) fn sections<'a>(lines: &'a [Line<'a>]) -> Vec<Section<'a>> {
    let mut sections: Vec<Section> = Vec::with_capacity(lines.len() / 8);
    let mut begin = 0;
    for (position, line) in lines.iter().enumerate() {
        // The first field of a header begins a job only if the heading before it is lost.
        let is_in_header = sections.last().is_some_and(Section::is_job_header);
        let Some(heading) = heading(line, is_in_header) else {
            continue;
        };
        if let Some(last) = sections.last_mut() {
            last.lines = &lines[begin..position];
        }
        begin = position + 1;
        sections.push(Section {
            heading,
            lines: &lines[begin..],
        });
    }
    sections
}

impl<'a> Section<'a> {
    /// Whether a job begins.
    pub(in crate::dump) fn is_job_header(&self) -> bool {
        self.heading.text.starts_with("Job Header ") || is_first_of_header(&self.heading)
    }

    pub(in crate::dump) fn fields(&self) -> impl Iterator<Item = PrintedField<'a>> {
        let indent = self.heading.indent + FIELD_INDENT;
        let own = self.lines.iter().filter(move |line| line.indent == indent);
        own.filter_map(Line::field)
    }

    /// The fields of these names, if each is there once.
    pub(in crate::dump) fn values<const N: usize>(
        &self,
        names: [&'static str; N],
    ) -> Result<[PrintedField<'a>; N], Unread> {
        values(self.heading.number, self.fields(), names)
    }

    /// The fields before a field `name` that is after a field `after`, and those from there on.
    pub(in crate::dump) fn split(&self, after: &str, name: &str) -> (Self, Option<Self>) {
        let indent = self.heading.indent + FIELD_INDENT;
        let position = |part: &[Line], name: &str| {
            let is_it = |line: &Line| matches!(line.field(), Some((_, found, _)) if found == name);
            part.iter()
                .position(|line| line.indent == indent && is_it(line))
        };
        let before = position(self.lines, after).unwrap_or(self.lines.len());
        let Some(second) = position(&self.lines[before..], name) else {
            return (*self, None);
        };
        let (first, second) = self.lines.split_at(before + second);
        let with = |lines| Self { lines, ..*self };
        (with(first), Some(with(second)))
    }
}

/// The fields of these names, if each is among `fields` once, below a heading on `line`.
pub(in crate::dump) fn values<'a, const N: usize>(
    line: usize,
    fields: impl Iterator<Item = PrintedField<'a>>,
    names: [&'static str; N],
) -> Result<[PrintedField<'a>; N], Unread> {
    let mut found = [None; N];
    for field in fields {
        let Some(position) = names.iter().position(|name| *name == field.1) else {
            continue;
        };
        if found[position].replace(field).is_some() {
            return Err(Unread::twice(field.0, field.1));
        }
    }
    if let Some(missing) = found.iter().position(Option::is_none) {
        return Err(Unread::missing(line, names[missing]));
    }
    Ok(found.map(Option::unwrap_or_default))
}

/// The heading that a line is. A job whose heading is lost begins with its first field.
fn heading<'a>(line: &Line<'a>, is_in_header: bool) -> Option<Line<'a>> {
    if line.field().is_some() {
        // The lost heading was two columns to the left. With its indentation, the next lines are fields of this
        // section.
        let indent = line.indent.saturating_sub(FIELD_INDENT);
        let is_first = !is_in_header && is_first_of_header(line);
        return is_first.then_some(Line { indent, ..*line });
    }
    // The forms are `Attribute:`, `Attribute @7fffffecc160:` and `Job Header (dc1b8740):`.
    let end = line.text.find([':', '@', '(']).unwrap_or(line.text.len());
    let name = line.text[..end].trim_end();
    let is_heading = is_known(name) || line.command_stream_instruction().is_some();
    is_heading.then_some(*line)
}

fn is_first_of_header(line: &Line) -> bool {
    line.text.starts_with("Exception Status: ")
}

/// The headings near descriptors of vertex input.
#[rustfmt::skip]
fn is_known(heading: &str) -> bool {
    // Lines of other programs end with a colon, too: only these names are headings.
    matches!(
        heading,
        "Attribute" | "Varying" | "Buffer" | "Sampler" | "Texture" | "Samplers" | "Textures" | "Job Header" | "Draw"
        | "Vertex Draw" | "Fragment Draw" | "Vertex" | "Fragment" | "Compute" | "Invocation" | "Primitive"
        | "Primitive Size" | "State" | "Shader" | "Shader Shader" | "Parameters" | "Local Storage" | "Tiler"
        | "Instance count" | "Allocation" | "Indices" | "Viewport" | "Scissor" | "Vertex array" | "Framebuffer"
    ) || heading.ends_with(" Payload") || heading.starts_with("Entry ") || heading.starts_with("Unknown descriptor type ") || stage(heading).is_some()
}

/// The stage of the lines after a heading of a command stream: `Position resources resource table @…`,
/// `Position shader Shader @…`, or `Position Local Storage @…`.
pub(in crate::dump) fn stage(heading: &str) -> Option<&str> {
    let (stage, rest) = heading.split_once(' ')?;
    let is_stage = matches!(stage, "Position" | "Varying" | "Vertex" | "Fragment");
    let headings = ["resources ", "shader ", "Local Storage", "FAU"];
    let is_heading = || headings.iter().any(|begin| rest.starts_with(begin));
    (is_stage && is_heading()).then_some(stage)
}
