//! The planner, and its draws.

use core::mem::MaybeUninit;

use mali_buffers::{
    ContextId, Drawn, OutOfBounds, Planner, Sequence, Target, UploadRing, WhenFull,
};

use super::callbacks::{Callbacks, MemoryCallbacks, mali_inst_client_state, mali_inst_gpu_memory};
use super::draw::mali_inst_planned_draw;
use super::input::mali_inst_planned_input;
use super::state::{mali_inst_planner_state, of_each_size, state_mut};
use crate::abi::arguments::arguments;
use crate::abi::failure::Failure;
use crate::abi::growth::growing;
use crate::abi::opaque::Opaque;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::enums::{self, mali_inst_arch};

/// The size of a `mali_inst_planner`, in units of eight bytes.
pub const MALI_INST_PLANNER_WORDS: usize = 368;

/// The ring and the constants that the draws of one context share. `mali_inst_planner_init` initialises it.
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
    /// not 0 if so. From V9 on, nothing needs the bounds if all data is in place or in copies of whole buffers.
    pub unchecked_indices: u32,
    /// Whether a draw whose data does not fit the ring waits for the GPU, where waiting makes space: not 0 if it does.
    /// Otherwise the ring continues in a larger block.
    pub waits_when_full: u32,
    /// Zeros, for fields of later versions.
    pub reserved: [u32; 4],
}

growing! {
    mali_inst_planner_target: a b c d;
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

/// The size of a planner in the library, in bytes, for memory that a program allocates, and for other languages than C.
/// Its alignment is that of a `uint64_t`.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_planner_size() -> usize {
    size_of::<mali_inst_planner>()
}

/// Initialises a planner for a GPU. Its ring has no memory yet; its first block will have `ring_capacity` bytes, 2^20
/// for example.
///
/// `context` is a number that no other planner has, nor had before, even if it was in the same memory: states recognize
/// their planner by it. So it is best to count all planners.
///
/// `mali_inst_planner_init` is the same for a `mali_inst_planner`, whose size it knows.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO` for a capacity of 0, and `MALI_INST_ERROR_SIZE` if `planner_size`, the size of the memory, is
/// less than `mali_inst_planner_size()`.
///
/// # Safety
///
/// `planner` and `error` may be written, `target` may be read. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_init_sized(
    planner: *mut mali_inst_planner,
    planner_size: usize,
    context: u64,
    target: *const mali_inst_planner_target,
    ring_capacity: u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { planner[planner_size], target, error });
    error.status_of(|| {
        let given = target.structure()?;
        let target = given.convert()?;
        let when_full = match given.waits_when_full {
            0 => WhenFull::Grow,
            _ => WhenFull::Wait,
        };
        let ring = UploadRing::new(ring_capacity)?.with_when_full(when_full);
        planner.put(Planner::new(ContextId::new(context), target, ring))
    })
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
    arguments!(unsafe { planner, error });
    error.status_of(|| {
        let planner: &mut Planner = planner.value_mut()?;
        planner.complete(Sequence::new(completed));
        Ok(())
    })
}

/// Makes the ring continue in a new block of memory: for a caller that has lost the memory of a block, begins each
/// frame with a new one, or does not want to wait any longer.
///
/// # Safety
///
/// `planner` is zeros or was initialised, and may be changed; `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_discard(
    planner: *mut mali_inst_planner,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { planner, error });
    error.status_of(|| planner.value_mut().map(Planner::discard))
}

/// Gives back all memory of a planner, before the planner is used no more. Copies belong to their buffers.
///
/// # Safety
///
/// `planner` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules.
/// `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_release(
    planner: *mut mali_inst_planner,
    memory: *const mali_inst_gpu_memory,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { planner, memory, error });
    error.status_of(|| {
        let planner: &mut Planner = planner.value_mut()?;
        planner.release(&mut MemoryCallbacks::new(memory)?);
        Ok(())
    })
}

/// Writes the length of the tables of any draw with the attributes of a state, in words, at most.
///
/// # Safety
///
/// `planner` and `state` are zeros or were initialised; `words` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_table_words(
    planner: *const mali_inst_planner,
    state: *const mali_inst_planner_state,
    words: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { planner, state, words, error });
    error.status_of(|| {
        let planner: &Planner = planner.value()?;
        let state = super::state::state(state)?;
        let words = words.get()?;
        words.write(of_each_size!(state, state => planner.words_needed(state)));
        Ok(())
    })
}

/// The result of a planned draw: one of `MALI_INST_OUTCOME_*`.
pub type mali_inst_outcome = u32;

/// The tables are written, and all data that they name is in its place.
pub const MALI_INST_OUTCOME_WRITTEN: mali_inst_outcome = 0;

/// The draw is the same as the last draw of its state, and so is its data: the tables of that draw are right for this
/// one too, and so is its `input`.
pub const MALI_INST_OUTCOME_UNCHANGED: mali_inst_outcome = 1;

