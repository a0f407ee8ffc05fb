//! The memory of a buffer's state, and of the bounds of its indices.

use core::mem::MaybeUninit;

use mali_buffers::{Buffer, FoundBounds};

use crate::abi::arguments::Output;
use crate::abi::failure::Failure;
use crate::abi::opaque::{self, Opaque};

/// The size of a `mali_inst_planner_buffer`, in units of eight bytes.
pub const MALI_INST_PLANNER_BUFFER_WORDS: usize = 80;

/// The state of one of the application's buffers. `mali_inst_planner_buffer_init` fills it.
#[repr(C)]
pub struct mali_inst_planner_buffer {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_PLANNER_BUFFER_WORDS],
}

/// A buffer, and the bounds that were found for its indices.
pub(crate) struct KeptBuffer {
    pub(crate) buffer: Buffer,
    pub(crate) bounds: KeptBounds,
}

impl Opaque for KeptBuffer {
    type Structure = mali_inst_planner_buffer;
    const STATE: u64 = 0x6d61_6c69_6275_6666;
}

/// The size of a `mali_inst_planner_index_bounds`, in units of eight bytes.
pub const MALI_INST_PLANNER_INDEX_BOUNDS_WORDS: usize = 7;

/// Room for the smallest and the largest index of one draw. `mali_inst_planner_buffer_keep_bounds` initialises it.
#[repr(C)]
pub struct mali_inst_planner_index_bounds {
    /// Private to the library.
    pub opaque: [MaybeUninit<u64>; MALI_INST_PLANNER_INDEX_BOUNDS_WORDS],
}

const _: () = assert!(size_of::<FoundBounds>() <= size_of::<mali_inst_planner_index_bounds>());
const _: () = assert!(align_of::<FoundBounds>() <= align_of::<mali_inst_planner_index_bounds>());

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

    /// Room of bounds of `size` bytes each, which belongs to this for longer than the call.
    pub(super) fn new(
        bounds: Output<'_, mali_inst_planner_index_bounds>,
        size: usize,
    ) -> Result<Self, Failure> {
        opaque::check_size::<mali_inst_planner_index_bounds>(size, "bounds")?;
        let room = bounds.slice()?;
        // Packed without gaps: where an element of C is larger than what is kept, more fit than C counts.
        let count = size_of_val(room) / size_of::<FoundBounds>();
        let found: *mut FoundBounds = room.as_mut_ptr().cast();
        for number in 0..count {
            // SAFETY: so many fit the memory of the elements above, and need no greater alignment.
            unsafe { found.wrapping_add(number).write(FoundBounds::NONE) };
        }
        Ok(Self { found, count })
    }

    pub(crate) fn get_mut(&mut self) -> &mut [FoundBounds] {
        // SAFETY: `new` has initialised them, and they belong to this, which is borrowed exclusively.
        let found = unsafe { Output::new(self.found, self.count, "bounds", self) };
        found.initialised().unwrap_or_default()
    }
}
