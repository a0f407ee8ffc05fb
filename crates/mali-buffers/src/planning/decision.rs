use core::fmt;

use crate::memory::CopyPolicy;

/// Why data cannot be read where it is.
///
/// ```
/// use mali_buffers::Obstacle;
///
/// assert_eq!(Obstacle::Unaligned.to_string(), "its elements are not aligned to their components");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Obstacle {
    /// It is in client memory.
    ClientMemory,
    /// It is in a buffer that the GPU has no address of.
    NotMapped,
    /// The GPU cannot fetch its format.
    Format,
    /// Its address or its stride is no multiple of the size of a component, or of an index.
    Unaligned,
    /// The GPU restarts primitives at another index only.
    RestartIndex,
}

/// Writes why, as a sentence about the data.
impl fmt::Display for Obstacle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::ClientMemory => "it is in client memory",
            Self::NotMapped => "the GPU does not see its buffer",
            Self::Format => "the GPU cannot fetch its format",
            Self::Unaligned => "its elements are not aligned to their components",
            Self::RestartIndex => "the GPU cannot restart primitives at its restart index",
        })
    }
}

/// Why data is streamed, and not copied once to be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum StreamingReason {
    /// It is in client memory, where it may have changed by the next draw.
    ClientMemory,
    /// Its buffer is none whose copies are kept.
    Buffer(CopyPolicy),
    /// Its buffer's copies would take more than four times its size, or more copies than are kept.
    NoRoom,
    /// The caller has no memory for a copy.
    NoMemory,
    /// Its first index is not at a multiple of an index's size, where a copy of the whole buffer has
    /// none.
    Unaligned,
}

/// Writes why, as a sentence about the data.
impl fmt::Display for StreamingReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClientMemory => formatter.pad("client memory may change before the next draw"),
            Self::Buffer(copy_policy) => copy_policy.fmt(formatter),
            Self::NoMemory => formatter.pad("there is no memory for a copy"),
            Self::NoRoom => formatter.pad("its buffer's copies would take too much memory"),
            Self::Unaligned => formatter.pad("it does not begin at a multiple of an index's size"),
        }
    }
}

/// Where the GPU reads an attribute or a draw's indices from, and why there.
///
/// ```
/// use mali_buffers::{Decision, Obstacle, StreamingReason};
///
/// let decision = Decision::Streamed {
///     obstacle: Obstacle::ClientMemory,
///     reason: StreamingReason::ClientMemory,
/// };
/// assert_eq!(
///     decision.to_string(),
///     "streamed: it is in client memory; client memory may change before the next draw"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Decision {
    /// Where the application has put it.
    InPlace,
    /// From a static copy that an earlier draw made.
    CopyFound {
        /// Why it is not read in place.
        obstacle: Obstacle,
    },
    /// From a static copy that this draw makes.
    CopyMade {
        /// Why it is not read in place.
        obstacle: Obstacle,
        /// Why the copy is worth keeping.
        copy_policy: CopyPolicy,
    },
    /// From a stream, for this draw alone.
    Streamed {
        /// Why it is not read in place.
        obstacle: Obstacle,
        /// Why there is no copy to keep.
        reason: StreamingReason,
    },
    /// From a stream, of the vertices alone that indices name, in their order: the draw has no indices then, see
    /// [`VertexState::without_vertex_id`](crate::VertexState::without_vertex_id).
    Gathered,
    /// From the constants, where the value was found.
    ConstantFound,
    /// From the constants, where the value is written now.
    ConstantWritten,
    /// From the vertex stream, because the GPU still reads all the constants.
    ConstantStreamed,
}

/// Writes what, and why.
impl fmt::Display for Decision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InPlace => formatter.pad("in place"),
            Self::CopyFound { obstacle } => write!(formatter, "static copy found: {obstacle}"),
            Self::CopyMade {
                obstacle,
                copy_policy,
            } => write!(formatter, "static copy made: {obstacle}; {copy_policy}"),
            Self::Streamed { obstacle, reason } => {
                write!(formatter, "streamed: {obstacle}; {reason}")
            }
            Self::Gathered => {
                formatter.pad("gathered: few indices name vertices that are far apart")
            }
            Self::ConstantFound => formatter.pad("constant found"),
            Self::ConstantWritten => formatter.pad("constant written"),
            Self::ConstantStreamed => {
                formatter.pad("constant streamed: the GPU still reads all the constants")
            }
        }
    }
}
