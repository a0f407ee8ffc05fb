use core::ops::Range;

use super::changes::Changes;
use super::copy_key::CopyKey;
use super::copy_policy::CopyPolicy;
use super::gpu_memory::GpuMemory;
use super::static_copies::StaticCopies;
use crate::error::Error;
use crate::types::{BufferId, Sequence, Usage};

/// The factor for promotion: a buffer is worth a copy if more than this many times its size was drawn unchanged.
const PROMOTION_FACTOR: u64 = 3;

/// An application's buffer, as far as planning needs it: its size, the use of its data, and the copies of it. The data
/// belongs to the caller.
///
/// If the data of a static buffer cannot be read in place, all of it is copied at its first use: the bytes as they are,
/// once for all attributes that the GPU could read there, and the elements of others. The data of a dynamic or stream
/// buffer is streamed instead. If static data is updated after it was drawn, its copies are dropped, and it
/// is streamed too. When attributes of more than three times a buffer's size were streamed without a change, all its
/// data is copied.
///
/// Contexts may share a buffer, each with its planner, if one counter numbers the work of all of them.
///
/// Facts: ANGLE's description of its static buffers, and its `BufferD3D::promoteStaticUsage`.
///
/// ```
/// use mali_buffers::{Buffer, BufferId, CopyPolicy, MappedMemory, Sequence, Usage};
///
/// let mut memory = MappedMemory::new(0, []);
/// let mut buffer = Buffer::new(BufferId::new(1), 6400, Usage::Dynamic).with_address(0x1000_0000);
/// let in_flight = buffer.buffer_sub_data(0..64, Sequence::NONE, &mut memory)?;
/// assert_eq!(in_flight, None); // nothing reads it: it can be written where it is
/// assert_eq!(buffer.copy_policy(), CopyPolicy::Streaming(Usage::Dynamic));
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    id: BufferId,
    size: u64,
    usage: Usage,
    address: Option<u64>,
    pub(crate) changes: Changes,
    copy_policy: CopyPolicy,
    pub(crate) copies: StaticCopies,
    /// Whether the data was drawn since it was specified or changed.
    is_drawn: bool,
    /// The number of bytes that were streamed since then.
    streamed: u64,
    /// The last work that reads the data in place, or copies it.
    last_read: Sequence,
    /// A number that changes when the data or one of its copies moves, and when data changes of which a state remembers
    /// something. It is never 0.
    pub(crate) revision: u64,
    /// Whether a state remembers something of the data: it was streamed, or bounds of indices were found.
    is_watched: bool,
    /// The number of times that found bounds of its indices were used.
    uses: u64,
}

impl Buffer {
    /// A buffer of `size` bytes without a GPU address: `glBufferData` of a new buffer. 0 is the size of an orphaned
    /// buffer.
    #[must_use]
    pub const fn new(id: BufferId, size: u64, usage: Usage) -> Self {
        Self {
            id,
            size,
            usage,
            address: None,
            changes: Changes::NONE,
            copy_policy: CopyPolicy::of(usage),
            copies: StaticCopies::NONE,
            is_drawn: false,
            streamed: 0,
            last_read: Sequence::NONE,
            revision: 1,
            is_watched: false,
            uses: 0,
        }
    }

    /// This buffer, which the GPU sees at `address`.
    #[must_use]
    pub const fn with_address(mut self, address: u64) -> Self {
        self.address = Some(address);
        self.move_places();
        self
    }

    /// The buffer's id.
    #[must_use]
    pub const fn id(&self) -> BufferId {
        self.id
    }

    /// Its size, in bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The application's hint about the use of its data.
    #[must_use]
    pub const fn usage(&self) -> Usage {
        self.usage
    }

    /// The GPU address, if there is one.
    #[must_use]
    pub const fn address(&self) -> Option<u64> {
        self.address
    }

    /// Whether the data is worth a copy that is kept, and the reason.
    #[must_use]
    pub const fn copy_policy(&self) -> CopyPolicy {
        self.copy_policy
    }

    /// The number of copies of its data.
    #[must_use]
    pub fn copies(&self) -> usize {
        self.copies.len()
    }

