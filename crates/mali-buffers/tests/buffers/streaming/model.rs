//! Random calls, each compared with a model that records, for every byte, the last work that reads it.

use mali_buffers::{Error, Sequence, WhenFull};
use proptest::prelude::*;

use super::{Placement, Reservation, Stream, retired, stream, work};

/// For every byte of every generation, the last work that reads it.
struct Model {
    generations: Vec<Vec<u64>>,
    /// The capacity of the first block, if the first range fits it, and whether there is a block.
    initial: u64,
    has_block: bool,
    when_full: WhenFull,
    behind: usize,
    /// The number of works since more than a quarter of the bytes was certainly in flight.
    modest_works: u64,
    completed: u64,
    latest: u64,
}

impl Model {
    fn new(capacity: u64, when_full: WhenFull) -> Self {
        Self {
            generations: vec![vec![0; capacity as usize]],
            initial: capacity,
            has_block: false,
            when_full,
            behind: 0,
            modest_works: 0,
            completed: 0,
            latest: 0,
        }
    }

    fn bytes(&self) -> &[u64] {
        self.generations.last().unwrap()
    }

    /// The work that must be finished so that none of `bytes` is read.
    fn until(&self, bytes: &[u64]) -> u64 {
        let last = bytes.iter().copied().max().unwrap_or(0);
        if last > self.completed { last } else { 0 }
    }

    fn expected(
        &self,
        size: u64,
        alignment: u64,
        sequence: u64,
    ) -> Result<(usize, Placement), Error> {
        if size == 0 {
            return Err(Error::ZeroSize);
        }
        if alignment.count_ones() != 1 {
            return Err(Error::Alignment { alignment });
        }
        let minimum = self.latest.max(self.completed + 1);
        if sequence < minimum {
            return Err(Error::Sequence {
                sequence: work(sequence),
                minimum: work(minimum),
            });
        }
        let bytes = self.bytes();
        let old = retired(self.generations.len() as u64 - 1, self.until(bytes));
        let size = size as usize;
        if !self.has_block {
            return Ok((0, Placement::Appended));
        }
        if size > bytes.len() {
            return Ok((0, Placement::Grown(old)));
        }
        let offset = (self.behind..=bytes.len() - size)
            .find(|offset| offset % alignment as usize == 0)
            .unwrap_or(0);
        // The bytes that alignment skips are taken too, since ranges are contiguous.
        let (skipped, placement) = if offset >= self.behind {
            (self.behind, Placement::Appended)
        } else {
            (0, Placement::Recycled)
        };
        match self.until(&bytes[skipped..offset + size]) {
            0 => Ok((offset, placement)),
            until if self.when_full == WhenFull::Wait && until < sequence => {
                Err(Error::InFlight { until: work(until) })
            }
            _ => Ok((0, Placement::Grown(old))),
        }
    }

