//! The meaning of words of the crate [`mali_instancing`], and whether they are right: explanations, traces,
//! findings, plans, pictures and JSON out of words, dumps, scripts and manifests.
//!
//! The command `mali-instancing` is a skin over this crate and [`mali_instancing_codegen`], and a web page can be
//! another one. Nothing here opens a file, starts a thread, looks at a clock or knows a terminal, and it builds for
//! `wasm32-unknown-unknown`.
//!
//! A module for each thing that can be asked:
//!
//! | module | asked | answered |
//! |---|---|---|
//! | [`attr`] | one attribute buffer | its counts, mode, fields and words, explained |
//! | [`pad`] | vertex counts | padded counts, and a picture of what they waste |
//! | [`decode`] | words | the descriptors that they are |
//! | [`divisor`] | a divisor | how exact its multiplier is |
//! | [`check`] | dumps, manifests or words of draws | what is wrong with their vertex input |
//! | [`trace`] | a small draw | its threads, on the reference model |
//! | [`varyings`] | a manifest of varyings | their registers: a grid, a picture or code |
//! | [`plan`] | a script of buffers and draws | where each draw's data is read from |
//! | [`schema`] | a command, or what is read | the JSON Schema of its answer, or of the text |
//!
//! A question is a typed request, or a [`Source`](mali_instancing_codegen::Source): a text with a name. Every answer
//! is text for a person by `Display`, and JSON for a machine by [`write_json`]. What is wrong is a [`Rejected`], which
//! names the key, or a [`TextError`](mali_instancing_codegen::TextError), which names the line too.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod attr;
pub mod check;
pub mod decode;
pub mod divisor;
mod document;
mod draw_words;
mod dump;
mod explain;
pub mod notation;
mod output;
pub mod pad;
pub mod plan;
mod rejected;
pub mod schema;
pub mod trace;
pub mod varyings;

pub use draw_words::DrawWords;
pub use output::json::{VERSION, to_json, write_json};
pub use rejected::Rejected;

/// The front page's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
