//! What the user writes in TOML or JSON: tables of keys. Every error has its line and its key.

pub(crate) mod document;
mod json_notation;
pub(crate) mod keys;
pub(crate) mod kind;
pub(crate) mod records;
mod toml_notation;

use std::collections::HashMap;

use crate::notation::source::Source;
use document::{Fault, Name, Table};

/// All that a manifest says.
pub(crate) fn document(source: &Source) -> Result<Table<'_>, Fault> {
    let text = source.text();
    if source.is_json() {
        json_notation::read(text)
    } else {
        toml_notation::read(text)
    }
}

/// Checks that no two records have one name.
pub(crate) fn check_names<'a>(
    source: &Source,
    names: impl IntoIterator<Item = &'a Name>,
) -> Result<(), Fault> {
    let mut seen = HashMap::new();
    for name in names {
        if let Some(first) = seen.insert(&name.text, name) {
            let line = source.line(first.offset);
            return Err(name.fault(&format!("line {line} has this name already")));
        }
    }
    Ok(())
}
