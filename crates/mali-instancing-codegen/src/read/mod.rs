//! From text to values: TOML and JSON, in which each value has its place.

mod deserializer;
mod document;
mod fault;
#[cfg(feature = "json")]
mod json;
mod location;
mod node;
mod number;
mod rate;
mod toml;

pub use crate::quote::Quoted;
pub use document::{missing, read_document, wrong};
pub use fault::{Fault, Reason};
pub use location::Location;
pub use node::Node;
pub use number::{Integer, Number, NumberError, parse_number};
pub use rate::RateKeys;

use crate::source::Source;
use node::Value;

impl Source {
    /// Whether a manifest or a script has no array at all. An empty array counts as one, because a program that has
    /// nothing to draw can write it.
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
        match parse(self).map(|root| root.value) {
            Ok(Value::Table(entries)) => !entries
                .iter()
                .any(|(_, node)| matches!(node.value, Value::Array(_))),
            _ => false,
        }
    }
}

/// The contents of a text, except for its `$schema`.
///
/// # Errors
///
/// Text that is not TOML, or not JSON if the source is JSON.
pub fn parse(source: &Source) -> Result<Node<'_>, Fault> {
    let read = {
        #[cfg(feature = "json")]
        if source.is_json() {
            json::read
        } else {
            toml::read
        }
        #[cfg(not(feature = "json"))]
        toml::read
    };
    let mut entries = read(source.text())?;
    // The path of the schema, for editors.
    entries.retain(|(key, node)| {
        key.text() != Some("$schema") || !matches!(node.value, Value::Text(_))
    });
    Ok(Node {
        offset: 0,
        value: Value::Table(entries),
    })
}
