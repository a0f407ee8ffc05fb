use heapless::Vec;

use super::sequence::Sequence;

/// As many values as are kept.
const CELLS: usize = 64;

/// The size of a value, in bytes.
pub(super) const CELL_SIZE: usize = 16;

/// Values of attributes that are the same for all vertices, in one block of memory.
///
/// A value stays in its cell of the block, for any attribute and any draw that wants the same bytes,
/// until the cell is needed for another. A cell is not written to while the GPU still reads it.
///
/// Facts: ANGLE's description of its buffers, "Constant attributes"; its `VertexDataManager` keeps such
/// values until they change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constants {
    cells: [Option<Use>; CELLS],
    completed: Sequence,
}

/// What is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Use {
    value: [u8; CELL_SIZE],
    last: Sequence,
}

/// Where a value of a draw is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    index: usize,
    pub(super) value: [u8; CELL_SIZE],
    /// Whether the value must be written there first.
    pub(super) fresh: bool,
}

impl Cell {
    /// From the start of the block, in bytes.
    pub(super) const fn offset(&self) -> u64 {
        self.index as u64 * CELL_SIZE as u64
    }
}

/// The cells of all values of a draw, each value once. Values that found none are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells(Vec<Cell, CELLS>);

impl Cells {
    /// The cell of that value.
    pub(super) fn of(&self, value: [u8; CELL_SIZE]) -> Option<Cell> {
        self.iter().find(|cell| cell.value == value)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> {
        self.0.iter().copied()
    }

    fn add(&mut self, cell: Option<Cell>) {
        if let Some(cell) = cell {
            // There is room, since each cell of the block is here at most once.
            self.0.push(cell).ok();
        }
    }
}

impl Constants {
    /// The size of the block, in bytes.
    pub(super) const SIZE: u64 = CELLS as u64 * CELL_SIZE as u64;

    /// A block that no value is in.
    pub(super) const fn new() -> Self {
        Self {
            cells: [None; CELLS],
            completed: Sequence::NONE,
        }
    }

    /// Takes note that the GPU has finished `completed` and everything before it. A number below one
    /// given earlier changes nothing.
    pub(super) fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
    }

    /// Forgets what is in a cell, because it was not written after all.
    pub(super) fn forget(&mut self, offset: u64) {
        let index = offset / CELL_SIZE as u64;
        let index = usize::try_from(index).ok();
        if let Some(cell) = index.and_then(|index| self.cells.get_mut(index)) {
            *cell = None;
        }
    }

    /// Cells for the values of one draw: those that they are in already, then cells never used, then
    /// those used the longest ago, if the GPU has finished with them.
    pub(super) fn find_all(&self, values: impl Iterator<Item = [u8; CELL_SIZE]> + Clone) -> Cells {
        let mut cells = Cells::default();
        // All that are there come first, lest a new value takes the cell of one.
        for value in values.clone() {
            if cells.of(value).is_none() {
                cells.add(self.cell_with(value));
            }
        }
        for value in values {
            if cells.of(value).is_none() {
                cells.add(self.cell_for(value, &cells));
            }
        }
        cells
    }

    /// Writes down that the work `sequence` reads `cells`, which [`Constants::find_all`] found.
    pub(super) fn take(&mut self, cells: &Cells, sequence: Sequence) {
        for Cell { index, value, .. } in cells.iter() {
            if let Some(cell) = self.cells.get_mut(index) {
                *cell = Some(Use {
                    value,
                    last: sequence,
                });
            }
        }
    }

    fn cell_with(&self, value: [u8; CELL_SIZE]) -> Option<Cell> {
        let holds = |cell: &Option<Use>| cell.is_some_and(|cell| cell.value == value);
        Some(Cell {
            index: self.cells.iter().position(holds)?,
            value,
            fresh: false,
        })
    }

    fn cell_for(&self, value: [u8; CELL_SIZE], taken: &Cells) -> Option<Cell> {
        // What was never used is as if used before everything.
        let free = self
            .cells
            .iter()
            .map(|cell| cell.map_or(Sequence::NONE, |cell| cell.last))
            .enumerate()
            .filter(|&(_, last)| last <= self.completed)
            .filter(|&(index, _)| taken.iter().all(|cell| cell.index != index));
        let (index, _) = free.min_by_key(|&(_, last)| last)?;
        Some(Cell {
            index,
            value,
            fresh: true,
        })
    }
}

#[cfg(test)]
mod tests;
