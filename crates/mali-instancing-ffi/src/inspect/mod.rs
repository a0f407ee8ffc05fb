//! Decoding words, and checking whether those of a draw belong together.
//!
//! Both take any words, and return what the core finds as numbers for programs and as texts for people.

pub mod check;
pub mod decode;
