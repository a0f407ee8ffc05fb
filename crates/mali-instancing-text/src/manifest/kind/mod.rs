//! The kinds of records that a manifest can have: a file per kind, from its keys to its words.

mod attribute;
mod attribute_buffer;
mod draw;
mod invocation;
mod special;
mod valhall_attribute;

use std::ops::RangeInclusive;

use mali_instancing::Arch;

use super::document::Fault;
use super::keys::{Keys, choice};
use crate::error::{Rejected, reject};
use crate::record::packed::PackedRecord;

pub(crate) struct RecordKind {
    /// Its key in a manifest.
    pub(crate) name: &'static str,
    /// Its name in JSON, where there is an array of them.
    pub(crate) plural: &'static str,
    /// Its alignment in memory, in bytes.
    pub(crate) alignment: usize,
    /// The architectures that have such records.
    archs: RangeInclusive<Arch>,
    /// The architecture of a record that names none, in a manifest that names none.
    default_arch: Arch,
    /// The keys that a record can have besides `name` and `arch`.
    keys: &'static [&'static str],
    pack: fn(&Keys, Arch) -> Result<PackedRecord, Rejected>,
}

/// The kinds, in the order in which they are printed.
pub(crate) static KINDS: [&RecordKind; 6] = [
    &attribute_buffer::KIND,
    &attribute::KIND,
    &special::KIND,
    &invocation::KIND,
    &draw::KIND,
    &valhall_attribute::KIND,
];

/// The kind whose array is printed without records too.
pub(crate) static ATTRIBUTE_BUFFER: &RecordKind = &attribute_buffer::KIND;

impl RecordKind {
    /// Packs a record.
    pub(super) fn read(&self, keys: &Keys) -> Result<PackedRecord, Fault> {
        keys.check_known(&[&["name", "arch"], self.keys].concat())?;
        self.arch(keys)
            .and_then(|arch| (self.pack)(keys, arch))
            .map_err(|rejected| keys.fault(&rejected))
    }

    fn arch(&self, keys: &Keys) -> Result<Arch, Rejected> {
        let arch = keys.optional("arch", choice)?.unwrap_or(self.default_arch);
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
