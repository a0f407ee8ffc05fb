//! The properties of an input that each fuzz target checks.
//!
//! A target gives its bytes to the module of its name: as words to [`decode`], as a text to [`check`], [`manifest`] and
//! [`shader`], as what `arbitrary` makes of them to [`round_trip`] and [`varyings`], as seeds to [`planner`]. The
//! target of manifests also gives its text to [`plan`]. `bin/seeds` writes the bytes with which a corpus begins.

pub mod check;
pub mod decode;
#[path = "../../tests/decoding/mod.rs"]
mod decoding;
#[path = "../../crates/mali-buffers/tests/buffers/drawing.rs"]
#[expect(dead_code, reason = "the soft driver makes its draws itself")]
mod drawing;
pub mod manifest;
pub mod plan;
pub mod planner;
pub mod round_trip;
pub mod shader;
#[path = "../../crates/mali-buffers/tests/buffers/soft_driver/mod.rs"]
mod soft_driver;
pub mod varyings;

/// Little-endian words. Bytes after the last whole word are ignored.
#[must_use]
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.as_chunks().0;
    words.iter().copied().map(u32::from_le_bytes).collect()
}
