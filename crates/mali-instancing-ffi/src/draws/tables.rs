//! The ranges of a draw's buffers, and the lengths of its tables.

use core::mem::offset_of;

use mali_instancing::PaddedCount;
use mali_instancing::draw::{BufferRange, Tables};

/// The largest number of buffers of a call.
pub const MALI_INST_MAX_BUFFERS: usize = 32;

/// The memory of a buffer in a draw, of less than 4 GiB.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_buffer_range {
    /// The GPU's address of its first byte, of any alignment.
    pub address: u64,
    /// Its size in bytes.
    pub size: u32,
    /// The distance between its elements in bytes, if `bound_strides` of the target is not 0. Not used otherwise.
    pub stride: u32,
}

/// The lengths of a draw's tables. The table of attributes is right after the table of buffers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_tables {
    /// The length of the table of buffers, in words. The GPU requires the table to be aligned to 64 bytes.
    pub buffer_words: usize,
    /// The length of the table of attributes, in words.
    pub attribute_words: usize,
    /// The number of descriptors in the table of buffers, all of them.
    pub buffer_descriptors: usize,
    /// The number of descriptors in the table of attributes, all of them.
    pub attribute_descriptors: usize,
    /// The padded vertex count of the draw; 0 if there is no draw yet, and from V9 on.
    pub padded_vertices: u32,
}

impl mali_inst_tables {
    #[inline]
    pub(crate) fn new(tables: &Tables) -> Self {
        Self {
            buffer_words: tables.buffers.len(),
            attribute_words: tables.attributes.len(),
            buffer_descriptors: tables.buffer_descriptors,
            attribute_descriptors: tables.attribute_descriptors,
            padded_vertices: tables.padded_vertices.map_or(0, PaddedCount::get),
        }
    }
}

/// A slice of C's ranges is one of the core's.
const _: () = {
    assert!(size_of::<mali_inst_buffer_range>() == 16 && size_of::<BufferRange>() == 16);
    assert!(align_of::<mali_inst_buffer_range>() == align_of::<BufferRange>());
    assert!(offset_of!(mali_inst_buffer_range, address) == offset_of!(BufferRange, address));
    assert!(offset_of!(mali_inst_buffer_range, size) == offset_of!(BufferRange, size));
    assert!(offset_of!(mali_inst_buffer_range, stride) == offset_of!(BufferRange, stride));
};
