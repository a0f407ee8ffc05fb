//! Rust that depends on nothing, and a header for C and C++.

use std::fmt::Write;

use super::VaryingMemory;
use super::text::summary;
use crate::code::c::header::{check, header};
use crate::code::c::reserved::reserved;
use crate::code::names::{Rules, names};
use crate::code::{Naming, Prefix, notice};
use crate::error::TextError;
use crate::manifest::document::Name;

const RUST: Rules = Rules {
    noun: "a Rust name",
    suffixes: &["_LOCATION", "_OFFSETS"],
    // Every keyword has a lower-case letter.
    reserved: |_| None,
};

const C: Rules = Rules {
    noun: "a C name",
    suffixes: &["_LOCATION", "_OFFSETS"],
    reserved,
};

/// A varying of the vertex stage: its name in code, its first location, and where its vectors begin.
struct Stored {
    name: String,
    location: u32,
    offsets: Vec<u32>,
}

/// The varyings that are stored.
fn stored(
    memory: &VaryingMemory<'_>,
    rules: &Rules,
    naming: Naming,
) -> Result<Vec<Stored>, TextError> {
    let [vertex, _] = &memory.stages;
    // A member of a structure or a block has a path.
    let identifiers: Vec<Name> = vertex
        .names
        .iter()
        .map(|name| Name {
            kind: name.kind.clone(),
            text: name.text.replace(['.', '['], "_").replace(']', ""),
            offset: name.offset,
        })
        .collect();
    let made = names(rules, memory.source, naming, &identifiers)?;
    let (producer, layout) = (memory.linkage.producer(), memory.linkage.memory());
    let varyings = made.into_iter().enumerate().filter_map(|(number, name)| {
        let location = producer.location(number)?;
        let vectors = u32::try_from(vertex.varyings[number].vectors()).ok()?;
        let offsets = (location..location + vectors).map(|location| layout.offset(location));
        let offsets: Vec<u32> = offsets.flatten().collect();
        (!offsets.is_empty()).then_some(Stored {
            name,
            location,
            offsets,
        })
    });
    Ok(varyings.collect())
}

/// A table of records, each of as many words.
struct Table {
    name: &'static str,
    records: Vec<Vec<u32>>,
    record_words: usize,
}

/// The tables that have a record.
fn tables(memory: &VaryingMemory<'_>) -> impl Iterator<Item = Table> {
    let records = memory.records();
    let tables = [
        ("VERTEX_RECORDS", records.vertex),
        ("FRAGMENT_RECORDS", records.fragment),
    ];
    tables.into_iter().filter_map(|(name, records)| {
        Some(Table {
            name,
            record_words: records.first()?.len(),
            records,
        })
    })
}

fn words(record: &[u32]) -> String {
    let words: Vec<_> = record.iter().map(|word| format!("{word:#010x}")).collect();
    words.join(", ")
}

pub(super) fn rust(memory: &VaryingMemory<'_>, naming: Naming) -> Result<String, TextError> {
    let prefix = naming.prefix();
    let mut text = format!(
        "// {}\n// {}.\n\npub const {prefix}BYTES_PER_VERTEX: u32 = {};\n",
        notice(memory.source),
        summary(memory),
        memory.linkage.memory().bytes()
    );
    for Stored {
        name,
        location,
        offsets,
    } in stored(memory, &RUST, naming)?
    {
        write!(
            text,
            "\npub const {name}_LOCATION: u32 = {location};\n\
             pub const {name}_OFFSETS: [u32; {}] = {offsets:?};\n",
            offsets.len()
        )
        .expect("a String takes any text");
    }
    for Table {
        name,
        records,
        record_words,
    } in tables(memory)
    {
        let count = records.len();
        writeln!(
            text,
            "\npub static {prefix}{name}: [[u32; {record_words}]; {count}] = ["
        )
        .expect("a String takes any text");
        for record in &records {
            writeln!(text, "    [{}],", words(record)).expect("a String takes any text");
        }
        text.push_str("];\n");
    }
    Ok(text)
}

pub(super) fn c(memory: &VaryingMemory<'_>, naming: Naming) -> Result<String, TextError> {
    let default = Prefix::of_varyings();
    let naming = naming.or_prefix(&default);
    let prefix = naming.prefix();
    let mut body = format!(
        "\n/* {}. */\nenum {{ {prefix}BYTES_PER_VERTEX = {} }};\n",
        summary(memory),
        memory.linkage.memory().bytes()
    );
    for Stored {
        name,
        location,
        offsets,
    } in stored(memory, &C, naming)?
    {
        let array = format!("{name}_OFFSETS");
        let count = offsets.len();
        let offsets: Vec<_> = offsets.iter().map(u32::to_string).collect();
        write!(
            body,
            "\nenum {{ {name}_LOCATION = {location} }};\n\
             static const uint32_t {array}[{count}] = {{ {} }};\n",
            offsets.join(", ")
        )
        .expect("a String takes any text");
        body.push_str(&check(&array, count));
    }
    for Table {
        name,
        records,
        record_words,
    } in tables(memory)
    {
        let count = records.len();
        let array = format!("{prefix}{name}");
        writeln!(
            body,
            "\nstatic const uint32_t {array}[{count}][{record_words}] = {{"
        )
        .expect("a String takes any text");
        for record in &records {
            writeln!(body, "    {{ {} }},", words(record)).expect("a String takes any text");
        }
        body.push_str("};\n");
        body.push_str(&check(&array, count * record_words));
    }
    Ok(header(memory.source, naming, &body))
}
