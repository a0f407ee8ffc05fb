//! From packed records to code: a file per language.

mod json;
mod rust;

use crate::choice::Choice;
use crate::failure::Failure;
use crate::manifest::{Manifest, NamedRecord};

/// A language to emit.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Language {
    Json,
    Rust,
}

impl Choice for Language {
    const NAMES: &'static [(&'static str, Self)] = &[("json", Self::Json), ("rust", Self::Rust)];
}

impl Language {
    /// The text of all of a manifest's records. A name that the language cannot have is an error.
    pub(crate) fn emit(
        self,
        manifest: &Manifest,
        records: &[NamedRecord],
    ) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Json => Ok(json::emit(records)),
            Self::Rust => rust::emit(manifest, records).map(String::into_bytes),
        }
    }
}
