//! A buffer to which data of draws is written, one range after the other.
//!
//! Facts: ANGLE's description of its buffers, "Streaming buffers"; its `VertexDataManager`, which begins with 2^20
//! bytes, and `StreamingVertexBufferInterface`, which grows by half. Mesa's Panfrost, whose cache frees a buffer that
//! was not used for a second.

use core::num::NonZeroU64;

use arrayvec::ArrayVec;

use super::gpu_memory::GpuMemory;
use crate::error::Error;
use crate::list::append;
use crate::types::{Block, Sequence};

/// The number of submissions that a stream distinguishes; any more are treated as if they finish together.
const MARKS: usize = 64;

/// The number of works that need a smaller block before a stream shrinks. If each frame is one work, they take about a
/// second, which is as long as Mesa's Panfrost keeps unused memory.
const PATIENCE: u32 = 64;

/// The reaction of an [`UploadRing`] when the GPU still reads all the space that is left.
///
/// ```
/// use mali_buffers::WhenFull;
///
/// assert_eq!(WhenFull::default(), WhenFull::Grow);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum WhenFull {
    /// The draw returns the work to wait for: [`Drawn::Wait`](crate::Drawn::Wait).
    Wait,
    /// The ring continues in a new block of memory, as drivers of Direct3D do for a buffer that is discarded.
    #[default]
    Grow,
}

/// The bytes that the GPU reads for one submission. They begin at `start`, and end where the bytes of the next
/// submission begin, or at `head`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    sequence: Sequence,
    start: u64,
}

/// A buffer to which data of draws is written, one range after the other. After the end it begins again at the start. A
/// range that the GPU still reads is never reserved again.
///
/// The ring begins without memory. When it can neither write nor wait, it continues in another block, and the caller
/// gets back the block that is no longer written to.
///
/// A block that has grown can shrink again. When 64 works in a row have had at most a quarter of it in flight at a
/// time, the next range begins a block of twice the most that they had, but at least of the first block's capacity. So
/// a ring that has shrunk does not grow before twice as much is in flight.
///
/// ```
/// use mali_buffers::{Error, MappedMemory, Sequence, UploadRing, WhenFull};
///
/// let mut memory = MappedMemory::new(0x2000_0000, vec![0; 4096]);
/// let mut ring = UploadRing::new(1024)?.with_when_full(WhenFull::Wait);
/// let (block, offset) = ring.reserve(600, 64, Sequence::new(1), &mut memory)?;
/// assert_eq!((block.size, offset), (1024, 0));
/// let error = ring.reserve(600, 64, Sequence::new(2), &mut memory).unwrap_err();
/// assert_eq!(error, Error::InFlight { until: Sequence::new(1) });
///
/// ring.complete(Sequence::new(1));
/// assert_eq!(ring.reserve(600, 64, Sequence::new(2), &mut memory)?, (block, 0));
/// # Ok::<(), Error>(())
/// ```
///
/// Facts: ANGLE's description of its buffers, "Streaming buffers".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadRing {
    /// The current block; `None` before the first range.
    block: Option<Block>,
    capacity: u64,
    /// The capacity of the first block.
    initial_capacity: u64,
    when_full: WhenFull,
    /// The end of the data that was written last.
    head: u64,
    /// The bytes in flight, the oldest first. They begin at the start of the first mark and end at `head`, and may wrap
    /// around at the end of the block.
    marks: ArrayVec<Mark, MARKS>,
    /// The highest number that was used.
    latest: Sequence,
    completed: Sequence,
    /// The last work that reads memory which draws or a release have retired: the caller may free it then.
    retired: Sequence,
    /// Whether the current block is no longer written to.
    is_discarded: bool,
    /// The number of blocks that were discarded or released. A draw that was streamed before is not unchanged after it.
    pub(crate) discards: u64,
    /// The number of works since more than a quarter of the block was in flight, and the most bytes that were in flight
    /// since.
    modest_works: u32,
    most_in_flight: u64,
    /// The number of times that it began again at the start of its block, and the number of blocks that it began after
    /// the first.
    pub(crate) recycled: u64,
    pub(crate) renewed: u64,
}

impl UploadRing {
    /// The capacity with which ANGLE begins for vertices, in bytes. Any other capacity works too.
    pub const INITIAL_VERTEX_CAPACITY: u64 = 1 << 20;

