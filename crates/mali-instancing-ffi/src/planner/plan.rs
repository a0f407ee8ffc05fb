//! What must be done before a draw, and what the draw reads then.

use mali_buffers::Plan;
use mali_instancing::draw::{IndexedVertices, Tables};

use super::callbacks::{Callbacks, MemoryCallbacks, mali_application, mali_gpu_memory};
use super::places::{mali_allocation, mali_place, mali_retired};
use crate::draw::{job_words, mali_job_words};
use crate::given;
use crate::indices::mali_indexed_draw;
use crate::kept::{self, Kept};
use crate::status::{finish, mali_error, mali_status};
use crate::vertex_input::mali_tables;

/// The size of a `mali_plan`, in units of eight bytes.
pub const MALI_PLAN_WORDS: usize = 368;

/// What must be done before a draw, and what it reads then. `mali_plan_init` fills it.
#[repr(C)]
pub struct mali_plan {
    /// Nobody's business.
    pub opaque: [u64; MALI_PLAN_WORDS],
}

impl Kept for Plan {
    type Place = mali_plan;
    const STATE: u64 = 0x6d61_6c69_706c_616e;
}

pub(super) fn tables_of(tables: &Tables) -> mali_tables {
    mali_tables {
        buffer_words: tables.buffers.len(),
        attribute_words: tables.attributes.len(),
    }
}

/// A plan of nothing. `no_new_memory` is not 0 where it is to do with the memory that is there.
///
/// # Safety
///
/// `plan` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_plan_init(
    plan: *mut mali_plan,
    no_new_memory: u32,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        let mut made: Plan = Plan::new();
        if no_new_memory != 0 {
            made = made.without_new_memory();
        }
        // SAFETY: the caller lets it be written.
        unsafe { kept::put(plan, made, "plan") }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Writes as many items as there is room for, and how many there are.
fn write_all<T>(items: impl Iterator<Item = T>, places: &mut [T], found: &mut usize) {
    *found = 0;
    for item in items {
        if let Some(place) = places.get_mut(*found) {
            *place = item;
        }
        *found += 1;
    }
}

/// The memory that a plan needs, and how many pieces: `found`, which can be more than `capacity`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; so many allocations may be written, and `found` and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_plan_allocations(
    plan: *const mali_plan,
    allocations: *mut mali_allocation,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let plan: &Plan = unsafe { kept::get(plan, "plan") }?;
        // SAFETY: the caller lets so many be written.
        let places = unsafe { given::slice_mut(allocations, capacity, "allocations") }?;
        // SAFETY: the caller lets it be written.
        let found = unsafe { given::mutable(found, "found") }?;
        write_all(plan.allocations().map(Into::into), places, found);
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// The memory that no draw after a plan's reads, once it is committed, and how many pieces: `found`, which can be
/// more than `capacity`.
///
/// # Safety
///
/// `plan` is zeros or was initialised; so many may be written, and `found` and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_plan_retired(
    plan: *const mali_plan,
    retired: *mut mali_retired,
    capacity: usize,
    found: *mut usize,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let plan: &Plan = unsafe { kept::get(plan, "plan") }?;
        // SAFETY: the caller lets so many be written.
        let places = unsafe { given::slice_mut(retired, capacity, "retired") }?;
        // SAFETY: the caller lets it be written.
        let found = unsafe { given::mutable(found, "found") }?;
        write_all(plan.retired().map(Into::into), places, found);
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// What a planned draw is submitted with, beside its tables.
#[repr(C)]
pub struct mali_planned_input {
    /// Where its indices are, from `index_offset` on.
    pub index_place: mali_place,
    /// The first byte of its indices there.
    pub index_offset: u64,
    /// The size of an index, 1, 2 or 4 bytes; 0 where there are none.
    pub index_size: u32,
    /// How many there are.
    pub index_count: u32,
    /// Not 0 where `restart_index` restarts a primitive.
    pub has_restart_index: u32,
    /// The index that does.
    pub restart_index: u32,
    /// How many vertices are shaded, and from which on.
    pub vertices: mali_indexed_draw,
    /// The words of its job, on V4 to V7.
    pub job: mali_job_words,
    /// How long its tables are.
    pub tables: mali_tables,
}

/// Writes the tables of a planned draw, and what it is submitted with. What the plan allocates must have its address.
///
/// # Safety
///
/// `plan` is zeros or was initialised; `memory` may be read, and its callbacks do what it says; so many words may be
/// written, and `input` and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_plan_write(
    plan: *const mali_plan,
    memory: *const mali_gpu_memory,
    words: *mut u32,
    word_count: usize,
    input: *mut mali_planned_input,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let plan: &Plan = unsafe { kept::get(plan, "plan") }?;
        // SAFETY: the caller promises it.
        let memory = unsafe { MemoryCallbacks::new(memory) }?;
        // SAFETY: the caller lets so many be written.
        let words = unsafe { given::slice_mut(words, word_count, "words") }?;
        // SAFETY: the caller lets it be written.
        let place = unsafe { given::mutable(input, "input") }?;
        let (Some(vertex_data), Some(index_data)) = (plan.vertex_data(), plan.index_data()) else {
            return Err(mali_buffers::Error::OutdatedPlan.into());
        };
        let written = vertex_data.write(&memory, words)?;
        let IndexedVertices {
            vertices,
            offset_start,
            base_vertex_offset,
        } = index_data.vertices;
        let indices = index_data.indices;
        *place = mali_planned_input {
            index_place: indices
                .map_or(mali_place::NOTHING, |indices| indices.location.place.into()),
            index_offset: indices.map_or(0, |indices| indices.location.offset),
            index_size: indices.map_or(0, |indices| indices.index_type.size()),
            index_count: indices.map_or(0, |indices| indices.count),
            has_restart_index: indices
                .is_some_and(|indices| indices.restart_index.is_some())
                .into(),
            restart_index: indices
                .and_then(|indices| indices.restart_index)
                .unwrap_or_default(),
            vertices: mali_indexed_draw {
                vertices,
                offset_start,
                base_vertex_offset,
            },
            job: job_words(&vertex_data.call)?,
            tables: tables_of(&written),
        };
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Writes everything that must be written before a planned draw.
///
/// # Safety
///
/// `plan` is zeros or was initialised; `application` and `memory` may be read, and their callbacks do what they say.
/// `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_plan_execute(
    plan: *const mali_plan,
    application: *const mali_application,
    memory: *const mali_gpu_memory,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let plan: &Plan = unsafe { kept::get(plan, "plan") }?;
        // SAFETY: the caller promises it.
        let application = unsafe { Callbacks::new(application) }?;
        // SAFETY: the caller promises it.
        let mut memory = unsafe { MemoryCallbacks::new(memory) }?;
        plan.execute(&application, &mut memory)?;
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}
