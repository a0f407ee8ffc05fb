//! Where the fields of records lie, and how an address gets into one: what a driver needs that fills
//! in what was not known when the header was made.

use std::fmt::Write;

use mali_instancing::AttributeBuffer;
use mali_instancing::descriptor::{
    Attribute, Buffer, Draw, Field, FieldKind, InstanceId, Invocation, ValhallAttribute, VertexId,
};

use crate::manifest::kind::Packed;
use crate::manifest::records::NamedRecord;

/// A record of the hardware's.
struct HardwareRecord {
    name: &'static str,
    fields: &'static [Field],
}

macro_rules! hardware_records {
    ($($constant:ident: $record:ident, $name:literal;)*) => {
        $(const $constant: HardwareRecord = HardwareRecord {
            name: $name,
            fields: $record::FIELDS,
        };)*
    };
}

hardware_records! {
    ATTRIBUTE_BUFFER: AttributeBuffer, "attribute buffer";
    ATTRIBUTE: Attribute, "attribute";
    VERTEX_ID: VertexId, "vertex ID";
    INSTANCE_ID: InstanceId, "instance ID";
    DRAW: Draw, "draw";
    INVOCATION: Invocation, "invocation";
    VALHALL_ATTRIBUTE: ValhallAttribute, "valhall attribute";
    BUFFER: Buffer, "buffer";
}

/// The fields of every record of the hardware's that the manifest's records have.
///
/// They are called the same in every header, whatever its prefix, and the first one that is included
/// declares them.
pub(super) fn declare(records: &[NamedRecord]) -> String {
    let mut text = String::new();
    let mut declared = Vec::new();
    for record in records.iter().flat_map(hardware_records) {
        if !declared.contains(&record.name) {
            declared.push(record.name);
            declare_record(&mut text, &record).expect("a String takes any text");
        }
    }
    text
}

fn hardware_records(record: &NamedRecord) -> Vec<HardwareRecord> {
    match (&record.packed, record.kind.name) {
        (Packed::VertexInput(input), _) if input.packed.arch().has_attribute_buffers() => {
            vec![ATTRIBUTE_BUFFER, ATTRIBUTE, DRAW]
        }
        (Packed::VertexInput(_), _) => vec![BUFFER, VALHALL_ATTRIBUTE],
        (_, "attribute_buffer") => vec![ATTRIBUTE_BUFFER],
        (_, "attribute") => vec![ATTRIBUTE],
        (_, "special") => vec![VERTEX_ID, INSTANCE_ID],
        (_, "draw") => vec![DRAW],
        (_, "invocation") => vec![INVOCATION],
        (_, "valhall_attribute") => vec![VALHALL_ATTRIBUTE],
        _ => Vec::new(),
    }
}

fn declare_record(text: &mut String, record: &HardwareRecord) -> std::fmt::Result {
    let HardwareRecord { name, fields } = record;
    let lower_case = format!(
        "mali_instancing_{}",
        name.replace(' ', "_").to_ascii_lowercase()
    );
    let upper_case = lower_case.to_ascii_uppercase();
    write!(
        text,
        "\n#ifndef {upper_case}\n#define {upper_case}\n\n\
         /* The fields of the record \"{name}\": their bits in the word of the number at the end. */\n"
    )?;
    let mask = |field: &Field, word: usize| {
        let name = field.name.replace(' ', "_").to_ascii_uppercase();
        format!("{upper_case}_{name}_MASK_{word}")
    };
    let words = |field: &Field| {
        let field = *field;
        (field.word()..).take_while(move |word| field.mask(*word) != 0)
    };
    for field in *fields {
        for word in words(field) {
            let (name, bits) = (mask(field, word), field.mask(word));
            writeln!(text, "#define {name} {bits:#010x}u")?;
        }
    }
    let is_address = |field: &&Field| field.kind == FieldKind::Address;
    for field in fields.iter().filter(is_address) {
        let allowed = match field.scale {
            1 => String::new(),
            scale => format!(
                ", a multiple of {scale} below 2^{}",
                field.width + scale.ilog2()
            ),
        };
        write!(
            text,
            "\n/* Puts the address of a buffer{allowed}, into its record. */\n\
             static inline void {lower_case}_set_address(uint32_t *record, uint64_t address)\n{{\n"
        )?;
        for word in words(field) {
            let mask = mask(field, word);
            let half = match 32 * (word - field.word()) {
                0 => "address".to_owned(),
                shift => format!("(address >> {shift})"),
            };
            writeln!(
                text,
                "    record[{word}] = (record[{word}] & ~{mask})\n        | ((uint32_t){half} & {mask});"
            )?;
        }
        writeln!(text, "}}")?;
    }
    writeln!(text, "\n#endif")
}
