//! The planner, its plans, and what else it keeps in the caller's memory.

use mali_buffers::{
    Buffer, BufferId, InPlace, Plan, Planner, Released, Sequence, Stream, Streams, Target, Usage,
    VertexState,
};
use mali_instancing::draw::{IndexedVertices, Tables};

use super::asked::{mali_planned_attribute, mali_planned_draw};
use super::callbacks::{Callbacks, MemoryCallbacks, mali_application, mali_gpu_memory};
use super::places::{mali_allocation, mali_place, mali_retired};
use crate::draw::{
    MALI_MAX_ATTRIBUTES, job_words, mali_indexed_draw, mali_job_words, mali_tables, mali_target,
};
use crate::given::{self, List};
use crate::kept::{self, Kept};
use crate::status::{Failure, finish, mali_error, mali_status};
use crate::terms;

/// The size of a `mali_planner`, in units of eight bytes.
pub const MALI_PLANNER_WORDS: usize = 560;
/// The size of a `mali_plan`, in units of eight bytes.
pub const MALI_PLAN_WORDS: usize = 368;
/// The size of a `mali_vertex_state`, in units of eight bytes.
pub const MALI_VERTEX_STATE_WORDS: usize = 512;
/// The size of a `mali_buffer`, in units of eight bytes.
pub const MALI_BUFFER_WORDS: usize = 152;

/// What the draws of one context share. `mali_planner_init` fills it.
#[repr(C)]
pub struct mali_planner {
    /// Nobody's business.
    pub opaque: [u64; MALI_PLANNER_WORDS],
}

/// What must be done before a draw, and what it reads then. `mali_plan_init` fills it.
#[repr(C)]
pub struct mali_plan {
    /// Nobody's business.
    pub opaque: [u64; MALI_PLAN_WORDS],
}

/// The attributes of a pipeline, and what was found out about them. `mali_vertex_state_init` fills it.
#[repr(C)]
pub struct mali_vertex_state {
    /// Nobody's business.
    pub opaque: [u64; MALI_VERTEX_STATE_WORDS],
}

/// What is known of one of the application's buffers. `mali_buffer_init` fills it.
#[repr(C)]
pub struct mali_buffer {
    /// Nobody's business.
    pub opaque: [u64; MALI_BUFFER_WORDS],
}

impl Kept for Planner {
    type Place = mali_planner;
    const STATE: u64 = 0x6d61_6c69_706c_6e72;
}

impl Kept for Plan {
    type Place = mali_plan;
    const STATE: u64 = 0x6d61_6c69_706c_616e;
}

impl Kept for VertexState {
    type Place = mali_vertex_state;
    const STATE: u64 = 0x6d61_6c69_7374_6174;
}

impl Kept for Buffer {
    type Place = mali_buffer;
    const STATE: u64 = 0x6d61_6c69_6275_6666;
}

/// How the data of a buffer is used: one of `MALI_USAGE_*`.
pub type mali_usage = u32;

/// It is given once and drawn often.
pub const MALI_USAGE_STATIC: mali_usage = 0;
/// It is changed often and drawn often.
pub const MALI_USAGE_DYNAMIC: mali_usage = 1;
/// It is given once and drawn a few times.
pub const MALI_USAGE_STREAM: mali_usage = 2;

fn usage(number: mali_usage) -> Result<Usage, Failure> {
    Ok(match number {
        MALI_USAGE_STATIC => Usage::Static,
        MALI_USAGE_DYNAMIC => Usage::Dynamic,
        MALI_USAGE_STREAM => Usage::Stream,
        _ => return Err(terms::unknown("usage", number, "MALI_USAGE_*, 0 to 2,")),
    })
}

/// The most memory that a change of a buffer makes free.
pub const MALI_MAX_RELEASED: usize = 9;

/// Writes what a change made free, which is at most [`MALI_MAX_RELEASED`].
///
/// # Safety
///
/// So many may be written, and `count`.
unsafe fn write_released(
    released: &Released,
    retired: *mut mali_retired,
    count: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the same is asked of the caller.
    let place = unsafe { given::slice_mut(retired, MALI_MAX_RELEASED, "retired") }?;
    let all = released.retired();
    for (place, retired) in place.iter_mut().zip(all) {
        *place = (*retired).into();
    }
    // SAFETY: the same is asked of the caller.
    *unsafe { given::mutable(count, "retired_count") }? = all.len();
    Ok(())
}