    /// Writes a reservation, which no work may still read.
    fn write(&mut self, reservation: Reservation, alignment: u64, sequence: u64) {
        let Reservation {
            offset,
            size,
            generation,
            capacity,
            placement,
        } = reservation;
        let last = self.generations.len() as u64 - 1;
        if !self.has_block {
            self.has_block = true;
            assert_eq!(capacity, size.max(self.initial));
            self.generations[0].resize(capacity as usize, 0);
        }
        if let Placement::Shrunk(old) = placement {
            assert_eq!((old.generation, generation), (last, last + 1));
            assert!(old.until.get() >= self.until(self.bytes()));
            assert!(self.modest_works > 64, "{} works", self.modest_works);
            assert!(capacity >= self.initial && capacity >= 2 * size);
            assert!(capacity <= self.bytes().len() as u64 / 2);
            self.generations.push(vec![0; capacity as usize]);
        } else if let Placement::NewGeneration(old) | Placement::Grown(old) = placement {
            assert_eq!((old.generation, generation), (last, last + 1));
            assert!(old.until.get() >= self.until(self.bytes()));
            let before = self.bytes().len() as u64;
            let expected = if size > before {
                size.max(before + before / 2)
            } else {
                2 * before
            };
            assert_eq!(capacity, expected);
            self.generations.push(vec![0; capacity as usize]);
        } else {
            assert_eq!(generation, last);
        }
        assert_eq!(self.bytes().len() as u64, capacity);
        assert_eq!(offset % alignment, 0);
        let range = offset as usize..(offset + size) as usize;
        assert_eq!(
            self.until(&self.bytes()[range.clone()]),
            0,
            "bytes in flight"
        );
        self.behind = range.end;
        self.modest_works += u64::from(self.latest != sequence);
        self.latest = sequence;
        self.generations.last_mut().unwrap()[range].fill(sequence);
        let may_shrink = self.bytes().len() as u64 >= 2 * self.initial;
        let in_flight = self.bytes().iter().filter(|&&work| work > self.completed);
        if may_shrink && in_flight.count() > self.bytes().len() / 4 {
            self.modest_works = 0;
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Call {
    /// The increase of the work's number for this call.
    next: i64,
    size: u64,
    alignment: u64,
    /// The number of submissions by which the GPU is behind, if it reports any before the call.
    behind: Option<u64>,
}

fn calls(sizes: core::ops::Range<u64>, behind: u64) -> impl Strategy<Value = Vec<Call>> {
    let alignment = prop_oneof![
        20 => (0..8u32).prop_map(|shift| 1 << shift),
        1 => Just(0),
        1 => Just(12),
    ];
    let call = (
        prop_oneof![1 => Just(-1i64), 20 => 0..3i64],
        prop_oneof![40 => sizes, 1 => Just(0), 1 => 0..1000u64],
        alignment,
        proptest::option::weighted(0.4, 0..behind),
    )
        .prop_map(|(next, size, alignment, behind)| Call {
            next,
            size,
            alignment,
            behind,
        });
    proptest::collection::vec(call, 1..400)
}

fn policies() -> impl Strategy<Value = WhenFull> {
    prop_oneof![Just(WhenFull::Wait), Just(WhenFull::Grow)]
}

/// Checks that waiting for `until` makes room, and waiting for less does not.
fn assert_least(stream: &Stream, until: Sequence, call: Call, sequence: Sequence) {
    assert!(until < sequence, "it is not submitted yet");
    let mut stream = stream.clone();
    stream.complete(work(until.get() - 1));
    let error = stream.reserve(call.size, call.alignment, sequence);
    assert_eq!(error, Err(Error::InFlight { until }));
    stream.complete(until);
    let generation = stream.generation();
    stream.reserve(call.size, call.alignment, sequence).unwrap();
    assert_eq!(stream.generation(), generation);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_range_is_where_the_model_of_bytes_says(
        capacity in 1..500u64,
        when_full in policies(),
        calls in calls(1..200, 12),
    ) {
        let mut stream = stream(capacity, when_full);
        let mut model = Model::new(capacity, when_full);
        let mut submitted = 1u64;
        for call in calls {
            // With at most 60 submissions in flight, the stream distinguishes all of them.
            let completed = submitted.saturating_sub(call.behind.unwrap_or(60));
            stream.complete(work(completed));
            model.completed = model.completed.max(completed);

            let sequence = submitted.saturating_add_signed(call.next);
            let before = stream.clone();
            let expected = model.expected(call.size, call.alignment, sequence);
            let found = stream.reserve(call.size, call.alignment, work(sequence));
            let memory = |found: Reservation| (found.offset as usize, found.placement);
            let has_shrunk = found.is_ok_and(|found| matches!(found.placement, Placement::Shrunk(_)));
            prop_assert!(has_shrunk || found.map(memory) == expected);
            match found {
                Ok(reservation) => {
                    prop_assert_eq!(reservation.size, call.size);
                    prop_assert_eq!(reservation.generation, stream.generation());
                    model.write(reservation, call.alignment, sequence);
                    submitted = sequence;
                }
                Err(error) => {
                    prop_assert_eq!(&stream.ring, &before.ring);
                    if let Error::InFlight { until } = error {
                        assert_least(&stream, until, call, work(sequence));
                    }
                    submitted = submitted.max(sequence);
                }
            }
        }
    }

    #[test]
    fn no_byte_in_flight_is_handed_out_however_many_submissions_there_are(
        capacity in 1..500u64,
        when_full in policies(),
        calls in calls(1..4, 300),
    ) {
        let mut stream = stream(capacity, when_full);
        let mut model = Model::new(capacity, when_full);
        let mut submitted = 1u64;
        for call in calls {
            if let Some(behind) = call.behind {
                let completed = submitted.saturating_sub(behind);
                stream.complete(work(completed));
                model.completed = model.completed.max(completed);
            }
            let sequence = submitted.saturating_add_signed(call.next);
            let before = stream.clone();
            match stream.reserve(call.size, call.alignment, work(sequence)) {
                Ok(reservation) => model.write(reservation, call.alignment, sequence),
                Err(error) => {
                    prop_assert_eq!(&stream.ring, &before.ring);
                    if let Error::InFlight { until } = error {
                        assert_least(&stream, until, call, work(sequence));
                    }
                }
            }
            submitted = submitted.max(sequence);
        }
    }

    #[test]
    fn sizes_of_all_64_bits_stay_within_the_capacity(
        capacity in 1..=u64::MAX,
        when_full in policies(),
        calls in proptest::collection::vec((0..64u32, 0..65u32, any::<u64>()), 1..50),
    ) {
        let mut stream = stream(capacity, when_full);
        for (shift, size, bits) in calls {
            let size = bits.checked_shr(size).unwrap_or(0);
            let alignment = 1 << shift;
            match stream.reserve(size, alignment, work(1)) {
                Ok(Reservation { offset, capacity, .. }) => {
                    prop_assert_eq!(offset % alignment, 0);
                    prop_assert!(offset.checked_add(size).unwrap() <= capacity);
                }
                Err(Error::TooLarge { maximum, .. }) => {
                    prop_assert!(size > maximum && maximum.checked_add(maximum / 2).is_none());
                }
                Err(error) => prop_assert_eq!(error, Error::ZeroSize),
            }
        }
    }
}
