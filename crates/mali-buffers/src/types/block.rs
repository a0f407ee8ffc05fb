use core::fmt;

use mali_instancing::descriptor::BufferAddress;

/// A block of memory that the GPU reads and that the caller has [allocated](crate::GpuMemory::allocate).
///
/// ```
/// use mali_buffers::Block;
///
/// let block = Block { handle: 7, address: 0x1000_0000, size: 4096 };
/// assert_eq!(block.to_string(), "block 7");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Block {
    /// The caller's name of the block: a number of its own, or a pointer. No other block that is not freed has it.
    pub handle: u64,
    /// The GPU address of its first byte: a multiple of [`Block::ALIGNMENT`].
    pub address: u64,
    /// Its size, in bytes: at least what was asked for.
    pub size: u64,
}

impl Block {
    /// The alignment of a block's address, in bytes: the descriptors of V4 to V7 require it of their buffers.
    pub const ALIGNMENT: u64 = BufferAddress::ALIGNMENT;
}

/// Writes `block 7`.
impl fmt::Display for Block {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "block {}", self.handle)
    }
}
