use core::ops::Range;

use super::gpu_memory::GpuMemory;
use crate::types::{Block, Sequence};

/// Memory that the GPU reads, in one piece that the CPU sees mapped. Its blocks are one after the other, and none is used
/// again: this is for tests, examples, and firmware that draws a known scene.
///
/// ```
/// use mali_buffers::{GpuMemory, MappedMemory};
///
/// let mut memory = MappedMemory::new(0x2000_0000, [0; 256]);
/// let blocks = [(); 3].map(|()| memory.allocate(100));
/// let addresses = blocks.map(|block| block.map(|block| block.address));
/// assert_eq!(addresses, [Some(0x2000_0000), Some(0x2000_0080), None]);
/// ```
#[derive(Clone, Debug)]
pub struct MappedMemory<B> {
    address: u64,
    bytes: B,
    used: u64,
}

impl<B> MappedMemory<B> {
    /// The memory with these bytes, at that GPU address: a multiple of [`Block::ALIGNMENT`].
    #[must_use]
    pub const fn new(address: u64, bytes: B) -> Self {
        Self {
            address,
            bytes,
            used: 0,
        }
    }

    /// The bytes.
    #[must_use]
    pub const fn bytes(&self) -> &B {
        &self.bytes
    }
}

impl<B: AsMut<[u8]>> GpuMemory for MappedMemory<B> {
    fn allocate(&mut self, size: u64) -> Option<Block> {
        // The handle of a block is its offset, which no other block has, since none is used again.
        let handle = self.used.next_multiple_of(Block::ALIGNMENT);
        let end = handle.checked_add(size)?;
        if end > self.bytes.as_mut().len() as u64 {
            return None;
        }
        self.used = end;
        Some(Block {
            handle,
            address: self.address.wrapping_add(handle),
            size,
        })
    }

    fn retire(&mut self, _: Block, _: Sequence) {}

    fn write(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]> {
        let [begin, end] = [range.start, range.end].map(|byte| (block.handle + byte) as usize);
        self.bytes.as_mut().get_mut(begin..end)
    }
}
