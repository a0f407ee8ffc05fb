//! Scripts and manifests of varyings as data, and the mistakes in them.

use std::fmt;

use mali_instancing_codegen::read::{self, Fault, Location, Node, Reason};
use mali_instancing_codegen::{Source, TextError};
use serde::de::DeserializeOwned;

/// A text as data of a type, and what is made of it, whose faults have the places of values.
pub(crate) fn read_document<T: DeserializeOwned, R>(
    source: &Source,
    interpret: impl FnOnce(T, &Node) -> Result<R, Fault>,
) -> Result<R, TextError> {
    let root = read::parse(source).map_err(|fault| fault.in_text(source, 0))?;
    root.read()
        .and_then(|document| interpret(document, &root))
        .map_err(|fault| fault.in_text(source, root.find(&fault.location)))
}

/// A key's value that cannot be used, and why.
pub(crate) fn wrong(location: &Location, key: &str, reason: impl fmt::Display) -> Fault {
    let reason = Reason::Wrong(reason.to_string());
    Fault::new(location.clone().with_key(key), reason)
}

/// A key that is not there and must be.
pub(crate) fn missing(location: &Location, key: &str) -> Fault {
    Fault::new(location.clone().with_key(key), Reason::Missing)
}
