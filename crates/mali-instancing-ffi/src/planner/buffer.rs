//! One of the application's buffers.

use core::mem::MaybeUninit;

use mali_buffers::two_phase::{Buffer, BufferId, Released, Sequence, Usage};

use super::index_bounds::KeptBounds;
use super::memory::mali_inst_retired;
use crate::abi::cause::Cause;
use crate::abi::failure::{Failure, finish};
use crate::abi::opaque::{self, Opaque};
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// The size of a `mali_inst_buffer`, in units of eight bytes.
pub const MALI_INST_BUFFER_WORDS: usize = 64;

/// The state of one of the application's buffers. `mali_inst_buffer_init` fills it.
#[repr(C)]
pub struct mali_inst_buffer {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_BUFFER_WORDS],
}

/// A buffer, and the bounds that were found for its indices.
pub(crate) struct KeptBuffer {
    pub(crate) buffer: Buffer,
    pub(crate) bounds: KeptBounds,
}

impl Opaque for KeptBuffer {
    type Structure = mali_inst_buffer;
    const STATE: u64 = 0x6d61_6c69_6275_6666;
}

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

/// The largest number of pieces of memory that a change of a buffer retires.
pub const MALI_INST_MAX_RELEASED: usize = 9;

/// The address of a buffer that the GPU sees; C has 0 for a buffer that it does not see.
fn address_of(address: u64) -> Option<u64> {
    (address != 0).then_some(address)
}

/// Initialises the state of a new buffer of `size` bytes: `glBufferData` of a buffer without data. A buffer that was
/// orphaned has 0 bytes. `address` is the buffer's GPU address, or 0 if the GPU does not see the buffer.
///
/// `number` is the buffer's number in the callbacks. It must not be given to another buffer while the GPU may read
/// memory of this one, since the memory of both would have the same `mali_inst_memory_ref`. GL reuses the names of
/// deleted buffers, so it is better to count all buffers. Before the number is given to another buffer, call
/// `mali_inst_vertex_state_forget` on each state that drew with this one.
///
/// The bounds of its indices are found again in each draw, unless `mali_inst_buffer_keep_bounds` gives it room for them.
///
/// An initialised buffer that gets new data needs `mali_inst_buffer_data` instead: to initialise it again would forget
/// its copies.
///
/// # Errors
///
/// `MALI_INST_ERROR_SIZE` if `buffer_size`, which is `sizeof *buffer`, is less than the library's size of a buffer.
///
/// # Safety
///
/// `buffer` and `error` may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_buffer_init(
    buffer: *mut mali_inst_buffer,
    buffer_size: usize,
    number: u32,
    size: u64,
    usage: mali_inst_usage,
    address: u64,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        let mut made = Buffer::new(BufferId::new(number.into()), size, self::usage(usage)?);
        if let Some(address) = address_of(address) {
            made = made.with_address(address);
        }
        let made = KeptBuffer {
            buffer: made,
            bounds: KeptBounds::NONE,
        };
        // SAFETY: it may be written, which `# Safety` requires.
        unsafe { opaque::put(buffer, buffer_size, made, "buffer") }
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Changes a buffer, and lists the memory that no later draw reads. Nothing changes if there is no room for the list.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
unsafe fn change(
    buffer: *mut mali_inst_buffer,
    retired: *mut mali_inst_retired,
    retired_count: *mut usize,
    error: *mut mali_inst_error,
    change: impl FnOnce(&mut Buffer) -> Result<Released, Failure>,
) -> mali_inst_status {
    let run = || {
        // SAFETY: it may be changed, which `# Safety` requires.
        let kept: &mut KeptBuffer = unsafe { opaque::get_mut(buffer, "buffer") }?;
        // SAFETY: as many may be written, which `# Safety` requires.
        let outputs = unsafe { pointers::outputs(retired, MALI_INST_MAX_RELEASED, "retired") }?;
        // SAFETY: it may be written, which `# Safety` requires.
        let count = unsafe { pointers::output(retired_count, "retired_count") }?;
        let released = change(&mut kept.buffer)?;
        let released = released.retired();
        for (output, retired) in outputs.iter_mut().zip(released) {
            output.write((*retired).into());
        }
        count.write(released.len());
        Ok(())
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Records that a buffer gets new data of any size and usage, at another address: `glBufferData`. `address` is 0 if the
/// GPU does not see the data. A size of 0 releases the old data.
///
/// `retired` has room for `MALI_INST_MAX_RELEASED` elements, and gets the memory that no later draw reads. The old
/// address must not be used again before the GPU has finished the work that is named with it.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_buffer_data(
    buffer: *mut mali_inst_buffer,
    size: u64,
    usage: mali_inst_usage,
    address: u64,
    retired: *mut mali_inst_retired,
    retired_count: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe {
        change(buffer, retired, retired_count, error, |buffer| {
            let usage = self::usage(usage)?;
            Ok(buffer.buffer_data(size, usage, address_of(address)))
        })
    }
}

/// Records that the application changes `size` bytes of a buffer from byte `begin` on: `glBufferSubData`. `completed`
/// is the last work that the GPU has finished.
///
/// `in_flight` gets the work that must be finished before the bytes can be written in place, or 0 if they can be
/// written at once. A caller that does not want to wait writes all the data to another place and calls
/// `mali_inst_buffer_moved`. `retired` has room for `MALI_INST_MAX_RELEASED` elements, and gets the memory that no
/// later draw reads.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO` for 0 bytes, and `MALI_INST_ERROR_PAST_END` for bytes past the end of the buffer. Nothing has
/// changed then.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_buffer_changed(
    buffer: *mut mali_inst_buffer,
    begin: u64,
    size: u64,
    completed: u64,
    in_flight: *mut u64,
    retired: *mut mali_inst_retired,
    retired_count: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let change_data = |buffer: &mut Buffer| {
        // SAFETY: it may be written, which `# Safety` requires.
        let in_flight = unsafe { pointers::output(in_flight, "in_flight") }?;
        let changed = begin..begin.saturating_add(size);
        let update = buffer.buffer_sub_data(changed, Sequence::new(completed))?;
        in_flight.write(update.in_flight.map_or(0, Sequence::get));
        Ok(update.released)
    };
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { change(buffer, retired, retired_count, error, change_data) }
}

