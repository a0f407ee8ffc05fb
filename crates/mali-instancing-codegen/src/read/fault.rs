//! Mistakes in a text that was read, with their places.

use std::fmt::{self, Display};

use serde::de::{Error, Expected, Unexpected};

use super::location::{Location, Step};
use crate::error::TextError;
use crate::quote::Quoted;
use crate::source::Source;
use crate::suggestion::{known_names, unknown, unknown_of_many};

/// A mistake at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its location.
    pub location: Location,
    /// The byte at which it is; `None` if the location has it.
    pub offset: Option<usize>,
    reason: Reason,
}

/// A mistake in a key or a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its value is wrong, or the whole table.
    Wrong(String),
    /// The key is missing.
    Missing,
    /// The key is unknown. The text lists the known keys.
    Unknown(String),
    /// The value is a table, not an array of tables.
    NotTables,
}

impl Fault {
    /// A mistake at a location.
    #[must_use]
    pub fn new(location: Location, reason: Reason) -> Self {
        Self {
            location,
            offset: None,
            reason,
        }
    }

    /// A mistake at a byte.
    pub(super) fn at(offset: usize, reason: impl Display) -> Self {
        Self {
            offset: Some(offset),
            ..Self::custom(reason)
        }
    }

    pub(super) fn expected(expected: &str, found: &str) -> Self {
        Self::custom(format_args!("expected {expected}, found {found}"))
    }

    /// The fault with `step` added in front of its location, at byte `offset` if it has none yet.
    pub(super) fn within(self, offset: usize, step: Option<Step>) -> Self {
        let location = step.into_iter().fold(self.location, Location::after);
        // The innermost value is the first to come by here, so its byte stays.
        let offset = self.offset.or(Some(offset));
        Self {
            location,
            offset,
            ..self
        }
    }

    /// The error of the fault, with its line in the text.
    #[must_use]
    pub fn in_text(&self, source: &Source, offset: usize) -> TextError {
        let key = self.location.key().map(str::to_owned);
        source.error(self.offset.unwrap_or(offset), key, self.to_string())
    }

    /// The error of a fault that is in no text.
    pub(crate) fn without_text(&self, name: &str) -> TextError {
        TextError {
            source: name.to_owned(),
            line: None,
            column: None,
            key: self.location.key().map(str::to_owned),
            message: self.to_string(),
        }
    }
}

/// Writes the table, the key, and the mistake: ``draw `cube`, vertices: 0 vertices …``.
impl Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match &self.reason {
            // The message has the key itself, between quotes.
            Reason::Unknown(_) => self.location.table().to_string(),
            _ => self.location.to_string(),
        };
        let colon = if place.is_empty() { "" } else { ": " };
        match &self.reason {
            Reason::Wrong(reason) => write!(formatter, "{place}{colon}{reason}"),
            Reason::Missing => write!(formatter, "{place} is missing"),
            Reason::Unknown(known) => {
                let key = Quoted::new(self.location.key().unwrap_or_default());
                write!(formatter, "{place}{colon}unknown key `{key}`, {known}")?;
                // A manifest that was given to `plan`, or a script to `gen`, fails at a key of the other.
                let is_first = self.location.table().to_string().is_empty();
                match self.location.key() {
                    Some("vertex_input" | "attribute_buffer") if is_first => {
                        formatter.write_str("; this is a manifest, which `gen` and `check` read")
                    }
                    Some("call" | "ring") if is_first => {
                        formatter.write_str("; this is a script, which `plan` reads")
                    }
                    _ => Ok(()),
                }
            }
            Reason::NotTables => {
                let path = self.location.path();
                write!(
                    formatter,
                    "{place}{colon}expected an array of tables, [[{path}]], found a table"
                )
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
            // serde's own words would name Rust's types, and quote a value of any length.
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
