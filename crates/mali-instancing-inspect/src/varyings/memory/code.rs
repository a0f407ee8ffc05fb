//! Rust that depends on nothing, and a header for C and C++.

use super::constant::Constant;
use super::text::summary;
use super::{VaryingMemory, feedback};
use crate::document::{Name, NameInText};
use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::c::header::{check, header};
use mali_instancing_codegen::code::c::reserved::reserved;
use mali_instancing_codegen::code::names::{Rules, names};
use mali_instancing_codegen::code::{Naming, Prefix, notice};

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

/// All that is defined, with the names that the rules allow.
fn constants(
    memory: &VaryingMemory<'_>,
    rules: &Rules,
    naming: Naming,
) -> Result<Vec<Constant>, TextError> {
    let prefix = naming.prefix();
    let bytes = memory.linkage.memory().bytes();
    let mut constants = vec![Constant::Number(format!("{prefix}BYTES_PER_VERTEX"), bytes)];
    constants.extend(stored(memory, rules, naming)?);
    let descriptors = memory.descriptors();
    for (name, descriptors) in [
        ("VERTEX_DESCRIPTORS", descriptors.vertex),
        ("FRAGMENT_DESCRIPTORS", descriptors.fragment),
    ] {
        let hexadecimal = |descriptor: &Vec<u32>| -> Vec<String> {
            descriptor
                .iter()
                .map(|word| format!("{word:#010x}"))
                .collect()
        };
        if !descriptors.is_empty() {
            let rows = descriptors.iter().map(hexadecimal).collect();
            constants.push(Constant::Table(format!("{prefix}{name}"), rows));
        }
    }
    if let Some(captured) = &memory.feedback {
        let captured = feedback::constants(captured, &memory.linkage, prefix);
        constants.extend(captured);
    }
    Ok(constants)
}

/// The locations of the varyings that are stored, and where their vectors begin.
fn stored(
    memory: &VaryingMemory<'_>,
    rules: &Rules,
    naming: Naming,
) -> Result<Vec<Constant>, TextError> {
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
    let named = identifiers.iter().map(|name| NameInText {
        source: memory.source,
        name,
    });
    let named: Vec<_> = named.collect();
    let made = names(rules, naming, &named)?;
    let (producer, layout) = (memory.linkage.producer(), memory.linkage.memory());
    let varyings = made.into_iter().enumerate().filter_map(|(number, name)| {
        let location = producer.location(number)?;
        let vectors = u32::try_from(vertex.varyings[number].vectors()).ok()?;
        let offsets = (location..location + vectors).map(|location| layout.offset(location));
        let offsets: Vec<u32> = offsets.flatten().collect();
        (!offsets.is_empty()).then(|| {
            [
                Constant::Number(format!("{name}_LOCATION"), location),
                Constant::Numbers(format!("{name}_OFFSETS"), offsets),
            ]
        })
    });
    Ok(varyings.flatten().collect())
}

fn decimals<N: ToString>(numbers: &[N]) -> String {
    let numbers: Vec<_> = numbers.iter().map(N::to_string).collect();
    numbers.join(", ")
}

pub(super) fn rust(memory: &VaryingMemory<'_>, naming: Naming) -> Result<String, TextError> {
    let mut text = format!(
        "// {}\n// {}.\n",
        notice(memory.source.name()),
        summary(memory)
    );
    let array = |of: &str, name: &str, values: &str, count: usize| {
        format!("pub const {name}: [{of}; {count}] = [{values}];\n")
    };
    for constant in constants(memory, &RUST, naming)? {
        let code = match constant {
            Constant::Number(name, value) => format!("\npub const {name}: u32 = {value};\n"),
            Constant::Numbers(name, values) => {
                array("u32", &name, &decimals(&values), values.len())
            }
            Constant::Wide(name, values) => array("u64", &name, &decimals(&values), values.len()),
            Constant::Table(name, rows) => {
                let (count, columns) = (rows.len(), rows.first().map_or(0, Vec::len));
                let rows = rows
                    .iter()
                    .map(|row| format!("    [{}],\n", row.join(", ")));
                let rows: String = rows.collect();
                format!("\npub static {name}: [[u32; {columns}]; {count}] = [\n{rows}];\n")
            }
            Constant::Comment(text) => format!("\n// {text}\n"),
        };
        text.push_str(&code);
    }
    Ok(text)
}

pub(super) fn c(memory: &VaryingMemory<'_>, naming: Naming) -> Result<String, TextError> {
    let default = Prefix::of_varyings();
    let naming = naming.or_prefix(&default);
    let mut body = format!("\n/* {}. */", summary(memory));
    let array = |of: &str, name: &str, values: &str, count: usize, words: usize| {
        let check = check(name, words);
        format!("static const {of} {name}[{count}] = {{ {values} }};\n{check}")
    };
    for constant in constants(memory, &C, naming)? {
        let code = match constant {
            Constant::Number(name, value) => format!("\nenum {{ {name} = {value} }};\n"),
            Constant::Numbers(name, values) => {
                let count = values.len();
                array("uint32_t", &name, &decimals(&values), count, count)
            }
            Constant::Wide(name, values) => {
                let count = values.len();
                array("uint64_t", &name, &decimals(&values), count, 2 * count)
            }
            Constant::Table(name, rows) => {
                let (count, columns) = (rows.len(), rows.first().map_or(0, Vec::len));
                let check = check(&name, count * columns);
                let rows = rows
                    .iter()
                    .map(|row| format!("    {{ {} }},\n", row.join(", ")));
                let rows: String = rows.collect();
                format!(
                    "\nstatic const uint32_t {name}[{count}][{columns}] = {{\n{rows}}};\n{check}"
                )
            }
            Constant::Comment(text) => format!("\n/* {text} */\n"),
        };
        body.push_str(&code);
    }
    Ok(header(memory.source.name(), naming, &body))
}
