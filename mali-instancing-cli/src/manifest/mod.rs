//! What a manifest says: TOML or JSON to packed records, every error with its line and key.

mod document;
mod json_notation;
mod keys;
pub(crate) mod kind;
mod toml_notation;

use std::collections::HashMap;
use std::path::Path;

use mali_instancing::Arch;

use crate::failure::Failure;
use crate::record::Record;
use crate::source::Source;
use crate::suggestion::known_names;
use document::{Entry, Fault, Table, Value};
use keys::Keys;
use kind::{KINDS, Kind};

/// A manifest, for errors to point into.
pub(crate) struct Manifest {
    source: Source,
}

/// One packed record of a manifest.
pub(crate) struct NamedRecord {
    pub(crate) kind: &'static Kind,
    pub(crate) name: String,
    /// The byte of the manifest at which the name stands.
    offset: usize,
    pub(crate) record: Record,
}

impl Manifest {
    /// Opens a file, or the standard input if `path` is `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Source::open(path).map(|source| Self { source })
    }

    /// Takes bytes that were read from what is called `name`.
    pub(crate) fn new(name: String, bytes: Vec<u8>) -> Result<Self, Failure> {
        Source::new(name, bytes).map(|source| Self { source })
    }

    /// What the manifest was read from, without the way there.
    pub(crate) fn file_name(&self) -> &str {
        self.source.file_name()
    }

    /// Packs every record, in the manifest's order.
    pub(crate) fn records(&self) -> Result<Vec<NamedRecord>, Failure> {
        self.read().map_err(|fault| self.failure(&fault))
    }

    /// Blames the name of a record.
    pub(crate) fn blame_name(&self, record: &NamedRecord, reason: &str) -> Failure {
        self.failure(&name_fault(record, reason))
    }

    /// The line on which the name of a record stands.
    pub(crate) fn name_line(&self, record: &NamedRecord) -> usize {
        self.source.line(record.offset)
    }

    fn failure(&self, fault: &Fault) -> Failure {
        self.source.failure(fault.offset, &fault.message)
    }

    fn read(&self) -> Result<Vec<NamedRecord>, Fault> {
        let text = self.source.text();
        // No TOML document begins with a brace, every JSON object does.
        let is_json = self.source.has_extension("json") || text.trim_start().starts_with('{');
        let mut document = if is_json {
            json_notation::read(text)?
        } else {
            toml_notation::read(text)?
        };
        let arch = match document.take("arch") {
            Some(Entry { node, .. }) => match keys::choice::<Arch>(&node) {
                Ok(arch) => Some((arch, node.offset)),
                Err(reason) => return Err(Fault::new(node.offset, format!("arch: {reason}"))),
            },
            None => None,
        };
        let mut tables_of_kinds = Vec::new();
        for kind in KINDS {
            if let Some(entry) = document.take(kind.name) {
                let tables = tables(kind, entry.node.offset, entry.node.value)?;
                tables_of_kinds.push((kind, tables));
            }
        }
        if let Some(entry) = document.0.first() {
            let mut known = vec!["arch"];
            known.extend(KINDS.iter().map(|kind| kind.name));
            let known = known_names(&entry.key, &known);
            return Err(Fault::new(
                entry.offset,
                format!("unknown key `{}`, {known}", entry.key),
            ));
        }
        let mut records = Vec::new();
        for (kind, tables) in tables_of_kinds {
            for (index, (offset, table)) in tables.into_iter().enumerate() {
                let keys = Keys::new(kind.name, index, offset, table, arch)?;
                records.push(NamedRecord {
                    kind,
                    offset: keys.name_offset(),
                    record: kind.read(&keys)?,
                    name: keys.into_name(),
                });
            }
        }
        records.sort_by_key(|record| record.offset);
        self.check_names(&records)?;
        Ok(records)
    }

    fn check_names(&self, records: &[NamedRecord]) -> Result<(), Fault> {
        let mut seen = HashMap::new();
        for record in records {
            if let Some(first) = seen.insert(&record.name, record) {
                let reason = format!("line {} has this name already", self.name_line(first));
                return Err(name_fault(record, &reason));
            }
        }
        Ok(())
    }
}

fn name_fault(record: &NamedRecord, reason: &str) -> Fault {
    let message = format!("{} `{}`, name: {reason}", record.kind.name, record.name);
    Fault::new(record.offset, message)
}

/// The tables of an array of tables, with where they begin.
fn tables<'a>(
    kind: &Kind,
    offset: usize,
    value: Value<'a>,
) -> Result<Vec<(usize, Table<'a>)>, Fault> {
    let name = kind.name;
    let Value::Array(elements) = value else {
        let message = format!(
            "{name}: expected an array of tables, [[{name}]], found {}",
            value.kind()
        );
        return Err(Fault::new(offset, message));
    };
    elements
        .into_iter()
        .map(|element| match element.value {
            Value::Table(table) => Ok((element.offset, table)),
            other => {
                let message = format!("{name}: expected a table, found {}", other.kind());
                Err(Fault::new(element.offset, message))
            }
        })
        .collect()
}
