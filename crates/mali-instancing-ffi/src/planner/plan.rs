//! Plans: the work before a draw, and the memory that the draw then reads.

use core::mem::MaybeUninit;

use super::callbacks::{Callbacks, MemoryCallbacks, mali_inst_client_state, mali_inst_gpu_memory};
use super::decision::mali_inst_decision;
use super::input::mali_inst_planned_input;
use super::memory::{mali_inst_allocation, mali_inst_retired};
use super::state::MALI_INST_MAX_PLANNED_ATTRIBUTES;
use crate::abi::cause::Cause;
use crate::abi::failure::finish;
use crate::abi::opaque::{self, Opaque};
use crate::abi::pointers::{self, Listing};
use crate::abi::status::{mali_inst_error, mali_inst_status};
use mali_buffers::two_phase::Plan;

/// The size of a `mali_inst_plan`, in units of eight bytes.
pub const MALI_INST_PLAN_WORDS: usize = 416;

/// The work before a draw, and the memory that the draw then reads. `mali_inst_plan_init` initialises it.
#[repr(C)]
pub struct mali_inst_plan {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_PLAN_WORDS],
}

impl Opaque for Plan {
    type Structure = mali_inst_plan;
    const STATE: u64 = 0x6d61_6c69_706c_616e;
}

/// Initialises an empty plan. `mali_inst_planner_prepare` fills it, as often as the caller wants. If `no_new_memory` is
/// not 0, the plan never needs new memory: `mali_inst_planner_prepare` returns `MALI_INST_ERROR_IN_FLIGHT` or
/// `MALI_INST_ERROR_NO_MEMORY` for a draw that does.
///
/// # Errors
///
/// `MALI_INST_ERROR_SIZE` if `plan_size`, which is `sizeof *plan`, is less than the library's size of a plan.
///
/// # Safety
///
/// `plan` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_plan_init(
    plan: *mut mali_inst_plan,
    plan_size: usize,
    no_new_memory: u32,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        let mut made: Plan = Plan::new();
        if no_new_memory != 0 {
            made = made.without_new_memory();
        }
        // SAFETY: it may be written, which `# Safety` requires.
        unsafe { opaque::put(plan, plan_size, made, "plan") }
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// The largest number of allocations of a plan: blocks of both streams, and copies for the attributes and the indices.
pub const MALI_INST_MAX_ALLOCATIONS: usize = MALI_INST_MAX_PLANNED_ATTRIBUTES + 3;

/// The largest number of pieces of memory that a plan retires: blocks of both streams.
pub const MALI_INST_MAX_RETIRED: usize = 2;

/// Lists items of a plan: as many as there is room for, and the number of all.
///
/// # Safety
///
/// `plan` is zeros or was initialised; as many items may be written, and `found` and `error`. `error` may be null.
unsafe fn list<T>(
    plan: *const mali_inst_plan,
    (items, capacity, argument): (*mut T, usize, &'static str),
    found: *mut usize,
    error: *mut mali_inst_error,
    say: impl FnOnce(&Plan, &mut dyn FnMut(T)),
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be read, which `# Safety` requires.
        let plan: &Plan = unsafe { opaque::get(plan, "plan") }?;
        // SAFETY: they may be written, which `# Safety` requires.
        let mut list = unsafe { Listing::new(items, capacity, found, argument) }?;
        say(plan, &mut |item| list.push(|| item));
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Lists the memory that must be allocated before a plan is executed. `found` gets the number of allocations, which can
/// be more than `capacity`, but is at most `MALI_INST_MAX_ALLOCATIONS`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; as many allocations may be written, and `found` and `error`. `error` may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_plan_allocations(
    plan: *const mali_inst_plan,
    allocations: *mut mali_inst_allocation,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let room = (allocations, capacity, "allocations");
    // SAFETY: `# Safety` of this function requires the same.
    unsafe {
        list(plan, room, found, error, |plan, say| {
            plan.allocations().map(Into::into).for_each(say);
        })
    }
}

/// Lists the memory that no later draw reads, once the plan is committed. `found` gets the number of pieces, which can
/// be more than `capacity`, but is at most `MALI_INST_MAX_RETIRED`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; as many elements may be written, and `found` and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_plan_retired(
    plan: *const mali_inst_plan,
    retired: *mut mali_inst_retired,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let room = (retired, capacity, "retired");
    // SAFETY: `# Safety` of this function requires the same.
    unsafe {
        list(plan, room, found, error, |plan, say| {
            plan.retired().map(Into::into).for_each(say);
        })
    }
}

