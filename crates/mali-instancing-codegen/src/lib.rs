//! Generates code from a manifest of draws: the words of a draw's vertex input that an Arm Mali GPU reads, in Rust,
//! C, assembly or bytes.
//!
//! In a build script:
//!
//! ```no_run
//! use mali_instancing_codegen::{BuildError, Language, build};
//!
//! fn main() -> Result<(), BuildError> {
//!     build("draws.toml", Language::Rust).map(|_| ())
//! }
//! ```
//!
//! A [`Manifest`] is read from TOML or, with the feature `json`, from JSON, or it is made in Rust with the types of the
//! crate [`mali_instancing`]. [`generate`] generates code from it, and [`shader`] the kernels of its indirect draws. A
//! mistake is a [`TextError`], which names the file, the line, the key, and the allowed values.
//!
//! ```
//! use mali_instancing_codegen::{Language, Manifest, Naming, generate};
//!
//! let toml = "[[attribute_buffer]]\nname = \"model_row0\"\nvertices = 70\ndivisor = 3\n";
//! let manifest = Manifest::from_toml("draws.toml", toml)?;
//! let code = generate(&manifest, Language::Rust, Naming::default())?;
//! let code = String::from_utf8(code).unwrap();
//! assert!(code.contains("pub static MODEL_ROW0: [u32; 8] = [\n    0x00000004, 0x27000000,"));
//! # Ok::<(), mali_instancing_codegen::TextError>(())
//! ```
//!
//! Only [`build`] opens files. All other functions also work on `wasm32-unknown-unknown`.

#![cfg_attr(docsrs, feature(doc_cfg))]

// The way of a manifest through the files:
//
// 1. `source`: a text and its name. Offsets of bytes become lines and columns.
// 2. `read`: TOML or JSON becomes a tree of values with their offsets, which serde reads as any type.
// 3. `manifest`: a flat structure for each table, and the descriptors in the order of the text.
// 4. `pack`: each descriptor becomes words, which the core computes, with its name and those of its parts.
// 5. `code` writes the words in a language. `shader` writes the kernel of an indirect draw, which has no words yet.
//
// A mistake has an offset while a text is read, and a `Location` afterwards: tables by their numbers, and a key. `read`
// finds a location in the text again, so nothing from `manifest` on keeps offsets, and a manifest that was made in Rust
// has the same errors without lines.
//
// `build_script` is all of this for a `build.rs`. `choice` (values with names), `suggestion` (near names), `quote`
// (text from outside in a message), `table` (columns) and `schema` belong to no step. The packages on top use them too.

mod build_script;
#[doc(hidden)]
pub mod choice;
pub mod code;
mod error;
mod manifest;
#[doc(hidden)]
pub mod pack;
mod quote;
#[doc(hidden)]
pub mod read;
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub mod schema;
pub mod shader;
mod source;
#[doc(hidden)]
pub mod suggestion;
#[doc(hidden)]
pub mod table;

pub use build_script::{BuildError, build, build_with_prefix};
pub use choice::Named;
pub use code::{Language, Naming, Prefix, generate};
pub use error::TextError;
pub use manifest::{
    Attribute, AttributeBuffer, Descriptor, Draw, Flag, FormatOrField, IndexTypeNames,
    InputAttribute, InputBuffer, Invocation, Job, Manifest, NumberOrIndirect, Special,
    ValhallAttribute, VertexInput, descriptor_keys,
};
pub use read::Number;
pub use source::Source;

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