    /// An empty ring, whose first block has `capacity` bytes.
    ///
    /// # Errors
    ///
    /// [`Error::ZeroSize`] for 0.
    ///
    /// ```
    /// use mali_buffers::{Error, UploadRing};
    ///
    /// assert_eq!(UploadRing::new(0), Err(Error::ZeroSize));
    /// ```
    pub const fn new(capacity: u64) -> Result<Self, Error> {
        match NonZeroU64::new(capacity) {
            Some(capacity) => Ok(Self::of_capacity(capacity)),
            None => Err(Error::ZeroSize),
        }
    }

    /// As [`UploadRing::new`], with a capacity that is not 0 by its type: for a planner in static memory.
    #[must_use]
    pub const fn of_capacity(capacity: NonZeroU64) -> Self {
        Self {
            block: None,
            capacity: capacity.get(),
            initial_capacity: capacity.get(),
            when_full: WhenFull::Grow,
            head: 0,
            marks: ArrayVec::new_const(),
            latest: Sequence::NONE,
            completed: Sequence::NONE,
            retired: Sequence::NONE,
            is_discarded: false,
            discards: 0,
            modest_works: 0,
            most_in_flight: 0,
            recycled: 0,
            renewed: 0,
        }
    }

    /// This ring, with a reaction when all space is in flight.
    #[must_use]
    pub fn with_when_full(mut self, when_full: WhenFull) -> Self {
        self.when_full = when_full;
        self
    }

