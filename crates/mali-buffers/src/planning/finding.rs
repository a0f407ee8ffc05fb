//! The search for the places of bound attributes, once until something moves.

use super::answers::{Decision, Obstacle, StreamingReason};
use super::copying::NoCopy;
use super::environment::{Environment, written};
use super::places::{Found, KnownBuffer, Place, Template};
use super::state::VertexState;
use crate::error::Error;
use crate::layout::{Existing, Group, Member, write_records};
use crate::list::append;
use crate::memory::{CELL_SIZE, Cells, ClientState, Constants, CopyKey, GpuMemory};
use crate::types::{BufferId, DataSource};
use mali_instancing::descriptor::BufferAddress;
use mali_instancing::draw::BufferRange;

/// The largest size that a descriptor can hold for any address: the descriptor of an unaligned buffer begins before the
/// buffer.
pub(crate) const MAX_SIZE: u32 = u32::MAX - (BufferAddress::ALIGNMENT as u32 - 1);

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Finds the places of a state's attributes, and makes the copies that are missing. If `gathers`, the vertices that
    /// indices name are to be gathered.
    #[cold]
    #[inline(never)]
    pub(crate) fn find<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        gathers: bool,
    ) -> Result<(), Error> {
        state.places.finder = None;
        self.find_groups(state, gathers)?;
        let cells = self.find_constants(state)?;
        let finder = self.planner.id;
        let places = &mut state.places;
        places.known.clear();
        let mut raw = 0;
        for (number, (group, found)) in state.layout.groups.iter().zip(&places.found).enumerate() {
            raw |= u32::from(found.is_raw(group)) << number;
            if let Some(buffer) = group
                .source
                .buffer()
                .and_then(|id| self.application.buffer(id))
            {
                let known = KnownBuffer::new(buffer);
                if !places.known.contains(&known) {
                    append(&mut places.known, known);
                }
            }
        }
        places.gathers = gathers;
        places.revision = self.planner.constants.revision();
        let template = Template { finder, raw };
        let is_same_pipeline = state.pipeline.arch == self.planner.target.arch;
        if places.template != Some(template) || !is_same_pipeline || cells != Some(places.cells) {
            places.template = None;
            state.pipeline.arch = self.planner.target.arch;
            state.set_input()?;
            // Constants are placed anew, and may be in other cells of the same set.
            let is_kept = state.layout.constants.is_empty();
            state.places.template = is_kept.then_some(template);
        }
        state.places.made = 2;
        state.places.finder = Some(finder);
        Ok(())
    }

    fn find_groups<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        gathers: bool,
    ) -> Result<(), Error> {
        let (layout, places) = (&state.layout, &mut state.places);
        places.found.clear();
        places.ranges.clear();
        (places.streamed, places.others, places.bounded) = (0, 0, 0);
        (places.vertices, places.lacks_place) = (u32::MAX, false);
        for (number, group) in layout.groups.iter().enumerate() {
            let is_per_vertex = layout.per_vertex >> number & 1 == 1;
            let members = layout.members_of(group);
            let mut range = BufferRange::default();
            let mut found = Found {
                place: Place::Stream,
                decision: Decision::Gathered,
                elements: u32::MAX,
                epoch: 0,
                begin: 0,
            };
            if !(gathers && is_per_vertex) {
                let (place, lacks_place) =
                    self.find_group(group, members, &mut found, &mut range)?;
                found.place = place;
                places.lacks_place |= lacks_place;
            }
            let buffer = group
                .source
                .buffer()
                .and_then(|id| self.application.buffer(id));
            let is_whole = buffer.is_some_and(|buffer| {
                !found.is_streamed() && found.rest(group, members, buffer) <= u64::from(range.size)
            });
            places.streamed |= u32::from(found.is_streamed()) << number;
            if is_per_vertex {
                places.vertices = places.vertices.min(found.elements);
                places.bounded |= u32::from(!is_whole) << number;
            } else {
                places.others |= 1 << number;
            }
            append(&mut places.ranges, range);
            append(&mut places.found, found);
        }
        Ok(())
    }

    /// Finds the place of a group. The result also tells whether there may be a better one at the next work.
    fn find_group(
        &mut self,
        group: &Group,
        members: &[Member],
        found: &mut Found,
        range: &mut BufferRange,
    ) -> Result<(Place, bool), Error> {
        let DataSource::Buffer(id) = group.source else {
            let (obstacle, reason) = (Obstacle::ClientMemory, StreamingReason::ClientMemory);
            found.decision = Decision::Streamed { obstacle, reason };
            // The end of an element fits 64 bits.
            found.elements = elements(group.elements_in(u64::MAX, group.length));
            return Ok((Place::Stream, false));
        };
        let unknown = Error::UnknownBuffer { buffer: id };
        let buffer = self.application.buffer(id).ok_or(unknown)?;
        let size = buffer.size();
        found.elements = elements(group.elements_in(size, group.length));
        let obstacle = match buffer.address() {
            None => Obstacle::NotMapped,
            Some(_) if group.converts => Obstacle::Format,
            Some(address) if !group.is_readable_at(members, address) => Obstacle::Unaligned,
            Some(address) => {
                found.decision = Decision::InPlace;
                found.place = Place::Source;
                let rest = found.rest(group, members, buffer);
                *range = cover((address, group.offset), rest, group, found);
                return Ok((Place::Source, false));
            }
        };
        match self.copy_group(id, size, group, members, obstacle)? {
            Ok((block, decision)) => {
                let place = Place::Copy(block.handle);
                (found.place, found.decision) = (place, decision);
                let begin = if group.is_direct {
                    group.offset
                } else {
                    group.before().saturating_mul(group.record_stride.into())
                };
                let buffer = self.application.buffer(id).ok_or(unknown)?;
                let rest = found.rest(group, members, buffer);
                *range = cover((block.address, begin), rest, group, found);
                Ok((place, false))
            }
            Err(NoCopy { reason, may_change }) => {
                found.decision = Decision::Streamed { obstacle, reason };
                Ok((Place::Stream, may_change))
            }
        }
    }

    /// The copy of a buffer of `size` bytes that has the group.
    fn copy_group(
        &mut self,
        id: BufferId,
        size: u64,
        group: &Group,
        members: &[Member],
        obstacle: Obstacle,
    ) -> Result<Result<(crate::types::Block, Decision), NoCopy>, Error> {
        let key = group.copy_key(members);
        if key == CopyKey::Raw {
            return self.static_copy(id, (key, Some(size)), obstacle, |_, _| Ok(()));
        }
        let all = Group {
            offset: group.phase(),
            ..*group
        };
        let existing = match all.stride {
            0 => all.existing(members, size, (0, 1)),
            _ => all.existing(members, size, (0, u32::MAX)),
        };
        let fits = existing.whole < u32::MAX;
        let copied = Some(all.records_size(members, existing)).filter(|_| fits);
        self.static_copy(id, (key, copied), obstacle, |from, to| {
            let begin = usize::try_from(all.offset).unwrap_or(usize::MAX);
            let from = from.get(begin..).unwrap_or_default();
            write_records(&all, members, existing, from, to)
        })
    }

    /// Finds cells for the constants, and writes the values that are new: otherwise they are streamed. Returns the
    /// cells that the constants had before.
    fn find_constants<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
    ) -> Result<Option<Cells>, Error> {
        let (constants, completed) = (&mut self.planner.constants, self.planner.completed);
        let before = (!state.places.streams_constants).then_some(state.places.cells);
        state.places.cells = 0;
        state.places.streams_constants = false;
        if state.layout.constants.is_empty() {
            return Ok(Some(0));
        }
        if constants.block.is_none() {
            constants.block = self.memory.allocate(Constants::SIZE);
        }
        let cells = match constants.block {
            Some(block) => {
                let mut new = 0_u32;
                let mut cells: Cells = 0;
                // Existing values come first, so that a new value does not take the cell of one of them.
                for (place, constant) in state.layout.constants.iter_mut().enumerate() {
                    match constants.find(&constant.value.to_le_bytes()) {
                        Some(cell) => {
                            cells |= 1 << cell;
                            constant.cell = cell as u8;
                            constant.decision = Decision::ConstantFound;
                        }
                        None => new |= 1 << place,
                    }
                }
                let mut is_placed = true;
                for (place, constant) in state.layout.constants.iter_mut().enumerate() {
                    if new >> place & 1 == 0 {
                        continue;
                    }
                    let value = constant.value.to_le_bytes();
                    let found = constants.find(&value);
                    let Some(cell) = found.or_else(|| constants.free(cells, completed)) else {
                        is_placed = false;
                        break;
                    };
                    if found.is_none() {
                        let offset = (cell * CELL_SIZE) as u64;
                        written(self.memory, &block, offset, CELL_SIZE as u64)?
                            .copy_from_slice(&value);
                        constants.put(cell, value);
                        let bytes = &mut self.planner.counters.constant_bytes;
                        *bytes = bytes.wrapping_add(CELL_SIZE as u64);
                    }
                    cells |= 1 << cell;
                    constant.cell = cell as u8;
                    constant.decision = Decision::ConstantWritten;
                }
                Some((block, cells)).filter(|_| is_placed)
            }
            None => None,
        };
        let count = state.layout.constants.len();
        let range = match cells {
            Some((block, cells)) => {
                state.places.cells = cells;
                BufferRange::new(block.address, Constants::SIZE as u32)
            }
            None => {
                state.places.streams_constants = true;
                state.places.lacks_place = true;
                for constant in &mut state.layout.constants {
                    constant.decision = Decision::ConstantStreamed;
                }
                BufferRange::new(0, (count * CELL_SIZE) as u32)
            }
        };
        append(&mut state.places.ranges, range);
        Ok(before)
    }
}

/// The range that covers a group's elements in its memory, from an offset on. Their number is in `found` then.
///
/// A range without bytes begins where the memory does: on V4 to V7, a descriptor covers the bytes from the aligned address
/// before its own on.
fn cover((memory, offset): (u64, u64), rest: u64, group: &Group, found: &mut Found) -> BufferRange {
    let offset = if rest == 0 { 0 } else { offset };
    let address = memory.wrapping_add(offset);
    let size = rest.min(MAX_SIZE.into());
    if size < rest {
        let steps = |last: u64| last.checked_div(found.stride(group).into());
        let last = size.checked_sub(found.length(group).into());
        let covered = last.map_or(0, |last| steps(last).unwrap_or(u64::MAX).saturating_add(1));
        found.elements = found.elements.min(elements(covered));
    }
    BufferRange::new(address, size as u32)
}

/// The number of elements, or as many as a draw can need.
fn elements(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The elements of one group that a draw streams if all exist.
pub(crate) const fn all((_, count): (u32, u32)) -> Existing {
    Existing {
        whole: count,
        rest: 0,
    }
}
