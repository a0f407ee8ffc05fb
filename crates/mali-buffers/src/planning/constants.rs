//! The values that are the same for all vertices: in the block of constants, or in the ring.

use super::answers::Decision;
use super::environment::{Environment, written};
use super::state::VertexState;
use crate::error::Error;
use crate::input::{ConstantValue, Element};
use crate::memory::{CELL_SIZE, Cells, ClientState, Constants, GpuMemory};
use crate::streams::{Member, Place};
use crate::types::Block;
use mali_instancing::draw::BufferRange;

/// The values of constants, each with its attribute.
pub(crate) fn values(members: &[Member]) -> impl Iterator<Item = (usize, ConstantValue)> + '_ {
    let members = members.iter().enumerate();
    members.filter_map(|(number, member)| match member.element {
        Element::Constant(value) => Some((number, value)),
        _ => None,
    })
}

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Finds cells for the constants, and writes the values that are new: otherwise they are streamed. Returns whether the
    /// offsets of the attributes are others.
    pub(crate) fn place_constants<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
    ) -> Result<bool, Error> {
        let mut offsets = [0; ATTRIBUTES];
        (state.places.cells, state.places.written) = (0, 0);
        if self.planner.constants.block.is_none() {
            self.planner.constants.block = self.memory.allocate(Constants::SIZE);
        }
        let block = self.planner.constants.block;
        let cells = match block {
            Some(block) => self.find_cells(state, &block, &mut offsets)?,
            None => None,
        };
        let layout = &mut state.layout;
        let number = layout.streams.len().saturating_sub(1);
        let (Some(stream), Some(range)) = (
            layout.streams.get_mut(number),
            state.places.ranges.get_mut(number),
        ) else {
            return Ok(false);
        };
        if let (Some(block), Some(cells)) = (block, cells) {
            state.places.cells = cells;
            (stream.place, stream.decision) = (Place::Source, Decision::ConstantFound);
            // One descriptor covers the whole block. The offset of each attribute selects its cell.
            *range = BufferRange::new(block.address, Constants::SIZE as u32);
        } else {
            state.places.written = 0;
            (stream.place, stream.decision) = (Place::Ring, Decision::ConstantStreamed);
            // `stream` writes the values in this order, which is that of the attributes.
            let places = (0..).step_by(CELL_SIZE);
            for ((number, _), place) in values(&layout.members).zip(places) {
                if let Some(offset) = offsets.get_mut(number) {
                    *offset = place;
                }
            }
        }
        // The GPU may have finished with a cell by the next work.
        stream.retries = stream.place == Place::Ring;
        // After `find_cells`, since a value that gives way there changes the revision.
        stream.token = self.planner.constants.revision();
        let mut has_moved = false;
        // The offsets are in the checked input, which is made again only if one has moved.
        for (member, offset) in layout.members.iter_mut().zip(offsets) {
            if let Element::Constant(_) = member.element {
                has_moved |= member.at != offset;
                member.at = offset;
            }
        }
        state.places.has_made |= state.places.written != 0;
        Ok(has_moved)
    }

    /// The cells of all values; `None` if there are too few.
    fn find_cells<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        block: &Block,
        offsets: &mut [u32; ATTRIBUTES],
    ) -> Result<Option<Cells>, Error> {
        let (constants, completed) = (&mut self.planner.constants, self.planner.completed);
        let mut cells: Cells = 0;
        // It borrows `cells`, so it returns them for the search of the next free cell.
        let mut place = |number: usize, cell: usize| {
            if let Some(offset) = offsets.get_mut(number) {
                *offset = (cell * CELL_SIZE) as u32;
            }
            cells |= 1 << cell;
            cells
        };
        // Existing values come first, so that a new value does not take the cell of one of them.
        let (mut new, mut taken) = (0_u32, 0);
        for (number, value) in values(&state.layout.members) {
            match constants.find(&value.to_le_bytes()) {
                Some(cell) => taken = place(number, cell),
                None => new |= 1 << number,
            }
        }
        state.places.written = new;
        for (number, value) in values(&state.layout.members) {
            if new >> number & 1 == 0 {
                continue;
            }
            let value = value.to_le_bytes();
            // An earlier attribute of this draw may have written the same value.
            let found = constants.find(&value);
            let Some(cell) = found.or_else(|| constants.free(taken, completed)) else {
                // Values that were written before this stay in their cells, and are found by the next draw.
                return Ok(None);
            };
            if found.is_none() {
                let offset = (cell * CELL_SIZE) as u64;
                written(self.memory, block, offset, CELL_SIZE as u64)?.copy_from_slice(&value);
                constants.write_value(cell, value);
                let bytes = &mut self.planner.counters.constant_bytes;
                *bytes = bytes.wrapping_add(CELL_SIZE as u64);
            }
            taken = place(number, cell);
        }
        Ok(Some(taken))
    }
}
