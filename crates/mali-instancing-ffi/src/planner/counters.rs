//! The numbers of draws and bytes.

use mali_buffers::{Counters, Planner};

use super::planning::mali_inst_planner;
use crate::abi::arguments::arguments;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// The numbers of draws and bytes since `mali_inst_planner_init`. All counters wrap.
#[repr(C)]
pub struct mali_inst_planner_counters {
    /// The number of draws whose tables were written.
    pub written: u64,
    /// The number of draws that were the same as the draw before.
    pub unchanged: u64,
    /// The number of bytes that were written to the ring.
    pub bytes_streamed: u64,
    /// The number of copies that were made of whole buffers.
    pub copies_made: u64,
    /// The number of bytes that were written to these copies.
    pub bytes_kept: u64,
    /// The number of bytes that were written to the constants.
    pub constant_bytes: u64,
    /// The number of draws whose outcome was `MALI_INST_OUTCOME_WAIT`.
    pub waits: u64,
    /// The number of times that the ring began again at the start of its block.
    pub recycled: u64,
    /// The number of blocks of memory that the ring began, except for the first.
    pub blocks: u64,
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
    arguments!(unsafe { planner, counters, error });
    error.status_of(|| {
        let planner: &Planner = planner.value()?;
        let output = counters.get()?;
        let Counters {
            written,
            unchanged,
            bytes_streamed,
            copies_made,
            bytes_kept,
            constant_bytes,
            waits,
            recycled,
            blocks,
            ..
        } = planner.counters();
        output.write(mali_inst_planner_counters {
            written,
            unchanged,
            bytes_streamed,
            copies_made,
            bytes_kept,
            constant_bytes,
            waits,
            recycled,
            blocks,
        });
        Ok(())
    })
}
