use core::ops::Range;

use super::bounds_cache::FoundBounds;
use super::buffer::Buffer;
use super::client_state::ClientState;
use crate::types::{BufferId, DataSource};

/// An application's buffers with their bytes, and its client memory: this is for tests, examples, and firmware that draws a
/// known scene. A buffer is found by comparing the numbers of all.
///
/// ```
/// use mali_buffers::{Buffer, BufferId, BufferObject, ClientData, ClientState, DataSource, Usage};
///
/// let buffer = Buffer::new(BufferId::new(7), 4, Usage::Static);
/// let buffers = &mut [BufferObject::new(buffer, [1, 2, 3, 4])];
/// let arrays = &[[5, 6, 7, 8]];
/// let application = ClientData { buffers, arrays };
/// let bytes = |source| application.read(source, 2..4);
/// assert_eq!(bytes(DataSource::Buffer(BufferId::new(7))), Some(&[3, 4][..]));
/// assert_eq!(bytes(DataSource::Client(0)), Some(&[7, 8][..]));
/// assert_eq!(bytes(DataSource::Client(1)), None);
/// ```
#[derive(Debug)]
pub struct ClientData<'a, B, const BOUNDS: usize = 0> {
    /// The buffers, in any order. Of two with one number, the first counts.
    pub buffers: &'a mut [BufferObject<B, BOUNDS>],
    /// The bytes of [`DataSource::Client`], by its number.
    pub arrays: &'a [B],
}

/// A buffer of [`ClientData`], with room for bounds that are found in its indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferObject<B, const BOUNDS: usize = 0> {
    /// The buffer.
    pub buffer: Buffer,
    /// All its bytes. A draw that reads past them is [`Error::Unreadable`](crate::Error::Unreadable).
    pub bytes: B,
    /// The bounds that were found, [`FoundBounds::NONE`] at first: see [`ClientState::found_bounds`].
    pub found: [FoundBounds; BOUNDS],
}

impl<B> BufferObject<B> {
    /// The buffer with these bytes, without room for bounds.
    #[must_use]
    pub const fn new(buffer: Buffer, bytes: B) -> Self {
        Self {
            buffer,
            bytes,
            found: [],
        }
    }
}

impl<B, const BOUNDS: usize> ClientData<'_, B, BOUNDS> {
    fn find(&self, id: BufferId) -> Option<&BufferObject<B, BOUNDS>> {
        let mut objects = self.buffers.iter();
        objects.find(|object| object.buffer.id() == id)
    }

    fn find_mut(&mut self, id: BufferId) -> Option<&mut BufferObject<B, BOUNDS>> {
        let mut objects = self.buffers.iter_mut();
        objects.find(|object| object.buffer.id() == id)
    }
}

impl<B: AsRef<[u8]>, const BOUNDS: usize> ClientState for ClientData<'_, B, BOUNDS> {
    type Bytes<'bytes>
        = &'bytes [u8]
    where
        Self: 'bytes;

    fn buffer(&self, id: BufferId) -> Option<&Buffer> {
        self.find(id).map(|object| &object.buffer)
    }

    fn buffer_mut(&mut self, id: BufferId) -> Option<&mut Buffer> {
        self.find_mut(id).map(|object| &mut object.buffer)
    }

    fn found_bounds(&mut self, id: BufferId) -> &mut [FoundBounds] {
        self.find_mut(id)
            .map_or(&mut [], |object| &mut object.found)
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        let bytes = match source {
            DataSource::Client(number) => self.arrays.get(usize::try_from(number).ok()?)?,
            DataSource::Buffer(id) => &self.find(id)?.bytes,
        };
        let [begin, end] = [range.start, range.end].map(|byte| usize::try_from(byte).ok());
        bytes.as_ref().get(begin?..end?)
    }
}
