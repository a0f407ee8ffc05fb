//! Where the fields of descriptors lie, and how an address gets into one: what a driver needs that fills
//! in what was not known when the header was made.

use mali_instancing::AttributeBuffer;
use mali_instancing::descriptor::{
    Attribute, Buffer, Draw, Field, FieldKind, InstanceId, Invocation, ValhallAttribute, VertexId,
};

use crate::code::concat;
use crate::pack::{NamedDescriptor, Words};

/// A descriptor of the hardware's: its name and its fields.
type HardwareDescriptor = (&'static str, &'static [Field]);

const ATTRIBUTE_BUFFER: HardwareDescriptor = ("attribute buffer", AttributeBuffer::FIELDS);
const ATTRIBUTE: HardwareDescriptor = ("attribute", Attribute::FIELDS);
const DRAW: HardwareDescriptor = ("draw", Draw::FIELDS);
const VALHALL_ATTRIBUTE: HardwareDescriptor = ("valhall attribute", ValhallAttribute::FIELDS);

/// The fields of every descriptor of the hardware's that the manifest's descriptors have.
///
/// They are called the same in every header, whatever its prefix, and the first one that is included
/// declares them.
pub(super) fn declare(descriptors: &[NamedDescriptor]) -> String {
    let mut declared: Vec<HardwareDescriptor> = Vec::new();
    for descriptor in descriptors.iter().flat_map(hardware_descriptors) {
        if !declared.iter().any(|(name, _)| *name == descriptor.0) {
            declared.push(descriptor);
        }
    }
    concat(declared.into_iter().map(declare_descriptor))
}

fn hardware_descriptors(descriptor: &NamedDescriptor) -> Vec<HardwareDescriptor> {
    match (&descriptor.words, descriptor.kind.name) {
        (Words::VertexInput(packed), _) if packed.arch().has_attribute_buffers() => {
            vec![ATTRIBUTE_BUFFER, ATTRIBUTE, DRAW]
        }
        (Words::Pipeline(_), _) => Vec::new(),
        (Words::VertexInput(_), _) => vec![("buffer", Buffer::FIELDS), VALHALL_ATTRIBUTE],
        (_, "attribute_buffer") => vec![ATTRIBUTE_BUFFER],
        (_, "attribute") => vec![ATTRIBUTE],
        (_, "special") => vec![
            ("vertex ID", VertexId::FIELDS),
            ("instance ID", InstanceId::FIELDS),
        ],
        (_, "draw") => vec![DRAW],
        (_, "invocation") => vec![("invocation", Invocation::FIELDS)],
        (_, "valhall_attribute") => vec![VALHALL_ATTRIBUTE],
        _ => Vec::new(),
    }
}

fn declare_descriptor((name, fields): HardwareDescriptor) -> String {
    let lower_case = format!("mali_inst_{}", name.replace(' ', "_").to_ascii_lowercase());
    let upper_case = lower_case.to_ascii_uppercase();
    let mask = |field: &Field, word: usize| {
        let name = field.name.replace(' ', "_").to_ascii_uppercase();
        format!("{upper_case}_{name}_MASK_{word}")
    };
    let words = |field: Field| (field.word()..).take_while(move |word| field.mask(*word) != 0);
    let masked = fields
        .iter()
        .flat_map(|field| words(*field).map(move |word| (field, word)));
    let masks = masked.map(|(field, word)| {
        let (name, mask) = (mask(field, word), field.mask(word));
        format!("#define {name} {mask:#010x}u\n")
    });
    let is_address = |field: &&Field| field.kind == FieldKind::Address;
    let addresses = fields.iter().filter(is_address);
    let functions = addresses.map(|field| {
        let allowed = match field.scale {
            1 => String::new(),
            scale => format!(", a multiple of {scale} below 2^{}", field.width + scale.ilog2()),
        };
        let stores = words(*field).map(|word| {
            let mask = mask(field, word);
            let half = match 32 * (word - field.word()) {
                0 => "address".to_owned(),
                shift => format!("(address >> {shift})"),
            };
            format!(
                "    descriptor[{word}] = (descriptor[{word}] & ~{mask})\n        | ((uint32_t){half} & {mask});\n"
            )
        });
        format!(
            "\n/* Puts the address of a buffer{allowed}, into its descriptor. */\n\
             static inline void {lower_case}_set_address(uint32_t *descriptor, uint64_t address)\n{{\n{}}}\n",
            concat(stores)
        )
    });
    format!(
        "\n#ifndef {upper_case}\n#define {upper_case}\n\n\
         /* The fields of the descriptor \"{name}\": their bits in the word of the number at the end. */\n\
         {}{}\n#endif\n",
        concat(masks),
        concat(functions)
    )
}
