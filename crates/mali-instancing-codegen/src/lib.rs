//! From a manifest of what is drawn to code, for the crate [`mali_instancing`]: the words that an Arm Mali GPU
//! reads of a draw's vertex input, in Rust, C, assembly, JSON or bytes.
//!
//! Nothing here opens a file, starts a thread, looks at a clock or knows a terminal, and it builds for
//! `wasm32-unknown-unknown`.
//!
//! A manifest is a [`Source`]: a text with a name. What is wrong is a [`Rejected`], which names the key, or a
//! [`TextError`], which names the line too. [`notation`] reads the words and numbers of options.
//!
//! ```
//! use mali_instancing_codegen::Source;
//! use mali_instancing_codegen::code::{Naming, DescriptorLanguage, generate};
//!
//! let toml = "[[attribute_buffer]]\nname = \"model_row0\"\nvertices = 70\ndivisor = 3\n";
//! let manifest = Source::new("draws.toml", toml.into())?;
//! let code = generate(&manifest, DescriptorLanguage::Rust, Naming::default())?;
//! let code = String::from_utf8(code).unwrap();
//! assert!(code.contains("pub static MODEL_ROW0: [u32; 8] = [\n    0x00000004, 0x27000000,"));
//! # Ok::<(), mali_instancing_codegen::TextError>(())
//! ```

pub mod code;
#[doc(hidden)]
pub mod descriptor;
#[doc(hidden)]
pub mod error;
#[doc(hidden)]
pub mod manifest;
pub mod notation;
#[doc(hidden)]
pub mod output;
pub mod shader;

pub use error::{Rejected, TextError};
pub use manifest::kind::descriptor_keys;
pub use notation::source::Source;

/// The front page's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
