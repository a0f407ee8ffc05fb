use core::fmt;

use super::index_type::IndexType;
use super::sequence::Sequence;
use crate::error::Message;

/// Why vertex or index data cannot be had. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// An alignment that is no power of two.
    Alignment {
        /// The alignment, in bytes.
        alignment: u64,
    },
    /// Nothing asked for, or a buffer of no bytes.
    ZeroSize,
    /// A sum or a product of sizes that leaves 64 bits, or what a record can hold.
    TooLarge {
        /// The size, in bytes, as far as it could be computed.
        size: u64,
        /// The largest that is allowed.
        maximum: u64,
    },
    /// Work that was submitted before other work, or that is finished already.
    Sequence {
        /// Its number.
        sequence: Sequence,
        /// The least that is allowed.
        minimum: Sequence,
    },
    /// No space but what the GPU still reads, and a caller that would rather wait than allocate.
    InFlight {
        /// What must be finished first.
        until: Sequence,
    },
    /// Memory that is too short for what is to be read from it or written to it.
    TooShort {
        /// Its length, in bytes.
        given: u64,
        /// The length that is needed.
        needed: u64,
    },
    /// Indices that are to be written as a type that does not hold them all.
    NarrowerIndices {
        /// What they are.
        from: IndexType,
        /// What they are to be.
        to: IndexType,
    },
    /// More vertices than have an index of their own.
    TooManyVertices {
        /// Their number.
        vertices: u32,
        /// The largest that is allowed.
        maximum: u32,
    },
}

impl Error {
    pub(crate) const fn message(self) -> Message {
        match self {
            Self::Alignment { alignment } => Message::new("alignment ")
                .decimal(alignment)
                .text(": a power of two is allowed"),
            Self::ZeroSize => Message::new("0 bytes: at least 1 is allowed"),
            Self::TooLarge { size, maximum } => Message::new("")
                .decimal(size)
                .text(" bytes are too many: at most ")
                .decimal(maximum)
                .text(" are allowed"),
            Self::Sequence { sequence, minimum } => Message::new("work ")
                .decimal(sequence.get())
                .text(" is out of order: at least ")
                .decimal(minimum.get())
                .text(" is allowed"),
            Self::InFlight { until } => {
                Message::new("the GPU still reads what is to be written: work ")
                    .decimal(until.get())
                    .text(" must be finished first")
            }
            Self::TooShort { given, needed } => Message::new("")
                .decimal(given)
                .text(" bytes are too short: ")
                .decimal(needed)
                .text(" are needed"),
            Self::NarrowerIndices { from, to } => Message::new("")
                .text(to.name())
                .text(" indices are too narrow: at least ")
                .text(from.name())
                .text(" ones are allowed"),
            Self::TooManyVertices { vertices, maximum } => Message::new("")
                .decimal(vertices as u64)
                .text(" vertices are too many: at most ")
                .decimal(maximum as u64)
                .text(" are allowed"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.message().as_str())
    }
}

impl core::error::Error for Error {}
