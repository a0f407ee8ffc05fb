//! The kinds of descriptors that a manifest can have: a file per kind, from its keys to its words.

mod attribute;
mod attribute_buffer;
mod draw;
mod indirect_count;
mod indirect_draw;
mod invocation;
mod special;
mod valhall_attribute;
mod vertex_input;

use std::ops::RangeInclusive;

use mali_instancing::Arch;
use serde::Serialize;

use super::document::Fault;
use super::keys::{Keys, choice};
use crate::descriptor::packed::{DescriptorJson, PackedDescriptor};
use crate::descriptor::vertex_input::VertexInputJson;
use crate::error::{Rejected, reject};
use crate::notation::source::Source;
pub use indirect_draw::{ReadIndirectDraw, indirect_draws};
pub use vertex_input::NamedVertexInput;

pub struct DescriptorKind {
    /// Its key in a manifest.
    pub name: &'static str,
    /// Its name in JSON, where there is an array of them.
    pub plural: &'static str,
    /// Its alignment in memory, in bytes.
    pub alignment: usize,
    /// The architectures that have such descriptors.
    archs: RangeInclusive<Arch>,
    /// The architecture of a descriptor that names none, in a manifest that names none; `None` where one
    /// of them must.
    default_arch: Option<Arch>,
    /// The keys that a descriptor can have besides `name` and `arch`.
    keys: &'static [&'static str],
    pack: Pack,
}

/// How a descriptor is packed.
enum Pack {
    /// One whose values are its keys'.
    Keys(fn(&Keys, Arch) -> Result<PackedDescriptor, Rejected>),
    /// One that has parts with names and keys of their own.
    Parts(fn(&Source, &mut Keys, Arch) -> Result<NamedVertexInput, Fault>),
}

/// What a descriptor becomes.
pub enum Packed {
    Descriptor(PackedDescriptor),
    VertexInput(NamedVertexInput),
}

/// The kinds, in the order in which they are printed.
pub static KINDS: [&DescriptorKind; 7] = [
    &attribute_buffer::KIND,
    &attribute::KIND,
    &special::KIND,
    &invocation::KIND,
    &draw::KIND,
    &valhall_attribute::KIND,
    &vertex_input::KIND,
];

/// The keys of every kind of descriptor of a manifest, under the kind's name, and of the parts of a
/// `vertex_input`. Every descriptor also has a `name` and may have an `arch`.
///
/// ```
/// let keys = mali_instancing_codegen::descriptor_keys();
/// let (_, keys) = keys.iter().find(|(kind, _)| *kind == "attribute").unwrap();
/// assert_eq!(*keys, ["buffer_index", "offset_enable", "format", "offset"]);
/// ```
#[must_use]
pub fn descriptor_keys() -> Vec<(&'static str, &'static [&'static str])> {
    let kinds = KINDS.iter().map(|kind| (kind.name, kind.keys));
    kinds.chain(vertex_input::PART_KEYS).collect()
}

/// The kind whose array is printed without descriptors too.
pub static ATTRIBUTE_BUFFER: &DescriptorKind = &attribute_buffer::KIND;

/// A descriptor in JSON.
#[derive(Serialize)]
#[serde(untagged)]
pub enum PackedJson<'a> {
    Descriptor(DescriptorJson<'a>),
    VertexInput(VertexInputJson<'a>),
}

impl Packed {
    pub fn to_json<'a>(&self, name: &'a str) -> PackedJson<'a> {
        match self {
            Self::Descriptor(descriptor) => PackedJson::Descriptor(descriptor.to_json(Some(name))),
            Self::VertexInput(input) => PackedJson::VertexInput(input.packed.to_json(name)),
        }
    }
}

impl DescriptorKind {
    /// Packs a descriptor.
    pub(super) fn read(&self, source: &Source, keys: &mut Keys) -> Result<Packed, Fault> {
        keys.check_known(&[&["name", "arch"], self.keys].concat())?;
        let arch = self.arch(keys).map_err(|rejected| keys.fault(&rejected))?;
        match self.pack {
            Pack::Keys(pack) => pack(keys, arch)
                .map(Packed::Descriptor)
                .map_err(|rejected| keys.fault(&rejected)),
            Pack::Parts(pack) => pack(source, keys, arch).map(Packed::VertexInput),
        }
    }

    fn arch(&self, keys: &Keys) -> Result<Arch, Rejected> {
        let arch = keys
            .optional("arch", choice)?
            .or(self.default_arch)
            .ok_or_else(|| Rejected::missing("arch"))?;
        if self.archs.contains(&arch) {
            return Ok(arch);
        }
        Err(reject("arch")(format!(
            "Mali V{} has no {} descriptors: only V{} to V{} have them",
            arch.number(),
            self.name.replace('_', " "),
            self.archs.start().number(),
            self.archs.end().number()
        )))
    }
}
