//! Generated code for a manifest of descriptors. Each language has a file.

// `generate` packs the manifest and passes the descriptors to the file of a language: `rust`, `asm`, `json`, and `c`
// for both kinds of headers. Rust, C and assembly go through the descriptors in their order, and then through the
// tables.
//
// Names come first. `identifier` turns a manifest's name into capitals, `naming` has the prefix in front, and `names`
// takes each name once in the file, whether a descriptor has it or it is made from one (`parts`). So a file does not
// define a name twice, and an error is at the name in the manifest that made it.
//
// `tables` puts the single descriptors of a kind into the table that the hardware reads, if there is a prefix. The
// tables of a `[[vertex_input]]` are whole already: `PackedDraw::members` has their parts. `macro_call` writes a
// `[[vertex_input]]` as the macro that packs it at compile time. In Rust a pipeline is written so too, since its words
// are of use to the library only.
//
// The assembly and its header are two files of one output: `asm` writes a label for every constant that `c` declares
// with `Place::Assembly`.

mod asm;
#[doc(hidden)]
pub mod c;
mod identifier;
#[cfg(feature = "json")]
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

use std::ffi::OsStr;
use std::path::Path;

use crate::choice::Choice;
use crate::error::TextError;
use crate::manifest::Manifest;
use crate::pack::{NamedDescriptor, TableRows, Words, word};
use c::Place;

/// The languages that code can be generated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// An array for each kind of descriptor, with all numbers of each descriptor.
    #[cfg(feature = "json")]
    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    Json,
    /// Rust without dependencies, `pub static MODEL_ROW0: [u32; 8]`. A pipeline's vertex input is a constant of the
    /// crate `mali-instancing`, which needs its feature `macros`.
    Rust,
    /// A header for C and C++ with `static const uint32_t MODEL_ROW0[8]`.
    C,
    /// GNU assembler: a label in `.rodata`.
    Asm,
    /// The header for C and C++ that declares the labels of [`Asm`](Self::Asm):
    /// `extern const uint32_t MODEL_ROW0[8]`.
    AsmHeader,
    /// Only the words of all descriptors, little-endian.
    Bin,
}

impl Choice for Language {
    type Value = Self;

    const NAMES: &'static [(&'static str, Self)] = crate::names_of_all!(Language);
}

impl Language {
    /// Every language, in the order in which they are listed.
    pub const ALL: &[Self] = &[
        #[cfg(feature = "json")]
        Self::Json,
        Self::Rust,
        Self::C,
        Self::Asm,
        Self::AsmHeader,
        Self::Bin,
    ];

    /// Its name, the extension of its files, and whether its code has names.
    const fn row(self) -> (&'static str, &'static str, bool) {
        match self {
            #[cfg(feature = "json")]
            Self::Json => ("json", "json", false),
            Self::Rust => ("rust", "rs", true),
            Self::C => ("c", "h", true),
            Self::Asm => ("asm", "s", true),
            Self::AsmHeader => ("asm-header", "h", true),
            Self::Bin => ("bin", "bin", false),
        }
    }

    /// The name that the command uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The extension of files in the language: `rs`.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        self.row().1
    }

    /// Whether the code has names, and so may have a [`Prefix`]. JSON has the names of the manifest.
    #[must_use]
    pub const fn has_names(self) -> bool {
        self.row().2
    }
}

/// Packs the descriptors of a manifest, and writes them in a language.
///
/// ```
/// use mali_instancing_codegen::{Language, Manifest, Naming, generate};
///
/// let toml = "[[draw]]\nname = \"cube\"\nvertices = 70\noffset_start = 7\n";
/// let manifest = Manifest::from_toml("draws.toml", toml)?;
/// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
/// assert_eq!(bytes, [0, 0, 0x83, 0, 7, 0, 0, 0]);
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// An error for descriptors that are wrong or do not go together, and for names that are invalid in the language.
pub fn generate(
    manifest: &Manifest,
    language: Language,
    naming: Naming,
) -> Result<Vec<u8>, TextError> {
    let descriptors = manifest.pack()?;
    let text = match language {
        #[cfg(feature = "json")]
        Language::Json => json::emit(&descriptors),
        Language::Rust => rust::emit(manifest, &descriptors, naming)?,
        Language::C => c::emit(manifest, &descriptors, naming, Place::Header)?,
        Language::Asm => asm::emit(manifest, &descriptors, naming)?,
        Language::AsmHeader => c::emit(manifest, &descriptors, naming, Place::Assembly)?,
        Language::Bin => return Ok(bytes(&descriptors)),
    };
    Ok(text.into_bytes())
}

/// The words without anything else, one descriptor after the other: little-endian, as the GPU reads them.
fn bytes(descriptors: &[NamedDescriptor]) -> Vec<u8> {
    let words = descriptors.iter().flat_map(|one| match &one.words {
        Words::Descriptor(packed) => packed.words.clone(),
        Words::VertexInput(packed) => {
            let others = packed.other_descriptors().flat_map(|other| other.words);
            packed.words.iter().copied().chain(others).collect()
        }
        Words::Pipeline(packed) => packed.words.clone(),
    });
    words.flat_map(u32::to_le_bytes).collect()
}

/// The comment at the beginning of a generated file, between `begin` and `end` on each line: its licence, and the name
/// of its source.
#[doc(hidden)]
#[must_use]
pub fn notice(path: &str, [begin, end]: [&str; 2]) -> String {
    let name = Path::new(path).file_name().and_then(OsStr::to_str);
    // The name comes from outside: a line end in it would end the comment.
    let name = name.unwrap_or(path).escape_default();
    let version = env!("CARGO_PKG_VERSION");
    let licence = env!("CARGO_PKG_LICENSE");
    format!(
        "{begin}SPDX-License-Identifier: {licence}{end}\n\
         {begin}Made by mali-instancing {version} from {name}. Do not edit.{end}\n"
    )
}

/// A comment of a line in Rust.
#[doc(hidden)]
pub const RUST_COMMENT: [&str; 2] = ["// ", ""];

/// A comment of a line in C, also before C99, and in assembly.
pub(crate) const C_COMMENT: [&str; 2] = ["/* ", " */"];

/// Each descriptor's words between `begin` and `end`, a line each.
fn rows(begin: &str, end: &str, descriptors: &[&[u32]]) -> String {
    let rows = descriptors.iter().map(|words| word_list(words));
    concat(rows.map(|words| format!("{begin}{words}{end}\n")))
}

/// The rows of a table, with a comment on its null terminator.
fn rows_of_table(begin: &str, end: &str, table: &TableRows, comment: [&str; 2]) -> String {
    let mut rows = rows(begin, end, &table.descriptors);
    if table.is_terminated {
        // The comment stands at the end of the last row, whose line end it brings along.
        rows.truncate(rows.trim_end().len());
        rows += &null_terminator(comment);
    }
    rows
}

/// The end of the line of a null terminator.
fn null_terminator([begin, end]: [&str; 2]) -> String {
    format!(" {begin}The null terminator, which stops prefetching.{end}\n")
}

fn concat(texts: impl Iterator<Item = String>) -> String {
    texts.collect()
}

fn word_list(words: &[u32]) -> String {
    let words: Vec<String> = words.iter().copied().map(word).collect();
    words.join(", ")
}
