//! Where a value is in what was read: in which tables, under which key.

use std::fmt;

use mali_instancing::data::Quoted;

/// Which table of which array, and so on, and which key of the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    steps: Vec<Step>,
    key: Option<String>,
}

/// A table: an element of an array of tables, or the value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) key: String,
    pub(super) index: Option<usize>,
    name: Option<String>,
}

impl Location {
    /// A table of an array, and what it is called.
    pub(crate) fn new(array: &str, index: usize, name: &str) -> Self {
        Self::default().in_table(array, index, name)
    }

    /// A table of an array that is in this table.
    pub(crate) fn in_table(self, array: &str, index: usize, name: &str) -> Self {
        self.in_element(array, index, Some(name.to_owned()))
    }

    /// A table of an array that is in this table, and what it is called, if it has a name.
    #[must_use]
    pub fn in_element(self, array: &str, index: usize, name: Option<String>) -> Self {
        self.inside(array, Some(index), name)
    }

    /// A table that is the value of a key of this table.
    #[must_use]
    pub fn in_value(self, key: &str) -> Self {
        self.inside(key, None, None)
    }

    fn inside(mut self, key: &str, index: Option<usize>, name: Option<String>) -> Self {
        let key = key.to_owned();
        self.steps.push(Step { key, index, name });
        self
    }

    /// A key of this table.
    #[must_use]
    pub fn with_key(self, key: &str) -> Self {
        Self {
            key: Some(key.to_owned()),
            ..self
        }
    }

    /// The same within the element of an array, which may have a name.
    pub(super) fn of_element(mut self, index: usize, name: Option<String>) -> Self {
        self.steps.insert(
            0,
            Step {
                key: String::new(),
                index: Some(index),
                name,
            },
        );
        self
    }

    /// The same within the value of a key.
    pub(super) fn of_value(mut self, key: &str) -> Self {
        let key = key.to_owned();
        match self.steps.first_mut() {
            Some(step) if step.key.is_empty() => step.key = key,
            None if self.key.is_none() => self.key = Some(key),
            _ => {
                let (index, name) = (None, None);
                self.steps.insert(0, Step { key, index, name });
            }
        }
        self
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The key, if it is one's.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// What the innermost table is called.
    pub(crate) fn name(&self) -> &str {
        let name = self.steps.last().and_then(|step| step.name.as_deref());
        name.unwrap_or_default()
    }

    /// The arrays that it is in and the key, as TOML's headers have them.
    pub(super) fn path(&self) -> String {
        let keys = self.steps.iter().map(|step| &*step.key);
        keys.chain(self.key()).collect::<Vec<_>>().join(".")
    }
}

/// Writes the tables: ``vertex_input `cube`, buffer `mesh` ``.
impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, Step { key, index, name }) in self.steps.iter().enumerate() {
            let separator = if depth == 0 { "" } else { ", " };
            let singular = key
                .strip_suffix('s')
                .filter(|_| depth > 0 && index.is_some());
            write!(formatter, "{separator}{}", singular.unwrap_or(key))?;
            match (name, index) {
                (Some(name), _) => write!(formatter, " `{}`", Quoted::new(name))?,
                // The parts of a draw have the numbers that they have in the draw.
                (None, Some(index)) => write!(formatter, " {}", index + usize::from(depth == 0))?,
                (None, None) => {}
            }
        }
        Ok(())
    }
}
