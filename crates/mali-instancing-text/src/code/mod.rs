//! From a manifest of records to code: a file per language.

mod asm;
mod bin;
pub(crate) mod c;
mod json;
pub(crate) mod names;
mod parts;
mod rust;

use crate::error::TextError;
use crate::manifest::records::records;
use crate::notation::Choice;
use crate::notation::source::Source;
use crate::record::packed::word;

/// What a manifest of records can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordLanguage {
    /// An array per kind of record, with what is known of each.
    Json,
    /// Rust that depends on nothing: `pub static MODEL_ROW0: [u32; 8]`.
    Rust,
    /// A header for C and C++ with `static const uint32_t MODEL_ROW0[8]`.
    C,
    /// GNU assembler: a label in `.rodata`.
    Asm,
    /// The little-endian words of all records, and nothing else.
    Bin,
}

impl Choice for RecordLanguage {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("json", Self::Json),
        ("rust", Self::Rust),
        ("c", Self::C),
        ("asm", Self::Asm),
        ("bin", Self::Bin),
    ];
}

/// Packs the records of a manifest, and writes them in a language.
///
/// The guard of a C header has the name of the file that it will be, or that of the manifest.
///
/// ```
/// use mali_instancing_text::Source;
/// use mali_instancing_text::code::{RecordLanguage, generate};
///
/// let toml = "[[draw]]\nname = \"cube\"\nvertices = 70\noffset_start = 7\n";
/// let manifest = Source::new("draws.toml", toml.into())?;
/// let bytes = generate(&manifest, RecordLanguage::Bin, None)?;
/// assert_eq!(bytes, [0, 0, 0x83, 0, 7, 0, 0, 0]);
/// # Ok::<(), mali_instancing_text::TextError>(())
/// ```
///
/// # Errors
///
/// Whatever is wrong with the manifest, and a name that the language cannot have.
pub fn generate(
    manifest: &Source,
    language: RecordLanguage,
    header_name: Option<&str>,
) -> Result<Vec<u8>, TextError> {
    let records = records(manifest)?;
    let text = match language {
        RecordLanguage::Json => json::emit(&records),
        RecordLanguage::Rust => rust::emit(manifest, &records)?,
        RecordLanguage::C => c::emit(manifest, &records, header_name)?,
        RecordLanguage::Asm => asm::emit(manifest, &records)?,
        RecordLanguage::Bin => return Ok(bin::emit(&records)),
    };
    Ok(text.into_bytes())
}

/// What a generated file says of itself.
pub(crate) fn notice(source: &Source) -> String {
    format!(
        "Made by mali-instancing {} from {}. Do not edit.",
        env!("CARGO_PKG_VERSION"),
        source.file_name().escape_default()
    )
}

fn word_list(words: &[u32]) -> String {
    words
        .iter()
        .copied()
        .map(word)
        .collect::<Vec<_>>()
        .join(", ")
}
