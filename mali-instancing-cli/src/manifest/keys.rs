//! The keys of one record, of whichever kind it is.

use std::fmt::Display;

use mali_instancing::Arch;
use mali_instancing::draw::DrawCall;

use super::document::{Entry, Fault, Node, Table, Value};
use crate::choice::Choice;
use crate::number::{self, Limits};
use crate::record::{Rejected, reject};
use crate::suggestion::known_names;
use crate::vertex_format::VertexFormat;

/// The keys of a record besides its name.
pub(crate) struct Keys<'a> {
    /// What to call the record in an error.
    title: String,
    /// The byte at which the record begins.
    offset: usize,
    name: String,
    name_offset: usize,
    table: Table<'a>,
    /// The manifest's architecture, and the byte at which it stands.
    manifest_arch: Option<(Arch, usize)>,
}

impl<'a> Keys<'a> {
    /// Begins with the name, which every record has.
    pub(super) fn new(
        kind: &str,
        index: usize,
        offset: usize,
        mut table: Table<'a>,
        manifest_arch: Option<(Arch, usize)>,
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
                manifest_arch,
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

    pub(super) fn name_offset(&self) -> usize {
        self.name_offset
    }

    pub(super) fn into_name(self) -> String {
        self.name
    }

    /// Checks that there are no keys but `name`, `arch` and the `known` ones.
    pub(super) fn check_known(&self, known: &[&str]) -> Result<(), Fault> {
        let known = [&["name", "arch"], known].concat();
        match self
            .table
            .0
            .iter()
            .find(|entry| !known.contains(&&*entry.key))
        {
            Some(entry) => {
                let known = known_names(&entry.key, &known);
                let message = format!("{}: unknown key `{}`, {known}", self.title, entry.key);
                Err(Fault::new(entry.offset, message))
            }
            None => Ok(()),
        }
    }

    /// The architecture that the record or, if it does not, the manifest names.
    pub(super) fn arch(&self) -> Result<Option<Arch>, Rejected> {
        let arch = self.optional("arch", choice)?;
        Ok(arch.or(self.manifest_arch.map(|(arch, _)| arch)))
    }

    /// Puts a rejected value down to where its key stands, or the record, if it is not there.
    pub(super) fn fault(&self, rejected: &Rejected) -> Fault {
        let offset = match (self.table.get(rejected.key), self.manifest_arch) {
            (Some(entry), _) => entry.node.offset,
            (None, Some((_, offset))) if rejected.key == "arch" => offset,
            (None, _) => self.offset,
        };
        Fault::new(offset, format!("{}, {rejected}", self.title))
    }

    /// The value of a key that may be left out.
    pub(super) fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Node) -> Result<T, String>,
    ) -> Result<Option<T>, Rejected> {
        self.table
            .get(key)
            .map(|entry| read(&entry.node).map_err(reject(key)))
            .transpose()
    }

    /// The value of a key that must be there.
    pub(super) fn required<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Node) -> Result<T, String>,
    ) -> Result<T, Rejected> {
        self.optional(key, read)?
            .ok_or_else(|| Rejected::missing(key))
    }

    /// The draw that a record is packed for: the keys vertices, instances, padding, rounding and
    /// idvs.
    pub(super) fn draw_call(&self, arch: Arch) -> Result<DrawCall, Rejected> {
        Ok(DrawCall {
            instances: self.optional("instances", number)?,
            padding: self.optional("padding", choice)?.unwrap_or_default(),
            rounding: self.optional("rounding", choice)?.unwrap_or_default(),
            idvs: self.optional("idvs", boolean)?.unwrap_or(false),
            ..DrawCall::new(arch, self.required("vertices", number)?)
        })
    }
}

/// Reads one of several words.
pub(super) fn choice<T: Choice>(node: &Node) -> Result<T, String> {
    match &node.value {
        Value::Text(text) => T::parse(text),
        other => Err(format!("expected a string, found {}", other.kind())),
    }
}

pub(super) fn boolean(node: &Node) -> Result<bool, String> {
    match &node.value {
        Value::Boolean(boolean) => Ok(*boolean),
        other => Err(format!("expected true or false, found {}", other.kind())),
    }
}

/// Reads true or false, or the bit that stands for it.
pub(super) fn flag(node: &Node) -> Result<bool, String> {
    match &node.value {
        Value::Boolean(boolean) => Ok(*boolean),
        Value::Number(text) | Value::Text(text) => match number::parse(text)? {
            0_u32 => Ok(false),
            1 => Ok(true),
            _ => Err(format!("{text} is neither true (1) nor false (0)")),
        },
        other => Err(format!("expected true or false, found {}", other.kind())),
    }
}

pub(super) fn number<T: TryFrom<u64> + Display + Limits>(node: &Node) -> Result<T, String> {
    number_text(node).and_then(number::parse)
}

pub(super) fn signed_number(node: &Node) -> Result<i32, String> {
    number_text(node).and_then(number::parse_signed)
}

fn number_text<'a>(node: &'a Node) -> Result<&'a str, String> {
    match &node.value {
        Value::Number(text) | Value::Text(text) => Ok(text),
        other => Err(format!("expected a whole number, found {}", other.kind())),
    }
}

/// Reads a format's name or number.
pub(super) fn format(node: &Node) -> Result<VertexFormat, String> {
    match &node.value {
        Value::Number(text) | Value::Text(text) => VertexFormat::parse(text),
        other => Err(format!(
            "expected a format's name or number, found {}",
            other.kind()
        )),
    }
}
