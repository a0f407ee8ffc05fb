//! A paragraph for each call, and what all draws come to, as text for a terminal.

use super::report::{
    ActionReport, AttributeReport, CallReport, CopyReport, DrawReport, IndexReport, LocationReport,
    ReservationReport, RetiredMemory,
};
use super::totals::Totals;
use crate::notation::escape_controls;
use crate::output::table::{self, Word};

pub(super) fn text(calls: &[CallReport], all: &Totals) -> String {
    let mut text = String::new();
    for call in calls {
        text += &paragraph(call);
        text.push('\n');
    }
    text + &totals(all)
}

/// What the call is, what was decided, what is written, and what else comes of it.
fn paragraph(call: &CallReport) -> String {
    let mut text = format!("line {}, {}\n", call.line, escape_controls(&title(call)));
    if let Some(plan) = &call.plan {
        text += &indented(reads(plan));
        text += &indented(writes(plan));
    }
    text + &indented(effects(call))
}

fn title(call: &CallReport) -> String {
    let action = &call.action;
    match action {
        ActionReport::BufferData {
            size,
            usage,
            address,
            ..
        } => {
            let address = match address {
                Some(address) => format!("at {address}"),
                None => "not seen by the GPU".to_owned(),
            };
            format!("{action}: {size} bytes, {usage}, {address}")
        }
        ActionReport::BufferSubData { offset, size, .. } => {
            format!("{action}: {size} bytes from byte {offset}")
        }
        ActionReport::Draw { mode, .. } => match &call.plan {
            Some(plan) => format!("{action}: {}", drawn(mode, plan)),
            None if call.error.is_some() => format!("{action}: {mode}, not drawn"),
            None => format!("{action}: {mode}, nothing to draw"),
        },
        ActionReport::Complete { through: 0 } => format!("{action}: nothing"),
        ActionReport::Complete { through } => format!("{action}: through submission {through}"),
        ActionReport::Delete { .. } | ActionReport::Discard { .. } => action.to_string(),
    }
}

fn drawn(mode: &str, plan: &DrawReport) -> String {
    let first = plan.first_vertex;
    let last = u64::from(first) + u64::from(plan.vertices) - 1;
    let instances = match (plan.instances, plan.first_instance) {
        (1, 0) => "1 instance".to_owned(),
        (count, 0) => format!("{count} instances"),
        (count, first) => format!("{count} instances from {first} on"),
    };
    format!("{mode}, vertices {first} to {last}, {instances}")
}

/// Columns behind an empty one, which indents them.
fn indented(lines: Vec<Vec<String>>) -> String {
    let words = |line: Vec<String>| {
        let words = line.iter().map(|text| Word::plain(escape_controls(text)));
        [Word::plain("")].into_iter().chain(words).collect()
    };
    let lines: Vec<_> = lines.into_iter().map(words).collect();
    table::aligned(&lines)
}

/// A header and lines, or nothing if there are no lines.
fn with_header<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    lines: impl Iterator<Item = [String; COLUMNS]>,
) -> Vec<Vec<String>> {
    let lines: Vec<Vec<String>> = lines.map(Vec::from).collect();
    if lines.is_empty() {
        return lines;
    }
    let header = header.map(str::to_owned).into();
    [header].into_iter().chain(lines).collect()
}

fn reads(plan: &DrawReport) -> Vec<Vec<String>> {
    let attributes = plan.attributes.iter().map(attribute);
    let inputs = plan.indices.iter().map(|input| indices("indices", input));
    let header = ["reads", "from", "stride", "rate", "format", "decision"];
    with_header(header, attributes.chain(inputs))
}

fn attribute(attribute: &AttributeReport) -> [String; 6] {
    let stride = attribute.stride.map(|stride| stride.to_string());
    [
        attribute.attribute.clone(),
        location(&attribute.location),
        stride.unwrap_or_default(),
        attribute.rate.clone().unwrap_or_default(),
        attribute.format.to_owned(),
        attribute.decision.sentence.clone(),
    ]
}

