use core::fmt;

use super::field::{Field, FieldValue};
use crate::arch::Arch;

/// The reason why words are not a descriptor, and the wrong word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecodeError {
    /// The number of the wrong word, from 0.
    pub word: usize,
    /// The word's value; 0 if the words end before it.
    pub found: u32,
    /// The kind of the error.
    pub kind: DecodeErrorKind,
}

/// The kind of an error in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// A value that a field with named values cannot have here.
    Value {
        /// The field.
        field: &'static Field,
        /// The values that it can have here.
        allowed: &'static [FieldValue],
    },
    /// Bits that are set, and must be 0 in a descriptor of this type.
    ReservedBits {
        /// The bits that must be 0.
        reserved: u32,
    },
    /// R and P that do not encode a padded vertex count.
    PaddedCount,
    /// An instance size or an instance primitive size that is no padded count.
    InstanceSize {
        /// The field.
        field: &'static Field,
    },
    /// A missing continuation, 0x20, which the mode `npot-divisor` needs.
    Continuation,
    /// An attribute buffer of the mode `npot-divisor` that does not begin at an even descriptor.
    OddDescriptor,
    /// A divisor of 0 in a mode that divides.
    ZeroDivisor,
    /// Shifts of an `Invocation` that no dimensions have.
    Invocation,
    /// A descriptor that the architecture does not have.
    Arch {
        /// The architecture.
        arch: Arch,
    },
    /// The words end within a descriptor.
    Truncated {
        /// The number of further words that the descriptor needs.
        missing: usize,
    },
}

impl DecodeError {
    pub(crate) const fn new(words: &[u32], word: usize, kind: DecodeErrorKind) -> Self {
        let found = if word < words.len() { words[word] } else { 0 };
        Self { word, found, kind }
    }

    pub(crate) const fn reserved_bits(words: &[u32], word: usize, reserved: u32) -> Self {
        Self::new(words, word, DecodeErrorKind::ReservedBits { reserved })
    }

    pub(crate) const fn value(
        words: &[u32],
        field: &'static Field,
        allowed: &'static [FieldValue],
    ) -> Self {
        Self::new(
            words,
            field.word(),
            DecodeErrorKind::Value { field, allowed },
        )
    }

    /// The error of a field whose value has no name.
    pub(super) const fn unnamed(words: &[u32], field: &'static Field) -> Self {
        Self::value(words, field, field.values())
    }

    /// Checks that only bits of `used` are set. If `used` is a constant, the compiler leaves only the part of the check
    /// that this type of descriptor needs.
    #[inline]
    pub(super) const fn check_reserved<const WORDS: usize>(
        words: &[u32; WORDS],
        used: &[u32; WORDS],
    ) -> Result<(), Self> {
        // One test covers all words. Only if it fails is the wrong word looked for.
        let mut reserved = 0;
        let mut word = 0;
        while word < WORDS {
            reserved |= words[word] & !used[word];
            word += 1;
        }
        if reserved == 0 {
            Ok(())
        } else {
            Err(Self::first_reserved_bits(words, used))
        }
    }

    /// The error of the first word in which bits outside `used` are set.
    #[cold]
    const fn first_reserved_bits(words: &[u32], used: &[u32]) -> Self {
        let mut word = 0;
        // The last word is not tested: if no other is wrong, it is.
        while word + 1 < words.len() && words[word] & !used[word] == 0 {
            word += 1;
        }
        Self::reserved_bits(words, word, !used[word])
    }

    /// The same error, in a descriptor that begins at `word`.
    pub(crate) const fn at(mut self, word: usize) -> Self {
        self.word += word;
        self
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { word, found, kind } = *self;
        write!(formatter, "word {word}: ")?;
        match kind {
            DecodeErrorKind::Value { field, allowed } => {
                write!(
                    formatter,
                    "{found:#010x} has no {} known here: ",
                    field.name
                )?;
                for (index, value) in allowed.iter().enumerate() {
                    let separator = match index {
                        0 => "",
                        _ if index + 1 == allowed.len() => " and ",
                        _ => ", ",
                    };
                    write!(formatter, "{separator}{value}")?;
                }
                let verb = if allowed.len() == 1 { "is" } else { "are" };
                write!(formatter, " {verb} allowed")
            }
            DecodeErrorKind::ReservedBits { reserved } => {
                write!(
                    formatter,
                    "{found:#010x} sets reserved bits: all bits of {reserved:#010x} must be 0"
                )
            }
            DecodeErrorKind::PaddedCount => write!(
                formatter,
                "{found:#010x} has an R and a P that make no padded vertex count: P is at most 4 \
                 and (2·P + 1)·2^R below 2^32"
            ),
            DecodeErrorKind::InstanceSize { field } => write!(
                formatter,
                "{found:#010x} has an {} that is no padded count: P, its upper three bits, is at most \
                 4 and (2·P + 1)·2^R below 2^32",
                field.name
            ),
            DecodeErrorKind::Continuation => write!(
                formatter,
                "{found:#010x} is not a continuation (0x00000020), which the mode npot-divisor needs"
            ),
            DecodeErrorKind::OddDescriptor => write!(
                formatter,
                "{found:#010x} is of the mode npot-divisor, whose descriptors begin at a multiple of \
                 8 words"
            ),
            DecodeErrorKind::ZeroDivisor => {
                write!(formatter, "a divisor of 0, where at least 1 is allowed")
            }
            DecodeErrorKind::Invocation => write!(
                formatter,
                "{found:#010x} has wrong start bits: each size and number of workgroups begins where the one before it ends"
            ),
            DecodeErrorKind::Arch { arch } => {
                let others = if arch.has_attribute_buffers() {
                    "V9 and later"
                } else {
                    "V4 to V7"
                };
                write!(
                    formatter,
                    "Mali V{} has no such descriptor: {others} have it",
                    arch.number()
                )
            }
            DecodeErrorKind::Truncated { missing } => {
                write!(
                    formatter,
                    "the words end here, and the descriptor needs {missing} more"
                )
            }
        }
    }
}

impl core::error::Error for DecodeError {}
