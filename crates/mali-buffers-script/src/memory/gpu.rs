//! The memory that the planner requests, and what it does with it.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use mali_buffers::{Block, GpuMemory, Sequence};

use crate::answer::{MemoryAnswer, Place, RetiredMemory, WriteAnswer};

/// The address at which this memory begins: no buffer of an application is expected there.
const FIRST_ADDRESS: u64 = 1 << 46;

/// Memory that records what a draw does with it: blocks of the planner's, by their addresses, and memory of the
/// application's that the GPU may still read. Nothing reads its bytes, so it has none.
#[derive(Default)]
pub(crate) struct RecordingMemory {
    blocks: BTreeMap<u64, Held>,
    /// Memory of buffers, which the application has given up.
    given_up: Vec<(u64, Held)>,
    /// The number of bytes that blocks may take.
    pub(crate) allowed: u64,
    /// The number of bytes that the blocks would have taken with the first one that was refused, since more bytes are not
    /// allowed.
    pub(crate) refused: Option<u64>,
    /// The size of all blocks so far, each up to the next one.
    allocated_size: u64,
    /// The addresses of the blocks that were allocated since the last look.
    allocated: Vec<u64>,
    written: Vec<Range<u64>>,
    retired: Vec<RetiredMemory>,
    /// The place for the bytes of one write.
    bytes: Vec<u8>,
}

/// Memory that is not freed.
struct Held {
    name: String,
    size: u64,
    /// The work that must be finished before the memory is freed; `None` if it is in use.
    until: Option<Sequence>,
}

impl RecordingMemory {
    fn held(&self) -> impl Iterator<Item = (u64, &Held)> {
        let blocks = self.blocks.iter().map(|(address, held)| (*address, held));
        blocks.chain(self.given_up.iter().map(|(address, held)| (*address, held)))
    }

    pub(crate) fn used(&self) -> u64 {
        self.held().map(|(_, held)| held.size).sum()
    }

    /// Keeps the memory of a buffer at an address that the application has given up.
    pub(crate) fn keep(&mut self, name: &str, address: u64, size: u64, until: Sequence) {
        let held = Held {
            name: name.to_owned(),
            size,
            until: Some(until),
        };
        self.retired.push(RetiredMemory::new(name, until));
        self.given_up.push((address, held));
    }

    /// The place of an address in its block, which gets a name if it has none.
    pub(crate) fn named(&mut self, address: u64, name: impl FnOnce() -> String) -> Place {
        if let Some((_, held)) = self.blocks.range_mut(..=address).next_back() {
            if held.name.is_empty() {
                held.name = name();
            }
        }
        self.place(address)
    }

    fn place(&self, address: u64) -> Place {
        let block = self.blocks.range(..=address).next_back();
        block.map_or_else(Place::default, |(first, held)| {
            Place::new(&held.name, address - first)
        })
    }

    /// Forgets what was allocated and written so far.
    pub(crate) fn forget(&mut self) {
        self.allocated.clear();
        self.written.clear();
    }

    /// The ranges that were written since the last look.
    pub(crate) fn take_writes(&mut self) -> Vec<WriteAnswer> {
        let written = mem::take(&mut self.written).into_iter();
        let write = |written: Range<u64>| WriteAnswer {
            place: self.place(written.start),
            bytes: written.end - written.start,
        };
        written.map(write).collect()
    }

    /// The blocks that were allocated since the last look.
    pub(crate) fn take_allocated(&mut self) -> Vec<MemoryAnswer> {
        let allocated = mem::take(&mut self.allocated).into_iter();
        let blocks = allocated.filter_map(|address| self.blocks.get(&address));
        blocks.map(MemoryAnswer::from).collect()
    }

    /// The memory that was retired since the last look.
    pub(crate) fn take_retired(&mut self) -> Vec<RetiredMemory> {
        mem::take(&mut self.retired)
    }

    /// Frees retired memory that the GPU no longer reads.
    pub(crate) fn free(&mut self, completed: Sequence) -> Vec<MemoryAnswer> {
        let mut freed = Vec::new();
        let mut is_kept = |held: &Held| {
            let is_free = held.until.is_some_and(|until| until <= completed);
            freed.extend(is_free.then(|| MemoryAnswer::from(held)));
            !is_free
        };
        self.blocks.retain(|_, held| is_kept(held));
        self.given_up.retain(|(_, held)| is_kept(held));
        freed
    }

    /// The name of memory at those addresses.
    pub(crate) fn at(&self, addresses: &Range<u64>) -> Option<&str> {
        let mut held = self.held();
        let found = held.find(|(address, held)| overlap(*address, held.size, addresses));
        found.map(|(_, held)| &*held.name)
    }
}

impl From<&Held> for MemoryAnswer {
    fn from(held: &Held) -> Self {
        Self {
            place: held.name.clone(),
            bytes: held.size,
        }
    }
}

impl GpuMemory for RecordingMemory {
    fn allocate(&mut self, size: u64) -> Option<Block> {
        let used = self.used().saturating_add(size);
        if used > self.allowed {
            // The first one counts: after a refusal, the planner asks for other sizes.
            self.refused.get_or_insert(used);
            return None;
        }
        // No address is given again, so it names one block for the whole script.
        let address = FIRST_ADDRESS + self.allocated_size;
        let end = self.allocated_size.checked_add(size)?;
        self.allocated_size = end.next_multiple_of(Block::ALIGNMENT);
        self.allocated.push(address);
        let held = Held {
            name: String::new(),
            size,
            until: None,
        };
        self.blocks.insert(address, held);
        Some(Block {
            handle: address,
            address,
            size,
        })
    }

    fn retire(&mut self, block: Block, until: Sequence) {
        if let Some(held) = self.blocks.get_mut(&block.handle) {
            held.until = Some(until);
            self.retired.push(RetiredMemory::new(&held.name, until));
        }
    }

    fn write(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]> {
        let size = range.end.checked_sub(range.start)?;
        if range.end > self.blocks.get(&block.handle)?.size {
            return None;
        }
        let [begin, end] = [range.start, range.end].map(|byte| block.address + byte);
        self.written.push(begin..end);
        let size = usize::try_from(size).ok()?;
        // All writes go to the same bytes, since nothing reads them.
        self.bytes.resize(size.max(self.bytes.len()), 0);
        self.bytes.get_mut(..size)
    }
}

/// Whether memory of `size` bytes from `begin` on has one of those addresses.
pub(super) fn overlap(begin: u64, size: u64, addresses: &Range<u64>) -> bool {
    begin < addresses.end && addresses.start < begin.saturating_add(size)
}
