//! Decoding words, and checking whether those of a draw belong together.

pub mod check;
pub mod decode;
