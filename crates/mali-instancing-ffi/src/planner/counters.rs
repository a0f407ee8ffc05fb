//! The numbers of plans, draws and bytes.

use mali_buffers::two_phase::{Counters, Planner};

use super::planning::mali_inst_planner;
use crate::abi::failure::finish;
use crate::abi::opaque;
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// The numbers of plans, draws and bytes since `mali_inst_planner_init`. All counters wrap.
#[repr(C)]
pub struct mali_inst_planner_counters {
    /// The number of plans that were committed.
    pub planned: u64,
    /// The number of draws in place whose tables were written.
    pub in_place: u64,
    /// The number of draws in place that were the same as the draw before.
    pub unchanged: u64,
    /// The number of bytes that were written to streams.
    pub bytes_streamed: u64,
    /// The number of copies that were made of whole buffers.
    pub copies_made: u64,
    /// The number of bytes that were written to these copies.
    pub bytes_kept: u64,
    /// The number of bytes that were written to the constants.
    pub constant_bytes: u64,
    /// The number of times that planning returned `MALI_INST_ERROR_IN_FLIGHT` before it made a plan that was committed:
    /// the caller waited each time.
    pub waits: u64,
    /// The number of times that streams began again at the start of their block.
    pub recycled: u64,
    /// The number of blocks of memory that streams began, except for the first of each.
    pub generations: u64,
}

/// Writes the counters of a planner.
///
/// # Safety
///
/// `planner` is zeros or was initialised; `counters` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_get_counters(
    planner: *const mali_inst_planner,
    counters: *mut mali_inst_planner_counters,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be read, which `# Safety` requires.
        let planner: &Planner = unsafe { opaque::get(planner, "planner") }?;
        // SAFETY: it may be written, which `# Safety` requires.
        let output = unsafe { pointers::output(counters, "counters") }?;
        let Counters {
            planned,
            in_place,
            unchanged,
            bytes_streamed,
            copies_made,
            bytes_kept,
            constant_bytes,
            waits,
            recycled,
            generations,
            ..
        } = *planner.counters();
        output.write(mali_inst_planner_counters {
            planned,
            in_place,
            unchanged,
            bytes_streamed,
            copies_made,
            bytes_kept,
            constant_bytes,
            waits,
            recycled,
            generations,
        });
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}
