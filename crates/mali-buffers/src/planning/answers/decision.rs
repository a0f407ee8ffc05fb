use crate::memory::CopyPolicy;
use mali_instancing::{Format, InputRate};

/// The reason why data cannot be read in place.
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

/// The reason why data is streamed, and not copied once for several draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum StreamingReason {
    /// The data is in client memory, where it may change before the next draw.
    ClientMemory,
    /// The buffer's policy is not to keep copies.
    Buffer(CopyPolicy),
    /// The buffer's copies would take more than four times its size, or be more than the allowed number. One that is
    /// read no more gives way when later work needs this one again.
    NoRoom,
    /// The caller has no memory for a copy.
    NoMemory,
    /// The copy is one that the GPU makes in later work, of another context.
    LaterCopy,
    /// The first index is not at a multiple of an index's size, so a copy of the whole buffer does not contain it.
    Unaligned,
}

/// The place from which the GPU reads an attribute or a draw's indices, and the reason.
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

/// The place from which a draw reads an attribute, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttributePlace {
    /// The kind of place, and the reason.
    pub decision: Decision,
    /// The GPU address of the attribute in the first element that the draw reads.
    pub address: u64,
    /// The number of that element in the application's array.
    pub first_element: u32,
    /// The distance between elements there, in bytes.
    pub stride: u32,
    /// The rate at which the draw steps from one element to the next.
    pub rate: InputRate,
    /// The format that the GPU fetches.
    pub format: Format,
}
