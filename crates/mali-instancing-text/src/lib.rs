//! The text around the crate [`mali_instancing`]: manifests, scripts, options' words and dumps in,
//! code, explanations, JSON and pictures out.
//!
//! The command `mali-instancing` is a skin over this crate, and a web page can be another one. Nothing
//! here opens a file, starts a thread, looks at a clock or knows a terminal, and it builds for
//! `wasm32-unknown-unknown`.
//!
//! A module for each thing that can be asked:
//!
//! | module | asked | answered |
//! |---|---|---|
//! | [`attr`] | one attribute buffer | its counts, mode, fields and words, explained |
//! | [`pad`] | vertex counts | padded counts, and a picture of what they waste |
//! | [`code`] | a manifest of descriptors | Rust, C, assembly, JSON or bytes |
//! | [`decode`] | words | the descriptors that they are |
//! | [`divisor`] | a divisor | how exact its multiplier is |
//! | [`check`] | dumps, manifests or words of draws | what is wrong with their vertex input |
//! | [`trace`] | a small draw | its threads, on the reference model |
//! | [`varyings`] | a manifest of varyings | their registers: a grid, a picture or code |
//! | [`shader`] | a manifest's indirect draws | shader functions, and kernels that pack the draws |
//! | [`plan`] | a script of buffers and draws; the feature `plan`, on by default | where each draw's data is read from |
//!
//! What is asked is a typed request, or a [`Source`]: a text with a name. Every [`Answer`] is text
//! for a person and JSON for a machine. What is wrong is a [`Rejected`], which names the key, or a
//! [`TextError`], which names the line too. [`notation`] reads the words and numbers of options.
//!
//! ```
//! use mali_instancing_text::Source;
//! use mali_instancing_text::code::{Naming, DescriptorLanguage, generate};
//!
//! let toml = "[[attribute_buffer]]\nname = \"model_row0\"\nvertices = 70\ndivisor = 3\n";
//! let manifest = Source::new("draws.toml", toml.into())?;
//! let code = generate(&manifest, DescriptorLanguage::Rust, Naming::default())?;
//! let code = String::from_utf8(code).unwrap();
//! assert!(code.contains("pub static MODEL_ROW0: [u32; 8] = [\n    0x00000004, 0x27000000,"));
//! # Ok::<(), mali_instancing_text::TextError>(())
//! ```

#![cfg_attr(
    not(feature = "plan"),
    allow(
        dead_code,
        reason = "only scripts have tables in tables, and fractions"
    )
)]

pub mod attr;
pub mod check;
pub mod code;
pub mod decode;
mod descriptor;
pub mod divisor;
mod draw_words;
mod dump;
mod error;
mod manifest;
pub mod notation;
mod output;
pub mod pad;
#[cfg(feature = "plan")]
pub mod plan;
pub mod shader;
pub mod trace;
pub mod varyings;

pub use draw_words::DrawWords;
pub use error::{Rejected, TextError};
pub use manifest::kind::descriptor_keys;
pub use notation::source::Source;
pub use output::answer::{Answer, Json};
pub use output::json::write_array as write_json_array;

/// The front page's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
