//! Memory that the planner speaks of.

use mali_buffers::{Allocation, BufferId, CopyId, MemoryRef, Retired, StreamKind};

use crate::abi::failure::Failure;

/// Which memory: one of `MALI_INST_MEMORY_*`.
pub type mali_inst_memory_kind = u32;

/// A buffer of the application's, where it is.
pub const MALI_INST_MEMORY_BUFFER: mali_inst_memory_kind = 0;
/// A block of the stream of vertices: that of `generation`.
pub const MALI_INST_MEMORY_VERTEX_STREAM: mali_inst_memory_kind = 1;
/// A block of the stream of indices: that of `generation`.
pub const MALI_INST_MEMORY_INDEX_STREAM: mali_inst_memory_kind = 2;
/// Copy `number` of a buffer.
pub const MALI_INST_MEMORY_COPY: mali_inst_memory_kind = 3;
/// The constants, `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes that are always there.
pub const MALI_INST_MEMORY_CONSTANTS: mali_inst_memory_kind = 4;

/// How many bytes the constants of a planner take.
pub const MALI_INST_PLANNER_CONSTANTS_SIZE: u64 = 1024;

const _: () = assert!(MALI_INST_PLANNER_CONSTANTS_SIZE == mali_buffers::Planner::CONSTANTS_SIZE);

/// Some of the GPU's memory. What its kind does not have is 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_memory_ref {
    /// The address of a buffer.
    pub address: u64,
    /// The generation of a stream.
    pub generation: u64,
    /// Which memory.
    pub kind: mali_inst_memory_kind,
    /// The buffer, or that which was copied.
    pub buffer: u32,
    /// Which copy of the buffer.
    pub number: u32,
}

/// Memory that must be there before a plan is executed. Its first byte is aligned to 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_allocation {
    /// By this it will be asked for.
    pub memory: mali_inst_memory_ref,
    /// How many bytes.
    pub size: u64,
}

/// Memory that no later draw reads.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_retired {
    /// Which memory.
    pub memory: mali_inst_memory_ref,
    /// The last work that reads it: it may be freed when the GPU has finished that. 0 where none does.
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

impl From<MemoryRef> for mali_inst_memory_ref {
    fn from(memory: MemoryRef) -> Self {
        match memory {
            MemoryRef::Buffer { buffer, address } => Self {
                address,
                buffer: buffer.get(),
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
                buffer: buffer.get(),
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

/// The origin of data: one of `MALI_INST_DATA_*`.
pub type mali_inst_data_kind = u32;

/// A buffer of the application's, by its number.
pub const MALI_INST_DATA_BUFFER: mali_inst_data_kind = 0;
/// Memory of the client's, by a number that the callback `read` understands.
pub const MALI_INST_DATA_CLIENT: mali_inst_data_kind = 1;

/// Where the data of an application lies.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_data_source {
    /// Which of both.
    pub kind: mali_inst_data_kind,
    /// Its number.
    pub number: u32,
}

impl mali_inst_data_source {
    pub(super) fn convert(
        self,
        element: Option<usize>,
    ) -> Result<mali_buffers::DataSource, Failure> {
        match self.kind {
            MALI_INST_DATA_BUFFER => {
                Ok(mali_buffers::DataSource::Buffer(BufferId::new(self.number)))
            }
            MALI_INST_DATA_CLIENT => Ok(mali_buffers::DataSource::Client(self.number)),
            kind => Err(Failure::value(
                "kind of data",
                element,
                kind,
                "MALI_INST_DATA_*, 0 and 1,",
            )),
        }
    }
}

impl From<mali_buffers::DataSource> for mali_inst_data_source {
    fn from(source: mali_buffers::DataSource) -> Self {
        match source {
            mali_buffers::DataSource::Buffer(buffer) => Self {
                kind: MALI_INST_DATA_BUFFER,
                number: buffer.get(),
            },
            mali_buffers::DataSource::Client(number) => Self {
                kind: MALI_INST_DATA_CLIENT,
                number,
            },
        }
    }
}
