//! Cells of the block of constants: a value stays in its cell for as long as the GPU reads it.

use std::collections::BTreeSet;

use mali_buffers::two_phase::{
    Attribute, ConstantValue, Decision, MemoryRef, Plan, Planner, Sequence, Target,
};
use mali_instancing::Arch;
use mali_instancing::draw::AttributeSource;
use proptest::prelude::*;

use crate::rules::{World, points};

/// The number of cells, each of 16 bytes.
const CELLS: usize = Planner::CONSTANTS_SIZE as usize / 16;

/// The number of values that a draw can have: so many cells are kept free.
const MOST: usize = 16;

fn world() -> World {
    World::new(Target::new(Arch::V7))
}

fn constants(values: &[u32]) -> Vec<Attribute> {
    let value = |&number: &u32| Attribute::Constant(ConstantValue::Uint([number, 0, 0, 0]));
    values.iter().map(value).collect()
}

/// The cell of each value, and whether the value must be written there first; `None` for a value that is streamed.
fn cells(plan: &Plan) -> Vec<Option<(usize, bool)>> {
    let data = plan.vertex_data().unwrap();
    let of = |(number, decision): (usize, &Option<Decision>)| {
        let AttributeSource::Buffer(buffer) = data.attributes()[number].source else {
            panic!("a value without a buffer");
        };
        let location = data.locations()[buffer];
        let is_written = plan.copies().any(|copy| copy.destination == location);
        let fresh = match decision {
            Some(Decision::ConstantFound) => false,
            Some(Decision::ConstantWritten) => true,
            decision => {
                assert_eq!(*decision, Some(Decision::ConstantStreamed));
                return None;
            }
        };
        assert_eq!(location.memory, MemoryRef::Constants);
        assert_eq!((location.offset % 16, is_written), (0, fresh));
        Some((location.offset as usize / 16, fresh))
    };
    data.decisions().iter().enumerate().map(of).collect()
}

/// The cells of a draw's values in the work `number`.
fn draw(world: &mut World, values: &[u32], number: u64) -> Vec<Option<(usize, bool)>> {
    world.sequence = Sequence::new(number);
    cells(&world.draw(&points(3, &constants(values))))
}

/// Draw n reads value n. The draws fill all cells, from 1.
fn full() -> World {
    let mut world = world();
    for number in 1..=CELLS {
        let cells = draw(&mut world, &[number as u32], number as u64);
        assert_eq!(cells, [Some((number - 1, true))]);
    }
    world
}

#[test]
fn a_value_of_zeros_is_not_there_from_the_start() {
    assert_eq!(draw(&mut world(), &[0], 1), [Some((0, true))]);
}

#[test]
fn attributes_of_a_draw_share_a_cell_for_the_same_value() {
    let cells = draw(&mut world(), &[7, 8, 7], 1);
    assert_eq!(cells, [Some((0, true)), Some((1, true)), Some((0, true))]);
}

#[test]
fn a_cell_never_used_goes_before_one_that_is_finished() {
    let mut world = world();
    draw(&mut world, &[7], 1);
    world.planner.complete(Sequence::new(1));
    assert_eq!(draw(&mut world, &[8], 2), [Some((1, true))]);
}

#[test]
fn where_all_cells_are_in_flight_a_new_value_finds_none() {
    let cells = draw(&mut full(), &[100, 5], 65);
    assert_eq!(cells, [None, Some((4, false))]);
}

#[test]
fn a_new_value_takes_the_cell_used_the_longest_ago() {
    let mut world = full();
    draw(&mut world, &[1, 2], 65);
    world.planner.complete(Sequence::new(65));
    assert_eq!(draw(&mut world, &[100], 66), [Some((2, true))]);
}

#[test]
fn a_new_value_takes_only_a_cell_that_is_finished() {
    let mut world = full();
    world.planner.complete(Sequence::new(1));
    let cells = draw(&mut world, &[100, 101], 65);
    assert_eq!(cells, [Some((0, true)), None]);
}

#[test]
fn a_new_value_does_not_take_the_cell_of_another_of_the_same_draw() {
    let mut world = full();
    draw(&mut world, &[1], 65);
    world.planner.complete(Sequence::new(3));
    let cells = draw(&mut world, &[100, 1], 66);
    assert_eq!(cells, [Some((1, true)), Some((0, false))]);
}

