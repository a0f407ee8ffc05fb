//! Cells of the block of constants: a value stays in its cell for as long as the GPU reads it.

use std::collections::BTreeSet;

use mali_buffers::{Attribute, ConstantValue, Decision, Sequence, Target};
use mali_instancing::Arch;
use proptest::prelude::*;

use crate::rules::{Draw, World, points};

/// The number of cells of 16 bytes in the block of constants.
const CELLS: usize = 1024 / 16;

/// The number of values that a draw can have.
const MOST: usize = 16;

fn world() -> World {
    World::new(Target::new(Arch::V7))
}

fn constants(values: &[u32]) -> Vec<Attribute> {
    let value = |&number: &u32| Attribute::Constant(ConstantValue::Uint([number, 0, 0, 0]));
    values.iter().map(value).collect()
}

/// The cell of each value, and whether the draw has written it; `None` for a value that is streamed.
fn cells(drawn: &Draw) -> Vec<Option<(usize, bool)>> {
    let numbers = 0..drawn.state.attributes();
    numbers
        .map(|number| {
            let place = drawn.place(number);
            let is_written = match place.decision {
                Decision::ConstantFound => false,
                Decision::ConstantWritten => true,
                decision => {
                    assert_eq!(decision, Decision::ConstantStreamed);
                    return None;
                }
            };
            // The block of constants is the first.
            let offset = place.address - 0x2000_0000;
            assert_eq!(offset % 16, 0);
            Some((offset as usize / 16, is_written))
        })
        .collect()
}

/// The cells of a draw's values in the work `number`.
fn draw(world: &mut World, values: &[u32], number: u64) -> Vec<Option<(usize, bool)>> {
    world.sequence = Sequence::new(number);
    cells(&world.draw(&points(3, &constants(values))))
}

#[test]
fn a_value_of_zeros_is_not_there_from_the_start() {
    assert_eq!(draw(&mut world(), &[0], 1), [Some((0, true))]);
}

/// The draws that read each cell.
struct Model {
    reads: Vec<(u64, usize, u32)>,
    completed: u64,
}

/// The value in each cell of the block of constants.
fn memory(world: &World) -> Vec<u32> {
    let block = world.memory.bytes.first().map_or(&[][..], Vec::as_slice);
    block
        .chunks(16)
        .map(|cell| u32::from_le_bytes(cell[..4].try_into().unwrap()))
        .collect()
}

impl Model {
    fn last_read(&self, cell: usize) -> u64 {
        let reads = self.reads.iter().filter(|read| read.1 == cell);
        reads.map(|read| read.0).max().unwrap_or(0)
    }

    /// Checks the cells of a draw, and the values of all draws in flight.
    fn check(
        &mut self,
        values: &[u32],
        found: &[Option<(usize, bool)>],
        number: u64,
        (before, after): (&[u32], &[u32]),
    ) {
        let distinct: BTreeSet<_> = values.iter().copied().zip(found.iter().copied()).collect();
        let of_values: BTreeSet<_> = values.iter().copied().collect();
        assert_eq!(distinct.len(), of_values.len(), "each value once");
        let is_in_flight = |cell| self.last_read(cell) > self.completed;
        let holder = |value| before.iter().position(|held| *held == value);
        if found.contains(&None) {
            assert!(found.iter().all(Option::is_none), "all or none");
            let new = of_values.iter().filter(|value| holder(**value).is_none());
            let is_free = |cell: &usize| {
                let held = before.get(*cell).copied();
                !is_in_flight(*cell) && held.is_none_or(|held| !of_values.contains(&held))
            };
            assert!(new.count() > (0..CELLS).filter(is_free).count());
        }
        let taken: BTreeSet<_> = found.iter().flatten().map(|(cell, _)| *cell).collect();
        let others = (0..CELLS).filter(|cell| !taken.contains(cell));
        let others: Vec<_> = others.map(|cell| self.last_read(cell)).collect();
        for &(value, cell) in &distinct {
            let Some((cell, is_written)) = cell else {
                continue;
            };
            assert_eq!(after[cell], value);
            assert!(is_written || holder(value) == Some(cell));
            assert!(
                !is_written || !holder(value).is_some_and(is_in_flight),
                "a second cell"
            );
            let last = self.last_read(cell);
            assert!(!is_written || others.iter().all(|&other| last <= other));
        }
        let read = distinct
            .into_iter()
            .filter_map(|(value, cell)| Some((number, cell?.0, value)));
        self.reads.extend(read);
        for &(number, cell, value) in &self.reads {
            if number > self.completed {
                assert_eq!(after[cell], value, "draw {number} reads it");
            }
        }
    }
}

proptest! {
    #[test]
    fn draws_in_flight_read_their_values(
        draws in proptest::collection::vec(
            (
                proptest::collection::vec(0..100u32, 1..=MOST),
                proptest::option::weighted(0.5, 0..30u64),
            ),
            1..100,
        ),
    ) {
        let mut world = world();
        let mut model = Model { reads: Vec::new(), completed: 0 };
        for ((values, behind), number) in draws.into_iter().zip(1u64..) {
            if let Some(behind) = behind {
                let completed = (number - 1).saturating_sub(behind);
                world.planner.complete(Sequence::new(completed));
                model.completed = model.completed.max(completed);
            }
            let before = memory(&world);
            let found = draw(&mut world, &values, number);
            model.check(&values, &found, number, (&before, &memory(&world)));
        }
    }
}