fn indices(name: &str, input: &IndexReport) -> [String; 6] {
    let restart = match input.restart_index {
        Some(index) => format!(", restart {index:#x}"),
        None => String::new(),
    };
    [
        name.to_owned(),
        location(&input.location),
        String::new(),
        String::new(),
        format!("{} {}{restart}", input.count, input.index_type),
        input.decision.sentence.clone(),
    ]
}

fn location(location: &LocationReport) -> String {
    match (&location.place, location.offset) {
        (Some(place), Some(offset)) => format!("{place} + {offset}"),
        _ => String::new(),
    }
}

fn writes(plan: &DrawReport) -> Vec<Vec<String>> {
    let copy = |copy: &CopyReport| {
        let from = match (&copy.from, copy.from_offset) {
            (Some(from), Some(offset)) => format!("{from} + {offset}"),
            _ => String::new(),
        };
        [
            format!("{} + {}", copy.to, copy.to_offset),
            copy.bytes.to_string(),
            from,
            copy.conversion.clone(),
        ]
    };
    let header = ["writes", "bytes", "from", "what"];
    with_header(header, plan.copies.iter().map(copy))
}

/// What comes of a call beside what a draw reads and writes.
fn effects(call: &CallReport) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let mut add = |what: &str, text: String| lines.push(vec![what.to_owned(), text]);
    if let Some(submission) = call.waits_for {
        add(
            "waits",
            format!("until the GPU has finished submission {submission}"),
        );
    }
    if let Some(address) = &call.moved_to {
        add(
            "moves",
            format!("to {address}: the GPU still reads what is there"),
        );
    }
    for space in call.plan.iter().flat_map(|plan| &plan.reserved) {
        let ReservationReport {
            bytes, sentence, ..
        } = space;
        let location = location(&space.location);
        add("space", format!("{location}, {bytes} bytes: {sentence}"));
    }
    for memory in call.plan.iter().flat_map(|plan| &plan.allocated) {
        add("new", format!("{}, {} bytes", memory.place, memory.bytes));
    }
    for RetiredMemory { place, until } in &call.retired {
        add(
            "retired",
            match until {
                0 => format!("{place}, which nothing reads any more"),
                until => format!("{place}, which submission {until} reads"),
            },
        );
    }
    for memory in &call.freed {
        add("freed", format!("{}, {} bytes", memory.place, memory.bytes));
    }
    for change in &call.changes {
        let fate = if change.keeps_copies {
            "copies are kept from now on"
        } else {
            "streamed from now on"
        };
        add(
            "change",
            format!("{}: {fate}: {}", change.buffer, change.reason),
        );
    }
    if let Some(error) = &call.error {
        add("error", error.clone());
    }
    lines
}

fn totals(totals: &Totals) -> String {
    let planned = totals.draws - totals.failed - totals.empty;
    let lines = [
        (
            "draws",
            format!(
                "{}: {planned} planned, {} with nothing to draw, {} with an error",
                totals.draws, totals.empty, totals.failed
            ),
        ),
        (
            "copied",
            format!(
                "{} bytes: {} to streams, {} to static copies ({}), {} to constants",
                totals.bytes_copied,
                totals.bytes_streamed,
                totals.static_bytes,
                totals.static_copies,
                totals.constant_bytes
            ),
        ),
        ("in place", format!("{} bytes", totals.bytes_in_place)),
        ("waits", totals.waits.to_string()),
        ("recycled", totals.recycled.to_string()),
    ];
    let streams = totals.streams.iter().map(|stream| {
        [
            stream.stream.to_owned(),
            stream.capacity.to_string(),
            stream.generations.to_string(),
        ]
    });
    let lines = lines.map(|(what, text)| vec![what.to_owned(), text]);
    format!(
        "totals\n{}{}",
        indented(lines.into()),
        indented(with_header(["stream", "bytes", "generations"], streams))
    )
}
