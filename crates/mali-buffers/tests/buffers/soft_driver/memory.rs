use std::collections::BTreeMap;
use std::ops::Range;

use mali_buffers::{Block, BufferId, GpuMemory, Sequence};
use mali_instancing::model;

/// The GPU address of the first byte.
const ADDRESS: u64 = 0x12_3456_7000;

/// The owner of memory that is in no block.
const NOBODY: u64 = 0;

#[derive(Clone, Debug)]
struct Owned {
    bytes: Range<usize>,
    /// The work after which the block may be freed, if no later draw reads it.
    retired: Option<u64>,
    /// The last work whose descriptors name the block, whether or not it reads any of it.
    named: u64,
    /// The work in which the GPU writes the block; 0 if the CPU does.
    ready: u64,
}

/// The memory that the GPU reads. It records the block of every byte and the last work that reads it. It panics if a
/// byte is written that the GPU still reads, or if a byte is read that is in no block.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    bytes: Vec<u8>,
    owners: Vec<u64>,
    readers: Vec<u64>,
    /// The blocks by their handles.
    blocks: BTreeMap<u64, Owned>,
    last_handle: u64,
    search: usize,
    pub(crate) completed: u64,
    /// The numbers of calls that succeed before one fails; `None`: all do.
    pub(crate) allocations_left: Option<u32>,
    pub(crate) writes_left: Option<u32>,
    pub(crate) retired: u32,
    /// The blocks of the application's buffers that the GPU sees.
    pub(crate) storage: BTreeMap<BufferId, Block>,
    /// Whether the GPU copies buffers, in the work that is recorded, and the number of such copies.
    copies_buffers: bool,
    pub(crate) recorded: u64,
    pub(crate) copied: u32,
}

impl Memory {
    pub(crate) fn new(copies_buffers: bool) -> Self {
        Self {
            copies_buffers,
            ..Self::default()
        }
    }

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

    /// A place of `size` bytes, `remainder` after an aligned address.
    fn find(&mut self, size: usize, remainder: usize) -> Range<usize> {
        const ALIGNMENT: usize = Block::ALIGNMENT as usize;
        // A place that looks random, from a linear congruential generator: blocks get changing neighbours, and freed
        // memory is used again.
        self.search = self.search.wrapping_mul(1_103_515_245).wrapping_add(12345) % (1 << 16);
        let end = self.owners.len();
        let mut begin = (self.search / ALIGNMENT * ALIGNMENT + remainder).min(
            // There is always room at the end.
            end.next_multiple_of(ALIGNMENT) + remainder,
        );
        let last_taken = |begin: usize| {
            let owners = self.owners.get(begin..(begin + size).min(end))?;
            // Every place that begins at the last taken byte or before it has that byte.
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

    /// Makes a block for a buffer of the application, `remainder` after an aligned address.
    pub(crate) fn allocate_storage(&mut self, size: u64, remainder: u64) -> Block {
        let bytes = self.find(size as usize, remainder as usize);
        assert!(!bytes.is_empty(), "an empty block");
        self.last_handle += 1;
        let handle = self.last_handle;
        self.owners[bytes.clone()].fill(handle);
        // The readers of an earlier block at this place have finished, or it would not be free.
        self.readers[bytes.clone()].fill(0);
        // The bytes differ from the earlier ones, and from those at all other places.
        self.bytes[bytes.clone()].fill((handle * 37 + 11) as u8);
        let address = ADDRESS + bytes.start as u64;
        let owned = Owned {
            bytes,
            retired: None,
            named: 0,
            ready: 0,
        };
        self.blocks.insert(handle, owned);
        Block {
            handle,
            address,
            size,
        }
    }

    /// Records that the GPU will read these bytes for that work.
    pub(crate) fn note_read(&mut self, read: Range<usize>, sequence: u64) {
        let handle = self.owners[read.start];
        assert!(
            self.owners[read.clone()]
                .iter()
                .all(|&owner| owner == handle),
            "a read leaves its block"
        );
        let block = self.blocks.get(&handle);
        let block = block.expect("work reads memory that is in no block");
        assert!(
            // Memory that a draw retires is still there for the works up to `until`, in any context.
            block.retired.is_none_or(|until| until >= sequence),
            "work reads retired memory"
        );
        assert!(
            block.ready <= sequence,
            "work {sequence} reads what work {} copies",
            block.ready
        );
        for reader in &mut self.readers[read] {
            *reader = sequence.max(*reader);
        }
    }

    /// The last work that reads any byte of a block, if it is not finished.
    pub(crate) fn in_flight(&self, handle: u64) -> Option<u64> {
        let bytes = self.blocks[&handle].bytes.clone();
        let last = self.readers[bytes].iter().copied().max();
        last.filter(|&last| last > self.completed)
    }

    /// Records that descriptors of that work name a block.
    pub(crate) fn name(&mut self, handle: u64, sequence: u64) {
        let block = self.blocks.get_mut(&handle).expect("memory that there is");
        block.named = sequence.max(block.named);
    }

    /// The last work whose descriptors name a block, if it is not finished.
    pub(crate) fn named(&self, handle: u64) -> Option<u64> {
        let last = self.blocks[&handle].named;
        (last > self.completed).then_some(last)
    }

    /// Takes back the storage of a buffer.
    pub(crate) fn retire_storage(&mut self, block: Block, until: Sequence) {
        // Exactly the last work whose descriptors name it: later is a needless wait, and earlier a fault.
        assert_eq!(until.get(), self.blocks[&block.handle].named, "{block}");
        self.retire(block, until);
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
                // The bytes change at once, so that a later read of them is noticed by its value, too.
                bytes[block.bytes.clone()].fill(0xdb);
                owners[block.bytes.clone()].fill(NOBODY);
            }
            !is_free
        });
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Checks that a read by the GPU is within a block.
    pub(crate) fn check_read(&self, read: Range<usize>) {
        assert!(
            self.owners[read].iter().all(|&owner| owner != NOBODY),
            "the GPU reads memory that was freed"
        );
    }

