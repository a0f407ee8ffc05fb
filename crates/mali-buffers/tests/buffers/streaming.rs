//! The ring: the GPU can read every byte until it has finished the work that the byte was written for, and no byte is
//! overwritten before that.

mod constant_values;
mod model;

use std::cmp::Ordering;
use std::ops::Range;

use mali_buffers::{Block, Error, GpuMemory, Sequence, UploadRing, WhenFull};

fn work(number: u64) -> Sequence {
    Sequence::new(number)
}

/// Blocks without bytes, whose handles are counted from 0.
#[derive(Clone, Debug, Default)]
struct Blocks {
    count: u64,
    retired: Vec<Retired>,
}

impl GpuMemory for Blocks {
    fn allocate(&mut self, size: u64) -> Option<Block> {
        let handle = self.count;
        self.count += 1;
        Some(Block {
            handle,
            address: handle << 32,
            size,
        })
    }

    fn retire(&mut self, block: Block, until: Sequence) {
        let generation = block.handle;
        self.retired.push(Retired { generation, until });
    }

    fn write(&mut self, _: &Block, _: Range<u64>) -> Option<&mut [u8]> {
        None
    }
}

/// A block that no later range is in, and the last work that reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Retired {
    generation: u64,
    until: Sequence,
}

/// The way in which a range was found.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Placement {
    Appended,
    Recycled,
    NewGeneration(Retired),
    Grown(Retired),
    Shrunk(Retired),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Reservation {
    offset: u64,
    size: u64,
    generation: u64,
    capacity: u64,
    placement: Placement,
}

/// A ring, its blocks, and the end of its last range.
#[derive(Clone, Debug)]
struct Stream {
    ring: UploadRing,
    blocks: Blocks,
    end: u64,
}

impl Stream {
    fn reserve(
        &mut self,
        size: u64,
        alignment: u64,
        sequence: Sequence,
    ) -> Result<Reservation, Error> {
        let (before, blocks) = (self.ring.capacity(), self.blocks.count);
        let found = self
            .ring
            .reserve(size, alignment, sequence, &mut self.blocks);
        let (block, offset) = found?;
        let capacity = self.ring.capacity();
        assert_eq!(block.size, capacity);
        let placement = match (self.blocks.count > blocks, self.blocks.retired.last()) {
            (true, Some(&retired)) => match capacity.cmp(&before) {
                Ordering::Less => Placement::Shrunk(retired),
                Ordering::Equal => Placement::NewGeneration(retired),
                Ordering::Greater => Placement::Grown(retired),
            },
            (false, _) if offset < self.end => Placement::Recycled,
            _ => Placement::Appended,
        };
        self.end = offset + size;
        Ok(Reservation {
            offset,
            size,
            generation: block.handle,
            capacity,
            placement,
        })
    }

    fn complete(&mut self, completed: Sequence) {
        self.ring.complete(completed);
    }

    fn discard(&mut self) {
        self.ring.discard();
    }

    fn capacity(&self) -> u64 {
        self.ring.capacity()
    }

    /// The number of blocks that were begun after the first.
    fn generation(&self) -> u64 {
        self.blocks.count.saturating_sub(1)
    }
}

fn stream(capacity: u64, when_full: WhenFull) -> Stream {
    Stream {
        ring: UploadRing::new(capacity).unwrap().with_when_full(when_full),
        blocks: Blocks::default(),
        end: 0,
    }
}

/// A ring with ranges for works 1, 2, 3 and so on, without alignment.
fn filled(capacity: u64, when_full: WhenFull, sizes: &[u64]) -> Stream {
    let mut stream = stream(capacity, when_full);
    for (&size, number) in sizes.iter().zip(1..) {
        stream.reserve(size, 1, work(number)).unwrap();
    }
    stream
}

fn retired(generation: u64, until: u64) -> Retired {
    Retired {
        generation,
        until: work(until),
    }
}

#[test]
fn ranges_are_one_behind_the_other_and_aligned() {
    let mut stream = stream(1000, WhenFull::Wait);
    let offsets = [(10, 1), (10, 1), (1, 64), (7, 2), (100, 256)].map(|(size, alignment)| {
        let reservation = stream.reserve(size, alignment, work(1)).unwrap();
        assert_eq!(reservation.placement, Placement::Appended);
        reservation.offset
    });
    assert_eq!(offsets, [0, 10, 64, 66, 256]);
}

