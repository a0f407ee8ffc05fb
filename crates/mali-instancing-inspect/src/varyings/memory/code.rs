//! Rust that depends on nothing, and a header for C and C++.

use mali_instancing_codegen::TextError;
use mali_instancing_codegen::code::c::header::{check, header};
use mali_instancing_codegen::code::names::Rules;
use mali_instancing_codegen::code::{Naming, Prefix, RUST_COMMENT, notice};
use mali_varyings_shader::Name;

use super::VaryingMemory;
use super::feedback::CapturedMemory;
use super::options::LinkTarget;
use crate::output::append;
use crate::varyings::name;

const SUFFIXES: &[&str] = &["_LOCATION", "_OFFSETS"];

/// A definition of the code, in either language.
enum Constant {
    /// A name, and its number.
    Number(String, u32),
    /// A name, and numbers of this many bits.
    Numbers(String, u32, Vec<String>),
    /// Rows of words in the notation of the code, each row as long as the first.
    Table(String, Vec<Vec<String>>),
    /// A comment on the definitions that follow.
    Comment(&'static str),
}

/// All definitions, with the names that the rules allow.
fn constants(
    memory: &VaryingMemory<'_>,
    rules: &Rules,
    naming: Naming,
) -> Result<Vec<Constant>, TextError> {
    let (prefix, data) = (naming.prefix(), memory);
    let bytes = Constant::Number(format!("{prefix}BYTES_PER_VERTEX"), data.bytes_per_vertex);
    let mut constants = vec![bytes];
    constants.extend(stored(memory, rules, naming)?);
    for (name, descriptors) in [
        ("VERTEX_DESCRIPTORS", &data.vertex_descriptors),
        ("FRAGMENT_DESCRIPTORS", &data.fragment_descriptors),
    ] {
        let row = |words: &[u32]| words.iter().map(|word| format!("{word:#010x}")).collect();
        if !descriptors.is_empty() {
            let rows = descriptors.iter().map(|words| row(&words.0)).collect();
            constants.push(Constant::Table(format!("{prefix}{name}"), rows));
        }
    }
    if let Some(feedback) = &memory.feedback {
        constants.extend(captured(feedback, prefix));
    }
    Ok(constants)
}

/// The locations of the varyings that are stored, and the offsets of their vectors.
fn stored(
    memory: &VaryingMemory<'_>,
    rules: &Rules,
    naming: Naming,
) -> Result<Vec<Constant>, TextError> {
    let Some(vertex) = memory.declared.as_deref() else {
        return Ok(slots(memory, naming.prefix()));
    };
    // The name of a member of a structure or a block is a path: `lights[1].color` becomes `lights_1_color`.
    let identifiers = vertex.names.iter().map(|name| Name {
        text: name.text.replace(['.', '['], "_").replace(']', ""),
        offset: name.offset,
    });
    let identifiers: Vec<Name> = identifiers.collect();
    let names = name::in_code(memory.source, &identifiers, rules, naming)?;
    let varyings = names
        .into_iter()
        .zip(&vertex.varyings)
        .filter_map(|(name, varying)| {
            // A varying that the linkage has not placed, or not stored, has no constants.
            let location = varying.location()?;
            // Each vector takes a location of its own.
            let locations = u64::from(location)..u64::from(location) + varying.vectors();
            let stored = memory.locations.iter().filter(|one| {
                let location = one.location.map(u64::from);
                location.is_some_and(|location| locations.contains(&location))
            });
            let offsets = stored.filter_map(|one| one.offset);
            let offsets = decimals(offsets);
            (!offsets.is_empty()).then(|| {
                [
                    Constant::Number(format!("{name}_LOCATION"), location),
                    Constant::Numbers(format!("{name}_OFFSETS"), 32, offsets),
                ]
            })
        });
    Ok(varyings.flatten().collect())
}

/// The offsets of slots, which have no names.
fn slots(memory: &VaryingMemory<'_>, prefix: &str) -> Vec<Constant> {
    let rows = memory
        .locations
        .iter()
        .filter_map(|location| Some(decimals([location.slot, location.offset?])));
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Vec::new();
    }
    vec![
        Constant::Comment("Location, byte in the vertex's section."),
        Constant::Table(format!("{prefix}SLOT_OFFSETS"), rows),
    ]
}

