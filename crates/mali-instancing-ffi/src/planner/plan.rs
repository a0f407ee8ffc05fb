//! The work that must be done before a draw, and the input that the draw reads then.

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
use mali_buffers::Plan;

/// The size of a `mali_inst_plan`, in units of eight bytes.
pub const MALI_INST_PLAN_WORDS: usize = 368;

/// The work that must be done before a draw, and the input that it reads then. `mali_inst_plan_init` fills it.
#[repr(C)]
pub struct mali_inst_plan {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_PLAN_WORDS],
}

impl Opaque for Plan {
    type Structure = mali_inst_plan;
    const STATE: u64 = 0x6d61_6c69_706c_616e;
}

/// A plan of nothing, which `mali_inst_planner_prepare` fills again and again. Where `no_new_memory` is not 0, it plans
/// with the memory that is there: a draw that needs more is `MALI_INST_ERROR_IN_FLIGHT` or `MALI_INST_ERROR_NO_MEMORY`.
/// `plan_size` is `sizeof *plan`: less than the library's is `MALI_INST_ERROR_SIZE`.
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

/// The most memory that a plan needs: blocks of both streams, and copies of the attributes and of the indices.
pub const MALI_INST_MAX_ALLOCATIONS: usize = MALI_INST_MAX_PLANNED_ATTRIBUTES + 3;

/// The most memory that a plan retires: blocks of both streams.
pub const MALI_INST_MAX_RETIRED: usize = 2;

/// Lists what a plan says: as many items as there is room for, and how many there are.
///
/// # Safety
///
/// `plan` is zeros or was initialised; so many items may be written, and `found` and `error`. `error` may be null.
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
        // SAFETY: them may be written, which `# Safety` requires.
        let mut list = unsafe { Listing::new(items, capacity, found, argument) }?;
        say(plan, &mut |item| list.push(|| item));
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// The memory that a plan needs, and how many pieces: `found`, which can be more than `capacity`, but
/// is at most `MALI_INST_MAX_ALLOCATIONS`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; so many allocations may be written, and `found` and `error`. `error` may be
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

/// The memory that no draw after a plan's reads, once it is committed, and how many pieces: `found`, which can be
/// more than `capacity`, but is at most `MALI_INST_MAX_RETIRED`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; so many may be written, and `found` and `error`. `error` may be null.
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

/// Where the GPU reads each attribute and the indices of a planned draw from, and why there: in the order of the
/// attributes, the indices last. For a person who looks for the copy that makes a draw slow; a driver needs none of it.
/// A vertex or instance ID is read from nowhere, and is not among them. There are at most `MALI_INST_MAX_DECISIONS`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; so many may be written, and `found` and `error`. `error` may be null.
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

/// Writes the tables of a planned draw, and what it is submitted with. What the plan allocates must have its address.
/// `words` must be initialised. A plan that draws nothing has no tables: `MALI_INST_ERROR_EMPTY_PLAN`.
///
/// # Errors
///
/// `MALI_INST_ERROR_EMPTY_PLAN`, `MALI_INST_ERROR_NO_ACCESS` for a place without an address, and those of
/// `mali_inst_draw_write` and `mali_inst_draw_job_words`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; `memory` may be read, and its callbacks do what it says; as many words may be
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

/// Writes everything that must be written before a planned draw: copies, streamed data and constants, into the memory
/// that the callback hands out. The GPU must see it before it draws.
///
/// # Errors
///
/// `MALI_INST_ERROR_NO_ACCESS` for bytes that a callback does not hand out. Some may be written then: nothing is lost
/// if the plan is not committed.
///
/// # Safety
///
/// `plan` is zeros or was initialised; `client_state` and `memory` may be read, and their callbacks do what they say.
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
