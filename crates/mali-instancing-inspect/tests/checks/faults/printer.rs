//! Prints the words of a draw as pandecode does.

use std::fmt::Write;

use mali_instancing::descriptor::{
    Attribute, AttributeBuffer, Buffer, Draw, Field, FieldKind, Invocation, ValhallAttribute,
};
use mali_instancing::{Arch, Format, PaddedCount};

use super::draws::Words;

/// The draw as a dump.
pub(super) fn print(words: &Words) -> String {
    if words.arch.has_attribute_buffers() {
        jobs(words)
    } else {
        command_stream(words)
    }
}

fn jobs(words: &Words) -> String {
    let mut text = String::new();
    header(&mut text, "Vertex", 1, 0);
    writeln!(
        text,
        "State:\n  Shader:\n    Attribute count: {}",
        words.attributes.len() / 2
    )
    .unwrap();
    for attribute in words.attributes.chunks_exact(2) {
        text += "Attribute:\n";
        fields(&mut text, words.arch, 2, Attribute::FIELDS, attribute);
    }
    let last = match words.buffers.chunks_exact(4).last() {
        Some([0, 0, 0, 0]) if words.arch.needs_null_terminator() => words.buffers.len() - 4,
        _ => words.buffers.len(),
    };
    // The printer prints up to the largest number that an attribute names.
    let named = words
        .attributes
        .chunks_exact(2)
        .map(|words| words[0] as usize & 0x1ff);
    let end = last.max(4 * (named.max().unwrap() + 1));
    let mut memory = words.buffers[..last].to_vec();
    memory.resize(end + 4, 0);
    let mut number = 0;
    while number < end / 4 {
        number += buffer(&mut text, words.arch, &memory[4 * number..]);
    }
    descriptor(
        &mut text,
        words.arch,
        "Invocation:",
        Invocation::FIELDS,
        &words.invocation,
    );
    descriptor(&mut text, words.arch, "Draw:", Draw::FIELDS, &words.draw);
    header(&mut text, "Tiler", 2, 1);
    descriptor(
        &mut text,
        words.arch,
        "Invocation:",
        Invocation::FIELDS,
        &words.invocation,
    );
    text += "  Primitive:\n    Index type: None\n    Base vertex offset: 0\n    Index count: 70\n";
    descriptor(
        &mut text,
        words.arch,
        "Draw:",
        Draw::FIELDS,
        &words.tiler_draw,
    );
    text
}

fn header(text: &mut String, kind: &str, index: u32, dependency: u32) {
    writeln!(
        text,
        "Job Header (dc1b1300):\n  Exception Status: 0\n  Type: {kind}"
    )
    .unwrap();
    let next = if index == 1 { "0xdc1b13c0" } else { "0x0" };
    writeln!(
        text,
        "  Index: {index}\n  Dependency 1: {dependency}\n  Dependency 2: 0\n  Next: {next}"
    )
    .unwrap();
}

fn descriptor(text: &mut String, arch: Arch, heading: &str, all: &[Field], words: &[u32]) {
    writeln!(text, "  {heading}").unwrap();
    fields(text, arch, 4, all, words);
}

/// Prints a descriptor of a table of buffers. Returns the numbers that it takes for the printer.
fn buffer(text: &mut String, arch: Arch, words: &[u32]) -> usize {
    let kind = |word: u32| match word & 0x3f {
        1 => "1D",
        2 => "1D POT Divisor",
        3 => "1D Modulus",
        4 => "1D NPOT Divisor",
        0x20 => "Continuation",
        _ => "XXX: INVALID",
    };
    *text += "Attribute:\n";
    let special = match words[0] & 0x3f {
        0x22 => "Vertex ID",
        0x24 => "Instance ID",
        _ => "XXX: INVALID",
    };
    if arch.has_id_descriptors() {
        writeln!(text, "  Special: {special}").unwrap();
    }
    writeln!(text, "  Type: {}", kind(words[0])).unwrap();
    fields(text, arch, 2, &AttributeBuffer::FIELDS[1..7], words);
    if kind(words[0]) != "1D NPOT Divisor" {
        return 1;
    }
    writeln!(text, "  Type: {}", kind(words[4])).unwrap();
    writeln!(
        text,
        "  Divisor Numerator: {}\n  Divisor: {}",
        words[5], words[7]
    )
    .unwrap();
    2
}