/// Records that a buffer is at another address now, with all its data. `retired` has room for `MALI_INST_MAX_RELEASED`
/// elements, and gets the memory at the old address, which the GPU may still read.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO` for address 0. Nothing has changed then.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_buffer_moved(
    buffer: *mut mali_inst_buffer,
    address: u64,
    retired: *mut mali_inst_retired,
    retired_count: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe {
        change(buffer, retired, retired_count, error, |buffer| {
            let address = address_of(address).ok_or(Cause::ZeroAddress)?;
            Ok(buffer.moved_to(address))
        })
    }
}

/// Records that the data of a buffer may change without a call from now on, or, if `is_volatile` is 0, that it no
/// longer does. Data may change without a call if it is mapped persistently, or if the GPU writes it: transform
/// feedback, storage buffers. While it may, there are no copies of it, and the bounds of its indices are found again at
/// each draw. `retired` has room for `MALI_INST_MAX_RELEASED` elements, and gets the copies that no later draw reads.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_buffer_set_volatile(
    buffer: *mut mali_inst_buffer,
    is_volatile: u32,
    retired: *mut mali_inst_retired,
    retired_count: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe {
        change(buffer, retired, retired_count, error, |buffer| {
            Ok(buffer.set_volatile(is_volatile != 0))
        })
    }
}

/// Records that a buffer is deleted: `glDeleteBuffers`. `retired` has room for `MALI_INST_MAX_RELEASED` elements, and
/// gets all memory of the buffer. The `mali_inst_buffer` can then be discarded, or initialised again.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_buffer_release(
    buffer: *mut mali_inst_buffer,
    retired: *mut mali_inst_retired,
    retired_count: *mut usize,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    // SAFETY: `# Safety` of this function requires the same.
    unsafe {
        change(buffer, retired, retired_count, error, |buffer| {
            Ok(buffer.release())
        })
    }
}