/// A caller that has executed a plan need not commit it.
#[test]
fn a_value_is_not_found_in_a_cell_that_a_plan_may_write() {
    let mut world = full();
    world.planner.complete(Sequence::new(CELLS as u64));
    world.sequence = Sequence::new(65);
    let mut plan = |values: Vec<u32>| {
        let attributes = constants(&values);
        let plan = world.prepare_only(&points(3, &attributes)).unwrap();
        cells(&plan.unwrap())
    };
    let written = plan((100..100 + MOST as u32).collect());
    let written: BTreeSet<_> = written.into_iter().map(Option::unwrap).collect();
    assert_eq!(written.len(), MOST);
    for number in 1..=CELLS as u32 {
        let [Some((cell, fresh))] = plan(vec![number])[..] else {
            panic!("a value without a cell");
        };
        assert_eq!(fresh, number as usize <= MOST);
        assert!(fresh || !written.contains(&(cell, true)));
    }
}

#[test]
fn cells_end_where_the_block_ends() {
    let mut world = world();
    let mut all = Vec::new();
    for first in (0..CELLS as u32 + 2).step_by(11) {
        let values: Vec<u32> = (first..first + 11).collect();
        all.extend(draw(&mut world, &values, 1));
    }
    let (taken, without) = all.split_at(CELLS);
    assert!(
        taken
            .iter()
            .copied()
            .eq((0..CELLS).map(|cell| Some((cell, true))))
    );
    assert_eq!(without, [None, None]);
}

/// The contents of the caller's memory, and the draws that read each cell.
struct Model {
    memory: [Option<u32>; CELLS],
    reads: Vec<(u64, usize, u32)>,
    completed: u64,
}

impl Model {
    fn last_read(&self, cell: usize) -> u64 {
        let reads = self.reads.iter().filter(|read| read.1 == cell);
        reads.map(|read| read.0).max().unwrap_or(0)
    }

    /// Writes the fresh values, then compares every value that a draw in flight reads with the memory.
    fn check(&mut self, values: &[u32], found: &[Option<(usize, bool)>], number: u64) {
        let distinct: BTreeSet<_> = values.iter().copied().zip(found.iter().copied()).collect();
        let of_values: BTreeSet<_> = values.iter().collect();
        assert_eq!(distinct.len(), of_values.len(), "each value once");
        let taken: BTreeSet<_> = found.iter().flatten().collect();
        let cells: BTreeSet<_> = taken.iter().map(|(cell, _)| cell).collect();
        let with_cells = distinct.iter().filter(|(_, cell)| cell.is_some()).count();
        assert_eq!(cells.len(), with_cells, "each cell once");
        let others = (0..CELLS).filter(|cell| !cells.contains(cell));
        let others: Vec<_> = others.map(|cell| self.last_read(cell)).collect();
        // The number of free cells is what most draws need, if the GPU has finished with them.
        let fresh = taken.iter().filter(|(_, fresh)| *fresh).count();
        if with_cells < distinct.len() && fresh < MOST {
            assert!(others.iter().all(|&last| last > self.completed));
        }
        for &(value, cell) in &distinct {
            let Some((cell, fresh)) = cell else {
                continue;
            };
            let held = self.memory.iter().position(|held| *held == Some(value));
            assert!(fresh || held.is_some());
            let is_in_flight = |cell| self.last_read(cell) > self.completed;
            assert!(!fresh || !held.is_some_and(is_in_flight), "a second cell");
            let last = self.last_read(cell);
            assert!(!fresh || others.iter().all(|&other| last <= other));
        }
        for (value, cell) in distinct {
            if let Some((cell, fresh)) = cell {
                if fresh {
                    self.memory[cell] = Some(value);
                }
                self.reads.push((number, cell, value));
            }
        }
        for &(number, cell, value) in &self.reads {
            if number > self.completed {
                assert_eq!(self.memory[cell], Some(value), "draw {number} reads it");
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
        let mut model = Model { memory: [None; CELLS], reads: Vec::new(), completed: 0 };
        for ((values, behind), number) in draws.into_iter().zip(1u64..) {
            if let Some(behind) = behind {
                let completed = (number - 1).saturating_sub(behind);
                world.planner.complete(Sequence::new(completed));
                model.completed = model.completed.max(completed);
            }
            let found = draw(&mut world, &values, number);
            model.check(&values, &found, number);
        }
    }
}
