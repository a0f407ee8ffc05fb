use crate::types::Sequence;

/// As many values as are kept.
const CELLS: usize = 64;

/// The size of a value, in bytes.
pub(crate) const CELL_SIZE: usize = 16;

/// The same, as sizes of memory are counted.
pub(crate) const CONSTANT_SIZE: u64 = CELL_SIZE as u64;

/// As many cells are kept free of values as most draws have attributes, where the GPU has finished with so many.
const SPARE_CELLS: u32 = 16;

/// Values of attributes that are the same for all vertices, in one block of memory.
///
/// A value stays in its cell of the block, for any attribute and any draw that wants the same bytes,
/// until the cell is needed for another. A cell is not written to while the GPU still reads it, nor while its
/// value may be found: a plan that writes it may be executed and yet not be committed.
///
/// Facts: ANGLE's description of its buffers, "Constant attributes"; its `VertexDataManager` keeps such
/// values until they change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constants {
    values: [[u8; CELL_SIZE]; CELLS],
    /// The last work that reads each cell.
    last: [Sequence; CELLS],
    /// The cells whose values may be found. The GPU reads no others.
    kept: Cells,
    completed: Sequence,
    /// How often a value was written, and how often one was forgotten.
    written: u64,
    forgotten: u64,
}

/// A set of cells.
pub(crate) type Cells = u64;

impl Constants {
    /// The size of the block, in bytes.
    pub(crate) const SIZE: u64 = CELLS as u64 * CELL_SIZE as u64;

    /// A block that no value is in.
    pub(crate) const fn new() -> Self {
        Self {
            values: [[0; CELL_SIZE]; CELLS],
            last: [Sequence::NONE; CELLS],
            kept: 0,
            completed: Sequence::NONE,
            written: 0,
            forgotten: 0,
        }
    }

    /// Takes note that the GPU has finished `completed` and everything before it. A number below one
    /// given earlier changes nothing.
    pub(crate) fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        self.make_room();
    }

    /// Where a value is, from the start of the block, in bytes.
    ///
    /// A draw finds all its values first, lest a new one takes the cell of another.
    pub(crate) fn find(&self, value: [u8; CELL_SIZE], taken: &mut Cells) -> Option<u64> {
        let mut values = self.values.iter().enumerate();
        let is_value = |&(index, held): &(usize, &[u8; CELL_SIZE])| {
            *held == value && self.kept >> index & 1 == 1
        };
        let (index, _) = values.find(is_value)?;
        *taken |= 1 << index;
        Some(offset(index))
    }

    /// Where a new value can be written: in a cell without a value that was never used, or else in that used
    /// the longest ago.
    pub(crate) fn free(&self, taken: &mut Cells) -> Option<u64> {
        let index = self.oldest(|index, _| (self.kept | *taken) >> index & 1 == 0)?;
        *taken |= 1 << index;
        Some(offset(index))
    }

    /// Whether the value that was found there may still be.
    pub(crate) fn is_kept(&self, offset: u64) -> bool {
        index(offset).is_some_and(|index| self.kept >> index & 1 == 1)
    }

    /// Writes down that a value is in a cell now.
    pub(crate) fn put(&mut self, offset: u64, value: [u8; CELL_SIZE]) {
        if let Some(index) = index(offset) {
            self.kept |= 1 << index;
            self.written = self.written.wrapping_add(1);
            if let Some(held) = self.values.get_mut(index) {
                *held = value;
            }
        }
    }

    /// Writes down that the work `sequence` reads a cell.
    pub(crate) fn read(&mut self, offset: u64, sequence: Sequence) {
        if let Some(last) = index(offset).and_then(|index| self.last.get_mut(index)) {
            *last = sequence.max(*last);
        }
    }

    /// Forgets the values used the longest ago, those that the GPU has finished with, until enough cells are
    /// free for a draw.
    pub(crate) fn make_room(&mut self) {
        while self.kept.count_zeros() < SPARE_CELLS {
            let is_finished = |index, last| self.kept >> index & 1 == 1 && last <= self.completed;
            let Some(index) = self.oldest(is_finished) else {
                return;
            };
            self.kept &= !(1 << index);
            self.forgotten = self.forgotten.wrapping_add(1);
        }
    }

    /// A number that stays while values that were found stay where they are; or, if some were not, while they still
    /// would not be.
    pub(crate) const fn revision(&self, are_found: bool) -> u64 {
        let written = if are_found { 0 } else { self.written };
        self.forgotten.wrapping_add(written)
    }

    /// Of the cells that may be taken, the one used the longest ago.
    fn oldest(&self, may_be_taken: impl Fn(usize, Sequence) -> bool) -> Option<usize> {
        let cells = self.last.iter().copied().enumerate();
        let cells = cells.filter(|&(index, last)| may_be_taken(index, last));
        cells.min_by_key(|&(_, last)| last).map(|(index, _)| index)
    }
}

const fn offset(index: usize) -> u64 {
    index as u64 * CELL_SIZE as u64
}

fn index(offset: u64) -> Option<usize> {
    let index = usize::try_from(offset / CELL_SIZE as u64).ok();
    index.filter(|&index| index < CELLS)
}

#[cfg(test)]
mod tests;