/// Lists the places from which the GPU reads each attribute and the indices of a planned draw, with the reasons: first
/// the attributes in their order, and then the indices. Vertex IDs and instance IDs are not listed. `found` gets the
/// number of decisions, which can be more than `capacity`, but is at most `MALI_INST_MAX_DECISIONS`.
///
/// A driver does not need this function. It is for developers who search for the copy that makes a draw slow.
///
/// # Safety
///
/// `plan` is zeros or was initialised; as many elements may be written, and `found` and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_plan_decisions(
    plan: *const mali_inst_plan,
    decisions: *mut mali_inst_decision,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let room = (decisions, capacity, "decisions");
    // SAFETY: `# Safety` of this function requires the same.
    unsafe {
        list(plan, room, found, error, |plan, say| {
            mali_inst_decision::all(plan).for_each(say);
        })
    }
}

/// Writes the tables of a planned draw, and its other parts to `input`. The plan's allocations must have addresses.
/// `words` must be initialised.
///
/// # Errors
///
/// `MALI_INST_ERROR_EMPTY_PLAN` for a plan that draws nothing, `MALI_INST_ERROR_NO_ACCESS` for memory without an
/// address, and the errors of `mali_inst_draw_write` and `mali_inst_draw_job_words`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; `memory` may be read, and its callbacks keep its rules; as many words may be
/// written, and `input` and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_plan_write(
    plan: *const mali_inst_plan,
    memory: *const mali_inst_gpu_memory,
    words: *mut u32,
    word_count: usize,
    input: *mut mali_inst_planned_input,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be read, which `# Safety` requires.
        let plan: &Plan = unsafe { opaque::get(plan, "plan") }?;
        // SAFETY: `# Safety` requires it.
        let memory = unsafe { MemoryCallbacks::new(memory) }?;
        // SAFETY: as many may be written and are initialised, which `# Safety` requires.
        let words = unsafe { pointers::slice_mut(words, word_count, "words") }?;
        // SAFETY: it may be written, which `# Safety` requires.
        let output = unsafe { pointers::output(input, "input") }?;
        let (Some(vertex_data), Some(index_data)) = (plan.vertex_data(), plan.index_data()) else {
            return Err(Cause::EmptyPlan.into());
        };
        let tables = vertex_data.write(&memory, words)?;
        output.write(mali_inst_planned_input::new(
            &vertex_data.call,
            index_data,
            &tables,
        )?);
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Writes all copies, streamed data and constants of a plan, to the memory that the callbacks return. The written bytes
/// must be visible to the GPU before it draws.
///
/// # Errors
///
/// `MALI_INST_ERROR_NO_ACCESS` for bytes that a callback does not provide. Some bytes may be written then. They have no
/// effect on other draws if the plan is not committed.
///
/// # Safety
///
/// `plan` is zeros or was initialised; `client_state` and `memory` may be read, and their callbacks keep their rules.
/// `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_plan_execute(
    plan: *const mali_inst_plan,
    client_state: *const mali_inst_client_state,
    memory: *const mali_inst_gpu_memory,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be read, which `# Safety` requires.
        let plan: &Plan = unsafe { opaque::get(plan, "plan") }?;
        // SAFETY: `# Safety` requires it.
        let client_state = unsafe { Callbacks::new(client_state) }?;
        // SAFETY: `# Safety` requires it.
        let mut memory = unsafe { MemoryCallbacks::new(memory) }?;
        plan.execute(&client_state, &mut memory)?;
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}
