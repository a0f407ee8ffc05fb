//! The memory that the planner requests, and what it does with it.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use mali_buffers::{Block, GpuMemory, Sequence};

/// The address at which this memory begins: no buffer of an application is expected there.
const FIRST_ADDRESS: u64 = 1 << 46;

/// Memory that records what a draw does with it: blocks of the planner's, by their addresses, and memory of the
/// application's that the GPU may still read.
pub(crate) struct RecordingMemory {
    blocks: BTreeMap<u64, Held>,
    /// Memory of buffers, which the application has given up.
    given_up: Vec<(u64, Held)>,
    next_address: u64,
    used: u64,
    /// The number of bytes that blocks may take.
    pub(crate) allowed: u64,
    /// The number of bytes that the blocks would have taken with the first one that was refused, since more bytes are not
    /// allowed.
    pub(crate) refused: Option<u64>,
    /// The addresses of the blocks that were allocated since the last look.
    pub(crate) allocated: Vec<u64>,
    pub(crate) written: Vec<Range<u64>>,
    retired: Vec<Retired>,
}

/// Memory that is not freed.
struct Held {
    name: String,
    bytes: Vec<u8>,
    /// The work that must be finished before the memory is freed; `None` if it is in use.
    until: Option<Sequence>,
}

/// Memory that no later draw reads.
#[derive(Clone)]
pub(crate) struct Retired {
    pub(crate) name: String,
    pub(crate) until: Sequence,
}

impl RecordingMemory {
    pub(crate) const fn new() -> Self {
        Self {
            blocks: BTreeMap::new(),
            given_up: Vec::new(),
            next_address: FIRST_ADDRESS,
            used: 0,
            allowed: 0,
            refused: None,
            allocated: Vec::new(),
            written: Vec::new(),
            retired: Vec::new(),
        }
    }

    pub(crate) const fn used(&self) -> u64 {
        self.used
    }

    /// Keeps the bytes of a buffer at an address that the application has given up.
    pub(crate) fn keep(&mut self, name: &str, address: u64, bytes: Vec<u8>, until: Sequence) {
        self.used += bytes.len() as u64;
        self.retired.push(Retired {
            name: name.to_owned(),
            until,
        });
        let held = Held {
            name: name.to_owned(),
            bytes,
            until: Some(until),
        };
        self.given_up.push((address, held));
    }

    /// The block that an address is in: its first address and its name.
    pub(crate) fn block_at(&self, address: u64) -> Option<(u64, &str)> {
        let (&first, held) = self.blocks.range(..=address).next_back()?;
        Some((first, held.name.as_str()))
    }

    /// The size of a block, in bytes.
    pub(crate) fn size_of(&self, block: u64) -> u64 {
        let held = self.blocks.get(&block);
        held.map_or(0, |held| held.bytes.len() as u64)
    }

    /// Names the block that an address is in, unless it has a name.
    pub(crate) fn name_at(&mut self, address: u64, name: impl FnOnce() -> String) {
        if let Some((_, held)) = self.blocks.range_mut(..=address).next_back() {
            if held.name.is_empty() {
                held.name = name();
            }
        }
    }

    /// The memory that was retired since the last look.
    pub(crate) fn take_retired(&mut self) -> Vec<Retired> {
        mem::take(&mut self.retired)
    }

    /// Frees retired memory that the GPU no longer reads, and returns the name and the size of each piece.
    pub(crate) fn free(&mut self, completed: Sequence) -> Vec<(String, u64)> {
        let is_free = |held: &Held| held.until.is_some_and(|until| until <= completed);
        let addresses: Vec<u64> = (self.blocks.iter())
            .filter(|(_, held)| is_free(held))
            .map(|(&address, _)| address)
            .collect();
        let blocks = addresses
            .iter()
            .filter_map(|address| self.blocks.remove(address));
        let mut freed: Vec<Held> = blocks.collect();
        let (others, kept): (Vec<_>, _) = mem::take(&mut self.given_up)
            .into_iter()
            .partition(|(_, held)| is_free(held));
        self.given_up = kept;
        freed.extend(others.into_iter().map(|(_, held)| held));
        let report = |held: Held| (held.name, held.bytes.len() as u64);
        let freed: Vec<_> = freed.into_iter().map(report).collect();
        self.used -= freed.iter().map(|(_, bytes)| bytes).sum::<u64>();
        freed
    }

    /// The name of memory at those addresses.
    pub(crate) fn at(&self, addresses: &Range<u64>) -> Option<&str> {
        let blocks = self.blocks.iter().map(|(address, held)| (*address, held));
        let others = self.given_up.iter().map(|(address, held)| (*address, held));
        let overlaps = |(address, held): &(u64, &Held)| {
            let end = address.saturating_add(held.bytes.len() as u64);
            *address < addresses.end && addresses.start < end
        };
        let found = blocks.chain(others).find(overlaps);
        found.map(|(_, held)| held.name.as_str())
    }
}

impl GpuMemory for RecordingMemory {
    fn allocate(&mut self, size: u64) -> Option<Block> {
        let used = self.used.saturating_add(size);
        let length = usize::try_from(size).ok();
        let Some(length) = length.filter(|_| used <= self.allowed) else {
            self.refused.get_or_insert(used);
            return None;
        };
        let address = self.next_address;
        self.next_address = address
            .checked_add(size)?
            .next_multiple_of(Block::ALIGNMENT);
        self.used = used;
        self.allocated.push(address);
        let held = Held {
            name: String::new(),
            bytes: vec![0; length],
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
            self.retired.push(Retired {
                name: held.name.clone(),
                until,
            });
        }
    }

    fn write(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]> {
        let held = self.blocks.get_mut(&block.handle)?;
        let bytes = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
        let bytes = held.bytes.get_mut(bytes)?;
        self.written
            .push(block.address + range.start..block.address + range.end);
        Some(bytes)
    }
}
