//! Numbers as literals of WGSL.

use alloc::format;
use alloc::string::String;

/// A word of 32 bits.
pub(super) fn constant(word: u32) -> String {
    if word < 10 {
        format!("{word}u")
    } else {
        format!("{word:#x}u")
    }
}

/// A number of 64 bits as two words, the lower first.
pub(super) fn two_words(number: u64) -> String {
    let [low, high] = [number as u32, (number >> 32) as u32].map(constant);
    format!("vec2<u32>({low}, {high})")
}
