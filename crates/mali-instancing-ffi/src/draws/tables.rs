//! The ranges of a draw's buffers, and the lengths of its tables.

use core::mem::offset_of;

use mali_instancing::PaddedCount;
use mali_instancing::draw::{BufferRange, Tables};

use crate::abi::arguments::Input;

/// The largest number of buffers of a call.
pub const MALI_INST_MAX_BUFFERS: usize = 32;

/// The `size` of a range without one: the buffer of the pipeline has the size, in a constant that `mali-instancing gen`
/// made. No buffer has this size.
pub const MALI_INST_NO_SIZE: u32 = u32::MAX;

/// The memory of a buffer in a draw, of less than 4 GiB.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_buffer_range {
    /// The GPU's address of its first byte. `mali_inst_check_ranges` checks that it is aligned for the attributes in it.
    pub address: u64,
    /// Its size in bytes, 0 for an empty buffer, or `MALI_INST_NO_SIZE`. If the pipeline's buffer has a size too, the
    /// descriptor has the smaller.
    pub size: u32,
    /// The distance between its elements in bytes, if `bound_strides` of the target is not 0. Not used otherwise.
    pub stride: u32,
}

/// The lengths of a draw's tables. The table of attributes is right after the table of buffers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_tables {
    /// 1 if a draw was written; 0 after an error, and before the first draw.
    pub is_written: u32,
    /// The length of the table of buffers, in words. The GPU requires the table to be aligned to 64 bytes. A descriptor
    /// has 4 words on V4 to V7, and 8 from V9 on.
    pub buffer_words: u32,
    /// The length of the table of attributes, in words. A descriptor has 2 words on V4 to V7, and 8 from V9 on.
    pub attribute_words: u32,
    /// The padded vertex count of the draw; 0 if there is no draw yet, and from V9 on.
    pub padded_vertices: u32,
}

impl mali_inst_tables {
    /// The tables of a draw that is not written.
    pub(crate) const NONE: Self = Self {
        is_written: 0,
        buffer_words: 0,
        attribute_words: 0,
        padded_vertices: 0,
    };

    /// The tables of a draw that is written.
    #[inline]
    pub(crate) fn written(tables: &Tables) -> Self {
        Self {
            is_written: 1,
            padded_vertices: tables.padded_vertices.map_or(0, PaddedCount::get),
            ..Self::needed(tables)
        }
    }

    /// The tables that any draw needs at most.
    #[inline]
    pub(crate) fn needed(tables: &Tables) -> Self {
        Self {
            buffer_words: tables.buffers.end as u32,
            // One subtraction: the length of a range also looks for an end before the start.
            attribute_words: tables.attributes.end.wrapping_sub(tables.attributes.start) as u32,
            ..Self::NONE
        }
    }
}

/// A slice of C's ranges is one of the core's.
const _: () = {
    assert!(MALI_INST_NO_SIZE == BufferRange::NO_SIZE);
    assert!(size_of::<mali_inst_buffer_range>() == 16 && size_of::<BufferRange>() == 16);
    assert!(align_of::<mali_inst_buffer_range>() == align_of::<BufferRange>());
    assert!(offset_of!(mali_inst_buffer_range, address) == offset_of!(BufferRange, address));
    assert!(offset_of!(mali_inst_buffer_range, size) == offset_of!(BufferRange, size));
    assert!(offset_of!(mali_inst_buffer_range, stride) == offset_of!(BufferRange, stride));
};

/// C's ranges as the core's.
#[inline]
pub(crate) fn of_core(ranges: Input<'_, mali_inst_buffer_range>) -> Input<'_, BufferRange> {
    let length = ranges.length();
    // SAFETY: they have the same layout, as was asserted.
    unsafe { ranges.cast(length) }
}
