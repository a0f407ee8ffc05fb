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
pub(super) struct Words(pub(super) u64);

impl core::fmt::Display for Words {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [low, high] = [self.0 as u32, (self.0 >> 32) as u32].map(constant);
        write!(formatter, "vec2<u32>({low}, {high})")
    }
}
