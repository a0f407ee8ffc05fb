use crate::types::{Block, Sequence};

/// The number of values that are kept.
// As many as `Cells` has bits.
const CELLS: usize = 64;

/// The size of a value, in bytes.
pub(crate) const CELL_SIZE: usize = 16;

/// A set of cells.
pub(crate) type Cells = u64;

/// Values of attributes that are the same for all vertices, in one block of memory.
///
/// A value stays in its cell of the block, for any attribute and any draw that needs the same bytes, until the cell is
/// needed for another value. A cell is not written to while the GPU still reads it.
///
/// Facts: ANGLE's description of its buffers, "Constant attributes"; its `VertexDataManager` keeps such
/// values until they change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constants {
    pub(crate) block: Option<Block>,
    values: [[u8; CELL_SIZE]; CELLS],
    /// The last work that reads each cell.
    last: [Sequence; CELLS],
    /// The cells that have values.
    used: Cells,
    /// A number that changes when a value gives way to another. It is never 0.
    revision: u64,
}

impl Constants {
    /// The size of the block, in bytes.
    pub(crate) const SIZE: u64 = CELLS as u64 * CELL_SIZE as u64;

    /// No block yet, and no values.
    pub(crate) const fn new() -> Self {
        Self {
            block: None,
            values: [[0; CELL_SIZE]; CELLS],
            last: [Sequence::NONE; CELLS],
            used: 0,
            revision: 1,
        }
    }

    /// The cell of a value.
    ///
    /// A draw finds all its existing values first, so that a new value does not take the cell of one of them.
    pub(crate) fn find(&self, value: &[u8; CELL_SIZE]) -> Option<usize> {
        let mut values = self.values.iter().enumerate();
        values
            // Only a used cell has its value in memory too: the others may have any bytes there.
            .find(|&(cell, held)| held == value && self.used >> cell & 1 == 1)
            .map(|(cell, _)| cell)
    }

    /// A cell for a new value, which is not one of `taken`: one that was never used, or else the least recently used
    /// one that the GPU has finished with. Its value is forgotten.
    pub(crate) fn free(&mut self, taken: Cells, completed: Sequence) -> Option<usize> {
        let cells = self.last.iter().copied().enumerate();
        let may_be_taken = |&(cell, last): &(usize, Sequence)| {
            // No draw reads a cell of this block that has no value. Its `last` may be a work that reads an earlier
            // block.
            taken >> cell & 1 == 0 && (last <= completed || self.used >> cell & 1 == 0)
        };
        let (cell, _) = cells
            .filter(may_be_taken)
            .min_by_key(|&(cell, last)| (self.used >> cell & 1, last))?;
        if self.used >> cell & 1 == 1 {
            // States that have found the value there look for their cells again. A value that is added moves none, so
            // `write_value` keeps the revision.
            self.used &= !(1 << cell);
            self.revision = self.revision.wrapping_add(1);
        }
        Some(cell)
    }

    /// Records that a value is in a cell now.
    pub(crate) fn write_value(&mut self, cell: usize, value: [u8; CELL_SIZE]) {
        if let Some(held) = self.values.get_mut(cell) {
            *held = value;
            self.used |= 1 << cell;
        }
    }

    /// Records that the work `work` reads these cells.
    #[inline]
    pub(crate) fn record_use(&mut self, cells: Cells, work: Sequence) {
        let mut rest = cells;
        // An empty set has 64 trailing zeros: no cell has that number.
        while let Some(last) = self.last.get_mut(rest.trailing_zeros() as usize) {
            *last = work.max(*last);
            rest &= rest - 1;
        }
    }

    /// Forgets the block and all values.
    pub(crate) fn forget(&mut self) {
        (self.block, self.used) = (None, 0);
        self.revision = self.revision.wrapping_add(1);
    }

    /// A number that stays the same while values that were found stay in their cells.
    pub(crate) const fn revision(&self) -> u64 {
        self.revision
    }
}