#[test]
fn alignment_that_leaves_the_block_begins_again_at_the_start() {
    for alignment in [128, 1 << 63] {
        let mut stream = filled(100, WhenFull::Wait, &[60]);
        stream.complete(work(1));
        let second = stream.reserve(1, alignment, work(2)).unwrap();
        assert_eq!((second.offset, second.placement), (0, Placement::Recycled));
    }
}

#[test]
fn alignment_does_not_reach_over_what_is_in_flight() {
    let mut stream = filled(512, WhenFull::Wait, &[100, 20, 380]);
    stream.complete(work(1));
    stream.reserve(90, 1, work(4)).unwrap();
    let error = stream.reserve(1, 128, work(5));
    assert_eq!(error, Err(Error::InFlight { until: work(3) }));
}

#[test]
fn it_waits_for_the_least_work_that_makes_room() {
    let mut stream = filled(100, WhenFull::Wait, &[20, 20, 20, 20]);
    for (size, until) in [(21, 2), (40, 2), (41, 3), (100, 4)] {
        let error = stream.reserve(size, 1, work(5));
        assert_eq!(
            error,
            Err(Error::InFlight { until: work(until) }),
            "{size} bytes"
        );
    }
    stream.complete(work(2));
    assert_eq!(stream.reserve(40, 1, work(5)).unwrap().offset, 0);
}

#[test]
fn where_all_space_is_in_flight_a_block_of_twice_the_size_takes_its_place() {
    let mut stream = filled(100, WhenFull::Grow, &[50, 40]);
    let third = stream.reserve(60, 32, work(7)).unwrap();
    assert_eq!(
        third,
        Reservation {
            offset: 0,
            size: 60,
            generation: 1,
            capacity: 200,
            placement: Placement::Grown(retired(0, 2)),
        }
    );
    assert_eq!((stream.generation(), stream.capacity()), (1, 200));
    let fourth = stream.reserve(150, 1, work(8)).unwrap();
    assert_eq!(
        fourth.placement,
        Placement::Grown(retired(1, 7)),
        "nothing of block 0 is in the way"
    );
}

#[test]
fn a_stream_that_is_discarded_begins_a_block_of_the_same_size() {
    let mut stream = filled(100, WhenFull::Wait, &[50, 40]);
    stream.discard();
    let third = stream.reserve(10, 1, work(7)).unwrap();
    assert_eq!((third.offset, third.capacity), (0, 100));
    assert_eq!(third.placement, Placement::NewGeneration(retired(0, 2)));
}

/// A frame has 160 draws of 4 KiB and fills the first block ten times, and the GPU is two frames behind.
#[test]
fn a_stream_grows_until_it_holds_what_is_in_flight_and_no_more_blocks_are_taken() {
    let mut stream = stream(64 << 10, WhenFull::Grow);
    for frame in 1..=100 {
        stream.complete(work(u64::saturating_sub(frame, 3)));
        for _ in 0..160 {
            stream.reserve(4 << 10, 16, work(frame)).unwrap();
        }
        if frame >= 4 {
            assert_eq!(stream.generation(), 5, "frame {frame}");
        }
    }
    assert_eq!(stream.capacity(), 2 << 20, "three frames are 1920 KiB");
}

/// There are 256 MiB once, and then 24 KiB per frame in two ranges.
#[test]
fn a_stream_that_has_grown_is_small_again_after_64_works_of_less() {
    for when_full in [WhenFull::Wait, WhenFull::Grow] {
        let mut stream = filled(32 << 10, when_full, &[256 << 20]);
        assert_eq!(stream.capacity(), 256 << 20);
        let mut shrunk = Vec::new();
        for frame in 2..=200 {
            stream.complete(work(frame - 1));
            for size in [8 << 10, 16 << 10] {
                let found = stream.reserve(size, 64, work(frame)).unwrap();
                if let Placement::Shrunk(old) = found.placement {
                    shrunk.push((frame, old, found.capacity));
                }
            }
        }
        assert_eq!(shrunk, [(66, retired(0, 66), 48 << 10)]);
    }
}

