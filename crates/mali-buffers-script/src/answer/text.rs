//! A paragraph for each call, and the totals of all draws, as text for a terminal.

use std::fmt::{self, Display, Formatter};

use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::table::{self, Word};

use super::Totals;
use super::{Action, AttributeAnswer, CallAnswer, DrawAnswer, IndexAnswer, Place, SegmentsAnswer};

/// The number of indices of line loops that are shown.
const SHOWN: usize = 16;

/// Columns after an empty one, which indents them.
fn indented<const COLUMNS: usize>(lines: &[[String; COLUMNS]]) -> String {
    let words = |line: &[String; COLUMNS]| {
        // Names come from the script, and may have characters that a terminal would obey.
        let words = line.iter().map(|text| Quoted::whole(text).to_string());
        let words = words.map(Word::plain);
        [Word::plain("")].into_iter().chain(words).collect()
    };
    table::aligned(&lines.iter().map(words).collect::<Vec<_>>())
}

/// A header and lines, or nothing if there are no lines.
fn with_header<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    lines: impl Iterator<Item = [String; COLUMNS]>,
) -> String {
    let mut all = vec![header.map(str::to_owned)];
    all.extend(lines);
    if all.len() > 1 {
        indented(&all)
    } else {
        String::new()
    }
}

fn text<T: Display>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// Writes the call, the decisions, the bytes that are written, and its other effects.
impl Display for CallAnswer {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let title = self.title();
        writeln!(formatter, "line {}, {}", self.line, Quoted::whole(&title))?;
        if let Some(segments) = &self.segments {
            writeln!(formatter, "  {segments}")?;
        }
        self.plans().try_for_each(|plan| plan.fmt(formatter))?;
        formatter.write_str(&indented(&self.effects()))
    }
}

impl CallAnswer {
    fn title(&self) -> String {
        let action = &self.action;
        let about = match action {
            Action::BufferData {
                size,
                usage,
                address,
                ..
            } => {
                let usage = usage.name();
                match address {
                    Some(address) => format!("{size} bytes, {usage}, at {address}"),
                    None => format!("{size} bytes, {usage}, not seen by the GPU"),
                }
            }
            Action::BufferSubData { offset, size, .. } => {
                format!("{size} bytes from byte {offset}")
            }
            Action::Draw { mode, .. } => {
                let drawn = match &self.plan {
                    Some(plan) => plan.drawn(),
                    None if self.error.is_some() => "not drawn".to_owned(),
                    None => "nothing to draw".to_owned(),
                };
                format!("{}, {drawn}", mode.name())
            }
            Action::Complete { through: 0 } => "nothing".to_owned(),
            Action::Complete { through } => format!("through submission {through}"),
            Action::Delete { .. } | Action::Discard => return action.to_string(),
        };
        format!("{action}: {about}")
    }

    /// The effects, except for the bytes that a draw reads and writes.
    fn effects(&self) -> Vec<[String; 2]> {
        let mut lines = Vec::new();
        let mut add = |what: &str, text: String| lines.push([what.to_owned(), text]);
        if let Some(submission) = self.waits_for {
            let until = format!("until the GPU has finished submission {submission}");
            add("waits", until);
        }
        if let Some(address) = &self.moved_to {
            let why = "the GPU still reads what is there";
            add("moves", format!("to {address}: {why}"));
        }
        for memory in self.plans().flat_map(|plan| &plan.allocated) {
            add("new", format!("{}, {} bytes", memory.place, memory.bytes));
        }
        for memory in &self.retired {
            let reader = match memory.until {
                0 => "nothing reads any more".to_owned(),
                until => format!("submission {until} reads"),
            };
            add("retired", format!("{}, which {reader}", memory.place));
        }
        for memory in &self.freed {
            add("freed", format!("{}, {} bytes", memory.place, memory.bytes));
        }
        for change in &self.changes {
            let fate = if change.keeps_copies {
                "copies are kept"
            } else {
                "streamed"
            };
            let reason = change.reason;
            let text = format!("{}: {fate} from now on: {reason}", change.buffer);
            add("change", text);
        }
        match self.bytes_copied_before_error {
            0 => {}
            bytes => add("copied", format!("{bytes} bytes before the error")),
        }
        if let Some(error) = &self.error {
            add("error", error.clone());
        }
        lines
    }
}

