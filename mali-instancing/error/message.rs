//! Texts that are put together in a `const fn`.
//!
//! `core::fmt` cannot run in a constant, and a compile error is of little use without the invalid numbers.
//! So the text of an [`Error`](super::Error) is put together here, both for `Display` and
//! for the panic that stops the evaluation of a constant.

use core::fmt;

/// The capacity in bytes, above the length of the longest message. A test compares every kind of
/// [`Error`](super::Error) with it.
const CAPACITY: usize = 256;

/// The text of an error, put together in a `const fn`.
///
/// A constant can panic with it, so that rustc prints the invalid numbers:
///
/// ```
/// use mali_instancing::{PaddedCount, Padding};
///
/// const PADDED: PaddedCount = match PaddedCount::new(70, Padding::Hardware) {
///     Ok(padded) => padded,
///     Err(error) => panic!("{}", error.message().as_str()),
/// };
/// assert_eq!(PADDED.get(), 72);
/// ```
///
/// It holds 256 bytes. The rest of a longer text is left out.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Message {
    /// A message that begins with `text`.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        Self {
            bytes: [0; CAPACITY],
            length: 0,
        }
        .text(text)
    }

    /// Appends `text`.
    // Inlined into the texts of all errors, each call would have a message of its own on the stack.
    #[inline(never)]
    #[must_use]
    pub const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() && self.length < CAPACITY {
            self.bytes[self.length] = text[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    /// Appends `number` in decimal.
    #[must_use]
    pub const fn decimal(self, number: u64) -> Self {
        self.digits(number, 10)
    }

    /// Appends `number` in hexadecimal, with its `0x`.
    #[must_use]
    pub const fn hexadecimal(self, number: u64) -> Self {
        self.text("0x").digits(number, 16)
    }

    /// Appends `number` in decimal, with its sign.
    #[must_use]
    pub const fn signed(self, number: i64) -> Self {
        // `unsigned_abs`, since the smallest number has no positive one.
        let sign = if number < 0 { "-" } else { "" };
        self.text(sign).decimal(number.unsigned_abs())
    }

    #[inline(never)]
    const fn digits(mut self, number: u64, radix: u64) -> Self {
        let mut place = 1;
        // Digits are written from the highest on. The division cannot overflow, as `place * radix <= number` could.
        while number / place >= radix {
            place *= radix;
        }
        while place > 0 && self.length < CAPACITY {
            self.bytes[self.length] = b"0123456789abcdef"[(number / place % radix) as usize];
            self.length += 1;
            place /= radix;
        }
        self
    }

    /// The text so far.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        let bytes = self.bytes.split_at(self.length).0;
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            // The end of the text is within a character, which is left out.
            Err(error) => match core::str::from_utf8(bytes.split_at(error.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "",
            },
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}
