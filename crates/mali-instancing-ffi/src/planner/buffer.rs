//! One of the application's buffers.

use core::mem::MaybeUninit;

use mali_buffers::{Buffer, BufferId, Released, Sequence, Usage};

use super::places::mali_retired;
use crate::border::given;
use crate::border::kept::{self, Kept};
use crate::border::status::{Failure, finish, mali_error, mali_status};
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

/// Room for what a change makes free, which is at most [`MALI_MAX_RELEASED`]. It is looked at before anything changes.
struct Room<'a> {
    retired: &'a mut [MaybeUninit<mali_retired>],
    count: &'a mut MaybeUninit<usize>,
}

impl Room<'_> {
    /// # Safety
    ///
    /// So many may be written, and `count`.
    unsafe fn new(retired: *mut mali_retired, count: *mut usize) -> Result<Self, Failure> {
        Ok(Self {
            // SAFETY: the same is asked of the caller.
            retired: unsafe { given::places(retired, MALI_MAX_RELEASED, "retired") }?,
            // SAFETY: the same is asked of the caller.
            count: unsafe { given::place(count, "retired_count") }?,
        })
    }

    fn write(self, released: &Released) {
        let all = released.retired();
        for (place, retired) in self.retired.iter_mut().zip(all) {
            place.write((*retired).into());
        }
        self.count.write(all.len());
    }
}

/// An address, or 0 where there is none.
fn address_of(address: u64) -> Option<u64> {
    (address != 0).then_some(address)
}

/// A new buffer of the application's: `glBufferData` of one that had no data. `address` is where the GPU sees it, and
/// 0 where it does not.
///
/// `number` is what the callbacks know it by. A buffer that is initialised again forgets what is copied of it, so data
/// is given again by `mali_buffer_data`. A number must not be given to another buffer while the GPU may read memory of
/// the one that had it, for both would have the same `mali_place`: GL gives the names of deleted buffers again, so a
/// count of all buffers is better. Each `mali_vertex_state` that drew with the buffer that had the number must forget
/// it: `mali_vertex_state_forget`.
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
        if let Some(address) = address_of(address) {
            made = made.with_address(address);
        }
        // SAFETY: the caller lets it be written.
        unsafe { kept::put(buffer, made, "buffer") }
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Takes note that the application gives a buffer new data of any size and usage, at another address: `glBufferData`.
/// `address` is 0 where the GPU sees none of it. `retired` has room for `MALI_MAX_RELEASED`, and gets what no later draw
/// reads. Until the GPU is done with that, the old address must not be given again.
///
/// # Safety
///
/// `buffer` is zeros or was initialised, and may be changed; the others may be written. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_buffer_data(
    buffer: *mut mali_buffer,
    size: u64,
    usage: mali_usage,
    address: u64,
    retired: *mut mali_retired,
    retired_count: *mut usize,
    error: *mut mali_error,
) -> mali_status {
    let answer = || {
        // SAFETY: the caller lets it be changed.
        let buffer: &mut Buffer = unsafe { kept::get_mut(buffer, "buffer") }?;
        // SAFETY: the caller lets them be written.
        let room = unsafe { Room::new(retired, retired_count) }?;
        room.write(&buffer.buffer_data(size, self::usage(usage)?, address_of(address))?);
        Ok(())
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
        let in_flight = unsafe { given::place(in_flight, "in_flight") }?;
        // SAFETY: the caller lets them be written.
        let room = unsafe { Room::new(retired, retired_count) }?;
        let changed = begin..begin.saturating_add(size);
        let update = buffer.buffer_sub_data(changed, Sequence::new(completed))?;
        in_flight.write(update.in_flight().map_or(0, Sequence::get));
        room.write(update.released());
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}

/// Takes note that a buffer is deleted. `retired` has room for `MALI_MAX_RELEASED`.
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
        let room = unsafe { Room::new(retired, retired_count) }?;
        room.write(&buffer.release());
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(answer(), unsafe { given::optional(error) })
}
