//! What each word of a record says.

use std::fmt::{self, Write};

use mali_instancing::decode::Record;
use mali_instancing::descriptor::{
    AttributeFields, BufferFields, DrawFields, InvocationFields, ValhallAttributeFields,
    ValhallFetchMode,
};
use mali_instancing::{Arch, AttributeBufferFields, FetchMode, MagicDivisor, PaddedCount};

use super::fields::Fields;
use super::mode::Mode;
use super::packed::word;
use crate::notation::format as vertex_format;

/// Prints a line a word: its position, its value and its fields. `first` is the first one's
/// position.
pub(crate) fn print_words(
    output: &mut dyn Write,
    arch: Arch,
    record: &Record,
    words: &[u32],
    first: usize,
) -> fmt::Result {
    let explanations = explain(arch, record, words);
    for ((index, value), explanation) in (first..).zip(words).zip(explanations) {
        writeln!(output, "{index:<5} {}  {explanation}", word(*value))?;
    }
    Ok(())
}

/// The fields of a record's words, a text per word.
fn explain(arch: Arch, record: &Record, words: &[u32]) -> Vec<String> {
    match record {
        Record::AttributeBuffer(fields) => attribute_buffer(fields).into(),
        Record::VertexId(padded) => vertex_id(*padded).into(),
        Record::InstanceId(magic) => instance_id(*magic).into(),
        Record::Empty => vec!["empty".to_owned(); words.len()],
        Record::Attribute(fields) => attribute(arch, fields).into(),
        Record::Draw(fields) => draw(fields).into(),
        Record::Invocation(fields) => invocation(fields, words).into(),
        Record::ValhallAttribute(fields) => valhall_attribute(arch, fields).into(),
        Record::Buffer(fields) => buffer(fields).into(),
    }
}

fn reserved() -> String {
    "reserved".to_owned()
}

fn attribute_buffer(fields: &AttributeBufferFields) -> [String; 8] {
    let record_type = match fields.mode {
        FetchMode::Linear | FetchMode::Constant => "1 (linear)",
        FetchMode::PowerOfTwoDivisor(_) => "2 (power-of-two divisor)",
        FetchMode::Modulus(_) => "3 (modulus)",
        FetchMode::OtherDivisor { .. } => "4 (other divisor)",
    };
    let address = fields.address.get();
    let continuation = match fields.mode {
        FetchMode::OtherDivisor { magic, divisor } => [
            "type 0x20 (continuation)".to_owned(),
            format!("divisor D {}", word(magic.divisor_d())),
            reserved(),
            format!("divisor {divisor}, the application's"),
        ],
        _ => ["no continuation"; 4].map(str::to_owned),
    };
    let [word4, word5, word6, word7] = continuation;
    [
        format!(
            "type {record_type}; pointer, bits 6..31: {:#x}",
            address & 0xffff_ffff
        ),
        format!(
            "pointer, bits 32..55: {:#x}{}",
            address >> 32,
            Mode::from(fields.mode).fields.in_one_word()
        ),
        format!("stride {} bytes", fields.stride),
        format!("size {} bytes", fields.size),
        word4,
        word5,
        word6,
        word7,
    ]
}

fn vertex_id(padded: Option<PaddedCount>) -> [String; 4] {
    let parameters = match padded {
        Some(padded) => format!(
            "vertices padded to {padded}{}",
            Fields::from(padded).in_one_word()
        ),
        None => "not instanced; divisor R 31; divisor P 4".to_owned(),
    };
    [
        "type 0x22 (vertex ID)".to_owned(),
        parameters,
        reserved(),
        reserved(),
    ]
}

fn instance_id(magic: MagicDivisor) -> [String; 4] {
    let parameters = Fields::from(magic).in_one_word();
    [
        "type 0x24 (instance ID)".to_owned(),
        parameters.trim_start_matches("; ").to_owned(),
        format!("divisor D {}", word(magic.divisor_d())),
        reserved(),
    ]
}

fn attribute(arch: Arch, fields: &AttributeFields) -> [String; 2] {
    [
        format!(
            "buffer index {}; offset enable {}; format {}",
            fields.buffer_index,
            u32::from(fields.offset_enable),
            format_field(arch, fields.format)
        ),
        format!("offset {} bytes", fields.offset),
    ]
}

fn format_field(arch: Arch, field: u32) -> String {
    match vertex_format::names(arch, field).as_slice() {
        [] => format!("{field:#08x}"),
        names => format!("{field:#08x} ({})", names.join(", ")),
    }
}

fn draw(fields: &DrawFields) -> [String; 2] {
    [
        format!(
            "instance size {}; flags {}",
            fields.instance_size,
            word(fields.flags)
        ),
        format!("offset start {}", fields.offset_start),
    ]
}

fn invocation(fields: &InvocationFields, words: &[u32]) -> [String; 2] {
    let dimensions = match fields {
        InvocationFields::Draw {
            vertices,
            instances,
        } => format!(
            "workgroups y {vertices}, the vertices; workgroups z {instances}, the instances"
        ),
        InvocationFields::Compute {
            size: [size_x, size_y, size_z],
            workgroups: [x, y, z],
        } => format!("size x {size_x}, y {size_y}, z {size_z}; workgroups x {x}, y {y}, z {z}"),
    };
    let starts = words.get(1).copied().unwrap_or_default();
    [
        format!("{dimensions}; each less one"),
        format!(
            "begin at bits: size y {}, z {}; workgroups x {}, y {}, z {}; thread group split {}",
            starts & 0x1f,
            starts >> 5 & 0x1f,
            starts >> 10 & 0x3f,
            starts >> 16 & 0x3f,
            starts >> 22 & 0x3f,
            starts >> 28
        ),
    ]
}

fn valhall_attribute(arch: Arch, fields: &ValhallAttributeFields) -> [String; 8] {
    let (attribute_type, divisor_d) = match fields.mode {
        ValhallFetchMode::Vertex | ValhallFetchMode::Instance | ValhallFetchMode::Constant => {
            ("1 (linear)", reserved())
        }
        ValhallFetchMode::PowerOfTwoDivisor(_) => ("2 (power-of-two divisor)", reserved()),
        ValhallFetchMode::OtherDivisor(magic) => (
            "3 (other divisor)",
            format!("divisor D {}", word(magic.divisor_d())),
        ),
    };
    let (offset_enable, frequency) = match fields.mode {
        ValhallFetchMode::Vertex => (1, "0 (vertex)"),
        _ => (0, "1 (instance)"),
    };
    [
        format!(
            "descriptor type 5 (attribute); attribute type {attribute_type}; offset enable \
             {offset_enable}; format {}",
            format_field(arch, fields.format)
        ),
        format!(
            "table {}; frequency {frequency}{}",
            fields.table,
            Mode::from(fields.mode).fields.in_one_word()
        ),
        format!("offset {} bytes", fields.offset),
        format!("buffer index {}", fields.buffer_index),
        format!("stride {} bytes", fields.stride),
        divisor_d,
        reserved(),
        reserved(),
    ]
}

fn buffer(fields: &BufferFields) -> [String; 8] {
    [
        "descriptor type 9 (buffer); buffer type 1 (simple)".to_owned(),
        format!("size {} bytes", fields.size),
        format!("address, bits 0..31: {:#x}", fields.address & 0xffff_ffff),
        format!("address, bits 32..63: {:#x}", fields.address >> 32),
        reserved(),
        reserved(),
        reserved(),
        reserved(),
    ]
}
