//! The keys of one table, of whichever kind it is.

use mali_instancing::data::Integer;
use mali_instancing_codegen::read::{Entry, Node, Table, Value};

use crate::document::{self, Fault, Name};
use crate::notation::{Choice, number, quote};
use crate::rejected::{Rejected, reject};

/// The keys of a table: of a descriptor, or of what a descriptor consists of.
pub(crate) struct Keys<'a> {
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
    pub(crate) fn of_descriptors(
        kind: &'static str,
        entry: Entry<'a>,
        inherited: Option<&'a Entry<'a>>,
    ) -> Result<Vec<(Name, Self)>, Fault> {
        Self::of_named(kind, kind, entry.node, inherited)
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
    pub(crate) fn of_tables(
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
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// The byte at which the table begins.
    pub(crate) const fn offset(&self) -> usize {
        self.offset
    }

    /// The value of a key, whatever it is, to be read part by part.
    pub(crate) fn take(&mut self, key: &str) -> Option<Node<'a>> {
        document::take(&mut self.table, key).map(|entry| entry.node)
    }

    /// The keys of a table that is the value of a key.
    pub(crate) fn take_table(&mut self, key: &str) -> Result<Option<Self>, Fault> {
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
    pub(crate) fn check_known(&self, known: &[&str]) -> Result<(), Fault> {
        document::check_known(&self.table, known).map_err(|fault| Fault {
            message: format!("{}: {}", self.title, fault.message),
            ..fault
        })
    }

    fn get(&self, key: &str) -> Option<&Entry<'a>> {
        document::get(&self.table, key).or(self.inherited.filter(|entry| entry.key == key))
    }

    /// Puts a rejected value down to where its key stands, or the descriptor, if it is not there.
    pub(crate) fn fault(&self, rejected: &Rejected) -> Fault {
        let offset = self
            .get(rejected.key())
            .map_or(self.offset, |entry| entry.node.offset);
        Fault::new(offset, format!("{}, {rejected}", self.title)).with_key(rejected.key())
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

pub(crate) fn boolean(node: &Node) -> Result<bool, String> {
    match &node.value {
        Value::Boolean(boolean) => Ok(*boolean),
        other => Err(format!("expected true or false, found {}", other.kind())),
    }
}

pub(crate) fn number<T: Integer>(node: &Node) -> Result<T, String> {
    number_text(node).and_then(number::parse)
}

/// Reads a 32-bit float: a whole number, or a fraction.
pub(crate) fn float(node: &Node) -> Result<f32, String> {
    match &node.value {
        Value::Number(text) | Value::Fraction(text) | Value::Text(text) => {
            number::parse_float(text)
        }
        other => Err(format!("expected a number, found {}", other.kind())),
    }
}

/// Reads an array.
pub(crate) fn list<T>(
    node: &Node,
    read: impl Fn(&Node) -> Result<T, String>,
) -> Result<Vec<T>, String> {
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
