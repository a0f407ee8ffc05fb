//! A buffer that data of draws is written into, one range after the other.
//!
//! Facts: ANGLE's description of its buffers, "Streaming buffers"; its `VertexDataManager`, which
//! begins with 2^20 bytes, and `StreamingVertexBufferInterface`, which grows by half. Mesa's Panfrost, whose cache
//! frees a buffer that nothing has used for a second.

use core::num::NonZeroU64;

use super::queue::Queue;
use super::reservation::{Placement, Reservation, RetiredGeneration};
use crate::error::Error;
use crate::types::Sequence;

/// As many submissions as a stream tells apart; more are held to finish together.
const MARKS: usize = 64;

/// After so many works that would have been content with less, a stream shrinks. Where a frame is a work, they take a
/// second, as long as Mesa's Panfrost keeps memory that nothing uses.
const PATIENCE: u32 = 64;

/// The reaction of an [`UploadRing`] when the GPU still reads all the space that is left.
///
/// ```
/// use mali_buffers::WhenFull;
///
/// assert_eq!(WhenFull::default(), WhenFull::NewGeneration);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum WhenFull {
    /// It says what to wait for: [`Error::InFlight`].
    Wait,
    /// It goes on in a new block of memory, as drivers of Direct3D do for a buffer that is
    /// discarded.
    #[default]
    NewGeneration,
}

/// The bytes that one submission reads: from `start` to where the next one's begins, or to `head`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    sequence: Sequence,
    start: u64,
}

impl Mark {
    const NONE: Self = Self {
        sequence: Sequence::NONE,
        start: 0,
    };
}

/// A buffer that data of draws is written into, one range after the other; at the end it begins
/// again at the start. No range is handed out that the GPU still reads.
///
/// The memory is the caller's, as are the offsets into it: a stream says only where to write. When
/// it can neither write nor wait, it goes on in another block of memory, the next *generation*.
/// [`Reservation::generation`] names the block that an offset is in, and [`RetiredGeneration`] the one that is
/// no longer written to.
///
/// A block that has grown is not for ever. When 64 works in a row have had no more than a quarter of it in flight at a
/// time, the next range begins a block of twice what they had, but of no less than the first block's capacity: so it
/// takes twice as much again before a stream that has shrunk grows.
///
/// ```
/// use mali_buffers::{Error, Placement, Sequence, UploadRing, WhenFull};
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
    /// That of generation 0.
    initial_capacity: u64,
    generation: u64,
    when_full: WhenFull,
    /// Behind what was written last.
    head: u64,
    /// The bytes in flight, oldest first: from the first's start to `head`, around the end if need be.
    marks: Queue<Mark, MARKS>,
    /// The highest number used.
    latest: Sequence,
    completed: Sequence,
    /// Whether nothing more is to be written to this generation.
    is_discarded: bool,
    /// How many works there were since more than a quarter of the block was in flight, and the most that was since.
    modest_works: u32,
    most_in_flight: u64,
}

impl UploadRing {
    /// The size with which ANGLE begins for vertices, in bytes. Any other choice works as well.
    ///
    /// ```
    /// use mali_buffers::UploadRing;
    ///
    /// assert_eq!(UploadRing::new(UploadRing::INITIAL_VERTEX_CAPACITY)?.capacity(), 1_048_576);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub const INITIAL_VERTEX_CAPACITY: u64 = 1 << 20;

    /// A stream into a block of `capacity` bytes, generation 0, that nothing is written to yet.
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

    /// The same, of a capacity that is known not to be 0: for a planner in static memory.
    ///
    /// ```
    /// use core::num::NonZeroU64;
    /// use mali_buffers::UploadRing;
    ///
    /// const STREAM: UploadRing = UploadRing::of_capacity(NonZeroU64::new(4096).unwrap());
    /// assert_eq!(STREAM.capacity(), 4096);
    /// ```
    #[must_use]
    pub const fn of_capacity(capacity: NonZeroU64) -> Self {
        Self {
            capacity: capacity.get(),
            initial_capacity: capacity.get(),
            generation: 0,
            when_full: WhenFull::NewGeneration,
            head: 0,
            marks: Queue::new(Mark::NONE),
            latest: Sequence::NONE,
            completed: Sequence::NONE,
            is_discarded: false,
            modest_works: 0,
            most_in_flight: 0,
        }
    }

