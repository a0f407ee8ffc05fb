//! References to memory and to data.

use mali_buffers::two_phase::{Allocation, BufferId, CopyId, MemoryRef, Retired, StreamKind};

use crate::abi::failure::Failure;

/// A kind of memory: one of `MALI_INST_MEMORY_*`.
pub type mali_inst_memory_kind = u32;

/// A buffer of the application, at its own address.
pub const MALI_INST_MEMORY_BUFFER: mali_inst_memory_kind = 0;
/// The block of the vertex stream with this `generation`.
pub const MALI_INST_MEMORY_VERTEX_STREAM: mali_inst_memory_kind = 1;
/// The block of the index stream with this `generation`.
pub const MALI_INST_MEMORY_INDEX_STREAM: mali_inst_memory_kind = 2;
/// A converted copy of a buffer's data, with this `number`.
pub const MALI_INST_MEMORY_COPY: mali_inst_memory_kind = 3;
/// The block of `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes that holds constants, and always exists.
pub const MALI_INST_MEMORY_CONSTANTS: mali_inst_memory_kind = 4;

/// The size of the block of constants, in bytes.
pub const MALI_INST_PLANNER_CONSTANTS_SIZE: u64 = 1024;

const _: () =
    assert!(MALI_INST_PLANNER_CONSTANTS_SIZE == mali_buffers::two_phase::Planner::CONSTANTS_SIZE);

/// Memory that the GPU reads. Fields that its kind does not have are 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_memory_ref {
    /// The address of a buffer.
    pub address: u64,
    /// The generation of a stream.
    pub generation: u64,
    /// The kind of memory.
    pub kind: mali_inst_memory_kind,
    /// The number of the buffer, or of the buffer that was copied.
    pub buffer: u32,
    /// The number of the copy among the buffer's copies.
    pub number: u32,
}

/// Memory that must be allocated before a plan is executed, at a multiple of 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_allocation {
    /// The reference by which the callbacks are asked for the memory.
    pub memory: mali_inst_memory_ref,
    /// The size, in bytes.
    pub size: u64,
}

/// Memory that no later draw reads.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_retired {
    /// The memory.
    pub memory: mali_inst_memory_ref,
    /// The work after which the memory may be freed; 0 if it may be freed at once.
    pub until: u64,
}

impl mali_inst_memory_ref {
    pub(super) const NONE: Self = Self {
        address: 0,
        generation: 0,
        kind: MALI_INST_MEMORY_BUFFER,
        buffer: 0,
        number: 0,
    };
}

/// The number of a buffer, which C gave with 32 bits.
pub(super) fn number_of(buffer: BufferId) -> u32 {
    u32::try_from(buffer.get()).unwrap_or(u32::MAX)
}

impl From<MemoryRef> for mali_inst_memory_ref {
    fn from(memory: MemoryRef) -> Self {
        match memory {
            MemoryRef::Buffer { buffer, address } => Self {
                address,
                buffer: number_of(buffer),
                ..Self::NONE
            },
            MemoryRef::Stream { stream, generation } => Self {
                generation,
                kind: match stream {
                    StreamKind::Vertex => MALI_INST_MEMORY_VERTEX_STREAM,
                    StreamKind::Indices => MALI_INST_MEMORY_INDEX_STREAM,
                },
                ..Self::NONE
            },
            MemoryRef::Copy(CopyId { buffer, number }) => Self {
                kind: MALI_INST_MEMORY_COPY,
                buffer: number_of(buffer),
                number,
                ..Self::NONE
            },
            MemoryRef::Constants => Self {
                kind: MALI_INST_MEMORY_CONSTANTS,
                ..Self::NONE
            },
        }
    }
}

impl From<Allocation> for mali_inst_allocation {
    fn from(allocation: Allocation) -> Self {
        Self {
            memory: allocation.memory.into(),
            size: allocation.size,
        }
    }
}

impl From<Retired> for mali_inst_retired {
    fn from(retired: Retired) -> Self {
        Self {
            memory: retired.memory.into(),
            until: retired.until.get(),
        }
    }
}

/// The kind of place that data comes from: one of `MALI_INST_DATA_*`.
pub type mali_inst_data_kind = u32;

/// A buffer of the application, by its number.
pub const MALI_INST_DATA_BUFFER: mali_inst_data_kind = 0;
/// Client memory, by a number that the caller chooses and the callback `read` gets.
pub const MALI_INST_DATA_CLIENT: mali_inst_data_kind = 1;

/// The place of an application's data.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_data_source {
    /// The kind of place.
    pub kind: mali_inst_data_kind,
    /// The number of the buffer or of the client memory.
    pub number: u32,
}

impl mali_inst_data_source {
    pub(super) fn convert(
        self,
        element: Option<usize>,
    ) -> Result<mali_buffers::two_phase::DataSource, Failure> {
        match self.kind {
            MALI_INST_DATA_BUFFER => Ok(mali_buffers::two_phase::DataSource::Buffer(
                BufferId::new(self.number.into()),
            )),
            MALI_INST_DATA_CLIENT => Ok(mali_buffers::two_phase::DataSource::Client(self.number)),
            kind => Err(Failure::value(
                "kind of data",
                element,
                kind,
                "MALI_INST_DATA_*, 0 and 1,",
            )),
        }
    }
}

impl From<mali_buffers::two_phase::DataSource> for mali_inst_data_source {
    fn from(source: mali_buffers::two_phase::DataSource) -> Self {
        match source {
            mali_buffers::two_phase::DataSource::Buffer(buffer) => Self {
                kind: MALI_INST_DATA_BUFFER,
                number: buffer.get() as u32,
            },
            mali_buffers::two_phase::DataSource::Client(number) => Self {
                kind: MALI_INST_DATA_CLIENT,
                number,
            },
        }
    }
}
