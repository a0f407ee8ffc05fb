use crate::types::Sequence;

/// As many values as are kept.
const CELLS: usize = 64;

/// The size of a value, in bytes.
pub(crate) const CELL_SIZE: usize = 16;

/// The same, as sizes of memory are counted.
pub(crate) const CONSTANT_SIZE: u64 = CELL_SIZE as u64;

/// Values of attributes that are the same for all vertices, in one block of memory.
///
/// A value stays in its cell of the block, for any attribute and any draw that wants the same bytes,
/// until the cell is needed for another. A cell is not written to while the GPU still reads it.
///
/// Facts: ANGLE's description of its buffers, "Constant attributes"; its `VertexDataManager` keeps such
/// values until they change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constants {
    cells: [Option<Use>; CELLS],
    completed: Sequence,
}

/// What is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Use {
    value: [u8; CELL_SIZE],
    last: Sequence,
}

/// A set of cells: those that a draw has taken.
pub(crate) type Taken = u64;

impl Constants {
    /// The size of the block, in bytes.
    pub(crate) const SIZE: u64 = CELLS as u64 * CELL_SIZE as u64;

    /// A block that no value is in.
    pub(crate) const fn new() -> Self {
        Self {
            cells: [None; CELLS],
            completed: Sequence::NONE,
        }
    }

    /// Takes note that the GPU has finished `completed` and everything before it. A number below one
    /// given earlier changes nothing.
    pub(crate) fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
    }

    /// Where a value is, from the start of the block, in bytes.
    ///
    /// A draw finds all its values first, lest a new one takes the cell of another.
    pub(crate) fn find(&self, value: [u8; CELL_SIZE], taken: &mut Taken) -> Option<u64> {
        let holds = |cell: &Option<Use>| cell.is_some_and(|cell| cell.value == value);
        let index = self.cells.iter().position(holds)?;
        *taken |= 1 << index;
        Some(offset(index))
    }

    /// Where a new value can be written: in a cell never used, or else in that used the longest ago, if
    /// the GPU has finished with it.
    pub(crate) fn free(&self, taken: &mut Taken) -> Option<u64> {
        // What was never used is as if used before everything.
        let free = self
            .cells
            .iter()
            .map(|cell| cell.map_or(Sequence::NONE, |cell| cell.last))
            .enumerate()
            .filter(|&(index, last)| last <= self.completed && *taken >> index & 1 == 0);
        let (index, _) = free.min_by_key(|&(_, last)| last)?;
        *taken |= 1 << index;
        Some(offset(index))
    }

    /// Writes down that a value is in a cell now.
    pub(crate) fn put(&mut self, offset: u64, value: [u8; CELL_SIZE], sequence: Sequence) {
        if let Some(cell) = self.cell_mut(offset) {
            *cell = Some(Use {
                value,
                last: sequence,
            });
        }
    }

    /// Writes down that the work `sequence` reads a cell.
    pub(crate) fn read(&mut self, offset: u64, sequence: Sequence) {
        if let Some(Some(cell)) = self.cell_mut(offset) {
            cell.last = cell.last.max(sequence);
        }
    }

    fn cell_mut(&mut self, offset: u64) -> Option<&mut Option<Use>> {
        let index = usize::try_from(offset / CELL_SIZE as u64).ok()?;
        self.cells.get_mut(index)
    }
}

const fn offset(index: usize) -> u64 {
    index as u64 * CELL_SIZE as u64
}

#[cfg(test)]
mod tests;
