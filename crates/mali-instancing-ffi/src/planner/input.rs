//! The input of a draw that is submitted.

use mali_buffers::{IndexData, IndexInput};
use mali_instancing::draw::{DrawCall, IndexedVertices, Tables};

use super::memory::mali_inst_memory_ref;
use crate::abi::failure::Failure;
use crate::draws::call::{job_words, mali_inst_job_words};
use crate::draws::indices::mali_inst_indexed_draw;
use crate::draws::tables::mali_inst_tables;

/// The input of a planned draw, or of one in place, beside its tables.
#[repr(C)]
pub struct mali_inst_planned_input {
    /// Where its indices are, from `index_offset` on.
    pub index_memory: mali_inst_memory_ref,
    /// The first byte of its indices there.
    pub index_offset: u64,
    /// The size of an index, 1, 2 or 4 bytes; 0 where there are none.
    pub index_size: u32,
    /// How many there are.
    pub index_count: u32,
    /// Not 0 where `restart_index` restarts a primitive.
    pub has_restart_index: u32,
    /// The index that does.
    pub restart_index: u32,
    /// How many vertices are shaded, and from which on.
    pub vertices: mali_inst_indexed_draw,
    /// The words of its job, on V4 to V7.
    pub job: mali_inst_job_words,
    /// How long its tables are.
    pub tables: mali_inst_tables,
}

impl mali_inst_planned_input {
    pub(super) fn new(call: &DrawCall, data: &IndexData, tables: &Tables) -> Result<Self, Failure> {
        let IndexedVertices {
            vertices,
            first_vertex,
            base_vertex_offset,
        } = data.vertices;
        let input = Self {
            index_memory: mali_inst_memory_ref::NONE,
            index_offset: 0,
            index_size: 0,
            index_count: 0,
            has_restart_index: 0,
            restart_index: 0,
            vertices: mali_inst_indexed_draw {
                vertices,
                first_vertex,
                base_vertex_offset,
            },
            job: job_words(call)?,
            tables: mali_inst_tables::new(tables),
        };
        let Some(indices) = data.indices else {
            return Ok(input);
        };
        let IndexInput {
            location,
            index_type,
            count,
            restart_index,
        } = indices;
        Ok(Self {
            index_memory: location.memory.into(),
            index_offset: location.offset,
            index_size: index_type.size(),
            index_count: count,
            has_restart_index: restart_index.is_some().into(),
            restart_index: restart_index.unwrap_or_default(),
            ..input
        })
    }
}
