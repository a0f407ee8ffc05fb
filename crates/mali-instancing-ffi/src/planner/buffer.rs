//! The application's buffers, and their changes.

use mali_buffers::{Buffer, BufferId, Sequence, Usage};

use super::callbacks::{MemoryCallbacks, mali_inst_gpu_memory};
use super::kept_buffer::{
    KeptBounds, KeptBuffer, mali_inst_planner_buffer, mali_inst_planner_index_bounds,
};
use crate::abi::arguments::arguments;
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// The application's hint about how often a buffer's data changes: one of `MALI_INST_USAGE_*`.
pub type mali_inst_usage = u32;

/// Specified once and drawn many times: `GL_STATIC_DRAW`.
pub const MALI_INST_USAGE_STATIC: mali_inst_usage = 0;

/// Specified again and again, and drawn many times: `GL_DYNAMIC_DRAW`.
pub const MALI_INST_USAGE_DYNAMIC: mali_inst_usage = 1;

/// Specified once and drawn a few times: `GL_STREAM_DRAW`.
pub const MALI_INST_USAGE_STREAM: mali_inst_usage = 2;

fn usage(number: mali_inst_usage) -> Result<Usage, Failure> {
    Ok(match number {
        MALI_INST_USAGE_STATIC => Usage::Static,
        MALI_INST_USAGE_DYNAMIC => Usage::Dynamic,
        MALI_INST_USAGE_STREAM => Usage::Stream,
        _ => {
            return Err(Failure::value(
                "usage",
                None,
                number,
                "MALI_INST_USAGE_*, 0 to 2,",
            ));
        }
    })
}

/// The address of a buffer that the GPU sees; C has 0 for a buffer that it does not see.
fn address_of(address: u64) -> Option<u64> {
    (address != 0).then_some(address)
}

/// The size of a buffer's state in the library, in bytes, for memory that a program allocates, and for other languages
/// than C. Its alignment is that of a `uint64_t`.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_planner_buffer_size() -> usize {
    size_of::<mali_inst_planner_buffer>()
}

/// Initialises the state of a new buffer of `size` bytes: `glBufferData` of a buffer without data. A buffer that was
/// orphaned has 0 bytes. `address` is the buffer's GPU address, or 0 if the GPU does not see the buffer.
///
/// `number` is the buffer's number in the callbacks. It must never be given to another buffer, although GL reuses the
/// names of deleted buffers: a state recognizes its buffers by their numbers. So it is best to count all buffers.
///
/// The bounds of its indices are found again in each draw, unless `mali_inst_planner_buffer_keep_bounds` gives it room
/// for them.
///
/// `mali_inst_planner_buffer_init` is the same for a `mali_inst_planner_buffer`, whose size it knows.
///
/// An initialised buffer that gets new data needs `mali_inst_planner_buffer_data` instead: to initialise it again would
/// forget its copies.
///
/// # Errors
///
/// `MALI_INST_ERROR_SIZE` if `buffer_size`, the size of the memory, is less than `mali_inst_planner_buffer_size()`.
///
/// # Safety
///
/// `buffer` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_buffer_init_sized(
    buffer: *mut mali_inst_planner_buffer,
    buffer_size: usize,
    number: u64,
    size: u64,
    usage: mali_inst_usage,
    address: u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { buffer[buffer_size], error });
    error.status_of(|| {
        let mut made = Buffer::new(BufferId::new(number), size, self::usage(usage)?);
        if let Some(address) = address_of(address) {
            made = made.with_address(address);
        }
        buffer.put(KeptBuffer {
            buffer: made,
            bounds: KeptBounds::NONE,
        })
    })
}

/// The size of the room for the bounds of one draw in the library, in bytes, for memory that a program allocates, and
/// for other languages than C. Its alignment is that of a `uint64_t`.
#[unsafe(no_mangle)]
pub extern "C" fn mali_inst_planner_index_bounds_size() -> usize {
    size_of::<mali_inst_planner_index_bounds>()
}

/// Gives a buffer with indices room for the smallest and the largest index of `count` draws, so that these are not
/// found again in each draw: 64 as in Mesa's drivers, or the number of meshes. A new buffer has none, and needs none if
/// it has no indices. What was found before is forgotten. `count` may be 0.
///
/// `mali_inst_planner_buffer_keep_bounds` is the same for an array of `mali_inst_planner_index_bounds`, whose size it
/// knows.
///
/// # Errors
///
/// `MALI_INST_ERROR_SIZE` if `bounds_size`, the size of the room for one draw, is less than
/// `mali_inst_planner_index_bounds_size()`. Nothing has changed then.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed. `count * bounds_size` bytes may be written. They belong to
/// the buffer until it gets others or is used no more: nothing else reads or writes them, and they must not be moved.
/// `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_buffer_keep_bounds_sized(
    buffer: *mut mali_inst_planner_buffer,
    bounds: *mut mali_inst_planner_index_bounds,
    bounds_size: usize,
    count: usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { buffer, bounds[count], error });
    error.status_of(|| {
        let kept: &mut KeptBuffer = buffer.value_mut()?;
        kept.bounds = KeptBounds::new(bounds, bounds_size)?;
        Ok(())
    })
}

