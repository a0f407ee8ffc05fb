//! Line loops for an API that does not have them.

use mali_buffers::{ApplicationDraw, IndexType, LineLoop, Planner, Vertices};

use super::callbacks::{Callbacks, mali_inst_client_state};
use super::draw::mali_inst_planned_draw;
use super::planning::mali_inst_planner;
use super::source::mali_inst_data_source;
use crate::abi::arguments::arguments;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// The way in which a draw of line loops is drawn: one of `MALI_INST_LINE_LOOP_*`.
pub type mali_inst_line_loop_kind = u32;

/// Nothing is drawn, since no loop has two vertices.
pub const MALI_INST_LINE_LOOP_NOTHING: mali_inst_line_loop_kind = 0;
/// The draw itself is drawn as a line strip, and then `draw` as a line, from the last vertex to the first.
pub const MALI_INST_LINE_LOOP_CLOSED: mali_inst_line_loop_kind = 1;
/// `draw` is drawn as line strips, in place of the draw. The first index of each loop is also at its end.
pub const MALI_INST_LINE_LOOP_REWRITTEN: mali_inst_line_loop_kind = 2;

/// The line strips and lines as which a draw of line loops is drawn.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_line_loop {
    /// The size of the indices that `draw` reads, in bytes; 0 for `MALI_INST_LINE_LOOP_NOTHING`.
    pub size: u64,
    /// The draw of these indices.
    pub draw: mali_inst_planned_draw,
    /// The way in which the loops are drawn.
    pub kind: mali_inst_line_loop_kind,
}

/// Finds the line strips and lines as which a draw of line loops is drawn, and writes their indices: for a driver that
/// draws with Vulkan or Direct3D. Every Mali itself draws loops.
///
/// The caller provides the indices that are written as the data of `source`, an array in client memory, when `draw` is
/// drawn. If `bytes` is null, none is written, and `line_loop` has their size. With robust access, the loops are those
/// of the indices that exist.
///
/// # Errors
///
/// `MALI_INST_ERROR_OUTPUT_TOO_SMALL` if `capacity`, the number of bytes at `bytes`, is less than the size of the
/// indices. `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for indices
/// that do not exist. `MALI_INST_ERROR_OTHER` for vertices that do not fit 32 bits, and for loops that restart and also
/// have vertex 4294967295.
///
/// # Safety
///
/// `planner` is zeros or was initialised; `loops` and `client_state` may be read, and its callbacks keep its rules. As
/// many bytes may be written and are initialised, and `line_loop` and `error` may be written. `bytes` and `error` may
/// be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_line_loop(
    planner: *const mali_inst_planner,
    loops: *const mali_inst_planned_draw,
    client_state: *const mali_inst_client_state,
    source: mali_inst_data_source,
    bytes: *mut u8,
    capacity: usize,
    line_loop: *mut mali_inst_line_loop,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { planner, loops, client_state, bytes[capacity], line_loop, error });
    error.status_of(|| {
        let planner: &Planner = planner.value()?;
        let given = loops.structure()?;
        let loops = given.convert()?;
        let client_state = Callbacks::new(client_state)?;
        let line_loop = line_loop.get()?;
        let source = source.convert(None)?;
        let (kind, indices) = match LineLoop::of(&loops, planner.target(), &client_state)? {
            None => {
                line_loop.write(mali_inst_line_loop {
                    size: 0,
                    draw: *given,
                    kind: MALI_INST_LINE_LOOP_NOTHING,
                });
                return Ok(());
            }
            Some(LineLoop::Closed(closing)) => (MALI_INST_LINE_LOOP_CLOSED, closing),
            Some(LineLoop::Rewritten(strips)) => (MALI_INST_LINE_LOOP_REWRITTEN, strips),
        };
        if let Some(bytes) = bytes.if_any() {
            indices.write(&client_state, bytes.initialised()?)?;
        }
        line_loop.write(mali_inst_line_loop {
            size: indices.size(),
            draw: given.with_indices_of(&indices.draw(source)),
            kind,
        });
        Ok(())
    })
}

impl mali_inst_planned_draw {
    /// This draw, with the indices of `draw` in place of its vertices.
    fn with_indices_of(&self, draw: &ApplicationDraw) -> Self {
        let Vertices::Elements(array) = draw.vertices else {
            return *self;
        };
        let bounds = array.bounds;
        Self {
            index_offset: array.offset,
            count: array.count,
            first: 0,
            index_size: match array.index_type {
                IndexType::U8 => 1,
                IndexType::U16 => 2,
                IndexType::U32 => 4,
            },
            index_source: array.source.into(),
            base_vertex: array.base_vertex,
            has_restart_index: array.restart_index.is_some().into(),
            restart_index: array.restart_index.unwrap_or_default(),
            has_index_bounds: bounds.is_some().into(),
            minimum_index: bounds.map_or(0, |bounds| bounds.minimum),
            maximum_index: bounds.map_or(0, |bounds| bounds.maximum),
            ..*self
        }
    }
}
