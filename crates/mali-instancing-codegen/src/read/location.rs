//! Where a value is in what was read: in which tables, under which key.

use std::fmt;

use mali_instancing::data::Quoted;

/// Which table of which array, and so on, and which key of the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    steps: Vec<Step>,
    key: Option<String>,
}

/// A table of an array of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) array: String,
    pub(super) index: usize,
    name: Option<String>,
}

impl Location {
    /// A table of an array, and what it is called.
    pub(crate) fn new(array: &str, index: usize, name: &str) -> Self {
        Self::default().in_table(array, index, name)
    }

    /// A table of an array that is in this table.
    pub(crate) fn in_table(mut self, array: &str, index: usize, name: &str) -> Self {
        self.steps.push(Step {
            array: array.to_owned(),
            index,
            name: Some(name.to_owned()),
        });
        self
    }

    /// A key of this table.
    pub(crate) fn with_key(self, key: &str) -> Self {
        Self {
            key: Some(key.to_owned()),
            ..self
        }
    }

    /// The same within the element of an array, which may have a name.
    pub(super) fn of_element(mut self, index: usize, name: Option<String>) -> Self {
        let array = String::new();
        self.steps.insert(0, Step { array, index, name });
        self
    }

    /// The same within the value of a key.
    pub(super) fn of_value(mut self, key: &str) -> Self {
        match self.steps.first_mut() {
            Some(step) => key.clone_into(&mut step.array),
            None => self.key = Some(key.to_owned()),
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
        let arrays = self.steps.iter().map(|step| &*step.array);
        arrays.chain(self.key()).collect::<Vec<_>>().join(".")
    }
}

/// Writes the tables: ``vertex_input `cube`, buffer `mesh` ``.
impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, Step { array, index, name }) in self.steps.iter().enumerate() {
            let (separator, kind) = match depth {
                0 => ("", &**array),
                _ => (", ", array.strip_suffix('s').unwrap_or(array)),
            };
            write!(formatter, "{separator}{kind} ")?;
            match name {
                Some(name) => write!(formatter, "`{}`", Quoted::new(name))?,
                None => write!(formatter, "{}", index + 1)?,
            }
        }
        Ok(())
    }
}