/// Records that a buffer gets new data of any size and usage, at another address: `glBufferData`. `address` is 0 if the
/// GPU does not see the data. A size of 0 releases the old data. Copies of the old data are retired.
///
/// `last_read` gets the last work that may read the old address, or 0. The old address must not be used again before
/// that work is finished.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules;
/// `last_read` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_buffer_data(
    buffer: *mut mali_inst_planner_buffer,
    size: u64,
    usage: mali_inst_usage,
    address: u64,
    memory: *const mali_inst_gpu_memory,
    last_read: *mut u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { buffer, memory, last_read, error });
    error.status_of(|| {
        let kept: &mut KeptBuffer = buffer.value_mut()?;
        let mut memory = MemoryCallbacks::new(memory)?;
        let usage = self::usage(usage)?;
        // Outputs are checked before the buffer changes, so that a call that fails changes nothing.
        let last_read = last_read.get()?;
        let address = address_of(address);
        let old = kept.buffer.buffer_data(size, usage, address, &mut memory);
        last_read.write(old.get());
        Ok(())
    })
}

/// Records that the application changes `size` bytes of a buffer from byte `begin` on: `glBufferSubData`. `completed`
/// is the last work that the GPU has finished. Copies of the old data are retired.
///
/// `in_flight` gets the work that must be finished before the bytes can be written in place, or 0 if they can be
/// written at once. A caller that does not want to wait writes all the data to another place and calls
/// `mali_inst_planner_buffer_moved`.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO` for 0 bytes, and `MALI_INST_ERROR_PAST_END` for bytes past the end of the buffer. Nothing has
/// changed then.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules;
/// `in_flight` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_buffer_changed(
    buffer: *mut mali_inst_planner_buffer,
    begin: u64,
    size: u64,
    completed: u64,
    memory: *const mali_inst_gpu_memory,
    in_flight: *mut u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { buffer, memory, in_flight, error });
    error.status_of(|| {
        let kept: &mut KeptBuffer = buffer.value_mut()?;
        let mut memory = MemoryCallbacks::new(memory)?;
        let in_flight = in_flight.get()?;
        // A saturated end is past the end of any buffer of less than 2^64 − 1 bytes, and so an error.
        let changed = begin..begin.saturating_add(size);
        let completed = Sequence::new(completed);
        let work = kept
            .buffer
            .buffer_sub_data(changed, completed, &mut memory)?;
        in_flight.write(work.map_or(0, Sequence::get));
        Ok(())
    })
}

/// Records that a buffer is at another address now, with all its data. `last_read` gets the last work that may read the
/// old address, or 0.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO` for address 0. Nothing has changed then.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; `last_read` and `error` may be written. `error` may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_buffer_moved(
    buffer: *mut mali_inst_planner_buffer,
    address: u64,
    last_read: *mut u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { buffer, last_read, error });
    error.status_of(|| {
        let kept: &mut KeptBuffer = buffer.value_mut()?;
        let last_read = last_read.get()?;
        let address = address_of(address).ok_or(Cause::ZeroAddress)?;
        last_read.write(kept.buffer.moved_to(address).get());
        Ok(())
    })
}

/// Records that the data of a buffer may change without a call from now on, or, if `is_volatile` is 0, that it no
/// longer does. Data may change without a call if it is mapped persistently, or if the GPU writes it: transform
/// feedback, storage buffers. While it may, there are no copies of it, and the bounds of its indices are found again at
/// each draw. Copies that no later draw reads are retired. If a draw reads the data with the CPU, for bounds or a
/// conversion, what the GPU writes must be finished when `read` returns it.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules.
/// `error` may be written, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_buffer_set_volatile(
    buffer: *mut mali_inst_planner_buffer,
    is_volatile: u32,
    memory: *const mali_inst_gpu_memory,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { buffer, memory, error });
    error.status_of(|| {
        let kept: &mut KeptBuffer = buffer.value_mut()?;
        let mut memory = MemoryCallbacks::new(memory)?;
        kept.buffer.set_volatile(is_volatile != 0, &mut memory);
        Ok(())
    })
}

/// Records that a buffer is deleted: `glDeleteBuffers`. Its copies are retired, and `last_read` gets the last work that
/// may read its address, or 0. The `mali_inst_planner_buffer` can then be discarded, or initialised again.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; `memory` may be read, and its callbacks keep its rules;
/// `last_read` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_planner_buffer_release(
    buffer: *mut mali_inst_planner_buffer,
    memory: *const mali_inst_gpu_memory,
    last_read: *mut u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe { buffer, memory, last_read, error });
    error.status_of(|| {
        let kept: &mut KeptBuffer = buffer.value_mut()?;
        let mut memory = MemoryCallbacks::new(memory)?;
        let last_read = last_read.get()?;
        last_read.write(kept.buffer.release(&mut memory).get());
        Ok(())
    })
}
