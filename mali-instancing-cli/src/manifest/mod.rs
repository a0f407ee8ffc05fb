//! What a manifest says: TOML or JSON to attribute buffers, every error with its line and key.

mod document;
mod json_notation;
mod record;
mod toml_notation;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use mali_instancing::Arch;

use crate::failure::Failure;
use crate::record::Packed;
use crate::suggestion::known_names;
use document::{Fault, Table, Value};
use record::Fields;

const ATTRIBUTE_BUFFER: &str = "attribute_buffer";

/// A manifest, for errors to point into.
pub(crate) struct Manifest {
    name: String,
    text: String,
}

/// One packed attribute buffer of a manifest.
pub(crate) struct NamedBuffer {
    pub(crate) name: String,
    /// The byte of the manifest at which the name stands.
    offset: usize,
    pub(crate) packed: Packed,
}

impl Manifest {
    /// Opens a file, or the standard input if `path` is `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let standard_input = path.as_os_str() == "-";
        let name = if standard_input {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        let mut bytes = Vec::new();
        let read = if standard_input {
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            fs::read(path)
        };
        let bytes = read.map_err(|error| Failure::Input(format!("cannot read {name}: {error}")))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let line = line(error.as_bytes(), valid);
                Err(Failure::Input(format!("{name}:{line}: this is not UTF-8")))
            }
        }
    }

    /// What the manifest was read from.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Packs every attribute buffer, in the manifest's order.
    pub(crate) fn attribute_buffers(&self) -> Result<Vec<NamedBuffer>, Failure> {
        self.read().map_err(|fault| self.failure(&fault))
    }

    /// Blames the name of a buffer.
    pub(crate) fn blame_name(&self, buffer: &NamedBuffer, reason: &str) -> Failure {
        self.failure(&Fault::new(
            buffer.offset,
            format!("{ATTRIBUTE_BUFFER} `{}`, name: {reason}", buffer.name),
        ))
    }

    /// The line on which the name of a buffer stands.
    pub(crate) fn name_line(&self, buffer: &NamedBuffer) -> usize {
        line(self.text.as_bytes(), buffer.offset)
    }

    fn failure(&self, fault: &Fault) -> Failure {
        let line = line(self.text.as_bytes(), fault.offset);
        Failure::Input(format!("{}:{line}: {}", self.name, fault.message))
    }

    fn read(&self) -> Result<Vec<NamedBuffer>, Fault> {
        // No TOML document begins with a brace, every JSON object does.
        let mut document = if self.text.trim_start().starts_with('{') {
            json_notation::read(&self.text)?
        } else {
            toml_notation::read(&self.text)?
        };
        let arch = match document.take("arch") {
            Some(entry) => Some(
                record::choice::<Arch>(&entry.node)
                    .map_err(|reason| Fault::new(entry.node.offset, format!("arch: {reason}")))?,
            ),
            None => None,
        };
        let tables = match document.take(ATTRIBUTE_BUFFER) {
            Some(entry) => tables(entry.node.offset, entry.node.value)?,
            None => Vec::new(),
        };
        if let Some(entry) = document.0.first() {
            let known = known_names(&entry.key, &["arch", ATTRIBUTE_BUFFER]);
            return Err(Fault::new(
                entry.offset,
                format!("unknown key `{}`, {known}", entry.key),
            ));
        }
        let buffers = tables
            .into_iter()
            .enumerate()
            .map(|(index, (offset, table))| {
                Fields::new(ATTRIBUTE_BUFFER, index, offset, table)?.attribute_buffer(arch)
            })
            .collect::<Result<Vec<_>, Fault>>()?;
        self.check_names(&buffers)?;
        Ok(buffers)
    }

    fn check_names(&self, buffers: &[NamedBuffer]) -> Result<(), Fault> {
        let mut seen = HashMap::new();
        for buffer in buffers {
            if let Some(first) = seen.insert(&buffer.name, buffer) {
                let message = format!(
                    "{ATTRIBUTE_BUFFER} `{}`, name: line {} has this name already",
                    buffer.name,
                    self.name_line(first)
                );
                return Err(Fault::new(buffer.offset, message));
            }
        }
        Ok(())
    }
}

/// The number of the line that the byte at `offset` is on, from 1.
fn line(text: &[u8], offset: usize) -> usize {
    text[..offset.min(text.len())]
        .split(|&byte| byte == b'\n')
        .count()
}

/// The tables of an array of tables, with where they begin.
fn tables(offset: usize, value: Value<'_>) -> Result<Vec<(usize, Table<'_>)>, Fault> {
    let Value::Array(elements) = value else {
        let message = format!(
            "{ATTRIBUTE_BUFFER}: expected an array of tables, [[{ATTRIBUTE_BUFFER}]], found {}",
            value.kind()
        );
        return Err(Fault::new(offset, message));
    };
    elements
        .into_iter()
        .map(|element| match element.value {
            Value::Table(table) => Ok((element.offset, table)),
            other => {
                let message = format!(
                    "{ATTRIBUTE_BUFFER}: expected a table, found {}",
                    other.kind()
                );
                Err(Fault::new(element.offset, message))
            }
        })
        .collect()
}