/// There are 1 MiB once, then 24 KiB per frame, and then 4 KiB: a sixth of them, and less than a quarter of the 48 KiB
/// that are enough for 24.
#[test]
fn a_stream_that_has_shrunk_shrinks_again_after_64_works_of_even_less() {
    let mut stream = filled(1 << 10, WhenFull::Wait, &[1 << 20]);
    let mut shrunk = Vec::new();
    for frame in 2..=300 {
        stream.complete(work(frame - 1));
        // The block of 48 KiB begins with a frame of 4 KiB, so no frame uses more than a quarter of it.
        let is_small = frame > 66;
        let size = if is_small { 4 << 10 } else { 24 << 10 };
        let found = stream.reserve(size, 64, work(frame)).unwrap();
        if let Placement::Shrunk(_) = found.placement {
            shrunk.push(found.capacity);
        }
    }
    assert_eq!(shrunk, [48 << 10, 8 << 10]);
}

#[test]
fn a_stream_does_not_shrink_below_its_first_block_nor_where_a_quarter_is_in_flight() {
    let mut unused = stream(1 << 20, WhenFull::Wait);
    let mut used = filled(100, WhenFull::Wait, &[4000]);
    for number in 2..=1000 {
        for (stream, size) in [(&mut unused, 1), (&mut used, 1001)] {
            stream.complete(work(number - 1));
            stream.reserve(size, 1, work(number)).unwrap();
        }
    }
    assert_eq!((unused.capacity(), unused.generation()), (1 << 20, 0));
    assert_eq!((used.capacity(), used.generation()), (4000, 0));
}

/// One large draw in 64 works is enough.
#[test]
fn a_stream_keeps_a_block_that_is_used_now_and_then() {
    let mut stream = filled(100, WhenFull::Wait, &[4000]);
    for number in 2..=1000 {
        stream.complete(work(number - 1));
        let size = if number % 64 == 0 { 1001 } else { 1 };
        stream.reserve(size, 1, work(number)).unwrap();
    }
    assert_eq!((stream.capacity(), stream.generation()), (4000, 0));
}

#[test]
fn more_than_the_capacity_grows_it_by_half_or_to_what_is_asked_for() {
    for when_full in [WhenFull::Wait, WhenFull::Grow] {
        for (size, capacity) in [(102, 151), (151, 151), (152, 152), (1000, 1000)] {
            let mut stream = filled(101, when_full, &[50, 40]);
            let third = stream.reserve(size, 64, work(3)).unwrap();
            assert_eq!(third.placement, Placement::Grown(retired(0, 2)));
            assert_eq!((third.offset, third.capacity), (0, capacity));
            assert_eq!((stream.generation(), stream.capacity()), (1, capacity));
        }
    }
}

#[test]
fn the_capacity_does_not_grow_beyond_64_bits() {
    let capacity = u64::MAX / 3 * 2 + 2;
    let mut stream = filled(capacity, WhenFull::Wait, &[1]);
    let size = u64::MAX;
    let error = stream.reserve(size, 1, work(1));
    assert_eq!(
        error,
        Err(Error::TooLarge {
            size,
            maximum: capacity
        })
    );
    stream.complete(work(1));
    assert_eq!(stream.reserve(capacity, 1, work(2)).unwrap().offset, 0);
}

/// The first block has room for the first range.
#[test]
fn a_ring_begins_without_memory() {
    for (size, capacity) in [(100, 100), (1000, 1000), (1, 100)] {
        let mut stream = stream(100, WhenFull::Wait);
        assert_eq!(stream.blocks.count, 0);
        let first = stream.reserve(size, 64, work(1)).unwrap();
        assert_eq!((first.offset, first.capacity), (0, capacity));
    }
}

#[test]
fn nothing_is_no_range_and_needs_no_alignment() {
    let mut stream = stream(100, WhenFull::Wait);
    assert_eq!(stream.reserve(0, 1, work(1)), Err(Error::ZeroSize));
    for alignment in [0, 3, u64::MAX] {
        assert_eq!(
            stream.reserve(1, alignment, work(1)),
            Err(Error::Alignment { alignment })
        );
    }
}

#[test]
fn submissions_beyond_64_finish_with_the_newest() {
    let mut stream = filled(100, WhenFull::Wait, &[1; 70]);
    let until = |stream: &Stream, size| stream.clone().reserve(size, 1, work(71));
    assert_eq!(
        until(&stream, 63),
        Err(Error::InFlight { until: work(63) }),
        "each by itself"
    );
    assert_eq!(
        until(&stream, 64),
        Err(Error::InFlight { until: work(70) }),
        "64 to 70 together"
    );
    stream.complete(work(69));
    assert!(until(&stream, 64).is_err());
    stream.complete(work(70));
    assert_eq!(until(&stream, 64).unwrap().offset, 0);
}
