//! The positions of descriptors' fields, and functions that set addresses and sizes, for a driver that stores
//! values that were not known when the header was generated.

use mali_instancing::AttributeBuffer;
use mali_instancing::descriptor::{
    Attribute, Buffer, Draw, Field, FieldKind, InstanceId, Invocation, ValhallAttribute, VertexId,
};

use crate::code::concat;
use crate::manifest::Descriptor;
use crate::pack::{NamedDescriptor, Words};

/// A hardware descriptor: its name and its fields.
type HardwareDescriptor = (&'static str, &'static [Field]);

const ATTRIBUTE_BUFFER: HardwareDescriptor = ("attribute buffer", AttributeBuffer::FIELDS);
const ATTRIBUTE: HardwareDescriptor = ("attribute", Attribute::FIELDS);
const VERTEX_ID: HardwareDescriptor = ("vertex ID", VertexId::FIELDS);
const INSTANCE_ID: HardwareDescriptor = ("instance ID", InstanceId::FIELDS);
const INVOCATION: HardwareDescriptor = ("invocation", Invocation::FIELDS);
const DRAW: HardwareDescriptor = ("draw", Draw::FIELDS);
const BUFFER: HardwareDescriptor = ("buffer", Buffer::FIELDS);
const VALHALL_ATTRIBUTE: HardwareDescriptor = ("valhall attribute", ValhallAttribute::FIELDS);

/// The check of arguments, which a program may define itself. A freestanding compiler may not have `<assert.h>`.
const ASSERT: &str = "
/* The low bits of an address are in the offsets of the buffer's attributes: a descriptor has no place for them. */
#ifndef MALI_INST_ASSERT
#if defined(__STDC_HOSTED__) && __STDC_HOSTED__ == 0
#define MALI_INST_ASSERT(condition) ((void)0)
#else
#include <assert.h>
#define MALI_INST_ASSERT(condition) assert(condition)
#endif
#endif
";

/// The fields of every hardware descriptor that the manifest's descriptors have.
///
/// They have the same names in every header, whatever its prefix, and the first header that is included
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
    match &descriptor.descriptor {
        Descriptor::AttributeBuffer(_) => vec![ATTRIBUTE_BUFFER],
        Descriptor::Attribute(_) => vec![ATTRIBUTE],
        // Which of the two a `special` is depends on its key `record`. Both are declared.
        Descriptor::Special(_) => vec![VERTEX_ID, INSTANCE_ID],
        Descriptor::Invocation(_) => vec![INVOCATION],
        Descriptor::Draw(_) => vec![DRAW],
        Descriptor::ValhallAttribute(_) => vec![VALHALL_ATTRIBUTE],
        Descriptor::VertexInput(_) => match &descriptor.words {
            Words::VertexInput(packed) if packed.arch().has_attribute_buffers() => {
                vec![ATTRIBUTE_BUFFER, ATTRIBUTE, DRAW]
            }
            Words::VertexInput(_) => vec![BUFFER, VALHALL_ATTRIBUTE],
            // A pipeline's words are not those of descriptors.
            Words::Pipeline(_) | Words::Descriptor(_) => Vec::new(),
        },
    }
}

fn declare_descriptor((name, fields): HardwareDescriptor) -> String {
    let lower_case = format!("mali_inst_{}", name.replace(' ', "_").to_ascii_lowercase());
    let upper_case = lower_case.to_ascii_uppercase();
    let mask = |field: &Field, word: usize| {
        let name = field.name.replace(' ', "_").to_ascii_uppercase();
        format!("{upper_case}_{name}_MASK_{word}")
    };
    // A field of more than one word is in neighbouring words, so the first word without a bit of it ends it.
    let words = |field: Field| (field.word()..).take_while(move |word| field.mask(*word) != 0);
    let masked = fields
        .iter()
        .flat_map(|field| words(*field).map(move |word| (field, word)));
    let masks = masked.map(|(field, word)| {
        let (name, mask) = (mask(field, word), field.mask(word));
        format!("#define {name} {mask:#010x}u\n")
    });
    let store = |field: &Field, value: &str, shift: u32| {
        let stores = words(*field).map(|word| {
            let mask = mask(field, word);
            // An address is stored as it is, without the field's shift: `pointer` is the address / 64 from bit 6 on, so
            // every bit of the address is at its own place, and its low six bits are masked. Sizes begin at bit 0.
            let half = match shift + 32 * (word - field.word()) as u32 {
                0 => value.to_owned(),
                shift => format!("({value} >> {shift})"),
            };
            format!(
                "    descriptor[{word}] = (descriptor[{word}] & ~{mask})\n        | ((uint32_t){half} & {mask});\n"
            )
        });
        concat(stores)
    };
    let is_address = |field: &&Field| field.kind == FieldKind::Address;
    let addresses = fields.iter().filter(is_address).map(|field| {
        // With a scale of 1 the field has all 64 bits of an address, and nothing is to be checked.
        let (allowed, check) = match field.scale {
            1 => (String::new(), String::new()),
            scale => {
                let bits = field.width + scale.ilog2();
                let condition = format!("(address & {}) == 0 && address >> {bits} == 0", scale - 1);
                let check = format!("    MALI_INST_ASSERT({condition});\n");
                (format!(", a multiple of {scale} below 2^{bits}"), check)
            }
        };
        let stores = store(field, "address", 0);
        format!(
            "\n/* Puts the address of a buffer{allowed}, into its descriptor. */\n\
             static inline void {lower_case}_set_address(uint32_t *descriptor, uint64_t address)\n\
             {{\n{check}{stores}}}\n"
        )
    });
    let addresses = concat(addresses);
    let size = fields.iter().find(|field| field.name == "size");
    let size = size.map_or_else(String::new, |field| {
        let upper_half = fields.iter().find(|field| field.name == "size hi");
        let (ty, allowed) = match upper_half {
            Some(_) => ("uint64_t", ", below 2^32 on V9 and V10,"),
            None => ("uint32_t", ","),
        };
        let upper_half = upper_half.map_or_else(String::new, |field| store(field, "size", 32));
        let stores = store(field, "size", 0);
        format!(
            "\n/* Puts the size of a buffer in bytes, from its address on{allowed} into its descriptor. */\n\
             static inline void {lower_case}_set_size(uint32_t *descriptor, {ty} size)\n\
             {{\n{stores}{upper_half}}}\n"
        )
    });
    let has_assert = addresses.contains("MALI_INST_ASSERT");
    let assert = if has_assert { ASSERT } else { "" };
    format!(
        "\n#ifndef {upper_case}\n#define {upper_case}\n\n\
         /* The fields of the descriptor \"{name}\": their bits in the word of the number at the end. */\n\
         {}{assert}{addresses}{size}\n#endif\n",
        concat(masks),
    )
}
