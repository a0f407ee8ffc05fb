//! Explains and checks the words of the crate [`mali_instancing`]: explanations, traces,
//! findings, pictures and JSON from words, dumps and manifests.
//!
//! The command `mali-instancing` is an interface to this crate and [`mali_instancing_codegen`], and a web page can be
//! another one. The crate opens no file, starts no thread, and uses no clock and no terminal. It builds for
//! `wasm32-unknown-unknown`.
//!
//! The modules:
//!
//! | module | input | result |
//! |---|---|---|
//! | [`attr`] | one attribute buffer | its counts, mode, fields and words, explained |
//! | [`pad`] | vertex counts | padded counts, and a picture of what they waste |
//! | [`decode`] | words | their descriptors |
//! | [`divisor`] | a divisor | the exactness of its multiplier |
//! | [`check`] | dumps, manifests or words of draws | the errors in their vertex input |
//! | [`trace`] | a small draw | its threads, on the reference model |
//! | [`varyings`] | a manifest of varyings | their registers: a grid, a picture or code |
//! | [`schema`] | a command, or a kind of file | the JSON Schema of its output, or of the file |
//!
//! Inputs are typed values, or a [`Source`](mali_instancing_codegen::Source), which is a text with a name. Every result
//! is text for people by `Display`, and JSON for programs by [`write_json`]. An error is a [`Rejected`], which
//! names the key, or a [`TextError`](mali_instancing_codegen::TextError), which names the line too.

#![cfg_attr(docsrs, feature(doc_cfg))]

// Of the private modules, `dump` reads the words of draws back from a driver's log, and `draw_words` has what is
// known of a draw, from a dump, a manifest or options: `check` and `trace` read it. `explain` has a text for each
// field of a descriptor, for `attr`, `check` and `decode`. `output` has what all results are written with. Of the
// public modules these import only `notation`.
pub mod attr;
pub mod check;
pub mod decode;
pub mod divisor;
mod draw_words;
mod dump;
mod explain;
pub mod notation;
mod output;
pub mod pad;
mod rejected;
pub mod schema;
pub mod trace;
pub mod varyings;

pub use draw_words::DrawWords;
pub use output::json::{VERSION, to_json, write_json};
pub use rejected::Rejected;

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