/// A planner for a GPU: `clamp_indices` is not 0 for robust access, where what is read past a buffer is clamped
/// and not refused. The streams begin with blocks of so many bytes, which the caller has, under generation 0.
///
/// # Safety
///
/// `planner` and `error` may be written, `target` may be read. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_planner_init(
    planner: *mut mali_planner,
    target: *const mali_target,
    clamp_indices: u32,
    vertex_capacity: u64,
    index_capacity: u64,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let call = unsafe { given::reference(target, "target") }?.convert()?;
        let mut target = Target::new(call.arch);
        if clamp_indices != 0 {
            target = target.with_out_of_bounds(mali_buffers::OutOfBounds::Clamp);
        }
        let streams = Streams {
            vertex: Stream::new(vertex_capacity)?,
            indices: Stream::new(index_capacity)?,
        };
        // SAFETY: the caller lets it be written.
        unsafe { kept::put(planner, Planner::new(target, streams), "planner") }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Takes note that the GPU has finished the work `completed` and all before it.
///
/// # Safety
///
/// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_planner_complete(
    planner: *mut mali_planner,
    completed: u64,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be changed.
        let planner: &mut Planner = unsafe { kept::get_mut(planner, "planner") }?;
        planner.complete(Sequence::new(completed));
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// A buffer of the application's; `address` is where the GPU sees it, and 0 where it does not.
///
/// # Safety
///
/// `buffer` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_buffer_init(
    buffer: *mut mali_buffer,
    number: u32,
    size: u64,
    usage: mali_usage,
    address: u64,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        let mut made = Buffer::new(BufferId::new(number), size, self::usage(usage)?)?;
        if address != 0 {
            made = made.with_address(address);
        }
        // SAFETY: the caller lets it be written.
        unsafe { kept::put(buffer, made, "buffer") }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Takes note that the application changes `size` bytes of a buffer from `begin` on. `in_flight` gets the work that
/// the GPU must have finished before they are written where they are, or 0; `retired` has room for
/// `MALI_MAX_RELEASED`, and gets what no later draw reads.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_buffer_changed(
    buffer: *mut mali_buffer,
    begin: u64,
    size: u64,
    completed: u64,
    in_flight: *mut u64,
    retired: *mut mali_retired,
    retired_count: *mut usize,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be changed.
        let buffer: &mut Buffer = unsafe { kept::get_mut(buffer, "buffer") }?;
        // SAFETY: the caller lets it be written.
        let in_flight = unsafe { given::mutable(in_flight, "in_flight") }?;
        let changed = begin..begin.saturating_add(size);
        let update = buffer.buffer_sub_data(changed, Sequence::new(completed))?;
        *in_flight = update.in_flight().map_or(0, Sequence::get);
        // SAFETY: the caller lets them be written.
        unsafe { write_released(update.released(), retired, retired_count) }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Takes note that a buffer is deleted, or that all of its data is thrown away. `retired` has room for
/// `MALI_MAX_RELEASED`.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_buffer_release(
    buffer: *mut mali_buffer,
    retired: *mut mali_retired,
    retired_count: *mut usize,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be changed.
        let buffer: &mut Buffer = unsafe { kept::get_mut(buffer, "buffer") }?;
        // SAFETY: the caller lets them be written.
        unsafe { write_released(&buffer.release(), retired, retired_count) }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// The attributes that a shader reads, in its order, and the rules of their draws.
///
/// # Safety
///
/// `target` and the attributes may be read, `state` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_vertex_state_init(
    state: *mut mali_vertex_state,
    target: *const mali_target,
    attributes: *const mali_planned_attribute,
    attribute_count: usize,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let call = unsafe { given::reference(target, "target") }?.convert()?;
        // SAFETY: the caller lets so many be read.
        let attributes = unsafe { given::slice(attributes, attribute_count, "attributes") }?;
        let mut list: List<_, MALI_MAX_ATTRIBUTES> = List::new();
        let attributes = list.fill(attributes, "attributes", |number, attribute| {
            attribute.convert(number)
        })?;
        let made: VertexState = VertexState::new(attributes)?.with_call(call);
        // SAFETY: the caller lets it be written.
        unsafe { kept::put(state, made, "state") }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// What `mali_planner_draw_in_place` came to: one of `MALI_IN_PLACE_*`.
pub type mali_in_place = u32;

