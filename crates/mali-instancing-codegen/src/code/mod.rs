//! From a manifest of descriptors to code: a file per language.

mod asm;
mod bin;
#[doc(hidden)]
pub mod c;
mod identifier;
mod json;
mod macro_call;
#[doc(hidden)]
pub mod names;
mod naming;
mod parts;
mod rust;
mod tables;

pub use macro_call::macro_calls;
pub use naming::{Naming, Prefix};

use crate::descriptor::packed::word;
use crate::error::TextError;
use crate::manifest::descriptors::descriptors;
use crate::notation::Choice;
use crate::notation::source::Source;
use c::Place;

/// What a manifest of descriptors can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescriptorLanguage {
    /// An array per kind of descriptor, with what is known of each.
    Json,
    /// Rust that depends on nothing: `pub static MODEL_ROW0: [u32; 8]`.
    Rust,
    /// A header for C and C++ with `static const uint32_t MODEL_ROW0[8]`.
    C,
    /// GNU assembler: a label in `.rodata`.
    Asm,
    /// The header for C and C++ that declares what the assembler makes:
    /// `extern const uint32_t MODEL_ROW0[8]`.
    AsmHeader,
    /// The little-endian words of all descriptors, and nothing else.
    Bin,
}

impl DescriptorLanguage {
    /// Whether the code has names, and so may have a [`Prefix`]. JSON has the manifest's own.
    #[must_use]
    pub const fn has_names(self) -> bool {
        !matches!(self, Self::Json | Self::Bin)
    }
}

impl Choice for DescriptorLanguage {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("json", Self::Json),
        ("rust", Self::Rust),
        ("c", Self::C),
        ("asm", Self::Asm),
        ("asm-header", Self::AsmHeader),
        ("bin", Self::Bin),
    ];
}

/// Packs the descriptors of a manifest, and writes them in a language.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_codegen::code::{Naming, DescriptorLanguage, generate};
///
/// let toml = "[[draw]]\nname = \"cube\"\nvertices = 70\noffset_start = 7\n";
/// let manifest = Source::new("draws.toml", toml.into())?;
/// let bytes = generate(&manifest, DescriptorLanguage::Bin, Naming::default())?;
/// assert_eq!(bytes, [0, 0, 0x83, 0, 7, 0, 0, 0]);
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// Whatever is wrong with the manifest, and a name that the language cannot have.
pub fn generate(
    manifest: &Source,
    language: DescriptorLanguage,
    naming: Naming,
) -> Result<Vec<u8>, TextError> {
    let descriptors = descriptors(manifest)?;
    let text = match language {
        DescriptorLanguage::Json => json::emit(&descriptors),
        DescriptorLanguage::Rust => rust::emit(manifest, &descriptors, naming)?,
        DescriptorLanguage::C => c::emit(manifest, &descriptors, naming, Place::Header)?,
        DescriptorLanguage::Asm => asm::emit(manifest, &descriptors, naming)?,
        DescriptorLanguage::AsmHeader => c::emit(manifest, &descriptors, naming, Place::Assembly)?,
        DescriptorLanguage::Bin => return Ok(bin::emit(&descriptors)),
    };
    Ok(text.into_bytes())
}

/// What a generated file says of itself.
#[doc(hidden)]
#[must_use]
pub fn notice(source: &Source) -> String {
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
