//! The keys of one table, of whichever kind it is.

use std::fmt::Display;

use mali_instancing::Arch;
use mali_instancing::draw::DrawCall;

use super::document::{Entry, Fault, Name, Node, Table, Value};
use crate::error::{Rejected, reject};
use crate::notation::format::HardwareFormat;
use crate::notation::number::{self, Limits};
use crate::notation::{Choice, quote};

/// The keys of a table: of a descriptor, or of what a descriptor consists of.
pub struct Keys<'a> {
    /// What to call the table in an error.
    title: String,
    /// The byte at which the table begins.
    offset: usize,
    table: Table<'a>,
    /// What the manifest says once for all descriptors.
    inherited: Option<&'a Entry<'a>>,
}

impl<'a> Keys<'a> {
    /// The name and the keys of every descriptor of a kind, for which the manifest has an array of tables.
    pub fn of_descriptors(
        kind: &'static str,
        entry: Entry<'a>,
        inherited: Option<&'a Entry<'a>>,
    ) -> Result<Vec<(Name, Self)>, Fault> {
        Self::of_named(kind, kind, entry.node, inherited)
    }

    /// The name and the keys of every part of a descriptor of a kind, for which the descriptor has an array of
    /// tables under `key`.
    pub(super) fn take_parts(
        &mut self,
        kind: &'static str,
        key: &'static str,
        part: &'static str,
    ) -> Result<Vec<(Name, Self)>, Fault> {
        let title = format!("{}, {part}", self.title);
        match self.table.get_mut(key) {
            // The key stays, for errors to point to.
            Some(Entry { node, .. }) => {
                let value = std::mem::replace(&mut node.value, Value::Array(Vec::new()));
                let offset = node.offset;
                let array = Node { offset, value };
                Self::of_named(&format!("{kind}.{key}"), &title, array, None)
            }
            None => Ok(Vec::new()),
        }
    }

    /// The name and the keys of every table of an array of them, each called `title` and its name.
    fn of_named(
        path: &str,
        title: &str,
        array: Node<'a>,
        inherited: Option<&'a Entry<'a>>,
    ) -> Result<Vec<(Name, Self)>, Fault> {
        Self::of_tables(path, array, |index| format!("{title} {}", index + 1))?
            .into_iter()
            .map(|keys| {
                let name = keys.name(title)?;
                let keys = Self {
                    title: format!("{title} `{}`", quote(&name.text)),
                    inherited,
                    ..keys
                };
                Ok((name, keys))
            })
            .collect()
    }

    /// The keys of every table of an array of them, `[[path]]` in TOML. `title` names the table of an
    /// index.
    pub fn of_tables(
        path: &str,
        array: Node<'a>,
        title: impl Fn(usize) -> String,
    ) -> Result<Vec<Self>, Fault> {
        let Value::Array(elements) = array.value else {
            let found = array.value.kind();
            let message = format!("{path}: expected an array of tables, [[{path}]], found {found}");
            return Err(Fault::new(array.offset, message));
        };
        elements
            .into_iter()
            .enumerate()
            .map(|(index, element)| match element.value {
                Value::Table(table) => Ok(Self::new(title(index), element.offset, table)),
                other => {
                    let message = format!("{path}: expected a table, found {}", other.kind());
                    Err(Fault::new(element.offset, message))
                }
            })
            .collect()
    }

    fn new(title: String, offset: usize, table: Table<'a>) -> Self {
        Self {
            title,
            offset,
            table,
            inherited: None,
        }
    }

    /// The name, which every descriptor has.
    fn name(&self, kind: &str) -> Result<Name, Fault> {
        let read = |node: &Node| {
            Ok(Name {
                kind: kind.to_owned(),
                text: text(node)?.to_owned(),
                offset: node.offset,
            })
        };
        let Some(name) = self
            .optional("name", read)
            .map_err(|name| self.fault(&name))?
        else {
            let message = format!("{}: name is missing", self.title);
            return Err(Fault::new(self.offset, message));
        };
        Ok(name)
    }