    /// Bytes of a block, whether or not writes fail.
    pub(crate) fn stored(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]> {
        let owned = &self.blocks[&block.handle];
        assert_eq!(owned.retired, None, "{block} is written after its end");
        let begin = owned.bytes.start.checked_add(range.start as usize)?;
        let end = owned.bytes.start.checked_add(range.end as usize)?;
        assert!(
            begin <= end && end <= owned.bytes.end,
            "{range:?} of {block}"
        );
        for &reader in &self.readers[begin..end] {
            assert!(
                reader <= self.completed,
                "{block}: a byte is written that work {reader} still reads"
            );
        }
        Some(&mut self.bytes[begin..end])
    }
}

/// Counts a call that may fail.
fn fails(left: &mut Option<u32>) -> bool {
    let Some(calls) = left else {
        return false;
    };
    match calls.checked_sub(1) {
        Some(fewer) => *calls = fewer,
        // Each call fails from here on, until the draw ends.
        None => return true,
    }
    false
}

impl GpuMemory for Memory {
    fn allocate(&mut self, size: u64) -> Option<Block> {
        (!fails(&mut self.allocations_left)).then(|| self.allocate_storage(size, 0))
    }

    fn retire(&mut self, block: Block, until: Sequence) {
        if let Some(last) = self.in_flight(block.handle) {
            assert!(
                until.get() >= last,
                "{block} is said to be free after work {until}, and work {last} reads it"
            );
        }
        let owned = self.blocks.get_mut(&block.handle).expect("a block");
        assert_eq!(owned.retired, None, "{block} is retired twice");
        assert!(
            owned.ready <= self.completed.max(until.get()),
            "{block} is said to be free before the GPU has written it"
        );
        owned.retired = Some(until.get());
        self.retired += 1;
    }

    fn write(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]> {
        if fails(&mut self.writes_left) {
            return None;
        }
        self.stored(block, range)
    }

    /// The bytes are there at once, since nothing may change them before the GPU copies them.
    fn copy_buffer(&mut self, buffer: BufferId, block: &Block) -> bool {
        let Some(&storage) = self.storage.get(&buffer).filter(|_| self.copies_buffers) else {
            return false;
        };
        let source = self.blocks[&storage.handle].bytes.clone();
        self.note_read(source.clone(), self.recorded);
        self.name(storage.handle, self.recorded);
        let bytes = self.bytes[source].to_vec();
        // `write` would count against the writes that fail, and the CPU writes nothing here.
        let copy = self.stored(block, 0..bytes.len() as u64).unwrap();
        copy.copy_from_slice(&bytes);
        // Earlier work, which another context may still record, must not read it.
        self.blocks.get_mut(&block.handle).unwrap().ready = self.recorded;
        self.copied += 1;
        true
    }
}
