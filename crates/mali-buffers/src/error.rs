use core::fmt;

use crate::types::{BufferId, DataSource, IndexType, MemoryRef, Sequence};
use mali_instancing::draw::DrawError;
use mali_instancing::{Message, Part};

/// The reason why vertex or index data cannot be provided. Nothing has changed after an error.
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
    /// No space except what the GPU still reads, while the caller prefers to wait rather than allocate.
    InFlight {
        /// The work that must be finished first.
        until: Sequence,
    },
    /// No space for a plan [without new memory](crate::Plan::without_new_memory), and waiting would not make any.
    NoMemory {
        /// The size of the space that is needed at once, in bytes.
        size: u64,
        /// The size of the existing block, in bytes.
        capacity: u64,
    },
    /// A plan that must be made again: since it was made, another plan was committed, a stream was discarded, or data
    /// that it reads was changed. Or another planner has made it.
    OutdatedPlan,
    /// Vertex data of no vertices or of no instances.
    ZeroCount,
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
    /// Memory that must be written and that does not exist.
    Unwritable {
        /// The memory.
        memory: MemoryRef,
        /// The first byte.
        offset: u64,
        /// The number of bytes to be written.
        size: u64,
    },
    /// Memory without an address.
    NoAddress {
        /// The memory.
        memory: MemoryRef,
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

    /// The part of the draw that the error is about; `None` if it is not about a part of a draw.
    ///
    /// An attribute is one of the [`VertexState`](crate::VertexState); a buffer is one of the
    /// [`VertexData`](crate::VertexData) whose tables were to be written.
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
            Self::AttributePastEnd { attribute, .. } => Some(Part::Attribute(attribute)),
            Self::Draw(error) => Some(error.place().part),
            Self::ZeroCount
            | Self::IndicesPastEnd { .. }
            | Self::RestartIndex { .. }
            | Self::TooManyAttributes { .. } => Some(Part::Draw),
            Self::Alignment { .. }
            | Self::ZeroSize
            | Self::EndOverflow { .. }
            | Self::TooLarge { .. }
            | Self::Sequence { .. }
            | Self::InFlight { .. }
            | Self::NoMemory { .. }
            | Self::OutdatedPlan
            | Self::UnknownBuffer { .. }
            | Self::PastEnd { .. }
            | Self::Unreadable { .. }
            | Self::Unwritable { .. }
            | Self::NoAddress { .. }
            | Self::TooShort { .. }
            | Self::NarrowerIndices { .. } => None,
        }
    }

    const fn message(self) -> Message {
        match self {
            Self::NoMemory { size, capacity } => Message::new("no memory for ")
                .decimal(size)
                .text(" bytes more: the stream has ")
                .decimal(capacity),
            Self::OutdatedPlan => Message::new(
                "the plan is another planner's, or older than a commit or a change of what it reads: make it again",
            ),
            Self::ZeroCount => Message::new("0 vertices or instances: at least 1 is allowed"),
            Self::UnknownBuffer { buffer } => Message::new("buffer ")
                .decimal(buffer.get() as u64)
                .text(" does not exist"),
            Self::PastEnd { end, size } => Message::new("byte ")
                .decimal(end)
                .text(" is past the end of the buffer: it has ")
                .decimal(size),
            Self::AttributePastEnd {
                attribute,
                end,
                size,
            } => Message::new("attribute ")
                .decimal(attribute as u64)
                .text(" ends at byte ")
                .decimal(end)
                .text(", past the end of its buffer: it has ")
                .decimal(size),
            Self::IndicesPastEnd { end, size } => Message::new("the indices end at byte ")
                .decimal(end)
                .text(", past the end of their buffer: it has ")
                .decimal(size),
            Self::TooManyAttributes {
                attributes,
                maximum,
            } => Message::new("")
                .decimal(attributes as u64)
                .text(" attributes are too many: at most ")
                .decimal(maximum as u64)
                .text(" are allowed"),
            Self::RestartIndex { restart_index } => Message::new("restart index ")
                .decimal(restart_index as u64)
                .text(" of draws that have vertex 4294967295 too: only 4294967295 is allowed"),
            Self::Draw(error) => error.message(),
            // `Display` names the place.
            Self::Unreadable { .. } => Message::new("data cannot be read"),
            Self::Unwritable { .. } => Message::new("memory cannot be written"),
            Self::NoAddress { .. } => Message::new("memory has no address"),
            Self::Alignment { alignment } => Message::new("alignment ")
                .decimal(alignment)
                .text(": a power of two is allowed"),
            Self::ZeroSize => Message::new("0 bytes: at least 1 is allowed"),
            Self::EndOverflow { offset, size } => Message::new("at least ")
                .decimal(size)
                .text(" bytes from byte ")
                .decimal(offset)
                .text(" on end past byte ")
                .decimal(u64::MAX)
                .text(": no data may"),
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
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.message();
        match self {
            Self::Unreadable { source, offset } => {
                write!(
                    formatter,
                    "{}: {source}, from byte {offset}",
                    message.as_str()
                )
            }
            Self::Unwritable {
                memory,
                offset,
                size,
            } => {
                let message = message.as_str();
                write!(
                    formatter,
                    "{message}: {memory}, {size} bytes from byte {offset}"
                )
            }
            Self::NoAddress { memory } => write!(formatter, "{}: {memory}", message.as_str()),
            _ => formatter.pad(message.as_str()),
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
