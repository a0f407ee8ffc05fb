use std::collections::BTreeMap;
use std::ops::Range;

use mali_buffers::{
    Buffer, BufferId, ClientState, Contents, CopyPolicy, DataCopy, DataSource, MemoryRef,
};

use super::{allocate, part};
use crate::plan::script::Names;

/// The application's side: its buffers with their bytes, and client memory.
pub(crate) struct ApplicationMemory<'a> {
    buffers: BTreeMap<BufferId, Stored>,
    names: &'a Names,
    /// What is read of client memory that the script says nothing of, wherever it is.
    zeros: Vec<u8>,
}

/// A buffer, and its bytes.
pub(crate) struct Stored {
    pub(crate) buffer: Buffer,
    pub(crate) bytes: Vec<u8>,
}

impl<'a> ApplicationMemory<'a> {
    pub(crate) const fn new(names: &'a Names) -> Self {
        Self {
            buffers: BTreeMap::new(),
            names,
            zeros: Vec::new(),
        }
    }

    pub(crate) fn used(&self) -> u64 {
        let buffers = self.buffers.values().map(|stored| stored.bytes.len());
        buffers
            .chain([self.zeros.len()])
            .map(|length| length as u64)
            .sum()
    }

    pub(crate) fn insert(&mut self, stored: Stored) {
        self.buffers.insert(stored.buffer.id(), stored);
    }

    pub(crate) fn get_mut(&mut self, buffer: BufferId) -> Option<&mut Stored> {
        self.buffers.get_mut(&buffer)
    }

    pub(crate) fn remove(&mut self, buffer: BufferId) -> Option<Stored> {
        self.buffers.remove(&buffer)
    }

    /// What is at those addresses, but for `buffer`.
    pub(crate) fn at(&self, addresses: &Range<u64>, buffer: BufferId) -> Option<MemoryRef> {
        let others = self.buffers.values().map(|stored| &stored.buffer);
        others
            .filter(|other| other.id() != buffer)
            .find_map(|other| {
                let address = other.address()?;
                let end = address.saturating_add(other.size());
                (address < addresses.end && addresses.start < end).then_some(MemoryRef::Buffer {
                    buffer: other.id(),
                    address,
                })
            })
    }

    pub(crate) fn copy_policies(&self) -> Vec<(BufferId, CopyPolicy)> {
        let buffers = self.buffers.values().map(|stored| &stored.buffer);
        buffers
            .map(|buffer| (buffer.id(), buffer.copy_policy()))
            .collect()
    }

    /// Has as much client memory as the copies read. The script does not say how long it is.
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
        self.buffers
            .get_mut(&buffer)
            .map(|stored| &mut stored.buffer)
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        match source {
            DataSource::Buffer(buffer) => part(&self.buffers.get(&buffer)?.bytes, range),
            DataSource::Client(number) => match self.names.client_data(number) {
                Some(bytes) => part(bytes, range),
                None => part(&self.zeros, 0..range.end.checked_sub(range.start)?),
            },
        }
    }
}
