use core::fmt;

use crate::types::{Block, BufferId, DataSource, IndexType, Sequence};
use mali_instancing::Part;
use mali_instancing::draw::DrawError;

/// The reason why vertex or index data cannot be provided. After an error, the state's next draw is written in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// An alignment that is not a power of two.
    Alignment {
        /// The alignment, in bytes.
        alignment: u64,
    },
    /// A request for 0 bytes.
    ZeroSize,
    /// Data whose end does not fit 64 bits.
    EndOverflow {
        /// The offset of the data, in bytes.
        offset: u64,
        /// The least size of the data, in bytes; at most [`u64::MAX`].
        size: u64,
    },
    /// More bytes than a descriptor or a stream can hold.
    TooLarge {
        /// The size, in bytes, as far as it could be computed.
        size: u64,
        /// The largest size that is allowed.
        maximum: u64,
    },
    /// Work that was submitted before other work, or that is already finished.
    Sequence {
        /// The number of the work.
        sequence: Sequence,
        /// The least number that is allowed.
        minimum: Sequence,
    },
    /// No space except what the GPU still reads, while the caller prefers to wait rather than allocate, or there is no
    /// memory.
    InFlight {
        /// The work that must be finished first.
        until: Sequence,
    },
    /// No space: [`GpuMemory::allocate`](crate::GpuMemory::allocate) returns none, and waiting would not make any, unless
    /// there is memory that the caller has not freed since it was retired by a buffer's functions or by another planner.
    NoMemory {
        /// The size of the space that is needed at once, in bytes.
        size: u64,
        /// The size of the existing block, in bytes.
        capacity: u64,
    },
    /// A buffer that does not exist.
    UnknownBuffer {
        /// The buffer.
        buffer: BufferId,
    },
    /// An update of bytes past the end of the buffer.
    PastEnd {
        /// The end of these bytes.
        end: u64,
        /// The buffer's size.
        size: u64,
    },
    /// An attribute whose buffer ends before an element that the draw needs.
    AttributePastEnd {
        /// The attribute, counted from 0.
        attribute: usize,
        /// The end of the last element that is needed, in bytes.
        end: u64,
        /// The buffer's size.
        size: u64,
    },
    /// Indices that end past their buffer.
    IndicesPastEnd {
        /// The end of the indices, in bytes.
        end: u64,
        /// The buffer's size.
        size: u64,
    },
    /// More attributes than a draw may have.
    TooManyAttributes {
        /// The number of attributes.
        attributes: usize,
        /// The largest number that is allowed.
        maximum: usize,
    },
    /// An attribute of a binding that is not there.
    UnknownBinding {
        /// The attribute, counted from 0.
        attribute: usize,
        /// The binding, counted from 0.
        binding: usize,
        /// The number of bindings.
        bindings: usize,
    },
    /// A restart index that cannot become the index whose bits are all set, because that index names a vertex.
    RestartIndex {
        /// The restart index.
        restart_index: u32,
    },
    /// A draw that no descriptor can express, whatever is copied. Draws that skip more than 2 GiB of elements are among
    /// these.
    Draw(DrawError),
    /// Data that [`ClientState::read`](crate::ClientState::read) does not return.
    Unreadable {
        /// The place of the data.
        source: DataSource,
        /// The first byte of the data.
        offset: u64,
    },
    /// Bytes of a block that [`GpuMemory::write`](crate::GpuMemory::write) does not return.
    Unwritable {
        /// The block.
        block: Block,
        /// The first byte.
        offset: u64,
        /// The number of bytes to be written.
        size: u64,
    },
    /// Memory that is too short for the data to be read from it or written to it.
    TooShort {
        /// Its length, in bytes.
        given: u64,
        /// The length that is needed.
        needed: u64,
    },
    /// Indices that are to be written as a type that cannot hold all of them.
    NarrowerIndices {
        /// The type of the indices.
        from: IndexType,
        /// The type to which they were to be converted.
        to: IndexType,
    },
}

impl Error {
    /// Checks that the work `sequence` is not finished, as all work up to `completed` is, and that it is not before
    /// `latest`, the work that was planned for last.
    #[inline]
    pub(crate) fn check_order(
        sequence: Sequence,
        latest: Sequence,
        completed: Sequence,
    ) -> Result<(), Self> {
        if sequence >= latest && sequence > completed {
            return Ok(());
        }
        let unfinished = Sequence::new(completed.get().saturating_add(1));
        Err(Self::Sequence {
            sequence,
            minimum: latest.max(unfinished),
        })
    }

    /// Checks that a state has room for that many attributes.
    pub(crate) const fn check_attributes(attributes: usize, maximum: usize) -> Result<(), Self> {
        if attributes > maximum {
            return Err(Self::TooManyAttributes {
                attributes,
                maximum,
            });
        }
        Ok(())
    }

