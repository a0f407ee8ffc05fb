//! The buffers of an application, and its client memory.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use mali_buffers::{Buffer, BufferId, ClientState, CopyPolicy, DataSource, FoundBounds};

use super::part;
use crate::script::Names;

/// The application's side: its buffers with their bytes, and client memory.
pub(crate) struct ApplicationMemory<'a> {
    pub(crate) buffers: BTreeMap<BufferId, Stored>,
    names: &'a Names,
    /// The number of bytes that a draw may read of client memory which the script does not define: it is zeros.
    pub(crate) allowed: u64,
    /// The size of a read of more.
    pub(crate) refused: Cell<Option<u64>>,
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
            allowed: 0,
            refused: Cell::new(None),
            segments: None,
        }
    }

    pub(crate) fn used(&self) -> u64 {
        let buffers = self.buffers.values().map(|stored| stored.bytes.len());
        let segments = self.segments.as_ref().map_or(0, |(_, bytes)| bytes.len());
        (buffers.sum::<usize>() + segments) as u64
    }

    /// The buffer at those addresses, except for `buffer`.
    pub(crate) fn at(&self, addresses: &Range<u64>, buffer: BufferId) -> Option<BufferId> {
        let mut others = self.buffers.iter().filter(|(id, _)| **id != buffer);
        others.find_map(|(&buffer, other)| {
            let address = other.buffer.address()?;
            let end = address.saturating_add(other.buffer.size());
            let is_there = address < addresses.end && addresses.start < end;
            is_there.then_some(buffer)
        })
    }

    /// The offset of an address in a buffer.
    pub(crate) fn offset_in(&self, buffer: BufferId, address: u64) -> Option<u64> {
        let begin = self.buffers.get(&buffer)?.buffer.address()?;
        Some(address.wrapping_sub(begin))
    }

    pub(crate) fn copy_policies(&self) -> Vec<(BufferId, CopyPolicy)> {
        let buffers = self.buffers.iter();
        buffers
            .map(|(&id, stored)| (id, stored.buffer.copy_policy()))
            .collect()
    }
}

impl ClientState for ApplicationMemory<'_> {
    type Bytes<'bytes>
        = Cow<'bytes, [u8]>
    where
        Self: 'bytes;

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        self.buffers.get(&buffer).map(|stored| &stored.buffer)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        let stored = self.buffers.get_mut(&buffer)?;
        Some(&mut stored.buffer)
    }

    fn found_bounds(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        let Some(stored) = self.buffers.get_mut(&buffer) else {
            return &mut [];
        };
        // Bounds are kept for buffers that hold indices.
        if stored.found.is_empty() {
            stored.found = vec![FoundBounds::NONE; 64];
        }
        &mut stored.found
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<Cow<'_, [u8]>> {
        if let Some((_, bytes)) = self.segments.as_ref().filter(|(at, _)| *at == source) {
            return part(bytes, range).map(Cow::Borrowed);
        }
        let bytes = match source {
            DataSource::Buffer(buffer) => part(&self.buffers.get(&buffer)?.bytes, range)?,
            DataSource::Client(number) => match self.names.client_data(number) {
                Some(bytes) => part(bytes, range)?,
                None => return self.zeros(range).map(Cow::Owned),
            },
        };
        Some(Cow::Borrowed(bytes))
    }
}

impl ApplicationMemory<'_> {
    /// Client memory that the script does not define.
    fn zeros(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let size = range.end.checked_sub(range.start)?;
        if size > self.allowed {
            self.refused.set(Some(size));
            return None;
        }
        Some(vec![0; usize::try_from(size).ok()?])
    }
}
