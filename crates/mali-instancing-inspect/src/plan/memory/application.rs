//! The buffers of an application, and its client memory.

use std::collections::BTreeMap;
use std::ops::Range;

use mali_buffers::two_phase::{
    Buffer, BufferId, ClientState, Contents, CopyPolicy, DataCopy, DataSource, FoundBounds,
    MemoryRef,
};

use super::{allocate, part};
use crate::plan::script::Names;

/// The application's side: its buffers with their bytes, and client memory.
pub(crate) struct ApplicationMemory<'a> {
    pub(crate) buffers: BTreeMap<BufferId, Stored>,
    names: &'a Names,
    /// Zeros for client memory that the script does not define, at any address.
    zeros: Vec<u8>,
    /// The indices as which a draw's line loops are drawn, and their place.
    pub(crate) segments: Option<(DataSource, Vec<u8>)>,
}

/// A buffer, and its bytes.
pub(crate) struct Stored {
    pub(crate) buffer: Buffer,
    pub(crate) bytes: Vec<u8>,
    pub(crate) found: Vec<FoundBounds>,
}

impl<'a> ApplicationMemory<'a> {
    pub(crate) const fn new(names: &'a Names) -> Self {
        Self {
            buffers: BTreeMap::new(),
            names,
            zeros: Vec::new(),
            segments: None,
        }
    }

    pub(crate) fn used(&self) -> u64 {
        let buffers = self.buffers.values().map(|stored| stored.bytes.len());
        let segments = self.segments.as_ref().map_or(0, |(_, bytes)| bytes.len());
        (buffers.sum::<usize>() + self.zeros.len() + segments) as u64
    }

    /// The memory at those addresses, except for `buffer`.
    pub(crate) fn at(&self, addresses: &Range<u64>, buffer: BufferId) -> Option<MemoryRef> {
        let mut others = self.buffers.iter().filter(|(id, _)| **id != buffer);
        others.find_map(|(&buffer, other)| {
            let address = other.buffer.address()?;
            let end = address.saturating_add(other.buffer.size());
            let is_there = address < addresses.end && addresses.start < end;
            is_there.then_some(MemoryRef::Buffer { buffer, address })
        })
    }

    pub(crate) fn copy_policies(&self) -> Vec<(BufferId, CopyPolicy)> {
        let buffers = self.buffers.iter();
        buffers
            .map(|(&id, stored)| (id, stored.buffer.copy_policy()))
            .collect()
    }

    /// Provides as much client memory as the copies read. The script does not contain its length.
    pub(crate) fn lend<'copies>(
        &mut self,
        copies: impl Iterator<Item = &'copies DataCopy>,
        used: u64,
        limit: u64,
    ) -> Result<(), String> {
        for copy in copies {
            let Contents::Elements {
                source: DataSource::Client(_),
                source_stride,
                conversion,
                elements,
                ..
            } = copy.contents
            else {
                continue;
            };
            let steps = u64::from(elements.saturating_sub(1));
            let size = steps * u64::from(source_stride) + u64::from(conversion.source_size());
            if size > self.zeros.len() as u64 {
                self.zeros = allocate(used, size, limit)?;
            }
        }
        Ok(())
    }
}

impl ClientState for ApplicationMemory<'_> {
    type Bytes<'bytes>
        = &'bytes [u8]
    where
        Self: 'bytes;

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        self.buffers.get(&buffer).map(|stored| &stored.buffer)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        let stored = self.buffers.get_mut(&buffer)?;
        Some(&mut stored.buffer)
    }

    fn found_bounds(&self, buffer: BufferId) -> &[FoundBounds] {
        let stored = self.buffers.get(&buffer);
        stored.map_or(&[], |stored| &stored.found)
    }

    fn found_bounds_mut(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        let Some(stored) = self.buffers.get_mut(&buffer) else {
            return &mut [];
        };
        // Bounds are kept for buffers that hold indices.
        if stored.found.is_empty() {
            stored.found = vec![FoundBounds::NONE; 64];
        }
        &mut stored.found
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        if let Some((_, bytes)) = self.segments.as_ref().filter(|(at, _)| *at == source) {
            return part(bytes, range);
        }
        match source {
            DataSource::Buffer(buffer) => part(&self.buffers.get(&buffer)?.bytes, range),
            DataSource::Client(number) => match self.names.client_data(number) {
                Some(bytes) => part(bytes, range),
                None => part(&self.zeros, 0..range.end.checked_sub(range.start)?),
            },
        }
    }
}
