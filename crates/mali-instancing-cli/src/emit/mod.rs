//! From packed records to code: a file per language.

mod asm;
mod bin;
mod c;
pub(crate) mod header;
mod json;
pub(crate) mod names;
mod rust;

use std::path::Path;

use crate::choice::Choice;
use crate::failure::Failure;
use crate::manifest::{Manifest, NamedRecord};
use crate::record::word;

/// A language to emit.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Language {
    Json,
    Rust,
    C,
    Asm,
    Bin,
}

impl Choice for Language {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("json", Self::Json),
        ("rust", Self::Rust),
        ("c", Self::C),
        ("asm", Self::Asm),
        ("bin", Self::Bin),
    ];
}

impl Language {
    /// All of a manifest's records, for the file `output`. A name that the language cannot have is
    /// an error.
    pub(crate) fn emit(
        self,
        manifest: &Manifest,
        records: &[NamedRecord],
        output: Option<&Path>,
    ) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Json => Ok(json::emit(records)),
            Self::Rust => rust::emit(manifest, records).map(String::into_bytes),
            Self::C => c::emit(manifest, records, output).map(String::into_bytes),
            Self::Asm => asm::emit(manifest, records).map(String::into_bytes),
            Self::Bin => Ok(bin::emit(records)),
        }
    }
}

/// What a generated file says of itself.
pub(crate) fn notice(manifest: &Manifest) -> String {
    format!(
        "Made by mali-instancing {} from {}. Do not edit.",
        env!("CARGO_PKG_VERSION"),
        manifest.file_name().escape_default()
    )
}

fn record_names(
    rules: &names::Rules,
    manifest: &Manifest,
    records: &[NamedRecord],
) -> Result<Vec<String>, Failure> {
    names::names(rules, manifest, records.iter().map(|record| &record.name))
}

fn word_list(words: &[u32]) -> String {
    words
        .iter()
        .copied()
        .map(word)
        .collect::<Vec<_>>()
        .join(", ")
}
