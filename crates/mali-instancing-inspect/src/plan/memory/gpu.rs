//! The memory that the planner requests.

use std::mem;
use std::ops::Range;

use mali_buffers::two_phase::{Allocation, GpuMemory, MemoryRef, Retired, Sequence};

/// The address at which this memory begins: no buffer of an application is expected there.
const FIRST_ADDRESS: u64 = 1 << 46;

/// The planner's streams, copies and constants, and released memory that the GPU may still read.
pub(crate) struct PlannerMemory {
    blocks: Vec<Block>,
    next_address: u64,
}

struct Block {
    place: MemoryRef,
    address: u64,
    bytes: Vec<u8>,
    /// The work that must be finished before the memory is freed; `None` if it is in use.
    until: Option<Sequence>,
}

impl PlannerMemory {
    pub(crate) const fn new() -> Self {
        Self {
            blocks: Vec::new(),
            next_address: FIRST_ADDRESS,
        }
    }

    pub(crate) fn used(&self) -> u64 {
        let lengths = self.blocks.iter().map(|block| block.bytes.len() as u64);
        lengths.sum()
    }

    /// Stores `bytes` for a place: those of a buffer at the buffer's address, all others at a new address.
    pub(crate) fn add(&mut self, place: MemoryRef, bytes: Vec<u8>) {
        let address = match place {
            MemoryRef::Buffer { address, .. } => address,
            _ => {
                let address = self.next_address;
                let end = address.saturating_add(bytes.len() as u64);
                self.next_address = end.next_multiple_of(Allocation::ALIGNMENT);
                address
            }
        };
        self.blocks.push(Block {
            place,
            address,
            bytes,
            until: None,
        });
    }

    /// Takes back a block to which nothing was written.
    pub(crate) fn remove(&mut self, place: MemoryRef) {
        self.blocks
            .retain(|block| block.place != place || block.until.is_some());
    }

    /// Records that no later draw reads the memory in `retired`.
    pub(crate) fn retire(&mut self, retired: &[Retired]) {
        for gone in retired {
            let is_gone = |block: &&mut Block| block.place == gone.memory && block.until.is_none();
            if let Some(block) = self.blocks.iter_mut().find(is_gone) {
                block.until = Some(gone.until);
            }
        }
    }

    /// Frees retired memory that the GPU no longer reads, and returns the number of bytes of each block.
    pub(crate) fn free(&mut self, completed: Sequence) -> Vec<(MemoryRef, u64)> {
        let is_free = |block: &Block| block.until.is_some_and(|until| until <= completed);
        let (freed, kept): (Vec<_>, _) = mem::take(&mut self.blocks).into_iter().partition(is_free);
        self.blocks = kept;
        let report = |block: Block| (block.place, block.bytes.len() as u64);
        freed.into_iter().map(report).collect()
    }

    /// The memory at those addresses.
    pub(crate) fn at(&self, addresses: &Range<u64>) -> Option<MemoryRef> {
        let overlaps = |block: &&Block| {
            let end = block.address.saturating_add(block.bytes.len() as u64);
            block.address < addresses.end && addresses.start < end
        };
        self.blocks.iter().find(overlaps).map(|block| block.place)
    }
}

impl GpuMemory for PlannerMemory {
    fn address(&self, place: MemoryRef) -> Option<u64> {
        let block = self.blocks.iter().find(|block| block.place == place)?;
        Some(block.address)
    }

    fn write(&mut self, place: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        let block = self.blocks.iter_mut().find(|block| block.place == place)?;
        let range = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
        block.bytes.get_mut(range)
    }
}
