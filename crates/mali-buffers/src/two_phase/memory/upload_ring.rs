//! A buffer to which data of draws is written, one range after the other.
//!
//! Facts: ANGLE's description of its buffers, "Streaming buffers"; its `VertexDataManager`, which begins with 2^20
//! bytes, and `StreamingVertexBufferInterface`, which grows by half. Mesa's Panfrost, whose cache frees a buffer that
//! was not used for a second.

use core::num::NonZeroU64;

use arrayvec::ArrayVec;

use super::reservation::{Placement, Reservation, RetiredGeneration};
use crate::error::Error;
use crate::list::append;
use crate::types::Sequence;

/// The number of submissions that a stream distinguishes; any more are treated as if they finish together.
const MARKS: usize = 64;

/// The number of works that need a smaller block before a stream shrinks. If each frame is one work, they take about a
/// second, which is as long as Mesa's Panfrost keeps unused memory.
const PATIENCE: u32 = 64;

/// The reaction of an [`UploadRing`] when the GPU still reads all the space that is left.
///
/// ```
/// use mali_buffers::two_phase::WhenFull;
///
/// assert_eq!(WhenFull::default(), WhenFull::NewGeneration);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum WhenFull {
    /// The stream returns the work to wait for: [`Error::InFlight`].
    Wait,
    /// The stream continues in a new block of memory, as drivers of Direct3D do for a buffer that is discarded.
    #[default]
    NewGeneration,
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
/// The memory belongs to the caller, and the stream returns only offsets into it. When the stream can neither write nor
/// wait, it continues in another block of memory, the next *generation*. [`Reservation::generation`] is the block that
/// an offset is in, and [`RetiredGeneration`] the block that is no longer written to.
///
/// A block that has grown can shrink again. When 64 works in a row have had at most a quarter of it in flight at a
/// time, the next range begins a block of twice the most that they had, but at least of the first block's capacity. So
/// a stream that has shrunk does not grow before twice as much is in flight.
///
/// ```
/// use mali_buffers::two_phase::{Error, Placement, Sequence, UploadRing, WhenFull};
///
/// let mut stream = UploadRing::new(1024)?.with_when_full(WhenFull::Wait);
/// stream.reserve(600, 64, Sequence::new(1))?;
/// let error = stream.reserve(600, 64, Sequence::new(2)).unwrap_err();
/// assert_eq!(error, Error::InFlight { until: Sequence::new(1) });
///
/// stream.complete(Sequence::new(1));
/// let recycled = stream.reserve(600, 64, Sequence::new(2))?;
/// assert_eq!((recycled.offset, recycled.placement), (0, Placement::Recycled));
/// # Ok::<(), Error>(())
/// ```
///
/// Facts: ANGLE's description of its buffers, "Streaming buffers".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadRing {
    capacity: u64,
    /// The capacity of generation 0.
    initial_capacity: u64,
    generation: u64,
    when_full: WhenFull,
    /// The end of the data that was written last.
    head: u64,
    /// The bytes in flight, the oldest first. They begin at the start of the first mark and end at `head`, and may wrap
    /// around at the end of the block.
    marks: ArrayVec<Mark, MARKS>,
    /// The highest number that was used.
    latest: Sequence,
    completed: Sequence,
    /// Whether this generation is no longer written to.
    is_discarded: bool,
    /// The number of works since more than a quarter of the block was in flight, and the most bytes that were in flight
    /// since.
    modest_works: u32,
    most_in_flight: u64,
}

impl UploadRing {
    /// The capacity with which ANGLE begins for vertices, in bytes. Any other capacity works too.
    pub const INITIAL_VERTEX_CAPACITY: u64 = 1 << 20;

