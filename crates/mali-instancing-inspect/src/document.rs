//! What a script or a manifest of varyings says, as a tree of values, and what is wrong at a byte of it.

use std::collections::HashMap;

use mali_instancing_codegen::code::names::Named;
use mali_instancing_codegen::read::{Entry, Node, Table, Value, parse};
use mali_instancing_codegen::suggestion::known_names;
use mali_instancing_codegen::{Source, TextError};

use crate::notation::quote;

/// What a descriptor of a manifest is called.
pub(crate) struct Name {
    /// What the manifest calls such descriptors; of a part of a descriptor, behind what the descriptor is called.
    pub(crate) kind: String,
    pub(crate) text: String,
    /// The byte of the manifest at which the name stands.
    pub(crate) offset: usize,
}

impl Name {
    /// Blames the name of a descriptor.
    pub(crate) fn fault(&self, reason: &str) -> Fault {
        let message = format!("{} `{}`, name: {reason}", self.kind, quote(&self.text));
        Fault::new(self.offset, message).with_key("name")
    }
}

/// What is wrong at a byte of the manifest.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    /// The key whose value is wrong, if it is one key's.
    pub(crate) key: Option<String>,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self {
            offset,
            key: None,
            message: message.into(),
        }
    }

    pub(crate) fn with_key(self, key: impl Into<String>) -> Self {
        Self {
            key: Some(key.into()),
            ..self
        }
    }

    /// The fault with the line that it is on.
    pub(crate) fn in_text(self, source: &Source) -> TextError {
        source.error(self.offset, self.key, self.message)
    }
}

/// All that a text says.
pub(crate) fn document(source: &Source) -> Result<Table<'_>, Fault> {
    match parse(source) {
        Ok(Node {
            value: Value::Table(table),
            ..
        }) => Ok(table),
        Ok(_) => Ok(Table(Vec::new())),
        Err(fault) => Err(Fault::new(fault.offset().unwrap_or(0), fault.to_string())),
    }
}

/// Checks that no two descriptors have one name.
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

/// Reads the value of a key that belongs to no descriptor.
pub(crate) fn read<T>(
    entry: &Entry,
    read: impl FnOnce(&Node) -> Result<T, String>,
) -> Result<T, Fault> {
    read(&entry.node).map_err(|reason| {
        Fault::new(entry.node.offset, format!("{}: {reason}", entry.key)).with_key(&*entry.key)
    })
}

pub(crate) fn get<'a, 'b>(table: &'b Table<'a>, key: &str) -> Option<&'b Entry<'a>> {
    table.0.iter().find(|entry| entry.key == key)
}

pub(crate) fn take<'a>(table: &mut Table<'a>, key: &str) -> Option<Entry<'a>> {
    let position = table.0.iter().position(|entry| entry.key == key)?;
    Some(table.0.swap_remove(position))
}

/// Checks that there are no keys but the `known` ones.
pub(crate) fn check_known(table: &Table, known: &[&str]) -> Result<(), Fault> {
    match table.0.iter().find(|entry| !known.contains(&&*entry.key)) {
        Some(entry) => {
            let known = known_names(&entry.key, known);
            let message = format!("unknown key `{}`, {known}", quote(&entry.key));
            Err(Fault::new(entry.offset, message).with_key(&*entry.key))
        }
        None => Ok(()),
    }
}

/// A name of a manifest, of which code is made.
pub(crate) struct NameInText<'a> {
    pub(crate) source: &'a Source,
    pub(crate) name: &'a Name,
}

impl Named for NameInText<'_> {
    fn text(&self) -> &str {
        &self.name.text
    }

    fn title(&self) -> String {
        format!("{} `{}`", self.name.kind, quote(&self.name.text))
    }

    fn line(&self) -> Option<usize> {
        Some(self.source.line(self.name.offset))
    }

    fn error(&self, reason: String) -> TextError {
        self.name.fault(&reason).in_text(self.source)
    }
}
