//! Draws: in place, or by a plan.

use core::mem::MaybeUninit;

use mali_buffers::{
    InPlace, OutOfBounds, Plan, Planner, Sequence, StreamKind, Target, UploadRing, UploadRings,
    VertexState,
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

/// The state that the draws of one context share. `mali_inst_planner_init` fills it.
#[repr(C)]
pub struct mali_inst_planner {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_PLANNER_WORDS],
}

impl Opaque for Planner {
    type Structure = mali_inst_planner;
    const STATE: u64 = 0x6d61_6c69_706c_6e72;
}

/// The GPU that draws, and what is asked of draws for it. A field that is not set is 0, except `arch`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_planner_target {
    /// The GPU's architecture.
    pub arch: mali_inst_arch,
    /// Not 0 for robust access: a draw is drawn with the elements and the indices that there are, where it needs more
    /// than its buffers have. Else that is an error.
    pub robust_access: u32,
    /// Not 0 where indices are looked at only if their bounds are needed, and not to see that none is past the last
    /// vertex. From V9 on, the bounds are not needed where all data is in place.
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

/// A planner for a GPU. The streams begin with blocks of so many bytes, which the caller has, under generation 0; so it
/// has `MALI_INST_PLANNER_CONSTANTS_SIZE` bytes for the constants. All three begin at a multiple of 64.
/// `planner_size` is `sizeof *planner`: less than the library's is `MALI_INST_ERROR_SIZE`.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO` for a block of no bytes.
///
/// # Safety
///
/// `planner` and `error` may be written, `target` may be read. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_init(
    planner: *mut mali_inst_planner,
    planner_size: usize,
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
                Planner::new(target, rings),
                "planner",
            )
        }
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Takes note that the GPU has finished the work `completed` and all before it.
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

/// Has the next data for a stream begin a block of a new generation, which the plan that needs it allocates: where the
/// caller loses the memory of a block, or begins a frame with another. Plans that were made before are outdated.
///
/// `stream` is `MALI_INST_MEMORY_VERTEX_STREAM` or `MALI_INST_MEMORY_INDEX_STREAM`; others are `MALI_INST_ERROR_VALUE`.
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

/// The outcome of `mali_inst_planner_draw_in_place`: one of `MALI_INST_IN_PLACE_*`.
pub type mali_inst_in_place = u32;

/// The tables are written.
pub const MALI_INST_IN_PLACE_WRITTEN: mali_inst_in_place = 0;

/// The draw is the last one: the tables that were written for it are right.
pub const MALI_INST_IN_PLACE_UNCHANGED: mali_inst_in_place = 1;

/// Not all of its data is in place: it is to be planned.
pub const MALI_INST_IN_PLACE_NEEDS_PLAN: mali_inst_in_place = 2;

/// Writes the tables of a draw for which nothing else need be written: what a driver asks first, of each draw. All its
/// data is in place, or in copies and constants that earlier draws have made. `memory` is asked where those are; it may
/// be null, and draws that have some are planned then. `input` is
/// written with `MALI_INST_IN_PLACE_WRITTEN` only: with `MALI_INST_IN_PLACE_UNCHANGED`, what was written for the last
/// draw of `state` is right. `words` must be initialised.
///
/// # Errors
///
/// `MALI_INST_ERROR_SEQUENCE` for work that is finished or older than what was drawn, and those of
/// `mali_inst_draw_write`. Nothing has changed then, but the words may have.
///
/// # Safety
///
/// `planner` and `state` are zeros or were initialised, and may be changed; `draw`, `client_state` and `memory` may be
/// read, and their callbacks do what they say; the others may be written. Nothing that is written overlaps anything.
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

/// Plans a draw of the work `sequence`. Nothing changes but the plan.
///
/// `drawn` gets 0 if nothing is drawn: of no vertices or no instances, of indices that all restart, or of which robust access leaves none. There is
/// nothing to allocate, to write or to execute then, and to commit the plan keeps what was found of its indices.
///
/// Else `drawn` gets 1. Then, in this order: allocate what `mali_inst_plan_allocations` says, write the tables with
/// `mali_inst_plan_write`, execute, commit, submit the draw, and free what `mali_inst_plan_retired` says when the GPU
/// is done with it.
///
/// # Errors
///
/// `MALI_INST_ERROR_SEQUENCE` as for `mali_inst_planner_draw_in_place`;
/// `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for data that is not
/// there; `MALI_INST_ERROR_IN_FLIGHT` where the plan needs memory that the GPU still reads, until `work` of the error
/// is finished; `MALI_INST_ERROR_NO_MEMORY` where waiting does not help; those of counts and of indices;
/// `MALI_INST_ERROR_OTHER` for a restart index that cannot be rewritten and for sizes that no descriptor can say. What
/// the plan holds then is of no use.
///
/// # Safety
///
/// `planner`, `state` and `plan` are zeros or were initialised, and `plan` may be changed; `draw` and `client_state`
/// may be read, and its callbacks do what it says. `drawn` and `error` may be written; `error` may be null.
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

/// Takes note that a plan was executed: later draws rely on what it has written.
///
/// # Errors
///
/// `MALI_INST_ERROR_OUTDATED_PLAN` where another plan was committed since, or this one was. Nothing has changed then.
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
