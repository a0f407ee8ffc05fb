//! A paragraph for each call, and the totals of all draws, as text for a terminal.

use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::table::{self, Word};

use super::report::{
    AttributeReport, CallReport, DrawReport, IndexReport, SegmentsReport, WriteReport,
};
use super::script::Action;
use super::totals::Totals;

/// The number of indices of line loops that are shown.
const SHOWN: usize = 16;

pub(super) fn text(calls: &[CallReport], all: &Totals) -> String {
    let mut text = String::new();
    for call in calls {
        text += &paragraph(call);
        text.push('\n');
    }
    text + &totals(all)
}

/// The call, the decisions, the bytes that are written, and its other effects.
fn paragraph(call: &CallReport) -> String {
    let mut text = format!("line {}, {}\n", call.line, Quoted::whole(&title(call)));
    if let Some(segments) = &call.effects.segments {
        text += &drawn_as(segments);
    }
    for plan in call.effects.plans() {
        text += &indented(reads(plan));
        text += &indented(writes(plan));
    }
    text + &indented(effects(call))
}

fn title(call: &CallReport) -> String {
    let action = &call.action;
    let about = match action {
        Action::BufferData {
            data,
            usage,
            address,
            ..
        } => {
            let address = match address {
                Some(address) => format!("at {address:#x}"),
                None => "not seen by the GPU".to_owned(),
            };
            format!("{} bytes, {}, {address}", data.size, usage.name())
        }
        Action::BufferSubData { offset, data, .. } => {
            format!("{} bytes from byte {offset}", data.size)
        }
        Action::Draw(draw) => {
            let drawn = match &call.effects.plan {
                Some(plan) => drawn(plan),
                None if call.error.is_some() => "not drawn".to_owned(),
                None => "nothing to draw".to_owned(),
            };
            format!("{}, {drawn}", draw.mode.name())
        }
        Action::Complete { through: 0 } => "nothing".to_owned(),
        Action::Complete { through } => format!("through submission {through}"),
        Action::Delete { .. } | Action::Discard => return action.to_string(),
    };
    format!("{action}: {about}")
}

fn drawn(plan: &DrawReport) -> String {
    let first = plan.first_vertex;
    let last = u64::from(first) + u64::from(plan.vertices) - 1;
    let instances = match (plan.instances, plan.first_instance) {
        (1, 0) => "1 instance".to_owned(),
        (count, 0) => format!("{count} instances"),
        (count, first) => format!("{count} instances from {first} on"),
    };
    let same = if plan.unchanged {
        ", the same as before"
    } else {
        ""
    };
    format!("vertices {first} to {last}, {instances}{same}")
}

/// A line about the indices as which line loops are drawn.
fn drawn_as(segments: &SegmentsReport) -> String {
    let index = |index: &Option<u32>| index.map_or("restart".to_owned(), |index| index.to_string());
    let shown: Vec<String> = segments.indices.iter().take(SHOWN).map(index).collect();
    let more = match (segments.index_count as usize).saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let indices = shown.join(" ") + &more;
    match segments.closing {
        Some(_) => format!("  as a line strip, and then a line of indices {indices}\n"),
        None => format!("  as line strips of indices {indices}\n"),
    }
}

/// Columns after an empty one, which indents them.
fn indented<const COLUMNS: usize>(lines: Vec<[String; COLUMNS]>) -> String {
    let words = |line: [String; COLUMNS]| {
        let words = line.map(|text| Word::plain(Quoted::whole(&text).to_string()));
        [Word::plain("")].into_iter().chain(words).collect()
    };
    table::aligned(&lines.into_iter().map(words).collect::<Vec<_>>())
}

/// A header and lines, or nothing if there are no lines.
fn with_header<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    lines: impl Iterator<Item = [String; COLUMNS]>,
) -> Vec<[String; COLUMNS]> {
    let mut lines: Vec<_> = lines.collect();
    if !lines.is_empty() {
        lines.insert(0, header.map(str::to_owned));
    }
    lines
}

