//! One of the application's buffers.

use core::mem::MaybeUninit;

use mali_buffers::{Buffer, BufferId, FoundBounds, Released, Sequence, Usage};

use super::memory::mali_inst_retired;
use crate::abi::cause::Cause;
use crate::abi::failure::{Failure, finish};
use crate::abi::opaque::{self, Opaque};
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};

/// The size of a `mali_inst_buffer`, in units of eight bytes.
pub const MALI_INST_BUFFER_WORDS: usize = 176;

/// The state of one of the application's buffers. `mali_inst_buffer_init` fills it.
#[repr(C)]
pub struct mali_inst_buffer {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_BUFFER_WORDS],
}

/// A buffer, and what was found of its indices.
pub(crate) struct KeptBuffer {
    pub(crate) buffer: Buffer,
    pub(crate) found: [FoundBounds; 16],
}

impl Opaque for KeptBuffer {
    type Structure = mali_inst_buffer;
    const STATE: u64 = 0x6d61_6c69_6275_6666;
}

/// How the data of a buffer is used: one of `MALI_INST_USAGE_*`.
pub type mali_inst_usage = u32;

/// It is given once and drawn often.
pub const MALI_INST_USAGE_STATIC: mali_inst_usage = 0;

/// It is changed often and drawn often.
pub const MALI_INST_USAGE_DYNAMIC: mali_inst_usage = 1;

/// It is given once and drawn a few times.
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

/// The most memory that a change of a buffer makes free.
pub const MALI_INST_MAX_RELEASED: usize = 9;

/// An address, or 0 where there is none.
fn address_of(address: u64) -> Option<u64> {
    (address != 0).then_some(address)
}

/// A new buffer of the application's: `glBufferData` of one that had no data. `address` is where the GPU sees it, and
/// 0 where it does not.
/// `buffer_size` is `sizeof *buffer`: less than the library's is `MALI_INST_ERROR_SIZE`.
///
/// `number` is what the callbacks know it by. A buffer that is initialised again forgets what is copied of it, so data
/// is given again by `mali_inst_buffer_data`. A number must not be given to another buffer while the GPU may read
/// memory of the one that had it, for both would have the same `mali_inst_memory_ref`: GL gives the names of deleted
/// buffers again, so a count of all buffers is better. Each `mali_inst_vertex_state` that drew with the buffer that had
/// the number must forget it: `mali_inst_vertex_state_forget`.
///
/// A size of 0 is that of a buffer that is orphaned.
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
        let mut made = Buffer::new(BufferId::new(number), size, self::usage(usage)?)?;
        if let Some(address) = address_of(address) {
            made = made.with_address(address);
        }
        let made = KeptBuffer {
            buffer: made,
            found: [FoundBounds::NONE; 16],
        };
        // SAFETY: it may be written, which `# Safety` requires.
        unsafe { opaque::put(buffer, buffer_size, made, "buffer") }
    };
    // SAFETY: it may be written, which `# Safety` requires, and nothing else of the caller is borrowed here.
    finish(run(), unsafe { pointers::optional(error) })
}

/// Changes a buffer, and lists what no later draw reads of it. Nothing changes if there is no room for that.
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

/// Takes note that the application gives a buffer new data of any size and usage, at another address: `glBufferData`.
/// `address` is 0 where the GPU sees none of it. `retired` has room for `MALI_INST_MAX_RELEASED`, and gets what no
/// later draw reads. Until the GPU is done with that, the old address must not be given again.
///
/// A size of 0 gives up what there was.
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
            Ok(buffer.buffer_data(size, usage, address_of(address))?)
        })
    }
}

/// Takes note that the application changes `size` bytes of a buffer from `begin` on: `glBufferSubData`. `in_flight`
/// gets the work that the GPU must have finished before they are written where they are, or 0; who does not want to
/// wait writes all of the data to another place and calls `mali_inst_buffer_moved`. `retired` has room for
/// `MALI_INST_MAX_RELEASED`, and gets what no later draw reads.
///
/// # Errors
///
/// `MALI_INST_ERROR_ZERO` for no bytes, and `MALI_INST_ERROR_PAST_END`. Nothing has changed then.
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
        in_flight.write(update.in_flight().map_or(0, Sequence::get));
        Ok(update.released().clone())
    };
    // SAFETY: `# Safety` of this function requires the same.
    unsafe { change(buffer, retired, retired_count, error, change_data) }
}

/// Takes note that a buffer, with all the data that it held, is at another address now, which is not 0: else
/// `MALI_INST_ERROR_ZERO`. `retired` has room for `MALI_INST_MAX_RELEASED`, and gets the old address, which the GPU may
/// still read.
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

/// Takes note that the data of a buffer may change without a call from now on, or, where `is_volatile` is 0, that it no
/// longer may. It may where it is mapped persistently, or where the GPU writes it: transform feedback, storage buffers.
/// As long as it may, there are no copies of it, and the bounds of its indices are looked for at each draw. `retired`
/// has room for `MALI_INST_MAX_RELEASED`, and gets the copies that no later draw reads.
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

/// Takes note that a buffer is deleted: `glDeleteBuffers`. `retired` has room for `MALI_INST_MAX_RELEASED`, and gets
/// all that it took. The `mali_inst_buffer` may be thrown away then, or initialised again.
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