    /// The part of the draw that the error is about; `None` if it is not about a part of a draw.
    ///
    /// An attribute is one of the [`VertexState`](crate::VertexState); a buffer is one of the
    /// tables that were to be written.
    ///
    /// ```
    /// use mali_buffers::Error;
    /// use mali_instancing::Part;
    ///
    /// let error = Error::AttributePastEnd { attribute: 2, end: 1412, size: 1400 };
    /// assert_eq!(error.part(), Some(Part::Attribute(2)));
    /// assert_eq!(Error::ZeroSize.part(), None);
    /// ```
    #[must_use]
    pub const fn part(self) -> Option<Part> {
        match self {
            Self::AttributePastEnd { attribute, .. } | Self::UnknownBinding { attribute, .. } => {
                Some(Part::Attribute(attribute))
            }
            Self::Draw(error) => Some(error.place().part),
            Self::IndicesPastEnd { .. }
            | Self::RestartIndex { .. }
            | Self::TooManyAttributes { .. } => Some(Part::Draw),
            Self::Alignment { .. }
            | Self::ZeroSize
            | Self::EndOverflow { .. }
            | Self::TooLarge { .. }
            | Self::Sequence { .. }
            | Self::InFlight { .. }
            | Self::NoMemory { .. }
            | Self::UnknownBuffer { .. }
            | Self::PastEnd { .. }
            | Self::Unreadable { .. }
            | Self::Unwritable { .. }
            | Self::TooShort { .. }
            | Self::NarrowerIndices { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Alignment { alignment } => {
                write!(f, "alignment {alignment}: a power of two is allowed")
            }
            Self::ZeroSize => f.write_str("0 bytes: at least 1 is allowed"),
            Self::EndOverflow { offset, size } => {
                let last = u64::MAX;
                write!(
                    f,
                    "at least {size} bytes from byte {offset} on end past byte {last}: no data may"
                )
            }
            Self::TooLarge { size, maximum } => {
                write!(
                    f,
                    "{size} bytes are too many: at most {maximum} are allowed"
                )
            }
            Self::Sequence { sequence, minimum } => {
                write!(
                    f,
                    "work {sequence} is out of order: at least {minimum} is allowed"
                )
            }
            Self::InFlight { until } => {
                f.write_str("the GPU still reads what is to be written: ")?;
                write!(f, "work {until} must be finished first")
            }
            Self::NoMemory { size, capacity } => {
                write!(
                    f,
                    "no memory for {size} bytes more: the ring has {capacity}"
                )
            }
            Self::UnknownBuffer { buffer } => write!(f, "{buffer} does not exist"),
            Self::PastEnd { end, size } => {
                write!(f, "byte {end} is past the end of the buffer: it has {size}")
            }
            Self::AttributePastEnd {
                attribute,
                end,
                size,
            } => {
                write!(
                    f,
                    "attribute {attribute} ends at byte {end}, past the end of its buffer: it has {size}"
                )
            }
            Self::IndicesPastEnd { end, size } => {
                write!(
                    f,
                    "the indices end at byte {end}, past the end of their buffer: it has {size}"
                )
            }
            Self::TooManyAttributes {
                attributes,
                maximum,
            } => {
                write!(
                    f,
                    "{attributes} attributes are too many: at most {maximum} are allowed"
                )
            }
            Self::UnknownBinding {
                attribute,
                binding,
                bindings,
            } => {
                write!(
                    f,
                    "attribute {attribute} is of binding {binding}, which is not there: there are {bindings}"
                )
            }
            Self::RestartIndex { restart_index } => write!(
                f,
                "restart index {restart_index} of draws that have vertex 4294967295 too: only 4294967295 is allowed"
            ),
            Self::Draw(error) => error.fmt(f),
            Self::Unreadable { source, offset } => {
                write!(f, "data cannot be read: {source}, from byte {offset}")
            }
            Self::Unwritable {
                block,
                offset,
                size,
            } => {
                write!(
                    f,
                    "memory cannot be written: {block}, {size} bytes from byte {offset}"
                )
            }
            Self::TooShort { given, needed } => {
                write!(f, "{given} bytes are too short: {needed} are needed")
            }
            Self::NarrowerIndices { from, to } => {
                write!(
                    f,
                    "{to} indices are too narrow: at least {from} ones are allowed"
                )
            }
        }
    }
}

impl core::error::Error for Error {}

impl From<DrawError> for Error {
    fn from(error: DrawError) -> Self {
        Self::Draw(error)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Error {
    fn format(&self, formatter: defmt::Formatter<'_>) {
        defmt::Display2Format(self).format(formatter);
    }
}
