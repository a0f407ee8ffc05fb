//! The keys of one record, of whichever kind it is.

use std::fmt::Display;

use mali_instancing::Arch;
use mali_instancing::draw::DrawCall;

use super::Name;
use super::document::{Entry, Fault, Node, Table, Value};
use crate::choice::Choice;
use crate::number::{self, Limits};
use crate::record::{Rejected, reject};
use crate::vertex_format::VertexFormat;

/// The keys of a record besides its name.
pub(crate) struct Keys<'a> {
    /// What to call the record in an error.
    title: String,
    /// The byte at which the record begins.
    offset: usize,
    name: Name,
    table: Table<'a>,
    /// What the manifest says once for all records.
    inherited: Option<&'a Entry<'a>>,
}

impl<'a> Keys<'a> {
    /// The keys of every record of a kind, for which the manifest has an array of tables.
    pub(crate) fn of_records(
        kind: &'static str,
        entry: Entry<'a>,
        inherited: Option<&'a Entry<'a>>,
    ) -> Result<Vec<Self>, Fault> {
        let Value::Array(elements) = entry.node.value else {
            let message = format!(
                "{kind}: expected an array of tables, [[{kind}]], found {}",
                entry.node.value.kind()
            );
            return Err(Fault::new(entry.node.offset, message));
        };
        elements
            .into_iter()
            .enumerate()
            .map(|(index, element)| match element.value {
                Value::Table(table) => Self::new(kind, index, element.offset, table, inherited),
                other => {
                    let message = format!("{kind}: expected a table, found {}", other.kind());
                    Err(Fault::new(element.offset, message))
                }
            })
            .collect()
    }

    /// Begins with the name, which every record has.
    fn new(
        kind: &'static str,
        index: usize,
        offset: usize,
        mut table: Table<'a>,
        inherited: Option<&'a Entry<'a>>,
    ) -> Result<Self, Fault> {
        let Some(Entry { node, .. }) = table.take("name") else {
            return Err(Fault::new(
                offset,
                format!("{kind} {}: name is missing", index + 1),
            ));
        };
        let name = text(&node).map_err(|reason| {
            let message = format!("{kind} {}, name: {reason}", index + 1);
            Fault::new(node.offset, message)
        })?;
        Ok(Self {
            title: format!("{kind} `{name}`"),
            offset,
            name: Name {
                kind,
                text: name.to_owned(),
                offset: node.offset,
            },
            table,
            inherited,
        })
    }

    pub(crate) fn into_name(self) -> Name {
        self.name
    }

    /// Checks that there are no keys but `name` and the `known` ones.
    pub(crate) fn check_known(&self, known: &[&str]) -> Result<(), Fault> {
        let known = [&["name"], known].concat();
        self.table
            .check_known(&known)
            .map_err(|fault| Fault::new(fault.offset, format!("{}: {}", self.title, fault.message)))
    }

    fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.table
            .get(key)
            .or(self.inherited.filter(|entry| entry.key == key))
    }

    /// Puts a rejected value down to where its key stands, or the record, if it is not there.
    pub(crate) fn fault(&self, rejected: &Rejected) -> Fault {
        let offset = self
            .get(rejected.key)
            .map_or(self.offset, |entry| entry.node.offset);
        Fault::new(offset, format!("{}, {rejected}", self.title))
    }

    /// The value of a key that may be left out.
    pub(crate) fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Node) -> Result<T, String>,
    ) -> Result<Option<T>, Rejected> {
        self.get(key)
            .map(|entry| read(&entry.node).map_err(reject(key)))
            .transpose()
    }

    /// The value of a key that must be there.
    pub(crate) fn required<T>(
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
pub(crate) fn choice<T: Choice>(node: &Node) -> Result<T, String> {
    T::parse(text(node)?)
}

pub(crate) fn text<'a>(node: &'a Node) -> Result<&'a str, String> {
    match &node.value {
        Value::Text(text) => Ok(text),
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

pub(crate) fn number<T: TryFrom<u64> + Display + Limits>(node: &Node) -> Result<T, String> {
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
