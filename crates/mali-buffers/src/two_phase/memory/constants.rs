use crate::types::Sequence;

/// The number of values that are kept.
const CELLS: usize = 64;

/// The size of a value, in bytes.
pub(crate) const CELL_SIZE: usize = 16;

/// The same size as a `u64`.
pub(crate) const CONSTANT_SIZE: u64 = CELL_SIZE as u64;

/// The number of cells that are kept without values, if the GPU has finished with them: most draws have at most this
/// many attributes.
const SPARE_CELLS: u32 = 16;

/// Values of attributes that are the same for all vertices, in one block of memory.
///
/// A value stays in its cell of the block, for any attribute and any draw that needs the same bytes, until the cell is
/// needed for another value. A cell is not written to while the GPU still reads it, nor while its value may be found: a
/// plan that writes it may be executed but not committed.
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
    /// The number of times that a value was written, and the number of times that one was forgotten.
    written: u64,
    forgotten: u64,
}

/// A set of cells.
pub(crate) type Cells = u64;

impl Constants {
    /// The size of the block, in bytes.
    pub(crate) const SIZE: u64 = CELLS as u64 * CELL_SIZE as u64;

    /// A block without values.
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

    /// Records that the GPU has finished `completed` and everything before it. A number below an earlier one changes
    /// nothing.
    pub(crate) fn complete(&mut self, completed: Sequence) {
        self.completed = self.completed.max(completed);
        self.make_room();
    }

    /// The offset of a value in the block, in bytes.
    ///
    /// A draw finds all its existing values first, so that a new value does not take the cell of one of them.
    pub(crate) fn find(&self, value: [u8; CELL_SIZE], taken: &mut Cells) -> Option<u64> {
        let mut values = self.values.iter().enumerate();
        let is_value = |&(index, held): &(usize, &[u8; CELL_SIZE])| {
            *held == value && self.kept >> index & 1 == 1
        };
        let (index, _) = values.find(is_value)?;
        *taken |= 1 << index;
        Some(offset(index))
    }

    /// The offset at which a new value can be written: of a cell without a value that was never used, or else of the
    /// least recently used one.
    pub(crate) fn free(&self, taken: &mut Cells) -> Option<u64> {
        let index = self.oldest(|index, _| (self.kept | *taken) >> index & 1 == 0)?;
        *taken |= 1 << index;
        Some(offset(index))
    }

    /// Whether the value that was found at that offset may still be found.
    pub(crate) fn is_kept(&self, offset: u64) -> bool {
        index(offset).is_some_and(|index| self.kept >> index & 1 == 1)
    }

    /// Records that a value is in a cell now.
    pub(crate) fn put(&mut self, offset: u64, value: [u8; CELL_SIZE]) {
        if let Some(index) = index(offset) {
            self.kept |= 1 << index;
            self.written = self.written.wrapping_add(1);
            if let Some(held) = self.values.get_mut(index) {
                *held = value;
            }
        }
    }

    /// Records that the work `sequence` reads a cell.
    pub(crate) fn read(&mut self, offset: u64, sequence: Sequence) {
        if let Some(last) = index(offset).and_then(|index| self.last.get_mut(index)) {
            *last = sequence.max(*last);
        }
    }

    /// Forgets the least recently used values that the GPU has finished with, until enough cells are free for a draw.
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

    /// A number that stays the same while values that were found stay in their cells. If some values were not found, it
    /// also stays the same while these are still missing.
    pub(crate) const fn revision(&self, are_found: bool) -> u64 {
        let written = if are_found { 0 } else { self.written };
        self.forgotten.wrapping_add(written)
    }

    /// The least recently used of the cells that may be taken.
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
