//! One of the application's buffers.

use mali_buffers::{Buffer, BufferId, Released, Sequence, Usage};

use super::places::mali_retired;
use crate::given;
use crate::kept::{self, Kept};
use crate::status::{Failure, finish, mali_error, mali_status};
use crate::terms;

/// The size of a `mali_buffer`, in units of eight bytes.
pub const MALI_BUFFER_WORDS: usize = 152;

/// What is known of one of the application's buffers. `mali_buffer_init` fills it.
#[repr(C)]
pub struct mali_buffer {
    /// Nobody's business.
    pub opaque: [u64; MALI_BUFFER_WORDS],
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
