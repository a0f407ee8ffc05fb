use std::collections::HashMap;
use std::ops::Range;

use mali_buffers::{Allocation, GpuMemory, MemoryRef, Retired};
use mali_instancing::model;

/// The GPU address of the first byte.
const ADDRESS: u64 = 0x12_3456_7000;

/// The owner of memory that is in no block.
const NOBODY: u32 = 0;

#[derive(Clone, Debug)]
struct Block {
    number: u32,
    bytes: Range<usize>,
    /// The work after which the block may be freed, if no later draw reads it.
    retired: Option<u64>,
    /// The last work whose descriptors name the block, whether or not it reads any of it.
    named: u64,
}

/// The memory that the GPU reads. It records the block of every byte and the last work that reads it. It panics if a
/// byte is written that the GPU still reads, or if a byte is read that is in no block.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    bytes: Vec<u8>,
    owners: Vec<u32>,
    readers: Vec<u64>,
    /// The blocks by context and place.
    blocks: HashMap<(usize, MemoryRef), Block>,
    /// The context that plans or draws.
    pub(crate) context: usize,
    next_number: u32,
    search: usize,
    pub(crate) completed: u64,
}

impl Memory {
    /// The memory as the reference model of the hardware sees it.
    pub(crate) fn hardware(&self) -> model::Memory<'_> {
        model::Memory {
            address: ADDRESS,
            bytes: &self.bytes,
        }
    }

    /// The position of bytes that the hardware has fetched.
    pub(crate) fn position(&self, fetched: &[u8]) -> Range<usize> {
        let begin = fetched.as_ptr() as usize - self.bytes.as_ptr() as usize;
        begin..begin + fetched.len()
    }

    /// The position of `size` bytes from an address on.
    pub(crate) fn at(address: u64, size: usize) -> Range<usize> {
        let begin = usize::try_from(address.checked_sub(ADDRESS).expect("an address")).unwrap();
        begin..begin + size
    }

    pub(crate) fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    fn address_of(range: &Range<usize>) -> u64 {
        ADDRESS + range.start as u64
    }

    /// All contexts share buffers and their copies.
    fn key(&self, memory: MemoryRef) -> (usize, MemoryRef) {
        match memory {
            MemoryRef::Stream { .. } | MemoryRef::Constants => (self.context, memory),
            MemoryRef::Buffer { .. } | MemoryRef::Copy(_) => (0, memory),
        }
    }

    /// A block of `size` bytes, `remainder` after an aligned address.
    fn find(&mut self, size: usize, remainder: usize) -> Range<usize> {
        const ALIGNMENT: usize = Allocation::ALIGNMENT as usize;
        self.search = self.search.wrapping_mul(1_103_515_245).wrapping_add(12345) % (1 << 16);
        let end = self.owners.len();
        let mut begin = (self.search / ALIGNMENT * ALIGNMENT + remainder).min(
            // There is always room at the end.
            end.next_multiple_of(ALIGNMENT) + remainder,
        );
        let last_taken = |begin: usize| {
            let owners = self.owners.get(begin..(begin + size).min(end))?;
            owners.iter().rposition(|&owner| owner != NOBODY)
        };
        while let Some(taken) = last_taken(begin) {
            begin = (begin + taken + 1).next_multiple_of(ALIGNMENT) + remainder;
        }
        let range = begin..begin + size;
        if range.end > end {
            self.bytes.resize(range.end, 0xdb);
            self.owners.resize(range.end, NOBODY);
            self.readers.resize(range.end, 0);
        }
        range
    }

    /// Takes back a block to which nothing was written.
    pub(crate) fn give_back(&mut self, memory: MemoryRef) {
        let block = self.blocks.remove(&self.key(memory)).expect("a block");
        self.owners[block.bytes].fill(NOBODY);
    }

    /// Makes a block for an allocation.
    pub(crate) fn allocate(&mut self, allocation: Allocation) {
        let size = usize::try_from(allocation.size).expect("a small block");
        let bytes = self.find(size, 0);
        self.insert(allocation.memory, bytes);
    }

    /// Makes a block for a buffer of the application, and returns its address.
    pub(crate) fn allocate_storage(
        &mut self,
        size: u64,
        remainder: u64,
        memory: impl Fn(u64) -> MemoryRef,
    ) -> u64 {
        let bytes = self.find(size as usize, remainder as usize);
        let address = Self::address_of(&bytes);
        self.insert(memory(address), bytes);
        address
    }

    fn insert(&mut self, memory: MemoryRef, bytes: Range<usize>) {
        assert!(!bytes.is_empty(), "an empty block for {memory}");
        self.next_number += 1;
        self.owners[bytes.clone()].fill(self.next_number);
        self.readers[bytes.clone()].fill(0);
        // The bytes differ from the earlier ones, and from those at all other places.
        self.bytes[bytes.clone()].fill((self.next_number * 37 + 11) as u8);
        let block = Block {
            number: self.next_number,
            bytes,
            retired: None,
            named: 0,
        };
        let before = self.blocks.insert(self.key(memory), block);
        assert!(before.is_none(), "a second block for {memory}");
    }

    /// Records that the GPU will read these bytes for that work.
    pub(crate) fn note_read(&mut self, read: Range<usize>, sequence: u64) {
        let number = self.owners[read.start];
        assert!(
            self.owners[read.clone()]
                .iter()
                .all(|&owner| owner == number),
            "a read leaves its block"
        );
        let block = self.blocks.values().find(|block| block.number == number);
        let block = block.expect("work reads memory that is in no block");
        assert_eq!(block.retired, None, "work reads retired memory");
        for reader in &mut self.readers[read] {
            *reader = sequence.max(*reader);
        }
    }

    /// The last work that reads any byte of a place, if it is not finished.
    pub(crate) fn in_flight(&self, memory: MemoryRef) -> Option<u64> {
        let bytes = self.blocks[&self.key(memory)].bytes.clone();
        let last = self.readers[bytes].iter().copied().max();
        last.filter(|&last| last > self.completed)
    }

    /// Records that descriptors of that work name a place.
    pub(crate) fn name(&mut self, memory: MemoryRef, sequence: u64) {
        let key = self.key(memory);
        let block = self.blocks.get_mut(&key).expect("memory that there is");
        block.named = sequence.max(block.named);
    }

    /// The last work whose descriptors name a place, if it is not finished.
    pub(crate) fn named(&self, memory: MemoryRef) -> Option<u64> {
        let last = self.blocks[&self.key(memory)].named;
        (last > self.completed).then_some(last)
    }

    /// Records that no later draw reads the memory.
    pub(crate) fn retire(&mut self, retired: &Retired) {
        let Retired { memory, until } = *retired;
        if let Some(last) = self.in_flight(memory) {
            assert!(
                until.get() >= last,
                "{memory} is said to be free after work {until}, and work {last} reads it"
            );
        }
        let key = self.key(memory);
        let block = self.blocks.get_mut(&key).unwrap();
        if matches!(memory, MemoryRef::Buffer { .. }) {
            assert_eq!(until.get(), block.named, "{memory}");
        }
        assert_eq!(block.retired, None, "{memory} is retired twice");
        block.retired = Some(until.get());
    }

    /// Frees retired memory that is no longer read.
    pub(crate) fn collect(&mut self) {
        let Self {
            blocks,
            bytes,
            owners,
            completed,
            ..
        } = self;
        blocks.retain(|_, block| {
            let is_free = block.retired.is_some_and(|until| until <= *completed);
            if is_free {
                bytes[block.bytes.clone()].fill(0xdb);
                owners[block.bytes.clone()].fill(NOBODY);
            }
            !is_free
        });
    }

    /// The places of all blocks.
    pub(crate) fn places(&self) -> Vec<(usize, MemoryRef)> {
        self.blocks.keys().copied().collect()
    }

    /// Checks that a read by the GPU is within a block.
    pub(crate) fn check_read(&self, read: Range<usize>) {
        assert!(
            self.owners[read].iter().all(|&owner| owner != NOBODY),
            "the GPU reads memory that was freed"
        );
    }
}

