//! The location of a value in a text: its tables and its key.

use std::fmt;

use crate::quote::Quoted;

/// The steps from the whole text to a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location(Vec<Step>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Into the value of a key.
    Key(String),
    /// Into an element of an array, by its number, and its name if it is a table that has one.
    Element(usize, Option<String>),
}

impl Location {
    /// A key of this table.
    #[must_use]
    pub fn with_key(mut self, key: &str) -> Self {
        self.0.push(Step::Key(key.to_owned()));
        self
    }

    /// An element of an array that is in this table, and its name, if it has one.
    #[must_use]
    pub fn in_element(self, array: &str, index: usize, name: Option<String>) -> Self {
        let mut location = self.with_key(array);
        location.0.push(Step::Element(index, name));
        location
    }

    /// This location with another step in front.
    pub(super) fn after(mut self, step: Step) -> Self {
        // A fault travels outwards, so the innermost step comes first.
        self.0.insert(0, step);
        self
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The key, if the last step is one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self.0.last()? {
            Step::Key(key) => Some(key),
            Step::Element(..) => None,
        }
    }

    /// The name of the innermost table.
    pub(crate) fn name(&self) -> &str {
        let mut names = self.0.iter().rev().filter_map(|step| match step {
            Step::Element(_, name) => name.as_deref(),
            Step::Key(_) => None,
        });
        names.next().unwrap_or_default()
    }

    /// The table that has the key.
    pub(super) fn table(&self) -> Self {
        let tables = self.0.len() - usize::from(self.key().is_some());
        Self(self.0[..tables].to_vec())
    }

    /// The keys of the steps, as in TOML's headers.
    pub(super) fn path(&self) -> String {
        let keys = self.0.iter().filter_map(|step| match step {
            Step::Key(key) => Some(&**key),
            Step::Element(..) => None,
        });
        keys.collect::<Vec<_>>().join(".")
    }
}

/// Writes the tables and the key: ``vertex_input `cube`, buffer `mesh`, stride``.
impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) => {
                    let comma = if position == 0 { "" } else { ", " };
                    let is_array = matches!(self.0.get(position + 1), Some(Step::Element(..)));
                    // Arrays inside of a table have plural keys, as `buffers` of a `vertex_input`. Those at the top
                    // have singular ones.
                    let singular = key.strip_suffix('s').filter(|_| position > 0 && is_array);
                    write!(formatter, "{comma}{}", Quoted::new(singular.unwrap_or(key)))?;
                }
                Step::Element(_, Some(name)) => write!(formatter, " `{}`", Quoted::new(name))?,
                // Tables at the top are counted from 1. The parts of a draw have their numbers in the draw.
                Step::Element(index, None) => {
                    write!(formatter, " {}", index + usize::from(position == 1))?;
                }
            }
        }
        Ok(())
    }
}
