//! A manifest as a tree of values that know where they stand, whichever notation it was written in.

use std::borrow::Cow;

use crate::error::TextError;
use crate::notation::quote;
use crate::notation::source::Source;
use crate::notation::suggestion::known_names;

/// A value and the byte at which it begins.
pub struct Node<'a> {
    pub offset: usize,
    pub value: Value<'a>,
}

pub enum Value<'a> {
    /// In the notation of the command's options.
    Number(Cow<'a, str>),
    /// In the notation of Rust's floats.
    Fraction(Cow<'a, str>),
    Text(Cow<'a, str>),
    Boolean(bool),
    Array(Vec<Node<'a>>),
    Table(Table<'a>),
    /// What no key takes, by its kind.
    Other(&'static str),
}

pub struct Table<'a>(pub(crate) Vec<Entry<'a>>);

pub struct Entry<'a> {
    pub key: Cow<'a, str>,
    /// The byte at which the key begins.
    pub offset: usize,
    pub node: Node<'a>,
}

/// What a descriptor of a manifest is called.
pub struct Name {
    /// What the manifest calls such descriptors; of a part of a descriptor, behind what the descriptor is called.
    pub kind: String,
    pub text: String,
    /// The byte of the manifest at which the name stands.
    pub offset: usize,
}

impl Name {
    /// Blames the name of a descriptor.
    pub fn fault(&self, reason: &str) -> Fault {
        let message = format!("{} `{}`, name: {reason}", self.kind, quote(&self.text));
        Fault::new(self.offset, message).with_key("name")
    }
}

/// What is wrong at a byte of the manifest.
#[derive(Debug)]
pub struct Fault {
    pub offset: usize,
    /// The key whose value is wrong, if it is one key's.
    pub key: Option<String>,
    pub message: String,
}

impl Fault {
    pub fn new(offset: usize, message: impl Into<String>) -> Self {
        Self {
            offset,
            key: None,
            message: message.into(),
        }
    }

    pub fn with_key(self, key: impl Into<String>) -> Self {
        Self {
            key: Some(key.into()),
            ..self
        }
    }

    /// The fault with the line that it is on.
    pub fn in_text(self, source: &Source) -> TextError {
        source.error(self.offset, self.key, self.message)
    }
}

impl Value<'_> {
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Fraction(_) => "a fraction",
            Self::Text(_) => "a string",
            Self::Boolean(_) => "true or false",
            Self::Array(_) => "an array",
            Self::Table(_) => "a table",
            Self::Other(kind) => kind,
        }
    }
}

impl Entry<'_> {
    /// The value of a key that belongs to no descriptor.
    pub fn read<T>(&self, read: impl FnOnce(&Node) -> Result<T, String>) -> Result<T, Fault> {
        read(&self.node).map_err(|reason| {
            Fault::new(self.node.offset, format!("{}: {reason}", self.key)).with_key(&*self.key)
        })
    }
}

impl<'a> Table<'a> {
    pub fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.0.iter().find(|entry| entry.key == key)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Entry<'a>> {
        self.0.iter_mut().find(|entry| entry.key == key)
    }

    pub fn take(&mut self, key: &str) -> Option<Entry<'a>> {
        let position = self.0.iter().position(|entry| entry.key == key)?;
        Some(self.0.swap_remove(position))
    }

    /// Checks that there are no keys but the `known` ones.
    pub fn check_known(&self, known: &[&str]) -> Result<(), Fault> {
        match self.0.iter().find(|entry| !known.contains(&&*entry.key)) {
            Some(entry) => {
                let known = known_names(&entry.key, known);
                let message = format!("unknown key `{}`, {known}", quote(&entry.key));
                Err(Fault::new(entry.offset, message).with_key(&*entry.key))
            }
            None => Ok(()),
        }
    }
}
