//! What an indexed draw shades.

use mali_instancing::draw::{IndexSlice, IndexedVertices};

use crate::border::failure::{Failure, finish};
use crate::border::given;
use crate::border::status::{mali_inst_error, mali_inst_status};
use crate::terms;

/// What an indexed draw tells the vertex job and the tiler.
#[repr(C)]
pub struct mali_inst_indexed_draw {
    /// The number of vertices that are shaded: `vertices` of the draw call.
    pub vertices: u32,
    /// The first of them: `first_vertex` of the draw call.
    pub first_vertex: u32,
    /// What the tiler adds to an index to find its shaded vertex: genxml's "base vertex offset".
    pub base_vertex_offset: i32,
}

/// Looks for the smallest and the largest index of a draw, and answers what follows from them.
///
/// `index_size` is 1, 2 or 4 bytes. `restart_index` points to the index that restarts a primitive, and is null
/// where none does.
///
/// # Errors
///
/// `MALI_INST_ERROR_VALUE` for another size, `MALI_INST_ERROR_NO_INDICES` where nothing is left to draw,
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
    let answer = || {
        let restart_index = if restart_index.is_null() {
            None
        } else {
            // SAFETY: it is not null, and the caller lets it be read.
            Some(*unsafe { given::reference(restart_index, "restart_index") }?)
        };
        let indices = match index_size {
            // SAFETY: the caller lets so many be read.
            1 => IndexSlice::U8(unsafe { given::slice(indices.cast(), index_count, "indices") }?),
            // SAFETY: the caller lets so many be read.
            2 => IndexSlice::U16(unsafe { given::slice(indices.cast(), index_count, "indices") }?),
            // SAFETY: the caller lets so many be read.
            4 => IndexSlice::U32(unsafe { given::slice(indices.cast(), index_count, "indices") }?),
            _ => return Err(terms::unknown("index_size", index_size, "1, 2 and 4")),
        };
        let bounds = indices.bounds(restart_index).ok_or(Failure::NoIndices)?;
        let IndexedVertices {
            vertices,
            first_vertex,
            base_vertex_offset,
        } = bounds.vertices(base_vertex)?;
        // SAFETY: the caller lets it be written.
        unsafe { given::place(draw, "draw") }?.write(mali_inst_indexed_draw {
            vertices,
            first_vertex,
            base_vertex_offset,
        });
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}