impl DrawAnswer {
    fn drawn(&self) -> String {
        let first = self.first_vertex;
        // 64 bits: a draw whose indices are not read has 2^32 − 1 vertices. No draw has none.
        let last = u64::from(first) + u64::from(self.vertices) - 1;
        let instances = match (self.instances, self.first_instance) {
            (1, 0) => "1 instance".to_owned(),
            (count, 0) => format!("{count} instances"),
            (count, first) => format!("{count} instances from {first} on"),
        };
        let same = if self.unchanged {
            ", the same as before"
        } else {
            ""
        };
        format!("vertices {first} to {last}, {instances}{same}")
    }
}

/// Writes what is read, and what is written.
impl Display for DrawAnswer {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let attribute = |read: &AttributeAnswer| {
            [
                read.attribute.clone(),
                read.place.to_string(),
                text(read.stride),
                text(read.rate.as_ref()),
                read.format.to_owned(),
                read.decision.to_string(),
            ]
        };
        let indices = |read: &IndexAnswer| {
            let restart = read
                .restart_index
                .map(|index| format!(", restart {index:#x}"));
            [
                "indices".to_owned(),
                read.place.to_string(),
                String::new(),
                String::new(),
                format!("{} {}{}", read.count, read.index_type, text(restart)),
                read.decision.to_string(),
            ]
        };
        let header = ["reads", "from", "stride", "rate", "format", "decision"];
        let reads = self.attributes.iter().map(attribute);
        let reads = with_header(header, reads.chain(self.indices.iter().map(indices)));
        let writes = self.writes.iter();
        let writes = writes.map(|write| [write.place.to_string(), write.bytes.to_string()]);
        let writes = with_header(["writes", "bytes"], writes);
        write!(formatter, "{reads}{writes}")
    }
}

/// Writes the indices as which line loops are drawn.
impl Display for SegmentsAnswer {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.closing {
            Some(_) => "as a line strip, and then a line of indices",
            None => "as line strips of indices",
        })?;
        for index in self.indices.iter().take(SHOWN) {
            match index {
                Some(index) => write!(formatter, " {index}")?,
                None => formatter.write_str(" restart")?,
            }
        }
        match (self.index_count as usize).saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(formatter, " and {more} more"),
        }
    }
}

/// Writes the place and the offset, or nothing.
impl Display for Place {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match (&self.place, self.offset) {
            (Some(place), Some(offset)) => write!(formatter, "{place} + {offset}"),
            _ => Ok(()),
        }
    }
}

impl Display for Totals {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let written = self.draws - self.failed - self.empty - self.unchanged;
        let draws = format!(
            "{}: {written} written, {} unchanged, {} with nothing to draw, {} with an error",
            self.draws, self.unchanged, self.empty, self.failed
        );
        let copied = format!(
            "{} bytes: {} to the ring, {} to static copies ({}), {} to constants",
            self.bytes_copied,
            self.bytes_streamed,
            self.static_bytes,
            self.static_copies,
            self.constant_bytes
        );
        let ring = format!(
            "{} bytes: {} times from the start again, {} times in another block",
            self.ring, self.recycled, self.ring_renewed
        );
        let lines = [
            ("draws", draws),
            ("copied", copied),
            ("in place", format!("{} bytes", self.bytes_in_place)),
            ("waits", self.waits.to_string()),
            ("ring", ring),
        ];
        let lines = lines.map(|(what, text)| [what.to_owned(), text]);
        write!(formatter, "totals\n{}", indented(&lines))
    }
}
