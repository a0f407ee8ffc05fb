//! The planner, and draws in place or with a plan.

use core::mem::MaybeUninit;

use mali_buffers::two_phase::{
    ContextId, InPlace, OutOfBounds, Plan, Planner, Sequence, StreamKind, Target, UploadRing,
    UploadRings, VertexState,
};

use super::callbacks::{
    Callbacks, MemoryCallbacks, OptionalMemory, mali_inst_client_state, mali_inst_gpu_memory,
};
use super::draw::mali_inst_planned_draw;
use super::input::mali_inst_planned_input;
use super::memory::{
    MALI_INST_MEMORY_INDEX_STREAM, MALI_INST_MEMORY_VERTEX_STREAM, mali_inst_memory_kind,
};
use super::plan::mali_inst_plan;
use super::state::mali_inst_vertex_state;
use crate::abi::cause::Cause;
use crate::abi::failure::{Failure, finish};
use crate::abi::opaque::{self, Opaque};
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_arch};

/// The size of a `mali_inst_planner`, in units of eight bytes.
pub const MALI_INST_PLANNER_WORDS: usize = 488;

/// The state that the draws of one context share. `mali_inst_planner_init` initialises it.
#[repr(C)]
pub struct mali_inst_planner {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_PLANNER_WORDS],
}

impl Opaque for Planner {
    type Structure = mali_inst_planner;
    const STATE: u64 = 0x6d61_6c69_706c_6e72;
}

/// The GPU that draws, and the rules that it draws by. Every field except `arch` can be left at 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planner_target {
    /// The GPU's architecture.
    pub arch: mali_inst_arch,
    /// Whether a draw that needs elements or indices that its buffers do not have is drawn with those that exist, which
    /// is robust access: not 0 if it is. Otherwise such a draw is an error.
    pub robust_access: u32,
    /// Whether indices are read only if their bounds are needed, and not to check that none is past the last vertex:
    /// not 0 if so. From V9 on, nothing needs the bounds if all data is in place.
    pub unchecked_indices: u32,
}

impl mali_inst_planner_target {
    fn convert(&self) -> Result<Target, Failure> {
        let out_of_bounds = match self.robust_access {
            0 => OutOfBounds::Refuse,
            _ => OutOfBounds::Clamp,
        };
        Ok(Target::new(enums::arch(self.arch)?)
            .with_out_of_bounds(out_of_bounds)
            .with_checks_indices(self.unchecked_indices == 0))
    }
}

/// Initialises a planner for a GPU. The caller must have allocated three blocks of memory, each at a multiple of 64
/// bytes: generation 0 of the vertex stream, with `vertex_capacity` bytes; generation 0 of the index stream, with
/// `index_capacity` bytes; and `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes for the constants.
///
/// `context` is a number that no other planner has, nor had before, even if it was in the same memory: states and plans
/// recognize their planner by it. So it is best to count all planners.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO` for a capacity of 0, and `MALI_INST_ERROR_SIZE` if `planner_size`, which is `sizeof
/// *planner`, is less than the library's size of a planner.
///
/// # Safety
///
/// `planner` and `error` may be written, `target` may be read. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_init(
    planner: *mut mali_inst_planner,
    planner_size: usize,
    context: u64,
    target: *const mali_inst_planner_target,
    vertex_capacity: u64,
    index_capacity: u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be read, which `# Safety` requires.
        let target = unsafe { pointers::reference(target, "target") }?.convert()?;
        let rings = UploadRings {
            vertex: UploadRing::new(vertex_capacity)?,
            indices: UploadRing::new(index_capacity)?,
        };
        // SAFETY: it may be written, which `# Safety` requires.
        unsafe {
            opaque::put(
                planner,
                planner_size,
                Planner::new(ContextId::new(context), target, rings),
                "planner",
            )
        }
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Records that the GPU has finished the work `completed` and all work before it.
///
/// # Safety
///
/// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_complete(
    planner: *mut mali_inst_planner,
    completed: u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be changed, which `# Safety` requires.
        let planner: &mut Planner = unsafe { opaque::get_mut(planner, "planner") }?;
        planner.complete(Sequence::new(completed));
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Makes the next data for a stream begin a block of a new generation, which is among the allocations of the plan that
/// needs it. This is for a caller that has lost the memory of a block, or begins each frame with a new block. Plans
/// that were made before are outdated.
///
/// # Errors
///
/// `MALI_INST_ERROR_VALUE` if `stream` is neither `MALI_INST_MEMORY_VERTEX_STREAM` nor `MALI_INST_MEMORY_INDEX_STREAM`.
///
/// # Safety
///
/// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_discard(
    planner: *mut mali_inst_planner,
    stream: mali_inst_memory_kind,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be changed, which `# Safety` requires.
        let planner: &mut Planner = unsafe { opaque::get_mut(planner, "planner") }?;
        planner.discard(match stream {
            MALI_INST_MEMORY_VERTEX_STREAM => StreamKind::Vertex,
            MALI_INST_MEMORY_INDEX_STREAM => StreamKind::Indices,
            _ => {
                let allowed =
                    "MALI_INST_MEMORY_VERTEX_STREAM and MALI_INST_MEMORY_INDEX_STREAM, 1 and 2,";
                return Err(Failure::value("stream", None, stream, allowed));
            }
        });
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// The result of `mali_inst_planner_draw_in_place`: one of `MALI_INST_IN_PLACE_*`.
pub type mali_inst_in_place = u32;

