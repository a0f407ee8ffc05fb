//! The parts of a draw besides its tables.

use mali_buffers::{IndexData, IndexInput};
use mali_instancing::draw::{DrawCounts, IndexedVertices, Pipeline, Tables};

use crate::abi::failure::Failure;
use crate::draws::call::{job_words, mali_inst_job_words};
use crate::draws::indices::mali_inst_indexed_draw;
use crate::draws::tables::mali_inst_tables;

/// The parts of a planned draw besides its tables.
#[repr(C)]
pub struct mali_inst_planned_input {
    /// The GPU address of the first index.
    pub index_address: u64,
    /// The size of an index: 1, 2 or 4 bytes, or 0 if there are no indices.
    pub index_size: u32,
    /// The number of indices.
    pub index_count: u32,
    /// Whether `restart_index` restarts primitives: not 0 if it does.
    pub has_restart_index: u32,
    /// The index that restarts primitives.
    pub restart_index: u32,
    /// The vertices that are shaded.
    pub vertices: mali_inst_indexed_draw,
    /// The words of its job, which V4 to V7 have.
    pub job: mali_inst_job_words,
    /// The sizes of its tables.
    pub tables: mali_inst_tables,
}

impl mali_inst_planned_input {
    #[inline]
    pub(super) fn new(
        pipeline: &Pipeline,
        counts: &DrawCounts,
        data: &IndexData,
        tables: &Tables,
    ) -> Result<Self, Failure> {
        let IndexedVertices {
            vertices,
            first_vertex,
            base_vertex_offset,
        } = data.vertices;
        let input = Self {
            index_address: 0,
            index_size: 0,
            index_count: 0,
            has_restart_index: 0,
            restart_index: 0,
            vertices: mali_inst_indexed_draw {
                vertices,
                first_vertex,
                base_vertex_offset,
            },
            job: job_words(pipeline, counts)?,
            tables: mali_inst_tables::written(tables),
        };
        let Some(indices) = data.indices else {
            return Ok(input);
        };
        let IndexInput {
            address,
            index_type,
            count,
            restart_index,
        } = indices;
        Ok(Self {
            index_address: address,
            index_size: index_type.size(),
            index_count: count,
            has_restart_index: restart_index.is_some().into(),
            restart_index: restart_index.unwrap_or_default(),
            ..input
        })
    }
}
