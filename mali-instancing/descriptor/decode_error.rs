use core::fmt;

/// Why words are not a record.
///
/// `word` is the position of the offending word, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeError {
    /// A type that this record does not have.
    Type {
        /// The word's position.
        word: usize,
        /// The type found, 0 to 0x3F.
        found: u32,
    },
    /// Bits that the record's type leaves 0 are set.
    ReservedBits {
        /// The word's position.
        word: usize,
        /// The whole word found.
        found: u32,
        /// The bits among them that must be 0.
        reserved: u32,
    },
    /// A modulus that is no padded vertex count.
    Modulus {
        /// The word's position.
        word: usize,
        /// The field "R" found, 0 to 31.
        divisor_r: u32,
        /// The field "P" found, 0 to 7.
        divisor_p: u32,
    },
    /// The record that must follow is not a continuation.
    Continuation {
        /// The word's position.
        word: usize,
        /// The whole word found.
        found: u32,
    },
    /// An application's divisor of 0 in a mode that divides.
    ZeroDivisor {
        /// The word's position.
        word: usize,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Type { word, found } => write!(
                formatter,
                "word {word}: type {found:#x} is no attribute buffer's: 1 (linear), 2 (power-of-two \
                 divisor), 3 (modulus) and 4 (other divisor) are"
            ),
            Self::ReservedBits {
                word,
                found,
                reserved,
            } => {
                write!(
                    formatter,
                    "word {word}: {found:#010x} has bits of {reserved:#010x} set, which must be 0"
                )
            }
            Self::Modulus {
                word,
                divisor_r,
                divisor_p,
            } => write!(
                formatter,
                "word {word}: R {divisor_r} with P {divisor_p} is no padded vertex count: P is at most 4 and \
                 (2·P + 1)·2^R below 2^32"
            ),
            Self::Continuation { word, found } => write!(
                formatter,
                "word {word}: {found:#010x} is no continuation, 0x00000020, which mode \"other divisor\" needs"
            ),
            Self::ZeroDivisor { word } => {
                write!(
                    formatter,
                    "word {word}: divisor 0, where at least 1 is allowed"
                )
            }
        }
    }
}

impl core::error::Error for DecodeError {}
