//! From packed records to code: a file per language.

mod json;
mod rust;

use crate::choice::Choice;
use crate::failure::Failure;
use crate::manifest::{Manifest, NamedBuffer};

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
        buffers: &[NamedBuffer],
    ) -> Result<String, Failure> {
        match self {
            Self::Json => Ok(json::emit(buffers)),
            Self::Rust => rust::emit(manifest, buffers),
        }
    }
}
