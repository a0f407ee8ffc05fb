//! Values that know where they are, whichever notation they were written in.

use std::borrow::Cow;

use super::location::Location;

/// A value and the byte at which it begins.
pub struct Node<'a> {
    pub offset: usize,
    pub value: Value<'a>,
}

pub enum Value<'a> {
    /// In the notation of [`mali_instancing::data::parse_number`].
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

pub struct Table<'a>(pub Vec<Entry<'a>>);

pub struct Entry<'a> {
    pub key: Cow<'a, str>,
    /// The byte at which the key begins.
    pub offset: usize,
    pub node: Node<'a>,
}

impl Value<'_> {
    /// What kind of value it is, for messages.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
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
    /// The value of a key, of a table that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match &self.value {
            Value::Table(Table(entries)) => {
                let entry = entries.iter().find(|entry| entry.key == key)?;
                Some(&entry.node)
            }
            _ => None,
        }
    }

    /// The elements of an array; none of anything else.
    #[must_use]
    pub fn elements(&self) -> &[Self] {
        match &self.value {
            Value::Array(elements) => elements,
            _ => &[],
        }
    }

    /// What the table is called that it is.
    pub(super) fn name(&self) -> Option<String> {
        match &self.get("name")?.value {
            Value::Text(name) => Some(name.to_string()),
            _ => None,
        }
    }

    /// The byte at which the value of a location begins, or the table that should have it.
    #[must_use]
    pub fn find(&self, location: &Location) -> usize {
        let mut node = self;
        for step in location.steps() {
            let value = node.get(&step.key);
            let table = match step.index {
                Some(index) => value.and_then(|array| array.elements().get(index)),
                None => value,
            };
            match table {
                Some(table) => node = table,
                None => return node.offset,
            }
        }
        let Some(key) = location.key() else {
            return node.offset;
        };
        // What a descriptor does not say of its architecture, the manifest says.
        let inherited = || self.get(key).filter(|_| key == "arch");
        node.get(key).or_else(inherited).unwrap_or(node).offset
    }
}
