//! The kinds of records that a manifest can have: a file per kind, from its keys to its words.

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
use crate::error::{Rejected, reject};
use crate::notation::source::Source;
use crate::record::packed::{PackedRecord, RecordJson};
use crate::record::vertex_input::VertexInputJson;
pub(crate) use indirect_draw::{ReadIndirectDraw, indirect_draws};
pub(crate) use vertex_input::NamedVertexInput;

pub(crate) struct RecordKind {
    /// Its key in a manifest.
    pub(crate) name: &'static str,
    /// Its name in JSON, where there is an array of them.
    pub(crate) plural: &'static str,
    /// Its alignment in memory, in bytes.
    pub(crate) alignment: usize,
    /// The architectures that have such records.
    archs: RangeInclusive<Arch>,
    /// The architecture of a record that names none, in a manifest that names none; `None` where one
    /// of them must.
    default_arch: Option<Arch>,
    /// The keys that a record can have besides `name` and `arch`.
    keys: &'static [&'static str],
    pack: Pack,
}

/// How a record is packed.
enum Pack {
    /// One whose values are its keys'.
    Keys(fn(&Keys, Arch) -> Result<PackedRecord, Rejected>),
    /// One that has parts with names and keys of their own.
    Parts(fn(&Source, &mut Keys, Arch) -> Result<NamedVertexInput, Fault>),
}

/// What a record becomes.
pub(crate) enum Packed {
    Record(PackedRecord),
    VertexInput(NamedVertexInput),
}

/// The kinds, in the order in which they are printed.
pub(crate) static KINDS: [&RecordKind; 7] = [
    &attribute_buffer::KIND,
    &attribute::KIND,
    &special::KIND,
    &invocation::KIND,
    &draw::KIND,
    &valhall_attribute::KIND,
    &vertex_input::KIND,
];

/// The keys of every kind of record of a manifest, under the kind's name, and of the parts of a
/// `vertex_input`. Every record also has a `name` and may have an `arch`.
///
/// ```
/// let keys = mali_instancing_text::record_keys();
/// let (_, keys) = keys.iter().find(|(kind, _)| *kind == "attribute").unwrap();
/// assert_eq!(*keys, ["buffer_index", "offset_enable", "format", "offset"]);
/// ```
#[must_use]
pub fn record_keys() -> Vec<(&'static str, &'static [&'static str])> {
    let kinds = KINDS.iter().map(|kind| (kind.name, kind.keys));
    kinds.chain(vertex_input::PART_KEYS).collect()
}

/// The kind whose array is printed without records too.
pub(crate) static ATTRIBUTE_BUFFER: &RecordKind = &attribute_buffer::KIND;

/// A record in JSON.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum PackedJson<'a> {
    Record(RecordJson<'a>),
    VertexInput(VertexInputJson<'a>),
}

impl Packed {
    pub(crate) fn to_json<'a>(&self, name: &'a str) -> PackedJson<'a> {
        match self {
            Self::Record(record) => PackedJson::Record(record.to_json(Some(name))),
            Self::VertexInput(input) => PackedJson::VertexInput(input.packed.to_json(name)),
        }
    }
}

impl RecordKind {
    /// Packs a record.
    pub(super) fn read(&self, source: &Source, keys: &mut Keys) -> Result<Packed, Fault> {
        keys.check_known(&[&["name", "arch"], self.keys].concat())?;
        let arch = self.arch(keys).map_err(|rejected| keys.fault(&rejected))?;
        match self.pack {
            Pack::Keys(pack) => pack(keys, arch)
                .map(Packed::Record)
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
            "Mali V{} has no {} records: only V{} to V{} have them",
            arch.number(),
            self.name.replace('_', " "),
            self.archs.start().number(),
            self.archs.end().number()
        )))
    }
}
