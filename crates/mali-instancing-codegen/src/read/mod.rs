//! From text to values: TOML and JSON, in which each value has its place.
//!
//! `toml` and `json` parse a text into one tree (`node`), whose values and keys have the offsets of their first bytes.
//! `deserializer` lets serde read a type from that tree. `document` does both for a caller with a type of its own.
//!
//! A mistake is a `Fault` (`fault`), with an offset, a location (`location`), or both. Text that cannot be parsed has
//! an offset only. The deserializer gives a mistake the offset of its value, and adds a step to its location for each
//! table on the way out. A mistake that is found later has a location only, which `Node::find` looks up in the tree.
//!
//! Numbers stay text up to the type that reads them (`number`), in the notation of the command's options. So a message
//! quotes the digits that were written, and hexadecimal works in JSON strings as in TOML. `rate` decides what `rate`
//! and `divisor` mean together.

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
pub(crate) use number::read_text;
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
            // A text that cannot be read is reported by whoever reads it.
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