    /// The size of the current block of memory, in bytes.
    #[must_use]
    pub const fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Records that the GPU has finished `completed` and everything before it. A number below an earlier one changes
    /// nothing.
    pub fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        let completed = self.completed;
        let is_finished = |oldest: &&Mark| oldest.sequence <= completed;
        let finished = self.marks.iter().take_while(is_finished).count();
        // The marks are in the order of their works, so the finished ones are the first.
        self.marks.drain(..finished);
    }

    /// Makes the next range begin a new block: Direct3D's "discard". A caller that waits otherwise can use
    /// this when waiting after [`Drawn::Wait`](crate::Drawn::Wait) would take too long. The data of earlier draws is
    /// written again if they are repeated, so that the memory of the block may be lost.
    pub fn discard(&mut self) {
        self.is_discarded = true;
        self.discards = self.discards.wrapping_add(1);
    }

    /// Reserves `size` bytes for data that the work `sequence` reads, at a multiple of `alignment` from the start of
    /// the block, which is returned with the offset. The range is not given back: if it is not used, it is free when the
    /// work is finished.
    ///
    /// The range begins after the data that was written before, or at the start if it would end past the block. If it
    /// would overlap data in flight, [`WhenFull`] chooses the reaction; but if only `sequence` itself could make room,
    /// which is not submitted yet, then waiting would never end, and a new block begins in any case. That block has
    /// twice the capacity: after a few of them, all data in flight at a time fits one block, and no more begin. A range
    /// that is larger than the capacity begins a block of `size` bytes or of one and a half times the capacity, whichever
    /// is larger. Without memory for a new block, the ring keeps its block, or begins a smaller one that has the range.
    ///
    /// # Errors
    ///
    /// * [`Error::ZeroSize`] for 0 bytes.
    /// * [`Error::Alignment`] if `alignment` is not a power of two.
    /// * [`Error::Sequence`] if `sequence` is below an earlier one, or finished.
    /// * [`Error::TooLarge`] if the capacity would have to grow beyond 64 bits.
    /// * [`Error::InFlight`] if the ring waits, or if there is no memory: with the first work after which its block has room,
    ///   or else the last work that reads an earlier block.
    /// * [`Error::NoMemory`] if there is no memory, and no work makes room.
    ///
    /// ```
    /// use mali_buffers::{Error, MappedMemory, Sequence, UploadRing};
    ///
    /// let mut memory = MappedMemory::new(0x2000_0000, vec![0; 4096]);
    /// let mut ring = UploadRing::new(1024)?;
    /// assert_eq!(ring.reserve(10, 64, Sequence::new(2), &mut memory)?.1, 0);
    /// assert_eq!(ring.reserve(10, 64, Sequence::new(2), &mut memory)?.1, 64);
    /// let error = ring.reserve(10, 64, Sequence::new(1), &mut memory).unwrap_err();
    /// assert_eq!(error.to_string(), "work 1 is out of order: at least 2 is allowed");
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn reserve(
        &mut self,
        size: u64,
        alignment: u64,
        sequence: Sequence,
        memory: &mut impl GpuMemory,
    ) -> Result<(Block, u64), Error> {
        if size == 0 {
            return Err(Error::ZeroSize);
        }
        if !alignment.is_power_of_two() {
            return Err(Error::Alignment { alignment });
        }
        Error::check_order(sequence, self.latest, self.completed)?;
        let after_head = self.after_head(size, alignment);
        // After 64 modest works, `find_room` looks whether a smaller block is enough.
        let can_continue =
            self.block.is_some() && !self.is_discarded && self.modest_works <= PATIENCE;
        let offset = match after_head.filter(|_| can_continue) {
            Some(offset) if self.in_the_way(offset, offset + size).is_none() => offset,
            _ => self.find_room(size, after_head, sequence, memory)?,
        };
        self.take(offset, size, sequence);
        // There is a block here: `find_room` has begun one, or has failed.
        let block = self.block.ok_or(self.no_memory(size, sequence))?;
        Ok((block, offset))
    }

    /// The offset after the data that was written last, if the block does not end there.
    #[inline]
    fn after_head(&self, size: u64, alignment: u64) -> Option<u64> {
        let end = self.head.checked_next_multiple_of(alignment);
        // For a size above the capacity the difference is 0, which a head of 0 would pass.
        end.filter(|&end| end <= self.capacity.saturating_sub(size) && size <= self.capacity)
    }

    /// The offset of a range that does not simply follow the last one.
    #[cold]
    #[inline(never)]
    fn find_room(
        &mut self,
        size: u64,
        after_head: Option<u64>,
        sequence: Sequence,
        memory: &mut impl GpuMemory,
    ) -> Result<u64, Error> {
        if self.block.is_none() {
            return self.begin_any(self.capacity.max(size), size, sequence, memory);
        }
        // No wait makes room for more than the capacity. As in ANGLE, the block grows by half.
        if size > self.capacity {
            let maximum = self.capacity;
            let larger = self.capacity.checked_add(self.capacity / 2);
            let larger = larger.ok_or(Error::TooLarge { size, maximum })?;
            return self.begin_any(larger.max(size), size, sequence, memory);
        }
        let discarded = self.is_discarded.then_some(self.capacity);
        if let Some(capacity) = self.smaller(size).or(discarded) {
            // Without memory, the ring keeps its block for this range, and tries again with the next one.
            if let Ok(offset) = self.begin(capacity, size, sequence, memory) {
                return Ok(offset);
            }
        }
        // Ranges do not wrap: the bytes up to the end of the block are left out.
        let offset = after_head.unwrap_or(0);
        let found = match self.in_the_way(offset, offset + size) {
            None => Ok(offset),
            // A draw may wait only for earlier work. Its own is not submitted before the draw returns.
            Some(until) if self.when_full == WhenFull::Wait && until < sequence => {
                Err(Error::InFlight { until })
            }
            Some(until) => {
                let twice = self.capacity.saturating_mul(2);
                // Without memory for a larger block, the earlier work can be waited for.
                if until < sequence {
                    let begun = self.begin(twice, size, sequence, memory);
                    return begun.map_err(|_| Error::InFlight { until });
                }
                // The work itself is in the way, so only a new block helps, even a smaller one.
                return self.begin_any(twice, size, sequence, memory);
            }
        };
        // The range is at the start again, since there was no room after the last one.
        if found.is_ok() && after_head.is_none() {
            self.recycled = self.recycled.wrapping_add(1);
        }
        found
    }

    /// Begins a new block. Its capacity is halved until there is memory for it, down to `size` bytes.
    fn begin_any(
        &mut self,
        mut capacity: u64,
        size: u64,
        sequence: Sequence,
        memory: &mut impl GpuMemory,
    ) -> Result<u64, Error> {
        loop {
            match self.begin(capacity, size, sequence, memory) {
                // Less memory may be there. The last attempt is for `size` bytes.
                Err(_) if capacity > size => capacity = size.max(capacity / 2),
                begun => return begun,
            }
        }
    }

    /// Begins a new block, and returns the offset of its first range.
    fn begin(
        &mut self,
        capacity: u64,
        size: u64,
        sequence: Sequence,
        memory: &mut impl GpuMemory,
    ) -> Result<u64, Error> {
        let block = memory.allocate(capacity);
        let block = block.ok_or(self.no_memory(size, sequence))?;
        if let Some(old) = self.block.replace(block) {
            self.retire(old, memory);
            self.renewed = self.renewed.wrapping_add(1);
        }
        self.capacity = capacity;
        // Nothing of the new block is in flight. `take` sets the head.
        self.marks.clear();
        self.is_discarded = false;
        (self.modest_works, self.most_in_flight) = (0, 0);
        Ok(0)
    }

    /// Gives a block back when the last work that reads it is finished.
    fn retire(&mut self, block: Block, memory: &mut impl GpuMemory) {
        // The last work that has a range in the block is the last that reads it.
        let newest = self.marks.last();
        let until = newest.map_or(Sequence::NONE, |newest| newest.sequence);
        memory.retire(block, until);
        self.note_retired(until);
    }

    /// Records that a block was retired which the GPU reads until that work.
    pub(crate) fn note_retired(&mut self, until: Sequence) {
        self.retired = self.retired.max(until);
    }

    /// The error without memory for the work `sequence`. Memory that an earlier work still reads is worth waiting for.
    fn no_memory(&self, size: u64, sequence: Sequence) -> Error {
        let until = self.retired;
        // The caller frees the retired memory when `until` is finished.
        if self.completed < until && until < sequence {
            return Error::InFlight { until };
        }
        Error::NoMemory {
            size,
            capacity: match self.block {
                Some(_) => self.capacity,
                None => 0,
            },
        }
    }

    /// Gives back the block, which the GPU may still read. The next range begins another one of the same capacity.
    pub(crate) fn release(&mut self, memory: &mut impl GpuMemory) {
        // Draws that were streamed to this block must be streamed again.
        self.discards = self.discards.wrapping_add(1);
        if let Some(block) = self.block.take() {
            self.retire(block, memory);
        }
        self.marks.clear();
        self.head = 0;
    }

    /// Takes a range.
    #[inline]
    fn take(&mut self, offset: u64, size: u64, sequence: Sequence) {
        self.head = offset.saturating_add(size);
        // A work that began in another block does not count.
        self.modest_works = self
            .modest_works
            .saturating_add(u32::from(self.latest != sequence));
        self.latest = sequence;
        self.mark(offset, sequence);
        // This needs the new head and the new mark.
        let in_flight = self.in_flight();
        if in_flight > self.capacity / 4 {
            (self.modest_works, self.most_in_flight) = (0, 0);
        } else {
            self.most_in_flight = in_flight.max(self.most_in_flight);
        }
    }

    /// Marks the bytes from `start` on as in flight until `sequence` is finished.
    fn mark(&mut self, start: u64, sequence: Sequence) {
        let is_full = self.marks.is_full();
        match self.marks.last_mut() {
            // If there is no room for a mark, the newest mark covers both submissions. The bytes of both then count as
            // in flight until the later one is finished.
            Some(newest) if is_full || newest.sequence == sequence => newest.sequence = sequence,
            _ => append(&mut self.marks, Mark { sequence, start }),
        }
    }

    /// The smaller capacity that is enough, if it was enough for a long time and is at most half of the current one.
    fn smaller(&self, size: u64) -> Option<u64> {
        let enough = self.most_in_flight.max(size).saturating_mul(2);
        let enough = enough.max(self.initial_capacity);
        (self.modest_works > PATIENCE && enough <= self.capacity / 2).then_some(enough)
    }

    /// The number of bytes from the oldest that are in flight to `head`.
    fn in_flight(&self) -> u64 {
        match self.marks.first() {
            Some(oldest) if oldest.start < self.head => self.head - oldest.start,
            // A head at the oldest start is that of a full block: without bytes in flight there is no mark.
            Some(oldest) => self.capacity - oldest.start + self.head,
            None => 0,
        }
    }

    /// The least work that must be finished so that nothing from `start` to `end` is in flight.
    fn in_the_way(&self, start: u64, end: u64) -> Option<Sequence> {
        let mut until = None;
        for oldest in &self.marks {
            // From this mark on, the bytes up to `head` are in flight. After a wrap, these are all bytes except those
            // from `head` to the mark. Later marks have fewer, so the first that leaves the range free ends the search.
            let free = if oldest.start < self.head {
                end <= oldest.start || start >= self.head
            } else {
                start >= self.head && end <= oldest.start
            };
            if free {
                break;
            }
            until = Some(oldest.sequence);
        }
        until
    }
}
