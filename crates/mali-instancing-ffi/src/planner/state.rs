//! The attributes of a pipeline.

use core::mem::MaybeUninit;

use core::num::NonZeroU32;

use mali_buffers::two_phase::VertexState;
use mali_instancing::Arch;
use mali_instancing::draw::DrawCall;

use super::draw::mali_inst_planned_attribute;
use crate::abi::failure::{Failure, finish};
use crate::abi::opaque::{self, Opaque};
use crate::abi::pointers::{self, List};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_padding, mali_inst_rounding};

/// The size of a `mali_inst_vertex_state`, in units of eight bytes.
pub const MALI_INST_VERTEX_STATE_WORDS: usize = 592;

/// The attributes of a pipeline, and the facts that were found about them. `mali_inst_vertex_state_init` initialises
/// it.
#[repr(C)]
pub struct mali_inst_vertex_state {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_VERTEX_STATE_WORDS],
}

impl Opaque for VertexState {
    type Structure = mali_inst_vertex_state;
    const STATE: u64 = 0x6d61_6c69_7374_6174;
}

/// The largest number of attributes of a planned draw: fewer than the `MALI_INST_MAX_ATTRIBUTES` of other draws.
pub const MALI_INST_MAX_PLANNED_ATTRIBUTES: usize = 16;

const _: fn(VertexState) -> VertexState<MALI_INST_MAX_PLANNED_ATTRIBUTES> = |state| state;

/// A driver's choices for the planned draws of a pipeline. Every field except `padding` can be left at 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planned_rules {
    /// The rule by which vertex counts are padded.
    pub padding: mali_inst_padding,
    /// The rule by which multipliers are rounded.
    pub rounding: mali_inst_rounding,
    /// The resource table that holds the buffers, 0 to 63. V9 and later only.
    pub resource_table: u32,
    /// Whether the draws use index-driven vertex shading, which V6 and later have: not 0 if they do.
    pub idvs: u32,
    /// The number of vertices of a primitive: 3 for triangles, 2 for lines, 1 for points; 0 writes an instance
    /// primitive size of 1. V4 to V7 only.
    pub primitive_vertices: u32,
    /// Whether the shader does not read the vertex's number, GL's `gl_VertexID`: not 0 if it does not. If a draw's
    /// indices are few and far apart, none restarts, and vertices must be streamed, then only the vertices that the
    /// indices name are streamed, and they are drawn without indices.
    pub no_vertex_id: u32,
}

impl mali_inst_planned_rules {
    fn convert(&self) -> Result<DrawCall, Failure> {
        Ok(DrawCall {
            padding: enums::padding(self.padding)?,
            rounding: enums::rounding(self.rounding)?,
            resource_table: self.resource_table,
            idvs: self.idvs != 0,
            primitive_vertices: NonZeroU32::new(self.primitive_vertices),
            // The planner sets the architecture, and the draw the number of vertices.
            ..DrawCall::new(Arch::V7, 0)
        })
    }
}

/// Initialises the state of a pipeline: the attributes that its shader reads, in the shader's order, and the rules of
/// its draws.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` for more than `MALI_INST_MAX_PLANNED_ATTRIBUTES` attributes,
/// `MALI_INST_ERROR_ZERO_DIVISOR`, and `MALI_INST_ERROR_SIZE` if `state_size`, which is `sizeof *state`, is less than
/// the library's size of a state.
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
        let rules = unsafe { pointers::reference(rules, "rules") }?;
        let call = rules.convert()?;
        // SAFETY: as many may be read, which `# Safety` requires.
        let attributes = unsafe { pointers::slice(attributes, attribute_count, "attributes") }?;
        let mut list: List<_, MALI_INST_MAX_PLANNED_ATTRIBUTES> = List::new();
        let attributes = list.fill(attributes, "attributes", |number, attribute| {
            attribute.convert(number)
        })?;
        let mut made: VertexState = VertexState::new(attributes)?.with_call(call);
        if rules.no_vertex_id != 0 {
            made = made.without_vertex_id();
        }
        // SAFETY: it may be written, which `# Safety` requires.
        unsafe { opaque::put(state, state_size, made, "state") }
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Forgets the facts that were found about the attributes. Call it before the number of a deleted buffer is given to
/// another.
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
