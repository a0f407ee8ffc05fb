use core::fmt;

use crate::memory::CopyPolicy;

/// The reason why data cannot be read in place.
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
    /// The data is in client memory.
    ClientMemory,
    /// The data is in a buffer that has no GPU address.
    NotMapped,
    /// The GPU cannot fetch the data's format.
    Format,
    /// The data's address or stride is not a multiple of the size of a component, or of an index.
    Unaligned,
    /// The GPU can restart primitives only at another index.
    RestartIndex,
}

/// Writes the reason, as a sentence about the data.
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

/// The reason why data is streamed, and not copied once for several draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum StreamingReason {
    /// The data is in client memory, where it may change before the next draw.
    ClientMemory,
    /// The buffer's policy is not to keep copies.
    Buffer(CopyPolicy),
    /// The buffer's copies would take more than four times its size, or be more than the allowed number.
    NoRoom,
    /// The caller has no memory for a copy.
    NoMemory,
    /// The first index is not at a multiple of an index's size, so a copy of the whole buffer does not contain it.
    Unaligned,
}

/// Writes the reason, as a sentence about the data.
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

/// The place from which the GPU reads an attribute or a draw's indices, and the reason.
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
    /// In place, where the application has put the data.
    InPlace,
    /// From a static copy that exists already.
    CopyFound {
        /// The reason why the data is not read in place.
        obstacle: Obstacle,
    },
    /// From a static copy that this draw makes.
    CopyMade {
        /// The reason why the data is not read in place.
        obstacle: Obstacle,
        /// The reason to keep the copy.
        copy_policy: CopyPolicy,
    },
    /// From a stream, for this draw alone.
    Streamed {
        /// The reason why the data is not read in place.
        obstacle: Obstacle,
        /// The reason why no copy is kept.
        reason: StreamingReason,
    },
    /// From a stream that holds only the vertices that indices name, in the order of the indices. The draw then has no
    /// indices, see [`VertexState::without_vertex_id`](crate::VertexState::without_vertex_id).
    Gathered,
    /// From the block of constants, which has the value already.
    ConstantFound,
    /// From the block of constants, to which this draw writes the value.
    ConstantWritten,
    /// From the vertex stream, because the GPU still reads the whole block of constants.
    ConstantStreamed,
}

/// Writes the place and the reason.
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
