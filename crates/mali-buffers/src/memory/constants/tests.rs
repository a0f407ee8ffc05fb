//! Cells of constants: a value stays in its cell for as long as the GPU reads it.

extern crate std;

use std::collections::BTreeSet;
use std::vec::Vec;

use proptest::prelude::*;

use super::*;

fn work(number: u64) -> Sequence {
    Sequence::new(number)
}

fn value(number: u32) -> [u8; CELL_SIZE] {
    u128::from(number).to_le_bytes()
}

/// The place of a draw's value, and whether the value must be written there first.
struct Cell {
    index: usize,
    value: [u8; CELL_SIZE],
    fresh: bool,
}

/// Finds and takes cells for the values of a draw, each value once.
fn take(constants: &mut Constants, values: &[[u8; CELL_SIZE]], number: u64) -> Vec<Cell> {
    let mut taken = 0;
    let distinct: BTreeSet<_> = values.iter().copied().collect();
    let cell = |value, offset: u64, fresh| Cell {
        index: offset as usize / CELL_SIZE,
        value,
        fresh,
    };
    let mut cells: Vec<Cell> = Vec::new();
    for &value in &distinct {
        let found = constants.find(value, &mut taken);
        cells.extend(found.map(|offset| cell(value, offset, false)));
    }
    for &value in values {
        if cells.iter().all(|cell| cell.value != value) {
            let free = constants.free(&mut taken);
            cells.extend(free.map(|offset| cell(value, offset, true)));
        }
    }
    for &Cell {
        index,
        value,
        fresh,
    } in &cells
    {
        let offset = (index * CELL_SIZE) as u64;
        if fresh {
            constants.put(offset, value);
        }
        constants.read(offset, work(number));
    }
    constants.make_room();
    cells
}

/// The indices of the cells that the values take, and whether they are fresh.
fn draw(constants: &mut Constants, values: &[u32], number: u64) -> Vec<Option<(usize, bool)>> {
    let values: Vec<_> = values.iter().copied().map(value).collect();
    let cells = take(constants, &values, number);
    let of = |value| cells.iter().find(|cell| cell.value == value);
    let found = values.iter().map(|&value| of(value));
    found
        .map(|cell| cell.map(|cell| (cell.index, cell.fresh)))
        .collect()
}

/// Draw n reads value n. The draws fill all cells, from 1.
fn full() -> Constants {
    let mut constants = Constants::new();
    for number in 1..=CELLS as u32 {
        let cells = draw(&mut constants, &[number], number.into());
        assert_eq!(cells, [Some((number as usize - 1, true))]);
    }
    constants
}

#[test]
fn a_value_is_found_again_while_the_gpu_reads_it() {
    let mut constants = Constants::new();
    assert_eq!(draw(&mut constants, &[7], 1), [Some((0, true))]);
    assert_eq!(draw(&mut constants, &[7], 2), [Some((0, false))]);
}

#[test]
fn attributes_of_a_draw_share_a_cell_for_the_same_value() {
    let mut constants = Constants::new();
    let cells = draw(&mut constants, &[7, 8, 7], 1);
    assert_eq!(cells, [Some((0, true)), Some((1, true)), Some((0, true))]);
}

#[test]
fn a_value_of_zeros_is_not_there_from_the_start() {
    assert_eq!(draw(&mut Constants::new(), &[0], 1), [Some((0, true))]);
}

#[test]
fn a_cell_never_used_goes_before_one_that_is_finished() {
    let mut constants = Constants::new();
    draw(&mut constants, &[7], 1);
    constants.complete(work(1));
    assert_eq!(draw(&mut constants, &[8], 2), [Some((1, true))]);
}

#[test]
fn where_all_cells_are_in_flight_a_new_value_finds_none() {
    let mut constants = full();
    assert_eq!(
        draw(&mut constants, &[100, 5], 65),
        [None, Some((4, false))]
    );
}

#[test]
fn a_new_value_takes_the_cell_used_the_longest_ago() {
    let mut constants = full();
    draw(&mut constants, &[1, 2], 65);
    constants.complete(work(65));
    assert_eq!(draw(&mut constants, &[100], 66), [Some((2, true))]);
}

#[test]
fn a_new_value_takes_only_a_cell_that_is_finished() {
    let mut constants = full();
    constants.complete(work(1));
    let cells = draw(&mut constants, &[100, 101], 65);
    assert_eq!(cells, [Some((0, true)), None]);
}

