//! What the user writes down in TOML or JSON: records of a name and keys, every error with its line
//! and key.

pub(crate) mod document;
mod json_notation;
pub(crate) mod keys;
pub(crate) mod kind;
mod records;
mod toml_notation;

use std::collections::HashMap;
use std::path::Path;

pub(crate) use records::NamedRecord;

use crate::failure::Failure;
use crate::source::Source;
use document::{Fault, Table};

/// A manifest, for errors to point into.
pub(crate) struct Manifest {
    source: Source,
}

/// What a record of a manifest is called.
pub(crate) struct Name {
    /// What the manifest calls such records.
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    /// The byte of the manifest at which the name stands.
    pub(crate) offset: usize,
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

    /// Blames the name of a record.
    pub(crate) fn blame_name(&self, name: &Name, reason: &str) -> Failure {
        self.failure(&name_fault(name, reason))
    }

    /// The line on which the name of a record stands.
    pub(crate) fn name_line(&self, name: &Name) -> usize {
        self.source.line(name.offset)
    }

    /// The lines on which bytes stand, which are asked for in their order.
    pub(crate) fn lines(
        &self,
        offsets: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = usize> {
        self.source.lines(offsets)
    }

    pub(crate) fn failure(&self, fault: &Fault) -> Failure {
        self.source.failure(fault.offset, &fault.message)
    }

    /// All that the manifest says.
    pub(crate) fn document(&self) -> Result<Table<'_>, Fault> {
        let text = self.source.text();
        // No TOML document begins with a brace, every JSON object does.
        if self.source.has_extension("json") || text.trim_start().starts_with('{') {
            json_notation::read(text)
        } else {
            toml_notation::read(text)
        }
    }

    /// Checks that no two records have one name.
    pub(crate) fn check_names<'a>(
        &self,
        names: impl IntoIterator<Item = &'a Name>,
    ) -> Result<(), Fault> {
        let mut seen = HashMap::new();
        for name in names {
            if let Some(first) = seen.insert(&name.text, name) {
                let reason = format!("line {} has this name already", self.name_line(first));
                return Err(name_fault(name, &reason));
            }
        }
        Ok(())
    }
}

fn name_fault(name: &Name, reason: &str) -> Fault {
    let message = format!("{} `{}`, name: {reason}", name.kind, name.text);
    Fault::new(name.offset, message)
}