    /// What to call the table in an error.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The byte at which the table begins.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The value of a key, whatever it is, to be read part by part.
    pub fn take(&mut self, key: &str) -> Option<Node<'a>> {
        self.table.take(key).map(|entry| entry.node)
    }

    /// The keys of a table that is the value of a key.
    pub fn take_table(&mut self, key: &str) -> Result<Option<Self>, Fault> {
        let Some(Node { offset, value }) = self.take(key) else {
            return Ok(None);
        };
        let title = format!("{}, {key}", self.title);
        match value {
            Value::Table(table) => Ok(Some(Self::new(title, offset, table))),
            other => {
                let message = format!("{title}: expected a table, found {}", other.kind());
                Err(Fault::new(offset, message))
            }
        }
    }

    /// Checks that there are no keys but the `known` ones.
    pub fn check_known(&self, known: &[&str]) -> Result<(), Fault> {
        self.table.check_known(known).map_err(|fault| Fault {
            message: format!("{}: {}", self.title, fault.message),
            ..fault
        })
    }

    /// Whether a key is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.table
            .get(key)
            .or(self.inherited.filter(|entry| entry.key == key))
    }

    /// Puts a rejected value down to where its key stands, or the descriptor, if it is not there.
    pub fn fault(&self, rejected: &Rejected) -> Fault {
        let offset = self
            .get(rejected.key())
            .map_or(self.offset, |entry| entry.node.offset);
        Fault::new(offset, format!("{}, {rejected}", self.title)).with_key(rejected.key())
    }

    /// The value of a key that may be left out.
    pub fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Node) -> Result<T, String>,
    ) -> Result<Option<T>, Rejected> {
        self.get(key)
            .map(|entry| read(&entry.node).map_err(reject(key)))
            .transpose()
    }

    /// The value of a key that must be there.
    pub fn required<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Node) -> Result<T, String>,
    ) -> Result<T, Rejected> {
        self.optional(key, read)?
            .ok_or_else(|| Rejected::missing(key))
    }

    /// The draw that a descriptor is packed for: the keys vertices, instances, padding, rounding and
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
pub fn choice<T: Choice>(node: &Node) -> Result<T, String> {
    T::parse(text(node)?)
}

pub fn text<'a>(node: &'a Node) -> Result<&'a str, String> {
    match &node.value {
        Value::Text(text) => Ok(text),
        other => Err(format!("expected a string, found {}", other.kind())),
    }
}

pub fn boolean(node: &Node) -> Result<bool, String> {
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
            _ => Err(format!("{} is neither true (1) nor false (0)", quote(text))),
        },
        other => Err(format!("expected true or false, found {}", other.kind())),
    }
}

pub fn number<T: TryFrom<u64> + Display + Limits>(node: &Node) -> Result<T, String> {
    number_text(node).and_then(number::parse)
}

pub fn signed_number(node: &Node) -> Result<i32, String> {
    number_text(node).and_then(number::parse_signed)
}

/// Reads a 32-bit float: a whole number, or a fraction.
pub fn float(node: &Node) -> Result<f32, String> {
    match &node.value {
        Value::Number(text) | Value::Fraction(text) | Value::Text(text) => {
            number::parse_float(text)
        }
        other => Err(format!("expected a number, found {}", other.kind())),
    }
}

/// Reads an array.
pub fn list<T>(node: &Node, read: impl Fn(&Node) -> Result<T, String>) -> Result<Vec<T>, String> {
    match &node.value {
        Value::Array(elements) => elements.iter().map(read).collect(),
        other => Err(format!("expected an array, found {}", other.kind())),
    }
}

fn number_text<'a>(node: &'a Node) -> Result<&'a str, String> {
    match &node.value {
        Value::Number(text) | Value::Text(text) => Ok(text),
        other => Err(format!("expected a whole number, found {}", other.kind())),
    }
}

/// Reads a format's name or number.
pub(super) fn format(node: &Node) -> Result<HardwareFormat, String> {
    match &node.value {
        Value::Number(text) | Value::Text(text) => HardwareFormat::parse(text),
        other => Err(format!(
            "expected a format's name or number, found {}",
            other.kind()
        )),
    }
}