#[test]
fn a_new_value_does_not_take_the_cell_of_another_of_the_same_draw() {
    let mut constants = full();
    draw(&mut constants, &[1], 65);
    constants.complete(work(3));
    let cells = draw(&mut constants, &[100, 1], 66);
    assert_eq!(cells, [Some((1, true)), Some((0, false))]);
}

/// A caller that has executed a plan need not commit it.
#[test]
fn a_value_is_not_found_in_a_cell_that_a_plan_may_write() {
    let mut constants = full();
    constants.complete(work(CELLS as u64));
    let (mut found, mut written) = (0, 0);
    for number in 1..=CELLS as u32 {
        constants.find(value(number), &mut found);
    }
    while constants.free(&mut written).is_some() {}
    assert_eq!(found & written, 0);
    assert_eq!(written.count_ones(), SPARE_CELLS);
    assert_eq!(found.count_ones(), CELLS as u32 - SPARE_CELLS);
}

#[test]
fn more_values_than_cells_leave_the_rest_without() {
    let values: Vec<u32> = (0..CELLS as u32 + 2).collect();
    let cells = draw(&mut Constants::new(), &values, 1);
    assert_eq!(cells.iter().flatten().count(), CELLS);
    assert_eq!(cells[CELLS..], [None, None]);
}

#[test]
fn cells_are_16_bytes_apart_and_end_where_the_block_ends() {
    let (constants, mut taken) = (Constants::new(), 0);
    let offsets = (0..CELLS).map(|_| constants.free(&mut taken).unwrap());
    assert!(offsets.eq((0..Constants::SIZE).step_by(16)));
    assert_eq!(constants.free(&mut taken), None);
}

/// The contents of the caller's memory, and the draws that read each cell.
struct Model {
    memory: [Option<[u8; CELL_SIZE]>; CELLS],
    reads: Vec<(u64, usize, [u8; CELL_SIZE])>,
    completed: u64,
}

impl Model {
    fn last_read(&self, index: usize) -> u64 {
        let reads = self.reads.iter().filter(|read| read.1 == index);
        reads.map(|read| read.0).max().unwrap_or(0)
    }

    /// Writes the fresh values, then compares every value that a draw in flight reads with the memory.
    fn check(&mut self, values: &[[u8; CELL_SIZE]], cells: &[Cell], number: u64) {
        let distinct: BTreeSet<_> = values.iter().collect();
        let indices: BTreeSet<_> = cells.iter().map(|cell| cell.index).collect();
        assert_eq!(indices.len(), cells.len(), "each cell once");
        let others: Vec<_> = (0..CELLS)
            .filter(|index| !indices.contains(index))
            .map(|index| self.last_read(index))
            .collect();
        // The number of free cells is what most draws need, if the GPU has finished with them.
        if cells.len() < distinct.len()
            && cells.iter().filter(|cell| cell.fresh).count() < SPARE_CELLS as usize
        {
            assert!(others.iter().all(|&last| last > self.completed));
        }
        for cell in cells {
            assert!(distinct.contains(&cell.value));
            let held = self
                .memory
                .iter()
                .position(|held| *held == Some(cell.value));
            let last = self.last_read(cell.index);
            assert!(cell.fresh || held.is_some());
            let is_in_flight = |index| self.last_read(index) > self.completed;
            assert!(
                !cell.fresh || !held.is_some_and(is_in_flight),
                "a second cell"
            );
            assert!(!cell.fresh || others.iter().all(|&other| last <= other));
        }
        for cell in cells {
            if cell.fresh {
                self.memory[cell.index] = Some(cell.value);
            }
            self.reads.push((number, cell.index, cell.value));
        }
        for &(number, index, value) in &self.reads {
            if number > self.completed {
                assert_eq!(self.memory[index], Some(value), "draw {number} reads it");
            }
        }
    }
}

proptest! {
    #[test]
    fn draws_in_flight_read_their_values(
        draws in proptest::collection::vec(
            (
                proptest::collection::vec(0..100u32, 0..20),
                proptest::option::weighted(0.5, 0..30u64),
            ),
            1..100,
        ),
    ) {
        let mut constants = Constants::new();
        let mut model = Model { memory: [None; CELLS], reads: Vec::new(), completed: 0 };
        for ((values, behind), number) in draws.into_iter().zip(1u64..) {
            if let Some(behind) = behind {
                let completed = (number - 1).saturating_sub(behind);
                constants.complete(work(completed));
                model.completed = model.completed.max(completed);
            }
            let values: Vec<_> = values.into_iter().map(value).collect();
            let cells = take(&mut constants, &values, number);
            model.check(&values, &cells, number);
        }
    }
}