/// Memory that is lent a limited number of times.
pub(crate) struct Failing<'a> {
    memory: &'a mut Memory,
    writes: u32,
}

impl Memory {
    pub(crate) fn failing_after(&mut self, writes: u32) -> Failing<'_> {
        Failing {
            memory: self,
            writes,
        }
    }
}

impl GpuMemory for Failing<'_> {
    fn address(&self, memory: MemoryRef) -> Option<u64> {
        self.memory.address(memory)
    }

    fn write(&mut self, memory: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        self.writes = self.writes.checked_sub(1)?;
        self.memory.write(memory, range)
    }
}

impl GpuMemory for Memory {
    fn address(&self, memory: MemoryRef) -> Option<u64> {
        let block = self.blocks.get(&self.key(memory))?;
        Some(Self::address_of(&block.bytes))
    }

    fn write(&mut self, memory: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        let block = self.blocks.get(&self.key(memory))?;
        assert_eq!(block.retired, None, "{memory} is written after its end");
        let begin = block.bytes.start.checked_add(range.start as usize)?;
        let end = block.bytes.start.checked_add(range.end as usize)?;
        if begin > end || end > block.bytes.end {
            return None;
        }
        for &reader in &self.readers[begin..end] {
            assert!(
                reader <= self.completed,
                "{memory}: a byte is written that work {reader} still reads"
            );
        }
        Some(&mut self.bytes[begin..end])
    }
}
