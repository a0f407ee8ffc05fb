//! What a manifest of records says: packed records.

use mali_instancing::Arch;

use super::document::Fault;
use super::keys::{Keys, choice};
use super::kind::{KINDS, Kind};
use super::{Manifest, Name};
use crate::failure::Failure;
use crate::record::Record;

/// One packed record of a manifest.
pub(crate) struct NamedRecord {
    pub(crate) kind: &'static Kind,
    pub(crate) name: Name,
    pub(crate) record: Record,
}

impl Manifest {
    /// Packs every record, in the manifest's order.
    pub(crate) fn records(&self) -> Result<Vec<NamedRecord>, Failure> {
        self.read_records().map_err(|fault| self.failure(&fault))
    }

    fn read_records(&self) -> Result<Vec<NamedRecord>, Fault> {
        let mut document = self.document()?;
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
            for (name, keys) in Keys::of_records(kind.name, entry, arch.as_ref())? {
                records.push(NamedRecord {
                    kind,
                    name,
                    record: kind.read(&keys)?,
                });
            }
        }
        records.sort_by_key(|record| record.name.offset);
        self.check_names(records.iter().map(|record| &record.name))?;
        Ok(records)
    }
}