/// The constants for transform feedback: the spans and the buffers.
fn captured(feedback: &CapturedMemory, prefix: &str) -> Vec<Constant> {
    let name = |of: &str| format!("{prefix}FEEDBACK_{of}");
    let spans = feedback
        .spans
        .iter()
        .map(|span| decimals([span.components, span.buffer as u32, span.offset]));
    let buffers = &feedback.buffers;
    let strides = decimals(buffers.iter().map(|buffer| buffer.stride));
    let mut constants = vec![
        Constant::Comment("Captured: components of 32 bits, buffer, byte there."),
        Constant::Table(name("SPANS"), spans.collect()),
        Constant::Comment("Bytes of a vertex in each buffer of captures."),
        Constant::Numbers(name("STRIDES"), 32, strides),
    ];
    let sizes: Option<Vec<u64>> = buffers.iter().map(|buffer| buffer.size).collect();
    let strides: Option<Vec<u64>> = buffers
        .iter()
        .map(|buffer| buffer.instance_stride)
        .collect();
    for (about, of, bytes) in [
        ("Bytes of the draw there.", "SIZES", sizes),
        ("Bytes of an instance there.", "INSTANCE_STRIDES", strides),
    ] {
        if let Some(bytes) = bytes {
            constants.push(Constant::Comment(about));
            // Instances times vertices times stride can need more than 32 bits.
            constants.push(Constant::Numbers(name(of), 64, decimals(bytes)));
        }
    }
    constants
}

fn decimals<N: ToString>(numbers: impl IntoIterator<Item = N>) -> Vec<String> {
    numbers
        .into_iter()
        .map(|number| number.to_string())
        .collect()
}

/// The rows in brackets, a line each.
fn lines(rows: &[Vec<String>], [open, close]: [&str; 2]) -> String {
    let lines = rows
        .iter()
        .map(|row| format!("    {open}{}{close},\n", row.join(", ")));
    lines.collect::<Vec<_>>().concat()
}

/// The sentences on what the code is for.
fn head(memory: &VaryingMemory<'_>) -> impl Iterator<Item = String> {
    let LinkTarget {
        arch, driver, mesa, ..
    } = memory.target;
    let note = mesa.note(driver, arch);
    let note = note.map(|note| note.as_str().to_owned());
    [memory.summary()].into_iter().chain(note)
}

pub(super) fn rust(memory: &VaryingMemory<'_>, naming: Naming) -> Result<String, TextError> {
    let mut text = notice(memory.source.name(), RUST_COMMENT);
    for line in head(memory) {
        append!(text, "// {line}.\n");
    }
    for constant in constants(memory, &name::rust(SUFFIXES), naming)? {
        let code = match constant {
            Constant::Number(name, value) => format!("\npub const {name}: u32 = {value};\n"),
            Constant::Numbers(name, bits, values) => {
                let (count, values) = (values.len(), values.join(", "));
                format!("pub const {name}: [u{bits}; {count}] = [{values}];\n")
            }
            Constant::Table(name, rows) => {
                let (count, columns) = (rows.len(), rows.first().map_or(0, Vec::len));
                let rows = lines(&rows, ["[", "]"]);
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
    let sentences = head(memory).map(|line| format!("\n/* {line}. */"));
    let mut body = sentences.collect::<String>();
    for constant in constants(memory, &name::c(SUFFIXES), naming)? {
        let code = match constant {
            // A constant variable is not a constant expression in C.
            Constant::Number(name, value) => format!("\nenum {{ {name} = {value} }};\n"),
            Constant::Numbers(name, bits, values) => {
                let (count, values) = (values.len(), values.join(", "));
                // The check counts words of 32 bits.
                let check = check(&name, if bits == 64 { 2 * count } else { count });
                format!("static const uint{bits}_t {name}[{count}] = {{ {values} }};\n{check}")
            }
            Constant::Table(name, rows) => {
                let (count, columns) = (rows.len(), rows.first().map_or(0, Vec::len));
                let (check, rows) = (check(&name, count * columns), lines(&rows, ["{ ", " }"]));
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
