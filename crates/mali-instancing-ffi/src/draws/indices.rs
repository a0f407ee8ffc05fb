//! The vertices that an indexed draw shades.

use mali_instancing::draw::{IndexSlice, IndexedVertices};

use crate::abi::arguments::arguments;
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// The numbers of an indexed draw for the vertex job and the tiler.
#[repr(C)]
pub struct mali_inst_indexed_draw {
    /// The number of vertices that are shaded: `vertices` of the draw call.
    pub vertices: u32,
    /// The first of them: `first_vertex` of the draw call.
    pub first_vertex: u32,
    /// The number that the tiler adds to an index to get its shaded vertex: genxml's "base vertex offset".
    pub base_vertex_offset: i32,
}

/// Finds the smallest and the largest index of a draw, and returns the numbers that follow from them.
///
/// `index_size` is 1, 2 or 4 bytes. `restart_index` points to the index that restarts a primitive; null
/// if none does.
///
/// # Errors
///
/// `MALI_INST_ERROR_VALUE` for another size, `MALI_INST_ERROR_NO_INDICES` if all indices restart,
/// `MALI_INST_ERROR_BASE_VERTEX` and `MALI_INST_ERROR_INDEX_BOUNDS`.
///
/// # Safety
///
/// `index_count` indices may be read, and `restart_index`; `draw` and `error` may be written. `restart_index` and
/// `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_indexed_vertices(
    indices: *const core::ffi::c_void,
    index_size: u32,
    index_count: usize,
    restart_index: *const u32,
    base_vertex: i32,
    draw: *mut mali_inst_indexed_draw,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { indices[index_count], restart_index, draw, error });
    error.status_of(|| {
        let restart_index = restart_index.known()?;
        let indices = match index_size {
            // SAFETY: the indices have this size.
            1 => IndexSlice::U8(unsafe { indices.cast(index_count) }.slice()?),
            // SAFETY: the indices have this size.
            2 => IndexSlice::U16(unsafe { indices.cast(index_count) }.slice()?),
            // SAFETY: the indices have this size.
            4 => IndexSlice::U32(unsafe { indices.cast(index_count) }.slice()?),
            _ => return Err(Failure::value("index_size", None, index_size, "1, 2 and 4")),
        };
        let bounds = indices
            .bounds(restart_index)
            .ok_or(Failure::from(Cause::NoIndices))?;
        let IndexedVertices {
            vertices,
            first_vertex,
            base_vertex_offset,
        } = bounds.vertices(base_vertex)?;
        draw.write(mali_inst_indexed_draw {
            vertices,
            first_vertex,
            base_vertex_offset,
        })
    })
}
