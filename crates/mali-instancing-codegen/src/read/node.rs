//! Values with their places, in TOML or JSON.

use std::borrow::Cow;

use super::location::{Location, Step};

/// A value and the byte at which it begins.
pub struct Node<'a> {
    pub offset: usize,
    pub value: Value<'a>,
}

pub enum Value<'a> {
    /// In the notation of [`parse_number`](super::parse_number).
    Number(Cow<'a, str>),
    /// In the notation of Rust's floats.
    Fraction(Cow<'a, str>),
    Text(Cow<'a, str>),
    Boolean(bool),
    Array(Vec<Node<'a>>),
    Table(Vec<Entry<'a>>),
    /// A value of a kind that no key accepts.
    Other(&'static str),
}

/// A key, which is a string, and its value.
pub(super) type Entry<'a> = (Node<'a>, Node<'a>);

impl Value<'_> {
    /// The kind of the value, for messages.
    pub(super) const fn kind(&self) -> &'static str {
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

impl Node<'_> {
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a key; `None` if the value is not a table with that key.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Value::Table(entries) = &self.value else {
            return None;
        };
        // A table of a manifest or a script has at most some thirty keys: a map would not pay.
        let (_, node) = entries.iter().find(|(name, _)| name.text() == Some(key))?;
        Some(node)
    }

    /// The elements of an array; empty for a value of another kind.
    pub(crate) fn elements(&self) -> &[Self] {
        match &self.value {
            Value::Array(elements) => elements,
            _ => &[],
        }
    }

    /// The name of the table, if it is one with a name.
    pub(super) fn name(&self) -> Option<String> {
        self.get("name")?.text().map(str::to_owned)
    }

    /// The first byte of the value at a location, or of the table that should have it.
    #[must_use]
    pub fn find(&self, location: &Location) -> usize {
        let mut node = self;
        for step in location.steps() {
            let next = match step {
                // A descriptor without an architecture has the manifest's.
                Step::Key(key) if key == "arch" => node.get(key).or_else(|| self.get(key)),
                Step::Key(key) => node.get(key),
                Step::Element(index, _) => node.elements().get(*index),
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node.offset
    }
}
