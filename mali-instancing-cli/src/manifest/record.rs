//! The keys of one record.

use std::fmt::Display;

use mali_instancing::{Arch, Padding, Rounding};

use super::NamedBuffer;
use super::document::{Entry, Fault, Node, Table, Value};
use crate::choice::{Choice, Rate};
use crate::number::{self, Limits};
use crate::record::Request;
use crate::suggestion::known_names;

const ATTRIBUTE_BUFFER_KEYS: [&str; 12] = [
    "name",
    "arch",
    "vertices",
    "divisor",
    "instances",
    "stride",
    "size",
    "address",
    "padding",
    "rounding",
    "rate",
    "idvs",
];

/// The keys of a record that have not been read yet.
pub(crate) struct Fields<'a> {
    /// What to call the record in an error.
    title: String,
    /// The byte at which the record begins.
    offset: usize,
    name: String,
    name_offset: usize,
    table: Table<'a>,
}

impl<'a> Fields<'a> {
    /// Begins with the name, which every record has.
    pub(crate) fn new(
        kind: &str,
        index: usize,
        offset: usize,
        mut table: Table<'a>,
    ) -> Result<Self, Fault> {
        let Some(Entry { node, .. }) = table.take("name") else {
            return Err(Fault::new(
                offset,
                format!("{kind} {}: name is missing", index + 1),
            ));
        };
        match node.value {
            Value::Text(name) => Ok(Self {
                title: format!("{kind} `{name}`"),
                offset,
                name: name.into_owned(),
                name_offset: node.offset,
                table,
            }),
            other => Err(Fault::new(
                node.offset,
                format!(
                    "{kind} {}, name: expected a string, found {}",
                    index + 1,
                    other.kind()
                ),
            )),
        }
    }

    /// Packs the record; `arch` is the manifest's.
    pub(crate) fn attribute_buffer(mut self, arch: Option<Arch>) -> Result<NamedBuffer, Fault> {
        if let Some(entry) = self
            .table
            .0
            .iter()
            .find(|entry| !ATTRIBUTE_BUFFER_KEYS.contains(&&*entry.key))
        {
            let known = known_names(&entry.key, &ATTRIBUTE_BUFFER_KEYS);
            let message = format!("{}: unknown key `{}`, {known}", self.title, entry.key);
            return Err(Fault::new(entry.offset, message));
        }
        let offsets: Vec<(String, usize)> = self
            .table
            .0
            .iter()
            .map(|entry| (entry.key.clone().into_owned(), entry.node.offset))
            .collect();
        let Some(vertices) = self.number("vertices")? else {
            let message = format!("{}: vertices is missing", self.title);
            return Err(Fault::new(self.offset, message));
        };
        let request = Request {
            arch: self.take("arch", choice)?.or(arch).unwrap_or(Arch::V7),
            vertices,
            instances: self.number("instances")?,
            divisor: self.number("divisor")?,
            rate: self.take("rate", choice::<Rate>)?,
            address: self.number("address")?.unwrap_or(0),
            stride: self.number("stride")?.unwrap_or(0),
            size: self.number("size")?.unwrap_or(0),
            padding: self.take("padding", choice::<Padding>)?.unwrap_or_default(),
            rounding: self
                .take("rounding", choice::<Rounding>)?
                .unwrap_or_default(),
            idvs: self.take("idvs", boolean)?.unwrap_or(false),
        };
        match request.pack() {
            Ok(packed) => Ok(NamedBuffer {
                name: self.name,
                offset: self.name_offset,
                packed,
            }),
            Err(rejected) => {
                let offset = offsets
                    .iter()
                    .find(|(key, _)| key == rejected.key)
                    .map_or(self.offset, |(_, offset)| *offset);
                Err(self.fault(rejected.key, offset, &rejected.reason))
            }
        }
    }

    fn fault(&self, key: &str, offset: usize, reason: &str) -> Fault {
        Fault::new(offset, format!("{}, {key}: {reason}", self.title))
    }

    fn take<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&Node) -> Result<T, String>,
    ) -> Result<Option<T>, Fault> {
        let Some(Entry { node, .. }) = self.table.take(key) else {
            return Ok(None);
        };
        match read(&node) {
            Ok(value) => Ok(Some(value)),
            Err(reason) => Err(self.fault(key, node.offset, &reason)),
        }
    }

    fn number<T: TryFrom<u64> + Display + Limits>(
        &mut self,
        key: &str,
    ) -> Result<Option<T>, Fault> {
        self.take(key, |node| match &node.value {
            Value::Number(text) | Value::Text(text) => number::parse(text),
            other => Err(format!("expected a whole number, found {}", other.kind())),
        })
    }
}

/// Reads one of several words.
pub(crate) fn choice<T: Choice>(node: &Node) -> Result<T, String> {
    match &node.value {
        Value::Text(text) => T::parse(text),
        other => Err(format!("expected a string, found {}", other.kind())),
    }
}

fn boolean(node: &Node) -> Result<bool, String> {
    match &node.value {
        Value::Boolean(boolean) => Ok(*boolean),
        other => Err(format!("expected true or false, found {}", other.kind())),
    }
}