    /// The size of these copies, in bytes.
    #[must_use]
    pub fn copied_size(&self) -> u64 {
        self.copies.size()
    }

    /// Replaces the data, with any size and usage, at another address: `glBufferData`. Returns the last work that may
    /// read the memory at the old address. Until it is finished, the old address must not be used again.
    ///
    /// ```
    /// use mali_buffers::{Buffer, BufferId, MappedMemory, Sequence, Usage};
    ///
    /// let mut memory = MappedMemory::new(0, []);
    /// let mut buffer = Buffer::new(BufferId::new(1), 64, Usage::Static).with_address(0x1000);
    /// let last_read = buffer.buffer_data(128, Usage::Dynamic, Some(0x2000), &mut memory);
    /// assert_eq!(last_read, Sequence::NONE); // the 64 bytes at 0x1000 were never drawn
    /// ```
    pub fn buffer_data(
        &mut self,
        size: u64,
        usage: Usage,
        address: Option<u64>,
        memory: &mut impl GpuMemory,
    ) -> Sequence {
        // Before `release`, which chooses the policy by the usage.
        self.usage = usage;
        let last_read = self.release(memory);
        self.size = size;
        self.address = address;
        last_read
    }

    /// Releases all memory of the buffer: `glDeleteBuffers`. The buffer is then as new, without an address. Returns the
    /// last work that may read the memory at its address.
    pub fn release(&mut self, memory: &mut impl GpuMemory) -> Sequence {
        let last_read = self.leave_storage();
        // New data of a volatile buffer may change without a call, too. Only `set_volatile` ends that.
        let copy_policy = match self.copy_policy {
            CopyPolicy::Volatile => CopyPolicy::Volatile,
            _ => CopyPolicy::of(self.usage),
        };
        self.fall_back(copy_policy, memory);
        self.change(0..u64::MAX);
        self.address = None;
        last_read
    }

    /// Changes a part of the data: `glBufferSubData`. `completed` is the last work that is finished.
    ///
    /// If the GPU still reads the buffer in place, or copies it, returns the last work that does: submit that work and wait for it, or
    /// write the data to another place and call [`Buffer::moved_to`].
    ///
    /// # Errors
    ///
    /// [`Error::ZeroSize`], and [`Error::PastEnd`] for bytes past the end of the buffer.
    ///
    /// ```
    /// use mali_buffers::{Buffer, BufferId, Error, MappedMemory, Sequence, Usage};
    ///
    /// let mut memory = MappedMemory::new(0, []);
    /// let mut buffer = Buffer::new(BufferId::new(1), 64, Usage::Static);
    /// assert_eq!(buffer.buffer_sub_data(60..64, Sequence::NONE, &mut memory), Ok(None));
    /// let error = buffer.buffer_sub_data(60..65, Sequence::NONE, &mut memory).unwrap_err();
    /// assert_eq!(error, Error::PastEnd { end: 65, size: 64 });
    /// ```
    pub fn buffer_sub_data(
        &mut self,
        changed: Range<u64>,
        completed: Sequence,
        memory: &mut impl GpuMemory,
    ) -> Result<Option<Sequence>, Error> {
        if changed.is_empty() {
            return Err(Error::ZeroSize);
        }
        if changed.end > self.size {
            return Err(Error::PastEnd {
                end: changed.end,
                size: self.size,
            });
        }
        // Data that is filled in steps before its first draw stays static: only a change after a draw shows that it is
        // not.
        if self.is_drawn && self.copy_policy.is_static() {
            self.fall_back(CopyPolicy::Updated, memory);
        } else if self.copies.len() > 0 {
            // They were made for a draw that failed.
            self.fall_back(self.copy_policy, memory);
        }
        self.change(changed);
        let last_read = self.last_read;
        // Work that reads a copy does not count: the copy has memory of its own.
        Ok((last_read > completed).then_some(last_read))
    }

