use core::fmt;

use crate::types::{BufferId, Sequence};

use crate::two_phase::StreamKind;

/// A converted copy of a static buffer's data. The number of a dropped copy is not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CopyId {
    /// The buffer whose data was copied.
    pub buffer: BufferId,
    /// The number of the copy among that buffer's copies, counted from 0 over the buffer's life.
    pub number: u32,
}

/// Memory that the GPU reads. All of it belongs to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MemoryRef {
    /// An application's buffer, at its own address.
    Buffer {
        /// The buffer.
        buffer: BufferId,
        /// Its address.
        address: u64,
    },
    /// A block of memory that a stream fills. Each generation is a separate block.
    Stream {
        /// The stream.
        stream: StreamKind,
        /// The generation, from 0.
        generation: u64,
    },
    /// A converted copy of a buffer's data.
    Copy(CopyId),
    /// The block of [`Planner::CONSTANTS_SIZE`](crate::two_phase::Planner::CONSTANTS_SIZE) bytes that holds constant attributes.
    Constants,
}

/// Writes `buffer 7`, `copy 0 of buffer 7`, `vertex stream, generation 1` or `constants`.
impl fmt::Display for MemoryRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buffer { buffer, .. } => buffer.fmt(formatter),
            Self::Stream { stream, generation } => {
                write!(formatter, "{stream}, generation {generation}")
            }
            Self::Copy(CopyId { buffer, number }) => write!(formatter, "copy {number} of {buffer}"),
            Self::Constants => formatter.pad("constants"),
        }
    }
}

/// A byte of the memory that the GPU reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Location {
    /// The memory.
    pub memory: MemoryRef,
    /// The offset from the start of the memory, in bytes.
    pub offset: u64,
}

/// Memory that no later draw reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Retired {
    /// The memory.
    pub memory: MemoryRef,
    /// The work after which the memory may be freed.
    pub until: Sequence,
}

/// Memory that must be allocated before a plan is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Allocation {
    /// The memory to be allocated.
    pub memory: MemoryRef,
    /// Its size, in bytes. It must be aligned to [`Allocation::ALIGNMENT`].
    pub size: u64,
}

impl Allocation {
    /// The alignment of memory, in bytes: the descriptors of V4 to V7 require it of their buffers.
    pub const ALIGNMENT: u64 = mali_instancing::descriptor::BufferAddress::ALIGNMENT;
}
