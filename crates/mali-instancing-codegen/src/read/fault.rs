//! What is wrong with what was read, and where.

use std::fmt::{self, Display};

use mali_instancing::data::Quoted;
use serde_core::de::{Error, Expected, Unexpected};

use super::location::Location;
use crate::error::TextError;
use crate::source::Source;
use crate::suggestion::{known_names, unknown, unknown_of_many};

/// What is wrong at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    location: Location,
    /// The byte at which it is; `None` where the location says it.
    offset: Option<usize>,
    reason: Reason,
}

/// What is wrong with a key or a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its value, or the table as a whole.
    Wrong(String),
    /// It is not there.
    Missing,
    /// Nothing has such a key; what there is.
    Unknown(String),
    /// It is a table, and no array of tables.
    NotTables,
}

impl Fault {
    /// What is wrong at a location.
    #[must_use]
    pub fn new(location: Location, reason: Reason) -> Self {
        Self {
            location,
            offset: None,
            reason,
        }
    }

    /// What is wrong at a byte.
    pub(crate) fn at(offset: usize, reason: impl Into<String>) -> Self {
        Self {
            offset: Some(offset),
            ..Self::custom(reason.into())
        }
    }

    /// The same at this byte, if it has none yet.
    pub(super) fn or_at(self, offset: usize) -> Self {
        Self {
            offset: self.offset.or(Some(offset)),
            ..self
        }
    }

    /// The same further out.
    pub(super) fn within(mut self, of: impl FnOnce(Location) -> Location) -> Self {
        self.location = of(self.location);
        self
    }

    pub(super) fn expected(expected: &str, found: &str) -> Self {
        Self::custom(format_args!("expected {expected}, found {found}"))
    }

    /// The fault with the line of the text that it is on.
    #[must_use]
    pub fn in_text(&self, source: &Source, offset: usize) -> TextError {
        source.error(
            self.offset.unwrap_or(offset),
            self.location.key().map(str::to_owned),
            self.to_string(),
        )
    }

    /// The fault of what is in no text.
    pub(crate) fn without_text(&self, name: &str) -> TextError {
        TextError {
            source: name.to_owned(),
            line: None,
            column: None,
            key: self.location.key().map(str::to_owned),
            message: self.to_string(),
        }
    }

    /// The byte at which it is, where that is known.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Where it is.
    #[must_use]
    pub const fn location(&self) -> &Location {
        &self.location
    }
}

/// Writes the table, the key, and what is wrong: ``draw `cube`, vertices: 0 vertices …``.
impl Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.location.to_string();
        let key = self.location.key().map(|key| Quoted::new(key).to_string());
        let key = key.unwrap_or_default();
        let separated = |separator| if title.is_empty() { "" } else { separator };
        match &self.reason {
            Reason::Unknown(known) => {
                let separator = separated(": ");
                write!(formatter, "{title}{separator}unknown key `{key}`, {known}")
            }
            reason => {
                let comma = if key.is_empty() { "" } else { separated(", ") };
                write!(formatter, "{title}{comma}{key}")?;
                match reason {
                    Reason::Missing => formatter.write_str(" is missing"),
                    Reason::NotTables => write!(
                        formatter,
                        ": expected an array of tables, [[{}]], found a table",
                        self.location.path()
                    ),
                    Reason::Wrong(reason) if title.is_empty() && key.is_empty() => {
                        formatter.write_str(reason)
                    }
                    Reason::Wrong(reason) | Reason::Unknown(reason) => {
                        write!(formatter, ": {reason}")
                    }
                }
            }
        }
    }
}

impl std::error::Error for Fault {}

impl Error for Fault {
    fn custom<T: Display>(reason: T) -> Self {
        Self::new(Location::default(), Reason::Wrong(reason.to_string()))
    }

    fn invalid_type(found: Unexpected, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Str(_) => "a string",
            Unexpected::Bool(_) => "true or false",
            Unexpected::Float(_) => "a fraction",
            Unexpected::Seq => "an array",
            Unexpected::Map => "a table",
            Unexpected::Other(kind) => kind,
            _ => "a number",
        };
        Self::expected(&expected.to_string(), found)
    }

    fn invalid_value(found: Unexpected, expected: &dyn Expected) -> Self {
        match found {
            Unexpected::Str(name) => {
                Self::custom(unknown_of_many(name, &[], &expected.to_string()))
            }
            found => Self::custom(format_args!("expected {expected}, found {found}")),
        }
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::custom(unknown(name, known))
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        let location = Location::default().with_key(key);
        Self::new(location, Reason::Unknown(known_names(key, known)))
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(Location::default().with_key(key), Reason::Missing)
    }

    fn duplicate_field(key: &'static str) -> Self {
        Self::custom(format_args!("`{key}` is given twice"))
    }
}