    /// Sets whether the data may change without a call: it is mapped persistently, or the GPU writes it (transform
    /// feedback, storage buffers). While it may, nothing that is found in the data is kept: there are no copies of it,
    /// and the bounds of its indices are found again at each draw. The data is read in place if possible.
    ///
    /// A draw whose indices need bounds, or whose data must be converted or copied, reads the data with the CPU. What the
    /// GPU writes must then be finished, see [`ClientState::read`](crate::ClientState::read).
    pub fn set_volatile(&mut self, is_volatile: bool, memory: &mut impl GpuMemory) {
        if is_volatile != self.is_volatile() {
            let copy_policy = if is_volatile {
                CopyPolicy::Volatile
            } else {
                CopyPolicy::Updated
            };
            self.fall_back(copy_policy, memory);
            self.change(0..u64::MAX);
        }
    }

    /// Sets a new address, to which all the data has moved. Returns the last work that may read the memory at the old
    /// address.
    pub fn moved_to(&mut self, address: u64) -> Sequence {
        // The data is the same, so the copies of it stay.
        let last_read = self.leave_storage();
        self.address = Some(address);
        last_read
    }

    pub(crate) fn is_volatile(&self) -> bool {
        self.copy_policy == CopyPolicy::Volatile
    }

    /// The number of the next use of bounds that were found.
    pub(crate) const fn count_use(&mut self) -> u64 {
        self.uses = self.uses.wrapping_add(1);
        self.uses
    }

    /// Records that work reads the data in place.
    pub(crate) fn read_in_place(&mut self, sequence: Sequence) {
        self.is_drawn = true;
        self.last_read = self.last_read.max(sequence);
    }

    /// Records that work copies the data, by whatever address.
    pub(crate) fn copied_by(&mut self, work: Sequence) {
        self.last_read = self.last_read.max(work);
    }

    /// Records that work reads a copy of the data.
    pub(crate) fn read_copy(&mut self, number: u8, work: Sequence) {
        self.is_drawn = true;
        self.copies.record_use(number, work);
    }

    /// Records that a state remembers something of the data, until it changes.
    pub(crate) const fn watch(&mut self) {
        self.is_watched = true;
    }

    /// The largest size of all copies together, in bytes.
    pub(crate) fn copies_limit(&self) -> u64 {
        StaticCopies::limit(self.size)
    }

    /// Makes room for a copy of `size` bytes that the work `work` asks for. Returns the last work that reads a copy which
    /// was dropped for it; `None` if there is no room.
    pub(crate) fn make_room(
        &mut self,
        key: &CopyKey,
        size: u64,
        work: Sequence,
        memory: &mut impl GpuMemory,
    ) -> Option<Sequence> {
        let limit = self.copies_limit();
        let retired = self.copies.make_room(key, size, limit, work, memory)?;
        if retired != Sequence::NONE {
            self.move_places();
        }
        Some(retired)
    }

    /// Counts bytes that a draw streamed. Enough of them promote the buffer for the next draw.
    pub(crate) fn count_streamed(&mut self, bytes: u64) {
        // An unchanged draw of the same work reads these bytes of the ring again. A change of the data has to change
        // the revision, so that the draw streams them anew.
        (self.is_drawn, self.is_watched) = (true, true);
        self.streamed = self.streamed.saturating_add(bytes);
        let may_be_copied = !self.copy_policy.is_static() && !self.is_volatile();
        if may_be_copied && self.streamed > self.size.saturating_mul(PROMOTION_FACTOR) {
            self.copy_policy = CopyPolicy::Promoted;
            self.move_places();
        }
    }

    /// Records that data has changed: the counts begin again.
    fn change(&mut self, changed: Range<u64>) {
        self.changes.note(changed);
        // In place, the GPU reads what the buffer has: no state has to look again after a change. `fall_back` has moved
        // the places that were in copies.
        if self.is_watched {
            self.move_places();
        }
        (self.is_drawn, self.is_watched, self.streamed) = (false, false, 0);
    }

    /// Makes all states find their places again.
    const fn move_places(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }

    /// Drops the copies, and changes the policy.
    fn fall_back(&mut self, copy_policy: CopyPolicy, memory: &mut impl GpuMemory) {
        self.copies.clear(memory);
        self.move_places();
        self.copy_policy = copy_policy;
    }

    fn leave_storage(&mut self) -> Sequence {
        self.move_places();
        // No work reads the new memory yet.
        core::mem::replace(&mut self.last_read, Sequence::NONE)
    }
}
