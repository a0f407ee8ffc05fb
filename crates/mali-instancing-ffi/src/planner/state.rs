//! The attributes of a pipeline.

use core::mem::MaybeUninit;

use core::num::NonZeroU32;

use mali_buffers::VertexState;
use mali_instancing::Arch;
use mali_instancing::draw::DrawCall;

use super::draw::mali_inst_planned_attribute;
use crate::abi::failure::{Failure, finish};
use crate::abi::opaque::{self, Opaque};
use crate::abi::pointers::{self, List};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_padding, mali_inst_rounding};

/// The size of a `mali_inst_vertex_state`, in units of eight bytes.
pub const MALI_INST_VERTEX_STATE_WORDS: usize = 488;

/// The attributes of a pipeline, and what was found out about them. `mali_inst_vertex_state_init` fills it.
#[repr(C)]
pub struct mali_inst_vertex_state {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_VERTEX_STATE_WORDS],
}

impl Opaque for VertexState {
    type Structure = mali_inst_vertex_state;
    const STATE: u64 = 0x6d61_6c69_7374_6174;
}

/// The most attributes that a planned draw has: fewer than the `MALI_INST_MAX_ATTRIBUTES` of other draws.
pub const MALI_INST_MAX_PLANNED_ATTRIBUTES: usize = 16;

const _: fn(VertexState) -> VertexState<MALI_INST_MAX_PLANNED_ATTRIBUTES> = |state| state;

/// A driver's choices for the planned draws of a pipeline. A field that is not set is 0,
/// except `padding`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_rules {
    /// How vertex counts are padded.
    pub padding: mali_inst_padding,
    /// How multipliers are rounded.
    pub rounding: mali_inst_rounding,
    /// From V9 on, the resource table that holds the buffers, 0 to 63.
    pub resource_table: u32,
    /// Whether the draws use index-driven vertex shading, which V6 and later have: not 0 if they do.
    pub idvs: u32,
    /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
    /// primitive size of 1. V4 to V7 only.
    pub primitive_vertices: u32,
}

impl mali_inst_planned_rules {
    fn convert(&self) -> Result<DrawCall, Failure> {
        Ok(DrawCall {
            padding: enums::padding(self.padding)?,
            rounding: enums::rounding(self.rounding)?,
            resource_table: self.resource_table,
            idvs: self.idvs != 0,
            primitive_vertices: NonZeroU32::new(self.primitive_vertices),
            // The planner says which architecture it is, and the draw how many vertices.
            ..DrawCall::new(Arch::V7, 0)
        })
    }
}

/// The attributes that a shader reads, in its order, at most `MALI_INST_MAX_PLANNED_ATTRIBUTES`, and the rules of their
/// draws.
/// `state_size` is `sizeof *state`: less than the library's is `MALI_INST_ERROR_SIZE`.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` and `MALI_INST_ERROR_ZERO_DIVISOR`.
///
/// # Safety
///
/// `rules` and the attributes may be read, `state` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_vertex_state_init(
    state: *mut mali_inst_vertex_state,
    state_size: usize,
    rules: *const mali_inst_planned_rules,
    attributes: *const mali_inst_planned_attribute,
    attribute_count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be read, which `# Safety` requires.
        let rules = unsafe { pointers::reference(rules, "rules") }?.convert()?;
        // SAFETY: as many may be read, which `# Safety` requires.
        let attributes = unsafe { pointers::slice(attributes, attribute_count, "attributes") }?;
        let mut list: List<_, MALI_INST_MAX_PLANNED_ATTRIBUTES> = List::new();
        let attributes = list.fill(attributes, "attributes", |number, attribute| {
            attribute.convert(number)
        })?;
        let made: VertexState = VertexState::new(attributes)?.with_call(rules);
        // SAFETY: it may be written, which `# Safety` requires.
        unsafe { opaque::put(state, state_size, made, "state") }
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Forgets what was found out: of a deleted buffer, whose number is given to another.
///
/// # Safety
///
/// `state` is zeros or was initialised, and may be changed; `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_vertex_state_forget(
    state: *mut mali_inst_vertex_state,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be changed, which `# Safety` requires.
        let state: &mut VertexState = unsafe { opaque::get_mut(state, "state") }?;
        state.forget();
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}