fn command_stream(words: &Words) -> String {
    let counts = words.counts.unwrap();
    let mut text = String::new();
    let is_v9 = words.arch == Arch::V9;
    let (indent, at) = if is_v9 {
        (0, "")
    } else {
        (6, " @7fffffecc160")
    };
    if is_v9 {
        text +=
            "Job Header (dc2b1180):\n  Exception Status: 0\n  Type: Malloc vertex\n  Index: 1\n";
        text += "  Dependency 1: 0\n  Dependency 2: 0\n  Next: 0x0\n";
        writeln!(
            text,
            "Primitive:\n  Index type: None\n  Base vertex offset: {}\n  Index count: {}\nInstance count:\n  Count: {}",
            counts.first_vertex, counts.vertices.unwrap(), counts.instances
        ).unwrap();
        text += "Shader Shader:\n  Type: Shader\n  Stage: Vertex\n";
    } else {
        let run = if words.arch >= Arch::V12 {
            "RUN_IDVS2"
        } else {
            "RUN_IDVS"
        };
        writeln!(text, "  01 00 04 00 42 00 00 06    {run} r0").unwrap();
        let stage = if words.arch >= Arch::V12 {
            "Vertex"
        } else {
            "Position"
        };
        writeln!(text, "  {stage} resources resource table @7fffffecc680").unwrap();
    }
    let tables = [
        (0, "Buffer", &words.buffers),
        (1, "Attribute", &words.attributes),
    ];
    for (number, name, table) in tables {
        let bytes = 4 * table.len();
        let pad = " ".repeat(indent);
        let heading = if is_v9 { ":" } else { " @7fffffecc690:" };
        writeln!(text, "{pad}Entry {number}{heading}").unwrap();
        writeln!(
            text,
            "{pad}  Address: 0xdc2b1340\n{pad}  Contains descriptors: true\n{pad}  Size: {bytes:#x}"
        )
        .unwrap();
        for slot in table.chunks_exact(8) {
            writeln!(text, "{pad}    {name}{at}:").unwrap();
            let all = match name {
                "Attribute" => ValhallAttribute::FIELDS,
                _ if words.arch >= Arch::V11 => Buffer::FIELDS,
                _ => &Buffer::FIELDS[..Buffer::FIELDS.len() - 1],
            };
            fields(&mut text, words.arch, indent + 6, all, slot);
        }
    }
    if is_v9 {
        text += "Local Storage:\n  TLS Size: 0\nDraw:\n  Allow forward pixel to kill: true\n";
    } else {
        writeln!(
            text,
            "  Index count: {}\n  Instance count: {}\n  Vertex offset: {}\n  Primitive flags\n    Index type: None",
            counts.vertices.unwrap(), counts.instances, counts.first_vertex
        ).unwrap();
    }
    text
}

/// Prints fields by their names in genxml.
fn fields(text: &mut String, arch: Arch, indent: usize, all: &[Field], words: &[u32]) {
    for field in all {
        let value = field.get(words).unwrap();
        let name = match field.name {
            "descriptor type" => "Type".to_owned(),
            "format" if arch < Arch::V7 => "Format (v6)".to_owned(),
            "format" => "Format (v7)".to_owned(),
            name => name[..1].to_uppercase() + &name[1..],
        };
        let value = match field.kind {
            FieldKind::Format => format_name(arch, value as u32),
            FieldKind::PaddedCount => {
                let count = PaddedCount::from_bits(value as u8);
                count.map_or(value, |count| count.get().into()).to_string()
            }
            FieldKind::SignedBytes => (value as i64).to_string(),
            FieldKind::Named(_) => named(field.name, value).to_owned(),
            _ => value.to_string(),
        };
        writeln!(text, "{}{name}: {value}", " ".repeat(indent)).unwrap();
    }
}

fn named(field: &str, value: u64) -> &'static str {
    match (field, value) {
        ("descriptor type", 5) => "Attribute",
        ("descriptor type", 9) => "Buffer",
        ("buffer type", 1) => "Simple",
        ("attribute type", 1) => "1D",
        ("attribute type", 2) => "1D POT Divisor",
        ("attribute type", 3) => "1D NPOT Divisor",
        ("frequency", 0) => "Vertex",
        ("frequency", 1) => "Instance",
        _ => "XXX: INVALID",
    }
}

fn format_name(arch: Arch, value: u32) -> String {
    let known = [
        (Format::R32G32B32A32_SFLOAT, "RGBA32F RGBA", "RGBA32F RGBA"),
        (Format::R32G32B32_SFLOAT, "RGB32F RGB1", "RGB32F RGB1"),
        (Format::R32G32_SFLOAT, "RG32F RG01", "RG32F RGB1"),
        (Format::R32_UINT, "R32UI R001", "R32UI RGB1"),
    ];
    let known = known
        .iter()
        .find(|(format, ..)| format.hardware(arch) == Some(value));
    match known {
        Some((_, v6, _)) if arch < Arch::V7 => (*v6).to_owned(),
        Some((.., v7)) => (*v7).to_owned(),
        None => "XXX: INVALID XXXX".to_owned(),
    }
}
