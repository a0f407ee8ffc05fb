//! What a manifest of records says: packed records.

use mali_instancing::Arch;

use super::document::{Fault, Name};
use super::keys::{Keys, choice};
use super::kind::{KINDS, Packed, RecordKind};
use super::{check_names, document};
use crate::error::TextError;
use crate::notation::source::Source;

/// One packed record of a manifest.
pub(crate) struct NamedRecord {
    pub(crate) kind: &'static RecordKind,
    pub(crate) name: Name,
    pub(crate) packed: Packed,
}

/// Packs every record of a manifest, in its order.
pub(crate) fn records(source: &Source) -> Result<Vec<NamedRecord>, TextError> {
    read(source).map_err(|fault| fault.in_text(source))
}

fn read(source: &Source) -> Result<Vec<NamedRecord>, Fault> {
    let mut document = document(source)?;
    let known: Vec<_> = ["arch"]
        .into_iter()
        .chain(KINDS.iter().map(|kind| kind.name))
        .collect();
    document.check_known(&known)?;
    let arch = document.take("arch");
    if let Some(arch) = &arch {
        arch.read(choice::<Arch>)?;
    }
    let mut records = Vec::new();
    for kind in KINDS {
        let Some(entry) = document.take(kind.name) else {
            continue;
        };
        for (name, mut keys) in Keys::of_records(kind.name, entry, arch.as_ref())? {
            records.push(NamedRecord {
                kind,
                name,
                packed: kind.read(source, &mut keys)?,
            });
        }
    }
    records.sort_by_key(|record| record.name.offset);
    check_names(source, records.iter().map(|record| &record.name))?;
    Ok(records)
}
