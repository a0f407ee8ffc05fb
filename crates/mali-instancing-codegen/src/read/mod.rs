//! From text to values: TOML and JSON, of which each value knows where it is.

mod deserializer;
mod fault;
#[cfg(feature = "json")]
mod json;
mod location;
mod node;
mod toml;

pub use fault::{Fault, Reason};
pub use location::Location;
pub use node::{Entry, Node, Table, Value};

use crate::source::Source;

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
        let is_array = |entry: &Entry| matches!(entry.node.value, Value::Array(_));
        match parse(self) {
            Ok(Node {
                value: Value::Table(Table(entries)),
                ..
            }) => !entries.iter().any(is_array),
            _ => false,
        }
    }
}

/// All that a text says, but for its `$schema`.
///
/// # Errors
///
/// What is not TOML, or not JSON where the source is JSON.
pub fn parse(source: &Source) -> Result<Node<'_>, Fault> {
    let mut table = {
        #[cfg(feature = "json")]
        if source.is_json() {
            json::read(source.text())
        } else {
            toml::read(source.text())
        }
        #[cfg(not(feature = "json"))]
        toml::read(source.text())
    }?;
    // Says to editors where the schema is.
    (table.0).retain(|Entry { key, node, .. }| {
        key != "$schema" || !matches!(node.value, Value::Text(_))
    });
    Ok(Node {
        offset: 0,
        value: Value::Table(table),
    })
}
