//! The buffers of an application and its client memory, and their names.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use mali_buffers::{Buffer, BufferId, ClientState, CopyPolicy, DataSource, Error, Usage};
use mali_instancing_codegen::read::{Fault, Location, Quoted, wrong};
use mali_instancing_codegen::suggestion::unknown;

use super::gpu::overlap;

/// The application's side: its buffers with their bytes, and client memory.
#[derive(Default)]
pub(crate) struct ApplicationMemory {
    pub(crate) buffers: BTreeMap<BufferId, Stored>,
    /// The names of deleted buffers.
    deleted: Vec<String>,
    clients: Vec<Client>,
    /// The number of bytes in `clients`.
    defined: u64,
    /// The number of bytes that a draw may read of client memory which the script does not define: it is zeros.
    pub(crate) allowed: u64,
    /// The size of a read of more.
    pub(crate) refused: Cell<Option<u64>>,
    /// The indices as which a draw's line loops are drawn, and their place.
    pub(crate) segments: Option<(DataSource, Vec<u8>)>,
}

/// A buffer, and its bytes.
pub(crate) struct Stored {
    pub(crate) name: String,
    pub(crate) buffer: Buffer,
    pub(crate) bytes: Vec<u8>,
    /// The number of its copies that have a name.
    pub(crate) copies: u64,
}

/// An array in client memory.
enum Client {
    /// An array with a name: the script does not define its bytes.
    Named(String),
    Defined(Vec<u8>),
}

impl ApplicationMemory {
    /// The number of bytes that are kept for the whole script.
    pub(crate) fn used(&self) -> u64 {
        let buffers = self.buffers.values().map(|stored| stored.bytes.len());
        let segments = self.segments.as_ref().map_or(0, |(_, bytes)| bytes.len());
        (buffers.sum::<usize>() + segments) as u64 + self.defined
    }

    /// The buffer with that name, or a new one.
    pub(crate) fn buffer_to_fill(&mut self, name: &str, usage: Usage) -> BufferId {
        self.find(name).unwrap_or_else(|| {
            // Deleted buffers count, since an id must not be used again. Their names may be.
            let number = self.buffers.len() + self.deleted.len() + 1;
            let id = BufferId::new(number as u64);
            let stored = Stored {
                name: name.to_owned(),
                buffer: Buffer::new(id, 0, usage),
                bytes: Vec::new(),
                copies: 0,
            };
            self.buffers.insert(id, stored);
            id
        })
    }

    fn find(&self, name: &str) -> Option<BufferId> {
        let mut buffers = self.buffers.iter();
        Some(*buffers.find(|(_, stored)| stored.name == name)?.0)
    }

    /// A buffer that is not deleted.
    pub(crate) fn stored(&mut self, buffer: BufferId) -> Result<&mut Stored, Error> {
        let stored = self.buffers.get_mut(&buffer);
        stored.ok_or(Error::UnknownBuffer { buffer })
    }

    /// The buffer that the key `buffer` names.
    pub(crate) fn live_buffer(&self, name: &str, at: &Location) -> Result<BufferId, Fault> {
        self.find(name).ok_or_else(|| {
            let quoted = Quoted::new(name);
            let reason = if self.deleted.iter().any(|buffer| buffer == name) {
                format!("`{quoted}` is deleted: no call since then makes it again")
            } else if self.buffers.is_empty() {
                format!("`{quoted}` is unknown: no call before this one makes a buffer")
            } else {
                let names = self.buffers.values().map(|stored| &*stored.name);
                let mut known: Vec<&str> = names.collect();
                known.sort_unstable();
                unknown(name, &known)
            };
            wrong(at, "buffer", reason)
        })
    }

    pub(crate) fn delete(&mut self, buffer: BufferId) -> Option<Stored> {
        let stored = self.buffers.remove(&buffer)?;
        self.deleted.push(stored.name.clone());
        Some(stored)
    }

    /// The array in client memory with that name.
    pub(crate) fn client(&mut self, name: &str) -> DataSource {
        let is_it = |client: &Client| matches!(client, Client::Named(other) if other == name);
        let number = self.clients.iter().position(is_it);
        let number = number.unwrap_or_else(|| {
            self.clients.push(Client::Named(name.to_owned()));
            self.clients.len() - 1
        });
        DataSource::Client(number as u64)
    }

    /// A new array in client memory.
    pub(crate) fn add_client(&mut self, bytes: Vec<u8>) -> DataSource {
        self.defined += bytes.len() as u64;
        self.clients.push(Client::Defined(bytes));
        DataSource::Client(self.clients.len() as u64 - 1)
    }

    /// The name of the buffer at those addresses, except for `buffer`.
    pub(crate) fn at(&self, addresses: &Range<u64>, buffer: BufferId) -> Option<&str> {
        let others = self.buffers.iter().filter(|(id, _)| **id != buffer);
        let mut others = others.map(|(_, stored)| stored);
        let found = others.find(|stored| {
            let begin = stored.buffer.address();
            begin.is_some_and(|begin| overlap(begin, stored.buffer.size(), addresses))
        });
        found.map(|stored| &*stored.name)
    }

    pub(crate) fn copy_policies(&self) -> Vec<(BufferId, CopyPolicy)> {
        let buffers = self.buffers.iter();
        buffers
            .map(|(&id, stored)| (id, stored.buffer.copy_policy()))
            .collect()
    }

    /// Client memory that the script does not define.
    fn zeros(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let size = range.end.checked_sub(range.start)?;
        // A short script may draw gigabytes of client memory.
        if size > self.allowed {
            self.refused.set(Some(size));
            return None;
        }
        Some(vec![0; usize::try_from(size).ok()?])
    }
}

impl ClientState for ApplicationMemory {
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

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<Cow<'_, [u8]>> {
        let bytes = match (source, &self.segments) {
            // The indices of a draw's line loops are not in `clients`, where an empty array holds their number.
            (_, Some((at, bytes))) if *at == source => bytes,
            (DataSource::Buffer(buffer), _) => &self.buffers.get(&buffer)?.bytes,
            (DataSource::Client(number), _) => match self.clients.get(number as usize)? {
                Client::Defined(bytes) => bytes,
                Client::Named(_) => return self.zeros(range).map(Cow::Owned),
            },
        };
        let part = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
        bytes.get(part).map(Cow::Borrowed)
    }
}
