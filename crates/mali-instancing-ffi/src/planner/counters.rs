//! How much was planned and drawn.

use mali_buffers::{Counters, Planner};

use super::planning::mali_inst_planner;
use crate::abi::failure::finish;
use crate::abi::opaque;
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// How much was planned and drawn since `mali_inst_planner_init`. All counts wrap.
#[repr(C)]
pub struct mali_inst_planner_counters {
    /// The plans that were committed.
    pub planned: u64,
    /// The draws in place whose tables were written.
    pub in_place: u64,
    /// The draws in place that were the last one again.
    pub unchanged: u64,
    /// The bytes that were written to streams.
    pub bytes_streamed: u64,
    /// The copies that were made of whole buffers.
    pub copies_made: u64,
    /// The bytes that were written to them.
    pub bytes_kept: u64,
    /// The bytes of constants that were written to the constants.
    pub constant_bytes: u64,
    /// How often planning has returned `MALI_INST_ERROR_IN_FLIGHT` before it came to a plan that was committed.
    pub waits: u64,
    /// How often streams have begun again at the start of their block.
    pub recycled: u64,
    /// The blocks of memory that streams have begun, except their first.
    pub generations: u64,
}

/// How much a planner has planned and drawn.
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
