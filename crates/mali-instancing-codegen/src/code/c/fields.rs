//! Where the fields of descriptors lie, and how an address gets into one: what a driver needs that fills
//! in what was not known when the header was made.

use std::fmt::Write;

use mali_instancing::AttributeBuffer;
use mali_instancing::descriptor::{
    Attribute, Buffer, Draw, Field, FieldKind, InstanceId, Invocation, ValhallAttribute, VertexId,
};

use crate::pack::NamedDescriptor;
use crate::pack::Words;

/// A descriptor of the hardware's.
struct HardwareDescriptor {
    name: &'static str,
    fields: &'static [Field],
}

macro_rules! hardware_descriptors {
    ($($constant:ident: $descriptor:ident, $name:literal;)*) => {
        $(const $constant: HardwareDescriptor = HardwareDescriptor {
            name: $name,
            fields: $descriptor::FIELDS,
        };)*
    };
}

hardware_descriptors! {
    ATTRIBUTE_BUFFER: AttributeBuffer, "attribute buffer";
    ATTRIBUTE: Attribute, "attribute";
    VERTEX_ID: VertexId, "vertex ID";
    INSTANCE_ID: InstanceId, "instance ID";
    DRAW: Draw, "draw";
    INVOCATION: Invocation, "invocation";
    VALHALL_ATTRIBUTE: ValhallAttribute, "valhall attribute";
    BUFFER: Buffer, "buffer";
}

/// The fields of every descriptor of the hardware's that the manifest's descriptors have.
///
/// They are called the same in every header, whatever its prefix, and the first one that is included
/// declares them.
pub(super) fn declare(descriptors: &[NamedDescriptor]) -> String {
    let mut text = String::new();
    let mut declared = Vec::new();
    for descriptor in descriptors.iter().flat_map(hardware_descriptors) {
        if !declared.contains(&descriptor.name) {
            declared.push(descriptor.name);
            declare_descriptor(&mut text, &descriptor).expect("a String takes any text");
        }
    }
    text
}

fn hardware_descriptors(descriptor: &NamedDescriptor) -> Vec<HardwareDescriptor> {
    match (&descriptor.words, descriptor.kind.name) {
        (Words::VertexInput(input), _) if input.packed.arch().has_attribute_buffers() => {
            vec![ATTRIBUTE_BUFFER, ATTRIBUTE, DRAW]
        }
        (Words::VertexInput(_), _) => vec![BUFFER, VALHALL_ATTRIBUTE],
        (_, "attribute_buffer") => vec![ATTRIBUTE_BUFFER],
        (_, "attribute") => vec![ATTRIBUTE],
        (_, "special") => vec![VERTEX_ID, INSTANCE_ID],
        (_, "draw") => vec![DRAW],
        (_, "invocation") => vec![INVOCATION],
        (_, "valhall_attribute") => vec![VALHALL_ATTRIBUTE],
        _ => Vec::new(),
    }
}

fn declare_descriptor(text: &mut String, descriptor: &HardwareDescriptor) -> std::fmt::Result {
    let HardwareDescriptor { name, fields } = descriptor;
    let lower_case = format!("mali_inst_{}", name.replace(' ', "_").to_ascii_lowercase());
    let upper_case = lower_case.to_ascii_uppercase();
    write!(
        text,
        "\n#ifndef {upper_case}\n#define {upper_case}\n\n\
         /* The fields of the descriptor \"{name}\": their bits in the word of the number at the end. */\n"
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
            "\n/* Puts the address of a buffer{allowed}, into its descriptor. */\n\
             static inline void {lower_case}_set_address(uint32_t *descriptor, uint64_t address)\n{{\n"
        )?;
        for word in words(field) {
            let mask = mask(field, word);
            let half = match 32 * (word - field.word()) {
                0 => "address".to_owned(),
                shift => format!("(address >> {shift})"),
            };
            writeln!(
                text,
                "    descriptor[{word}] = (descriptor[{word}] & ~{mask})\n        | ((uint32_t){half} & {mask});"
            )?;
        }
        writeln!(text, "}}")?;
    }
    writeln!(text, "\n#endif")
}