    /// An empty stream into a block of `capacity` bytes, generation 0.
    ///
    /// # Errors
    ///
    /// [`Error::ZeroSize`] for 0.
    ///
    /// ```
    /// use mali_buffers::two_phase::{Error, UploadRing};
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
            capacity: capacity.get(),
            initial_capacity: capacity.get(),
            generation: 0,
            when_full: WhenFull::NewGeneration,
            head: 0,
            marks: ArrayVec::new_const(),
            latest: Sequence::NONE,
            completed: Sequence::NONE,
            is_discarded: false,
            modest_works: 0,
            most_in_flight: 0,
        }
    }

    /// This stream, with a reaction when all space is in flight.
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

    /// The number of the current block of memory: 0 is the block that the caller allocated first.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Records that the GPU has finished `completed` and everything before it. A number below an earlier one changes
    /// nothing.
    pub fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        let completed = self.completed;
        let is_finished = |oldest: &&Mark| oldest.sequence <= completed;
        let finished = self.marks.iter().take_while(is_finished).count();
        self.marks.drain(..finished);
    }

    /// Makes the next reservation begin a new generation: Direct3D's "discard". A caller that waits otherwise can use
    /// this when waiting after [`Error::InFlight`] would take too long.
    pub fn discard(&mut self) {
        self.is_discarded = true;
    }

    /// Reserves `size` bytes for data that the work `sequence` reads, at a multiple of `alignment` from the start of
    /// the block. The block itself must have at least this alignment; attribute buffers need 64 bytes.
    ///
    /// The range begins after the data that was written before, or at the start if it would end past the block. If it
    /// would overlap data in flight, [`WhenFull`] chooses the reaction; but if only `sequence` itself could make room,
    /// which is not submitted yet, then waiting would never end, and a new generation begins in any case. That
    /// generation has twice the capacity: after a few of them, all data in flight at a time fits one block, and no more
    /// begin. A range that is larger than the capacity begins a generation of `size` bytes or of one and a half times
    /// the capacity, whichever is larger.
    ///
    /// # Errors
    ///
    /// After an error, the stream is unchanged.
    ///
    /// * [`Error::ZeroSize`] for 0 bytes.
    /// * [`Error::Alignment`] if `alignment` is not a power of two.
    /// * [`Error::Sequence`] if `sequence` is below an earlier one, or finished.
    /// * [`Error::TooLarge`] if the capacity would have to grow beyond 64 bits.
    /// * [`Error::InFlight`] with the least work that makes room, if the stream waits.
    ///
    /// ```
    /// use mali_buffers::two_phase::{Error, Sequence, UploadRing};
    ///
    /// let mut stream = UploadRing::new(1024)?;
    /// assert_eq!(stream.reserve(10, 64, Sequence::new(2))?.offset, 0);
    /// assert_eq!(stream.reserve(10, 64, Sequence::new(2))?.offset, 64);
    /// let error = stream.reserve(10, 64, Sequence::new(1)).unwrap_err();
    /// assert_eq!(error.to_string(), "work 1 is out of order: at least 2 is allowed");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reserve(
        &mut self,
        size: u64,
        alignment: u64,
        sequence: Sequence,
    ) -> Result<Reservation, Error> {
        let reservation = self.find(size, alignment, sequence, true)?;
        self.take(reservation, sequence);
        Ok(reservation)
    }

    /// The space that [`UploadRing::reserve`] would return. If no new generation may begin, the error tells whether
    /// waiting would make room.
    pub(crate) fn find(
        &self,
        size: u64,
        alignment: u64,
        sequence: Sequence,
        may_allocate: bool,
    ) -> Result<Reservation, Error> {
        if size == 0 {
            return Err(Error::ZeroSize);
        }
        if !alignment.is_power_of_two() {
            return Err(Error::Alignment { alignment });
        }
        Error::check_order(sequence, self.latest, self.completed)?;
        let begin = |capacity, placement: fn(RetiredGeneration) -> Placement| {
            let no_memory = Error::NoMemory {
                size,
                capacity: self.capacity,
            };
            let begun = Reservation {
                offset: 0,
                size,
                generation: self.generation.wrapping_add(1),
                capacity,
                placement: placement(self.retired()),
            };
            may_allocate.then_some(begun).ok_or(no_memory)
        };
        if size > self.capacity {
            let maximum = self.capacity;
            let larger = self.capacity.checked_add(self.capacity / 2);
            let larger = larger.ok_or(Error::TooLarge { size, maximum })?;
            return begin(larger.max(size), Placement::Grown);
        }
        if may_allocate {
            if let Some(capacity) = self.smaller(size) {
                return begin(capacity, Placement::Shrunk);
            }
            if self.is_discarded {
                return begin(self.capacity, Placement::NewGeneration);
            }
        }
        let end = self.head.checked_next_multiple_of(alignment);
        let (offset, placement) = match end.filter(|offset| *offset <= self.capacity - size) {
            Some(offset) => (offset, Placement::Appended),
            None => (0, Placement::Recycled),
        };
        let may_wait = self.when_full == WhenFull::Wait || !may_allocate;
        match self.in_the_way(offset, offset + size) {
            None => Ok(Reservation {
                offset,
                size,
                generation: self.generation,
                capacity: self.capacity,
                placement,
            }),
            Some(until) if may_wait && until < sequence => Err(Error::InFlight { until }),
            Some(_) => begin(self.capacity.saturating_mul(2), Placement::Grown),
        }
    }

    /// Makes a reservation that [`UploadRing::find`] found for the same stream and the same `sequence`.
    pub(crate) fn take(&mut self, reservation: Reservation, sequence: Sequence) {
        if reservation.generation != self.generation {
            self.generation = reservation.generation;
            self.capacity = reservation.capacity;
            self.marks.clear();
            self.is_discarded = false;
            self.modest_works = 0;
        }
        self.head = reservation.offset.saturating_add(reservation.size);
        // A work that began in another block does not count.
        self.modest_works = self
            .modest_works
            .saturating_add(u32::from(self.latest != sequence));
        self.latest = sequence;
        self.mark(reservation.offset, sequence);
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
            Some(oldest) => self.capacity - oldest.start + self.head,
            None => 0,
        }
    }

    fn retired(&self) -> RetiredGeneration {
        let newest = self.marks.last();
        RetiredGeneration {
            generation: self.generation,
            until: newest.map_or(Sequence::NONE, |newest| newest.sequence),
        }
    }

    /// The least work that must be finished so that nothing from `start` to `end` is in flight.
    fn in_the_way(&self, start: u64, end: u64) -> Option<Sequence> {
        let mut until = None;
        for oldest in &self.marks {
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
