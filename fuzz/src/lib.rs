//! The properties of an input that each fuzz target checks.

pub mod check;
pub mod decode;
#[path = "../../tests/decoding/mod.rs"]
mod decoding;
pub mod manifest;
pub mod plan;
pub mod round_trip;
pub mod shader;

/// Little-endian words. Bytes after the last whole word are ignored.
#[must_use]
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.as_chunks().0;
    words.iter().copied().map(u32::from_le_bytes).collect()
}