    /// The same with what to do when all space is in flight.
    ///
    /// ```
    /// use mali_buffers::{UploadRing, WhenFull};
    ///
    /// let stream = UploadRing::new(1024)?.with_when_full(WhenFull::Wait);
    /// assert_eq!(stream.when_full(), WhenFull::Wait);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn with_when_full(mut self, when_full: WhenFull) -> Self {
        self.when_full = when_full;
        self
    }

    /// The reaction when all space is in flight.
    ///
    /// ```
    /// use mali_buffers::{UploadRing, WhenFull};
    ///
    /// assert_eq!(UploadRing::new(1024)?.when_full(), WhenFull::NewGeneration);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn when_full(&self) -> WhenFull {
        self.when_full
    }

    /// The size of the block of memory that is written to, in bytes.
    ///
    /// ```
    /// use mali_buffers::{Sequence, UploadRing};
    ///
    /// let mut stream = UploadRing::new(1000)?;
    /// stream.reserve(1001, 1, Sequence::new(1))?;
    /// assert_eq!(stream.capacity(), 1500);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Which block of memory is written to: 0 is what the caller allocated at first.
    ///
    /// ```
    /// use mali_buffers::{Sequence, UploadRing};
    ///
    /// let mut stream = UploadRing::new(1000)?;
    /// stream.reserve(1001, 1, Sequence::new(1))?;
    /// assert_eq!(stream.generation(), 1);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Takes note that the GPU has finished `completed` and everything before it. A number below one
    /// given earlier changes nothing.
    ///
    /// ```
    /// use mali_buffers::{Placement, Sequence, UploadRing};
    ///
    /// let mut stream = UploadRing::new(100)?;
    /// stream.reserve(100, 1, Sequence::new(1))?;
    /// stream.complete(Sequence::new(1));
    /// let second = stream.reserve(100, 1, Sequence::new(2))?;
    /// assert_eq!(second.placement, Placement::Recycled);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        let completed = self.completed;
        let is_finished = |oldest: &Mark| oldest.sequence <= completed;
        while self.marks.front().is_some_and(is_finished) {
            self.marks.pop_front();
        }
    }

    /// Has the next reservation begin a new generation: what Direct3D calls to discard. So a caller that
    /// waits otherwise returns [`Error::InFlight`] where waiting would take too long.
    ///
    /// ```
    /// use mali_buffers::{Error, Sequence, UploadRing, WhenFull};
    ///
    /// let mut stream = UploadRing::new(100)?.with_when_full(WhenFull::Wait);
    /// stream.reserve(100, 1, Sequence::new(1))?;
    /// let error = stream.reserve(100, 1, Sequence::new(2)).unwrap_err();
    /// assert_eq!(error, Error::InFlight { until: Sequence::new(1) });
    /// stream.discard();
    /// assert_eq!(stream.reserve(100, 1, Sequence::new(2))?.generation, 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn discard(&mut self) {
        self.is_discarded = true;
    }

    /// Reserves `size` bytes for data that the work `sequence` reads, at a multiple of `alignment`
    /// from the start of the block. The block itself must be aligned as much; attribute buffers want
    /// 64 bytes.
    ///
    /// The range is after what was written before. Where that would go beyond the end, it is at the
    /// start. Where it would be in flight, [`WhenFull`] says what to do; but if only `sequence` itself
    /// could make room, which is not submitted yet, then waiting would never end, and a new
    /// generation begins in any case. It has twice the capacity: so after a few, what is in flight at a
    /// time fits one, and no more begin. More than the capacity begins a generation of `size` bytes or
    /// half as much again as the capacity, whichever is more.
    ///
    /// # Errors
    ///
    /// All of them leave the stream as it was.
    ///
    /// * [`Error::ZeroSize`] for 0 bytes.
    /// * [`Error::Alignment`] if `alignment` is no power of two.
    /// * [`Error::Sequence`] if `sequence` is below one used before, or finished.
    /// * [`Error::TooLarge`] if the capacity would have to grow beyond 64 bits.
    /// * [`Error::InFlight`] with the least work that makes room, if the policy is to wait.
    ///
    /// ```
    /// use mali_buffers::{Error, Sequence, UploadRing};
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

    /// The space that [`UploadRing::reserve`] would return; where it may not begin a new generation, whether waiting
    /// would make room.
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
        let no_memory = Error::NoMemory {
            size,
            capacity: self.capacity,
        };
        if size > self.capacity {
            return if may_allocate {
                self.larger(size)
            } else {
                Err(no_memory)
            };
        }
        if let Some(capacity) = self.smaller(size).filter(|_| may_allocate) {
            return Ok(self.begun(size, capacity, Placement::Shrunk(self.retired())));
        }
        let behind = self
            .head
            .checked_next_multiple_of(alignment)
            .filter(|offset| *offset <= self.capacity - size);
        let (offset, placement) = match behind {
            Some(offset) => (offset, Placement::Appended),
            None => (0, Placement::Recycled),
        };
        let found = Reservation {
            offset,
            size,
            generation: self.generation,
            capacity: self.capacity,
            placement,
        };
        if self.is_discarded && may_allocate {
            return Ok(self.begun(
                size,
                self.capacity,
                Placement::NewGeneration(self.retired()),
            ));
        }
        match self.in_the_way(offset, offset + size) {
            None => Ok(found),
            Some(until)
                if until < sequence && (self.when_full == WhenFull::Wait || !may_allocate) =>
            {
                Err(Error::InFlight { until })
            }
            Some(_) if may_allocate => {
                let twice = self.capacity.saturating_mul(2);
                Ok(self.begun(size, twice, Placement::Grown(self.retired())))
            }
            Some(_) => Err(no_memory),
        }
    }

    /// Makes a reservation that [`UploadRing::find`] found, the stream and `sequence` being the same.
    pub(crate) fn take(&mut self, reservation: Reservation, sequence: Sequence) {
        if reservation.generation != self.generation {
            self.generation = reservation.generation;
            self.capacity = reservation.capacity;
            self.marks.clear();
            self.is_discarded = false;
            self.modest_works = 0;
        }
        self.head = reservation.offset.saturating_add(reservation.size);
        // A work that began in another block is none of those that were content with this one.
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

    /// Has the bytes from `start` on in flight until `sequence` is finished.
    fn mark(&mut self, start: u64, sequence: Sequence) {
        let is_marked = |newest: &Mark| newest.sequence == sequence;
        if self.marks.back().is_some_and(is_marked) {
            return;
        }
        let mark = Mark { sequence, start };
        // Where there is no mark left, the newest is used for both: what was free earlier is so later.
        if !self.marks.push_back(mark) {
            if let Some(newest) = self.marks.back_mut() {
                newest.sequence = sequence;
            }
        }
    }

    fn larger(&self, size: u64) -> Result<Reservation, Error> {
        match self.capacity.checked_add(self.capacity / 2) {
            Some(larger) => {
                Ok(self.begun(size, larger.max(size), Placement::Grown(self.retired())))
            }
            None => Err(Error::TooLarge {
                size,
                maximum: self.capacity,
            }),
        }
    }

    /// The capacity that is enough, if it has been for long and is at most half of what there is.
    fn smaller(&self, size: u64) -> Option<u64> {
        let enough = self.most_in_flight.max(size).saturating_mul(2);
        let enough = enough.max(self.initial_capacity);
        (self.modest_works > PATIENCE && enough <= self.capacity / 2).then_some(enough)
    }

    /// A range at the start of another block.
    fn begun(&self, size: u64, capacity: u64, placement: Placement) -> Reservation {
        Reservation {
            offset: 0,
            size,
            generation: self.generation.wrapping_add(1),
            capacity,
            placement,
        }
    }

    /// The bytes from the oldest that are in flight to `head`.
    fn in_flight(&self) -> u64 {
        match self.marks.front() {
            Some(oldest) if oldest.start < self.head => self.head - oldest.start,
            Some(oldest) => self.capacity - oldest.start + self.head,
            None => 0,
        }
    }

    fn retired(&self) -> RetiredGeneration {
        RetiredGeneration {
            generation: self.generation,
            until: self
                .marks
                .back()
                .map_or(Sequence::NONE, |newest| newest.sequence),
        }
    }

    /// The least work that must be finished before nothing from `start` to `end` is in flight.
    fn in_the_way(&self, start: u64, end: u64) -> Option<Sequence> {
        let mut until = None;
        for oldest in self.marks.iter() {
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