/// Nothing is drawn: the draw has no vertices or no instances, all its indices restart, or robust access leaves none
/// of its indices.
pub const MALI_INST_OUTCOME_NOTHING: mali_inst_outcome = 2;

/// The GPU still reads the space that the draw needs. Submit the work `until`, wait until it is finished, call
/// `mali_inst_planner_complete`, and draw again.
pub const MALI_INST_OUTCOME_WAIT: mali_inst_outcome = 3;

/// A planned draw. The caller keeps it with the state and the tables.
#[repr(C)]
pub struct mali_inst_drawn {
    /// The result.
    pub outcome: mali_inst_outcome,
    /// With `MALI_INST_OUTCOME_WAIT`, the work to wait for.
    pub until: u64,
    /// With `MALI_INST_OUTCOME_WRITTEN`, the parts of the draw besides its tables.
    pub input: mali_inst_planned_input,
}

/// Draws: finds a place for each attribute and for the indices, allocates and copies what is missing, and writes the
/// draw's tables to `words`. The draw is part of `work`.
///
/// Each attribute is read in place, from a copy of its buffer that serves many draws, or from the ring. Fields of
/// `drawn` that the outcome does not name are not written. `words` must be initialised; how many are enough,
/// `mali_inst_planner_table_words` tells, and words after the tables may be overwritten up to that number. What is
/// written must be visible to the GPU before it draws.
///
/// # Errors
///
/// After an error, or `MALI_INST_OUTCOME_WAIT`, `words` are unspecified, and the state has no last draw.
///
/// `MALI_INST_ERROR_SEQUENCE` for work that is finished, or that is before the work of an earlier draw.
/// `MALI_INST_ERROR_UNKNOWN_BUFFER`, `MALI_INST_ERROR_PAST_END` and `MALI_INST_ERROR_NO_ACCESS` for data that does not
/// exist. `MALI_INST_ERROR_NO_MEMORY` if there is no memory, even after waiting. For indices
/// `MALI_INST_ERROR_BASE_VERTEX` and `MALI_INST_ERROR_INDEX_BOUNDS`. For the state's rules and attributes the errors of
/// `mali_inst_vertex_input_init`, `MALI_INST_ERROR_TABLE` and `MALI_INST_ERROR_BUILT_IN_ID` among them; for the draw
/// those of `mali_inst_draw_error` and of `mali_inst_draw_job_words`. `MALI_INST_ERROR_OTHER` for a restart index that
/// cannot be rewritten, and for sizes that no descriptor can hold.
///
/// # Safety
///
/// `planner` and `state` are zeros or were initialised, and may be changed; `draw`, `client_state` and `memory` may be
/// read, and their callbacks keep their rules; the others may be written. Nothing that is written overlaps anything.
/// `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_draw(
    planner: *mut mali_inst_planner,
    state: *mut mali_inst_planner_state,
    draw: *const mali_inst_planned_draw,
    client_state: *const mali_inst_client_state,
    memory: *const mali_inst_gpu_memory,
    work: u64,
    words: *mut u32,
    word_count: usize,
    drawn: *mut mali_inst_drawn,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { planner, state, draw, client_state, memory, words[word_count], drawn, error });
    error.status_of(|| {
        let planner: &mut Planner = planner.value_mut()?;
        let state = state_mut(state)?;
        let draw = draw.structure()?.convert()?;
        let mut client_state = Callbacks::new(client_state)?;
        let mut memory = MemoryCallbacks::new(memory)?;
        let words = words.initialised()?;
        // A pointer, because each outcome writes only its own fields: after an unchanged draw C still uses the `input`
        // of the one before.
        let drawn = drawn.get()?.as_mut_ptr();
        let work = Sequence::new(work);
        let (client_state, memory) = (&mut client_state, &mut memory);
        let outcome = of_each_size!(state, state => {
            match planner.draw(state, &draw, client_state, memory, work, words)? {
                Drawn::Written(tables) => {
                    // Both are there after a draw that was written.
                    if let Some((counts, data)) = state.counts().zip(state.index_data()) {
                        let input = mali_inst_planned_input::new(state.pipeline(), counts, data, &tables)?;
                        // SAFETY: `drawn` is an output, and not null; its other fields keep what they have.
                        unsafe { (*drawn).input = input };
                    }
                    MALI_INST_OUTCOME_WRITTEN
                }
                Drawn::Unchanged => MALI_INST_OUTCOME_UNCHANGED,
                Drawn::Nothing => MALI_INST_OUTCOME_NOTHING,
                Drawn::Wait(until) => {
                    // SAFETY: `drawn` is an output, and not null; its other fields keep what they have.
                    unsafe { (*drawn).until = until.get() };
                    MALI_INST_OUTCOME_WAIT
                }
            }
        });
        // SAFETY: `drawn` is an output, and not null; its other fields keep what they have.
        unsafe { (*drawn).outcome = outcome };
        Ok(())
    })
}
