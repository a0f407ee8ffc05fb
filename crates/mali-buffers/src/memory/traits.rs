use core::ops::{Deref, Range};

use super::bounds_cache::FoundBounds;
use super::buffer::Buffer;
use crate::error::Error;
use crate::types::{BufferId, DataSource};
use crate::types::{Location, MemoryRef};

/// The interface to the application's side: its buffers, and the bytes at their addresses and at its
/// pointers. The caller's buffer objects implement it, locked if contexts share them.
pub trait ClientState {
    /// Bytes that are read: `&[u8]` of memory that nobody writes meanwhile. Of memory that others do
    /// write, such as that of [volatile](Buffer::set_volatile) buffers, it is a copy that the caller
    /// makes, or what holds one.
    type Bytes<'bytes>: Deref<Target = [u8]>
    where
        Self: 'bytes;

    /// The buffer whose [`Buffer::id`] that is; `None` if there is no such buffer.
    fn buffer(&self, buffer: BufferId) -> Option<&Buffer>;

    /// The same, to change it; there is one if there is one to look at.
    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer>;

    /// The bounds that were found of a buffer's indices, as many as the caller keeps: 64 as in Mesa's drivers, or
    /// as many as there are meshes. Empty for a buffer that holds no indices; of others it is looked for again at each
    /// draw then. It is the buffer's for as long as that lives: another [`Buffer`] begins with
    /// [`FoundBounds::NONE`].
    fn found_bounds(&self, buffer: BufferId) -> &[FoundBounds];

    /// The same, to change it.
    fn found_bounds_mut(&mut self, buffer: BufferId) -> &mut [FoundBounds];

    /// Bytes of data, little-endian as the GPU reads them; `None` if they are not there, or cannot be
    /// read.
    ///
    /// The range is exactly what a draw reads of an array, or what a copy of a buffer is made of. So
    /// client memory of which only the address is known can be lent.
    fn read(&self, source: DataSource, range: Range<u64>) -> Option<Self::Bytes<'_>>;
}

/// The interface to the memory that the GPU reads, for executing a plan.
pub trait GpuMemory {
    /// The address of a block's first byte; `None` if there is no such memory.
    ///
    /// A [`MemoryRef::Buffer`] has its own and is not asked for.
    fn address(&self, memory: MemoryRef) -> Option<u64>;

    /// Where the GPU sees a byte.
    ///
    /// # Errors
    ///
    /// [`Error::NoAddress`] for memory that is not there.
    fn address_of(&self, location: &Location) -> Result<u64, Error> {
        let Location { memory, offset } = *location;
        let address = match memory {
            MemoryRef::Buffer { address, .. } => Some(address),
            memory => self.address(memory),
        };
        let address = address.and_then(|address| address.checked_add(offset));
        address.ok_or(Error::NoAddress { memory })
    }

    /// Bytes to be written; `None` if they are not there.
    fn write(&mut self, memory: MemoryRef, range: Range<u64>) -> Option<&mut [u8]>;
}
