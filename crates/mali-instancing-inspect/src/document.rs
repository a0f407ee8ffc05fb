//! Reading scripts and manifests of varyings, with the places of mistakes.

use std::fmt;

use mali_instancing_codegen::read::{self, Fault, Location, Node, Reason};
use mali_instancing_codegen::{Source, TextError};
use serde::de::DeserializeOwned;

/// Reads a text as a type, and passes that on to a function whose faults have the places of values.
pub(crate) fn read_document<T: DeserializeOwned, R>(
    source: &Source,
    interpret: impl FnOnce(T, &Node) -> Result<R, Fault>,
) -> Result<R, TextError> {
    let root = read::parse(source).map_err(|fault| fault.in_text(source, 0))?;
    root.read()
        .and_then(|document| interpret(document, &root))
        .map_err(|fault| fault.in_text(source, root.find(&fault.location)))
}

/// The fault of a key whose value cannot be used, with the reason.
pub(crate) fn wrong(location: &Location, key: &str, reason: impl fmt::Display) -> Fault {
    let reason = Reason::Wrong(reason.to_string());
    Fault::new(location.clone().with_key(key), reason)
}

/// The fault of a missing key.
pub(crate) fn missing(location: &Location, key: &str) -> Fault {
    Fault::new(location.clone().with_key(key), Reason::Missing)
}