/// The tables are written.
pub const MALI_INST_IN_PLACE_WRITTEN: mali_inst_in_place = 0;

/// The draw is the same as the last draw of its state: the tables of that draw are right for this one too.
pub const MALI_INST_IN_PLACE_UNCHANGED: mali_inst_in_place = 1;

/// The draw must be planned: something must be written or found out before it, or it draws nothing.
pub const MALI_INST_IN_PLACE_NEEDS_PLAN: mali_inst_in_place = 2;

/// Writes the tables of a draw that needs no other writes. A driver calls this function first for each draw. All data
/// of such a draw is in place, or in copies and constants that earlier draws have made. `memory` provides the addresses
/// of these; if it is null, draws that need them must be planned.
///
/// `input` is written only if `outcome` is `MALI_INST_IN_PLACE_WRITTEN`. If it is `MALI_INST_IN_PLACE_UNCHANGED`, the
/// input of the last draw of `state` is right for this one too. `words` must be initialised.
///
/// # Errors
///
/// `MALI_INST_ERROR_SEQUENCE` for work that is finished, or that is before the work of earlier draws, and the errors of
/// `mali_inst_draw_write`. Nothing has changed then, except perhaps `words`.
///
/// # Safety
///
/// `planner` and `state` are zeros or were initialised, and may be changed; `draw`, `client_state` and `memory` may be
/// read, and their callbacks keep their rules; the others may be written. Nothing that is written overlaps anything.
/// `memory` and `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_draw_in_place(
    planner: *mut mali_inst_planner,
    state: *mut mali_inst_vertex_state,
    draw: *const mali_inst_planned_draw,
    client_state: *const mali_inst_client_state,
    memory: *const mali_inst_gpu_memory,
    sequence: u64,
    words: *mut u32,
    word_count: usize,
    outcome: *mut mali_inst_in_place,
    input: *mut mali_inst_planned_input,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be changed, which `# Safety` requires.
        let planner: &mut Planner = unsafe { opaque::get_mut(planner, "planner") }?;
        // SAFETY: it may be changed, which `# Safety` requires.
        let state: &mut VertexState = unsafe { opaque::get_mut(state, "state") }?;
        // SAFETY: it may be read, which `# Safety` requires.
        let draw = unsafe { pointers::reference(draw, "draw") }?.convert()?;
        // SAFETY: `# Safety` requires it.
        let mut client_state = unsafe { Callbacks::new(client_state) }?;
        let memory = if memory.is_null() {
            None
        } else {
            // SAFETY: `# Safety` requires it.
            Some(unsafe { MemoryCallbacks::new(memory) }?)
        };
        // SAFETY: as many may be written and are initialised, which `# Safety` requires.
        let words = unsafe { pointers::slice_mut(words, word_count, "words") }?;
        // SAFETY: it may be written, which `# Safety` requires.
        let outcome = unsafe { pointers::output(outcome, "outcome") }?;
        // SAFETY: it may be written, which `# Safety` requires.
        let input = unsafe { pointers::output(input, "input") }?;
        let work = Sequence::new(sequence);
        let (client_state, memory) = (&mut client_state, &OptionalMemory(memory));
        let answer = match planner.draw_in_place(state, &draw, client_state, memory, work, words)? {
            InPlace::Written(tables) => {
                let (Some(vertex_data), Some(index_data)) =
                    (state.vertex_data(), state.index_data())
                else {
                    return Err(Cause::EmptyPlan.into());
                };
                input.write(mali_inst_planned_input::new(
                    &vertex_data.call,
                    index_data,
                    &tables,
                )?);
                MALI_INST_IN_PLACE_WRITTEN
            }
            InPlace::Unchanged => MALI_INST_IN_PLACE_UNCHANGED,
            InPlace::NeedsPlan => MALI_INST_IN_PLACE_NEEDS_PLAN,
        };
        outcome.write(answer);
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Plans a draw that is part of the work `sequence`. Only the plan changes.
///
/// `drawn` gets 0 if nothing is drawn: the draw has no vertices or no instances, all its indices restart, or robust
/// access leaves none of its indices. Such a plan has nothing to allocate, to write or to execute. Committing it keeps
/// the facts that were found about its indices.
///
/// Otherwise `drawn` gets 1. Then follow these steps, in this order: allocate the memory that
/// `mali_inst_plan_allocations` lists, write the tables with `mali_inst_plan_write`, execute the plan, commit it,
/// submit the draw, and free the memory that `mali_inst_plan_retired` lists once the GPU has finished the work that is
/// named with it.
///
/// # Errors
///
/// The contents of the plan are unspecified after an error.
///
/// `MALI_INST_ERROR_SEQUENCE` as for `mali_inst_planner_draw_in_place`. `MALI_INST_ERROR_UNKNOWN_BUFFER`,
/// `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for data that does not exist. `MALI_INST_ERROR_IN_FLIGHT`
/// if the plan needs memory that the GPU reads until the error's `work` is finished. `MALI_INST_ERROR_NO_MEMORY` if
/// there is no memory and waiting makes none. The errors of counts and indices. `MALI_INST_ERROR_OTHER` for a restart
/// index that cannot be rewritten, and for sizes that no descriptor can hold.
///
/// # Safety
///
/// `planner`, `state` and `plan` are zeros or were initialised, and `plan` may be changed; `draw` and `client_state`
/// may be read, and its callbacks keep its rules. `drawn` and `error` may be written; `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_prepare(
    planner: *const mali_inst_planner,
    state: *const mali_inst_vertex_state,
    draw: *const mali_inst_planned_draw,
    client_state: *const mali_inst_client_state,
    sequence: u64,
    plan: *mut mali_inst_plan,
    drawn: *mut u32,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be read, which `# Safety` requires.
        let planner: &Planner = unsafe { opaque::get(planner, "planner") }?;
        // SAFETY: it may be read, which `# Safety` requires.
        let state: &VertexState = unsafe { opaque::get(state, "state") }?;
        // SAFETY: it may be read, which `# Safety` requires.
        let draw = unsafe { pointers::reference(draw, "draw") }?.convert()?;
        // SAFETY: `# Safety` requires it.
        let client_state = unsafe { Callbacks::new(client_state) }?;
        // SAFETY: it may be changed, which `# Safety` requires.
        let plan: &mut Plan = unsafe { opaque::get_mut(plan, "plan") }?;
        // SAFETY: it may be written, which `# Safety` requires.
        let drawn = unsafe { pointers::output(drawn, "drawn") }?;
        let sequence = Sequence::new(sequence);
        let is_drawn = planner.prepare(state, &draw, &client_state, sequence, plan)?;
        drawn.write(is_drawn.into());
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Records that a plan was executed: the data that it has written is available to later draws. Call it before anything
/// else is planned and before the application changes any data.
///
/// # Errors
///
/// `MALI_INST_ERROR_SEQUENCE` if the plan's work is finished, or is before the work of a later draw.
/// `MALI_INST_ERROR_OUTDATED_PLAN` if this plan or another was committed since it was made, if data that it reads has
/// changed, moved or been deleted, if a constant has lost its place, or if another planner has made it. Nothing has
/// changed then, and the plan must be made again.
///
/// # Safety
///
/// `planner` and `plan` are zeros or were initialised, and `planner` may be changed; `client_state` may be read, and
/// its callbacks do what it says. `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_commit(
    planner: *mut mali_inst_planner,
    plan: *const mali_inst_plan,
    client_state: *const mali_inst_client_state,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be changed, which `# Safety` requires.
        let planner: &mut Planner = unsafe { opaque::get_mut(planner, "planner") }?;
        // SAFETY: it may be read, which `# Safety` requires.
        let plan: &Plan = unsafe { opaque::get(plan, "plan") }?;
        // SAFETY: `# Safety` requires it.
        let mut client_state = unsafe { Callbacks::new(client_state) }?;
        planner.commit(plan, &mut client_state)?;
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}
