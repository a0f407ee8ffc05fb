use core::ops::{Deref, Range};

use super::bounds_cache::FoundBounds;
use super::buffer::Buffer;
use crate::error::Error;
use crate::types::{BufferId, DataSource};

/// The interface to the application's side: its buffers, and the bytes at their addresses and at its pointers. The
/// caller's buffer objects implement it. Buffers that contexts share are locked for one call, and no longer.
pub trait ClientState {
    /// Bytes that are read: `&[u8]` of memory that is not written meanwhile. For memory that others do write, such as
    /// that of [volatile](Buffer::set_volatile) buffers, a copy that the caller makes, or a type that owns one.
    type Bytes<'bytes>: Deref<Target = [u8]>
    where
        Self: 'bytes;

    /// The buffer with this [`Buffer::id`]; `None` if there is no such buffer.
    fn buffer(&self, buffer: BufferId) -> Option<&Buffer>;

    /// The same buffer, to change it. It must exist if `buffer` returns it.
    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer>;

    /// The bounds that were found for a buffer's indices, in a slice whose length the caller chooses: 64 as in Mesa's
    /// drivers, or the number of meshes. It is empty for a buffer without indices; for a buffer with indices, an empty
    /// slice makes each draw find the bounds again, as for a caller that keeps none. The slice belongs to the buffer
    /// during its life: another [`Buffer`] begins with [`FoundBounds::NONE`].
    fn found_bounds(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        let _ = buffer;
        &mut []
    }

    /// Bytes of data, little-endian as the GPU reads them; `None` if they do not exist or cannot be read.
    ///
    /// The range has exactly the bytes that a draw reads from an array, or that are copied from a buffer. So the caller
    /// needs only the address of client memory, and not its size. A range of a buffer never ends past
    /// [`Buffer::size`].
    ///
    /// The bytes are those that the draw must read. If the GPU writes them, that work must be finished and visible to the
    /// CPU: the caller waits for it before the draw, or here, where it is known that the draw needs the bytes.
    fn read(&self, source: DataSource, range: Range<u64>) -> Option<Self::Bytes<'_>>;
}

/// The bytes of an application's data in that range. The caller's side is only asked for bytes that exist: it may have
/// no other check before it makes a slice of a pointer.
pub(crate) fn bytes_of<A: ClientState>(
    application: &A,
    source: DataSource,
    range: Range<u64>,
) -> Result<A::Bytes<'_>, Error> {
    let unreadable = Error::Unreadable {
        source,
        offset: range.start,
    };
    if !has(application, source, &range) {
        return Err(unreadable);
    }
    let size = range.end - range.start;
    let bytes = application.read(source, range);
    let bytes = bytes.filter(|bytes| bytes.len() as u64 == size);
    bytes.ok_or(unreadable)
}

/// Whether a source has the bytes of that range, as far as it is known: the size of client memory is not.
pub(crate) fn has<A: ClientState>(application: &A, source: DataSource, range: &Range<u64>) -> bool {
    let holds = |id| {
        let buffer = application.buffer(id);
        buffer.is_some_and(|buffer: &Buffer| range.end <= buffer.size())
    };
    source.buffer().is_none_or(holds)
}

/// Records that a draw used bounds of a buffer's indices.
pub(crate) fn keep_bounds<A: ClientState>(application: &mut A, id: BufferId, bounds: FoundBounds) {
    let buffer = application.buffer_mut(id);
    // The data of a volatile buffer may be other data in the next draw, with the same epoch.
    if let Some(buffer) = buffer.filter(|buffer| !buffer.is_volatile()) {
        let used = buffer.count_use();
        bounds.remember(application.found_bounds(id), used);
    }
}
