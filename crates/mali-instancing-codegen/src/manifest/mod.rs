//! What the user writes in TOML or JSON: tables of keys. Every error has its line and its key.

pub mod descriptors;
pub mod document;
#[cfg(feature = "json")]
mod json_notation;
pub mod keys;
pub mod kind;
mod toml_notation;

use std::collections::HashMap;

use crate::notation::source::Source;
use document::{Fault, Name, Table, Value};

/// All that a manifest says.
pub fn document(source: &Source) -> Result<Table<'_>, Fault> {
    #[cfg(feature = "json")]
    if source.is_json() {
        return json_notation::read(source.text());
    }
    toml_notation::read(source.text())
}

impl Source {
    /// Whether a manifest or a script is one that has no array at all: not even an empty one, which a program
    /// can have written that had nothing to say.
    ///
    /// ```
    /// use mali_instancing_codegen::Source;
    ///
    /// let manifest = |text: &str| Source::new("draws.toml", text.into());
    /// assert!(manifest("arch = \"v6\"\n# [[draw]]\n")?.says_nothing());
    /// assert!(!manifest("draw = []")?.says_nothing());
    /// assert!(!manifest("what is this")?.says_nothing());
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    #[must_use]
    pub fn says_nothing(&self) -> bool {
        let is_array = |value: &Value| matches!(value, Value::Array(_));
        document(self)
            .is_ok_and(|Table(entries)| !entries.iter().any(|entry| is_array(&entry.node.value)))
    }
}

/// Checks that no two descriptors have one name.
pub fn check_names<'a>(
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
