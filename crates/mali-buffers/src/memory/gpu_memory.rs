use core::ops::Range;

use crate::types::{Block, BufferId, Sequence};

/// The interface to the memory that the GPU reads.
///
/// A draw calls it while the caller may hold locks of buffers that contexts share. So none of these functions may draw,
/// change a buffer, or wait for a thread that needs those locks.
pub trait GpuMemory {
    /// A new block of at least `size` bytes, at a multiple of [`Block::ALIGNMENT`]; `None` if there is no memory, or none
    /// without a wait. The draw then finds another place for its data, returns [`Drawn::Wait`](crate::Drawn::Wait), or
    /// else fails.
    fn allocate(&mut self, size: u64) -> Option<Block>;

    /// Takes back a block that no later draw reads. The GPU may read it until the work `until` is finished: not at all
    /// for [`Sequence::NONE`].
    fn retire(&mut self, block: Block, until: Sequence);

    /// Bytes of a block, to be written once and in ascending order: the memory may be write-combined. `None` if they do
    /// not exist.
    ///
    /// A driver that cannot map the block gives other memory, and copies it to the block before the draw.
    fn write(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]>;

    /// Copies all bytes of a buffer to a block, with the GPU, in the work of the draw and before it. The buffer is read
    /// until that work is finished, and no earlier work reads the block. `false` if the planner must read and write the
    /// bytes itself.
    fn copy_buffer(&mut self, buffer: BufferId, block: &Block) -> bool {
        let _ = (buffer, block);
        false
    }
}
