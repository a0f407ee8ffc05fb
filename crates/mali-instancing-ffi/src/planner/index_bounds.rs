//! The memory in which the bounds of a buffer's indices are kept.

use core::mem::MaybeUninit;

use mali_buffers::two_phase::FoundBounds;

use super::buffer::{KeptBuffer, mali_inst_buffer};
use crate::abi::failure::{Failure, finish};
use crate::abi::opaque;
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// The size of a `mali_inst_index_bounds`, in units of eight bytes.
pub const MALI_INST_INDEX_BOUNDS_WORDS: usize = 7;

/// Room for the smallest and the largest index of one draw. `mali_inst_buffer_keep_bounds` initialises it.
#[repr(C)]
pub struct mali_inst_index_bounds {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_INDEX_BOUNDS_WORDS],
}

const _: () = assert!(size_of::<FoundBounds>() <= size_of::<mali_inst_index_bounds>());
const _: () = assert!(align_of::<FoundBounds>() <= align_of::<mali_inst_index_bounds>());

/// The bounds that were found for a buffer's indices, in the caller's memory.
pub(crate) struct KeptBounds {
    found: *mut FoundBounds,
    count: usize,
}

impl KeptBounds {
    pub(crate) const NONE: Self = Self {
        found: core::ptr::null_mut(),
        count: 0,
    };

    /// # Safety
    ///
    /// The memory is as [`mali_inst_buffer_keep_bounds`] requires.
    unsafe fn new(bounds: *mut mali_inst_index_bounds, count: usize) -> Result<Self, Failure> {
        // SAFETY: `# Safety` of this function requires the same.
        let room = unsafe { pointers::outputs(bounds, count, "bounds") }?;
        let count = size_of_val(room) / size_of::<FoundBounds>();
        let found: *mut FoundBounds = bounds.cast();
        // SAFETY: these fit the memory, which `# Safety` requires, and need no greater alignment.
        let room = unsafe { pointers::outputs(found, count, "bounds") }?;
        for bounds in room {
            bounds.write(FoundBounds::NONE);
        }
        Ok(Self { found, count })
    }

    pub(crate) fn get(&self) -> &[FoundBounds] {
        // SAFETY: `new` has initialised them, and its `# Safety` requires the rest.
        unsafe { pointers::slice(self.found, self.count, "bounds") }.unwrap_or_default()
    }

    pub(crate) fn get_mut(&mut self) -> &mut [FoundBounds] {
        // SAFETY: `new` has initialised them, and its `# Safety` requires the rest.
        unsafe { pointers::slice_mut(self.found, self.count, "bounds") }.unwrap_or_default()
    }
}

/// Gives a buffer with indices room for the smallest and the largest index of `count` draws, so that these are not
/// found again in each draw: 64 as in Mesa's drivers, or the number of meshes. A new buffer has none, and needs none if
/// it has no indices. What was found before is forgotten. `count` may be 0.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed. As many bounds may be written. They belong to the buffer
/// until it gets others or is used no more: nothing else reads or writes them. `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_buffer_keep_bounds(
    buffer: *mut mali_inst_buffer,
    bounds: *mut mali_inst_index_bounds,
    count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be changed, which `# Safety` requires.
        let kept: &mut KeptBuffer = unsafe { opaque::get_mut(buffer, "buffer") }?;
        // SAFETY: `# Safety` of this function requires the same.
        kept.bounds = unsafe { KeptBounds::new(bounds, count) }?;
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}