/// The tables are written.
pub const MALI_IN_PLACE_WRITTEN: mali_in_place = 0;
/// The draw is the last one: the tables that were written for it are right.
pub const MALI_IN_PLACE_UNCHANGED: mali_in_place = 1;
/// Not all of its data is in place: it is to be planned.
pub const MALI_IN_PLACE_ELSEWHERE: mali_in_place = 2;

fn tables_of(tables: &Tables) -> mali_tables {
    mali_tables {
        buffer_words: tables.buffers.len(),
        attribute_words: tables.attributes.len(),
    }
}

/// Writes the tables of a draw that has all its data in place: what a driver asks first, of each draw. `tables` is
/// written with `MALI_IN_PLACE_WRITTEN` only.
///
/// # Safety
///
/// `planner` and `state` are zeros or were initialised, and may be changed; `draw` and `application` may be read, and
/// its callbacks do what it says; the others may be written. Nothing that is written overlaps anything. `error` may
/// be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_planner_draw_in_place(
    planner: *mut mali_planner,
    state: *mut mali_vertex_state,
    draw: *const mali_planned_draw,
    application: *const mali_application,
    sequence: u64,
    words: *mut u32,
    word_count: usize,
    outcome: *mut mali_in_place,
    tables: *mut mali_tables,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be changed.
        let planner: &mut Planner = unsafe { kept::get_mut(planner, "planner") }?;
        // SAFETY: the caller lets it be changed.
        let state: &mut VertexState = unsafe { kept::get_mut(state, "state") }?;
        // SAFETY: the caller lets it be read.
        let draw = unsafe { given::reference(draw, "draw") }?.convert()?;
        // SAFETY: the caller promises it.
        let mut application = unsafe { Callbacks::new(application) }?;
        // SAFETY: the caller lets so many be written.
        let words = unsafe { given::slice_mut(words, word_count, "words") }?;
        // SAFETY: the caller lets it be written.
        let outcome = unsafe { given::mutable(outcome, "outcome") }?;
        // SAFETY: the caller lets it be written.
        let tables = unsafe { given::mutable(tables, "tables") }?;
        let work = Sequence::new(sequence);
        *outcome = match planner.draw_in_place(state, &draw, &mut application, work, words)? {
            InPlace::Written(written) => {
                *tables = tables_of(&written);
                MALI_IN_PLACE_WRITTEN
            }
            InPlace::Unchanged => MALI_IN_PLACE_UNCHANGED,
            InPlace::Elsewhere => MALI_IN_PLACE_ELSEWHERE,
        };
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
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

/// Plans a draw of the work `sequence`. Nothing changes but the plan. Then, in this order: allocate what
/// `mali_plan_allocations` says, write the tables with `mali_plan_write`, execute, commit, submit the draw, and free what
/// `mali_plan_retired` says when the GPU is done with it.
///
/// # Safety
///
/// `planner`, `state` and `plan` are zeros or were initialised, and `plan` may be changed; `draw` and `application` may be
/// read, and its callbacks do what it says. `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_planner_prepare(
    planner: *const mali_planner,
    state: *const mali_vertex_state,
    draw: *const mali_planned_draw,
    application: *const mali_application,
    sequence: u64,
    plan: *mut mali_plan,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be read.
        let planner: &Planner = unsafe { kept::get(planner, "planner") }?;
        // SAFETY: the caller lets it be read.
        let state: &VertexState = unsafe { kept::get(state, "state") }?;
        // SAFETY: the caller lets it be read.
        let draw = unsafe { given::reference(draw, "draw") }?.convert()?;
        // SAFETY: the caller promises it.
        let application = unsafe { Callbacks::new(application) }?;
        // SAFETY: the caller lets it be changed.
        let plan: &mut Plan = unsafe { kept::get_mut(plan, "plan") }?;
        planner.prepare(state, &draw, &application, Sequence::new(sequence), plan)?;
        Ok(())
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

/// Takes note that a plan was executed: later draws rely on what it has written.
///
/// # Safety
///
/// `planner` and `plan` are zeros or were initialised, and `planner` may be changed; `application` may be read, and its
/// callbacks do what it says. `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_planner_commit(
    planner: *mut mali_planner,
    plan: *const mali_plan,
    application: *const mali_application,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be changed.
        let planner: &mut Planner = unsafe { kept::get_mut(planner, "planner") }?;
        // SAFETY: the caller lets it be read.
        let plan: &Plan = unsafe { kept::get(plan, "plan") }?;
        // SAFETY: the caller promises it.
        let mut application = unsafe { Callbacks::new(application) }?;
        planner.commit(plan, &mut application)?;
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}
