//! Reading a text as a type, with the places of mistakes.

use std::fmt;

use serde::de::DeserializeOwned;

use super::{Fault, Location, Node, Reason, parse};
use crate::error::TextError;
use crate::source::Source;

/// Reads a text as a type, and passes that on to a function whose faults have the places of values.
///
/// # Errors
///
/// The first mistake in the text, and the function's.
pub fn read_document<T: DeserializeOwned, R>(
    source: &Source,
    interpret: impl FnOnce(T, &Node) -> Result<R, Fault>,
) -> Result<R, TextError> {
    let root = parse(source).map_err(|fault| fault.in_text(source, 0))?;
    root.read()
        .and_then(|document| interpret(document, &root))
        // Most faults of `read` have an offset. Those of `interpret` have only a location, which is looked up in the
        // tree.
        .map_err(|fault| fault.in_text(source, root.find(&fault.location)))
}

/// The fault of a key whose value cannot be used, with the reason.
#[must_use]
pub fn wrong(location: &Location, key: &str, reason: impl fmt::Display) -> Fault {
    let reason = Reason::Wrong(reason.to_string());
    Fault::new(location.clone().with_key(key), reason)
}

/// The fault of a missing key.
#[must_use]
pub fn missing(location: &Location, key: &str) -> Fault {
    Fault::new(location.clone().with_key(key), Reason::Missing)
}
