//! What a script or a manifest of varyings says, and what is wrong at a byte of it.

use std::collections::HashMap;
use std::fmt;

use mali_instancing_codegen::code::names::Named;
use mali_instancing_codegen::read::{self, Location, Node, Reason};
use mali_instancing_codegen::{Source, TextError};
use serde::de::DeserializeOwned;

use crate::notation::quote;

/// What a descriptor of a manifest is called.
pub(crate) struct Name {
    /// What the manifest calls such descriptors; of a part of a descriptor, behind what the descriptor is called.
    pub(crate) kind: String,
    pub(crate) text: String,
    /// The byte of the manifest at which the name stands.
    pub(crate) offset: usize,
}

impl Name {
    /// Blames the name of a descriptor.
    pub(crate) fn fault(&self, reason: &str) -> Fault {
        let message = format!("{} `{}`, name: {reason}", self.kind, quote(&self.text));
        Fault::new(self.offset, message).with_key("name")
    }
}

/// What is wrong at a byte of the manifest.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    /// The key whose value is wrong, if it is one key's.
    pub(crate) key: Option<String>,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self {
            offset,
            key: None,
            message: message.into(),
        }
    }

    pub(crate) fn with_key(self, key: impl Into<String>) -> Self {
        Self {
            key: Some(key.into()),
            ..self
        }
    }

    /// The fault with the line that it is on.
    pub(crate) fn in_text(self, source: &Source) -> TextError {
        source.error(self.offset, self.key, self.message)
    }
}

/// What a text says as data of a type, and what is made of it, whose faults have the places of values.
pub(crate) fn read_document<T: DeserializeOwned, R>(
    source: &Source,
    interpret: impl FnOnce(T, &Node) -> Result<R, read::Fault>,
) -> Result<R, Fault> {
    let fault = |fault: read::Fault, offset| Fault {
        offset: fault.offset.unwrap_or(offset),
        key: fault.location.key().map(str::to_owned),
        message: fault.to_string(),
    };
    let root = read::parse(source).map_err(|wrong| fault(wrong, 0))?;
    root.read()
        .and_then(|document| interpret(document, &root))
        .map_err(|wrong| {
            let offset = root.find(&wrong.location);
            fault(wrong, offset)
        })
}

/// A key's value that cannot be used, and why.
pub(crate) fn wrong(location: &Location, key: &str, reason: impl fmt::Display) -> read::Fault {
    let reason = Reason::Wrong(format!("{reason}"));
    read::Fault::new(location.clone().with_key(key), reason)
}

/// A key that is not there and must be.
pub(crate) fn missing(location: &Location, key: &str) -> read::Fault {
    read::Fault::new(location.clone().with_key(key), Reason::Missing)
}

/// Checks that no two descriptors have one name.
pub(crate) fn check_names<'a>(
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

/// A name of a manifest, of which code is made.
pub(crate) struct NameInText<'a> {
    pub(crate) source: &'a Source,
    pub(crate) name: &'a Name,
}

impl Named for NameInText<'_> {
    fn text(&self) -> &str {
        &self.name.text
    }

    fn title(&self) -> String {
        format!("{} `{}`", self.name.kind, quote(&self.name.text))
    }

    fn line(&self) -> Option<usize> {
        Some(self.source.line(self.name.offset))
    }

    fn error(&self, reason: String) -> TextError {
        self.name.fault(&reason).in_text(self.source)
    }
}