fn reads(plan: &DrawReport) -> Vec<[String; 6]> {
    let attribute = |read: &AttributeReport| {
        [
            read.attribute.clone(),
            read.location.to_string(),
            read.stride
                .map_or(String::new(), |stride| stride.to_string()),
            read.rate.clone().unwrap_or_default(),
            read.format.to_owned(),
            read.decision.sentence.clone(),
        ]
    };
    let indices = |read: &IndexReport| {
        let restart = match read.restart_index {
            Some(index) => format!(", restart {index:#x}"),
            None => String::new(),
        };
        [
            "indices".to_owned(),
            read.location.to_string(),
            String::new(),
            String::new(),
            format!("{} {}{restart}", read.count, read.index_type),
            read.decision.sentence.clone(),
        ]
    };
    let header = ["reads", "from", "stride", "rate", "format", "decision"];
    let lines = plan.attributes.iter().map(attribute);
    with_header(header, lines.chain(plan.indices.iter().map(indices)))
}

fn writes(plan: &DrawReport) -> Vec<[String; 2]> {
    let write = |write: &WriteReport| [write.location.to_string(), write.bytes.to_string()];
    with_header(["writes", "bytes"], plan.writes.iter().map(write))
}

/// The effects of a call, except for the bytes that a draw reads and writes.
fn effects(call: &CallReport) -> Vec<[String; 2]> {
    let mut lines = Vec::new();
    let mut add = |what: &str, text: String| lines.push([what.to_owned(), text]);
    if let Some(submission) = call.effects.waits_for {
        add(
            "waits",
            format!("until the GPU has finished submission {submission}"),
        );
    }
    if let Some(address) = &call.effects.moved_to {
        add(
            "moves",
            format!("to {address}: the GPU still reads what is there"),
        );
    }
    for plan in call.effects.plans() {
        for memory in &plan.allocated {
            add("new", format!("{}, {} bytes", memory.place, memory.bytes));
        }
    }
    for memory in &call.effects.retired {
        let reader = match memory.until {
            0 => "nothing reads any more".to_owned(),
            until => format!("submission {until} reads"),
        };
        add("retired", format!("{}, which {reader}", memory.place));
    }
    for memory in &call.effects.freed {
        add("freed", format!("{}, {} bytes", memory.place, memory.bytes));
    }
    for change in &call.changes {
        let fate = if change.keeps_copies {
            "copies are kept"
        } else {
            "streamed"
        };
        let text = format!("{}: {fate} from now on: {}", change.buffer, change.reason);
        add("change", text);
    }
    match call.effects.bytes_copied_before_error {
        0 => {}
        bytes => add("copied", format!("{bytes} bytes before the error")),
    }
    if let Some(error) = &call.error {
        add("error", error.clone());
    }
    lines
}

fn totals(totals: &Totals) -> String {
    let written = totals.draws - totals.failed - totals.empty - totals.unchanged;
    let draws = format!(
        "{}: {written} written, {} unchanged, {} with nothing to draw, {} with an error",
        totals.draws, totals.unchanged, totals.empty, totals.failed
    );
    let copied = format!(
        "{} bytes: {} to the ring, {} to static copies ({}), {} to constants",
        totals.bytes_copied,
        totals.bytes_streamed,
        totals.static_bytes,
        totals.static_copies,
        totals.constant_bytes
    );
    let ring = format!(
        "{} bytes: {} times from the start again, {} times in another block",
        totals.ring, totals.recycled, totals.ring_renewed
    );
    let lines = [
        ("draws", draws),
        ("copied", copied),
        ("in place", format!("{} bytes", totals.bytes_in_place)),
        ("waits", totals.waits.to_string()),
        ("ring", ring),
    ];
    let lines = lines.map(|(what, text)| [what.to_owned(), text]);
    format!("totals\n{}", indented(lines.into()))
}
