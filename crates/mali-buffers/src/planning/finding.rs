//! The places of bound attributes, found once until something moves.

use arrayvec::ArrayVec;

use super::copying::{Environment, NoCopy, written};
use super::decision::{Decision, Obstacle, StreamingReason};
use super::records::write_records;
use super::state::{KnownBuffer, VertexState};
use crate::error::Error;
use crate::layout::{Existing, Group, Member};
use crate::list::append;
use crate::memory::{Buffer, CELL_SIZE, Cells, ClientState, Constants, CopyKey, GpuMemory};
use crate::types::{BufferId, ContextId, DataSource, Sequence};
use mali_instancing::descriptor::BufferAddress;
use mali_instancing::draw::{BufferRange, VertexInputState};

/// The largest size that a descriptor can hold for any address: the descriptor of an unaligned buffer begins before the
/// buffer.
pub(crate) const MAX_SIZE: u32 = u32::MAX - (BufferAddress::ALIGNMENT as u32 - 1);

/// The places from which a state's attributes are read.
#[derive(Clone, Debug)]
pub(crate) struct Places<const ATTRIBUTES: usize> {
    /// The context whose planner has found the places; `None` if they must be found again.
    pub(crate) finder: Option<ContextId>,
    /// The buffers that were inspected, as they were then.
    pub(crate) known: ArrayVec<KnownBuffer, ATTRIBUTES>,
    /// The place of each group.
    pub(crate) found: ArrayVec<Found, ATTRIBUTES>,
    /// The ranges of the groups, and of the constants.
    pub(crate) ranges: ArrayVec<BufferRange, ATTRIBUTES>,
    /// The checked vertex input, and what it was made of; `None` if it is not valid.
    pub(crate) input: VertexInputState<ATTRIBUTES, ATTRIBUTES>,
    pub(crate) template: Option<Template>,
    /// The cells of the constants, and the revision of the block that they are in.
    pub(crate) cells: Cells,
    pub(crate) revision: u64,
    /// The number of vertices that all groups have which step per vertex.
    pub(crate) vertices: u32,
    /// The sets of groups that are streamed, that do not step per vertex, and that do but may lack some of the vertices
    /// which indices of unknown bounds name.
    pub(crate) streamed: u32,
    pub(crate) others: u32,
    pub(crate) bounded: u32,
    /// Whether the constants are streamed.
    pub(crate) streams_constants: bool,
    /// Whether the vertices that indices name are gathered.
    pub(crate) gathers: bool,
    /// Whether something had no place that may have one at the next work.
    pub(crate) lacks_place: bool,
    /// The number of draws after which what was made for the first of them is found: 0 if nothing was.
    pub(crate) made: u8,
}

/// What a checked vertex input depends on besides the layout: the groups that are read as they are in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    finder: ContextId,
    raw: u32,
}

/// The place of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Where the application has put it.
    Source,
    /// In the copy of its buffer that is in the block with this handle.
    Copy(u64),
    Stream,
}

/// A group as it was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) place: Place,
    pub(crate) decision: Decision,
    /// The number of elements that the range has, or that can be streamed.
    pub(crate) elements: u32,
    /// The epoch of the data that was streamed last.
    pub(crate) epoch: u64,
    /// The element that the range begins with, of a group that is not streamed.
    pub(crate) begin: u32,
}

impl Found {
    pub(crate) fn is_streamed(&self) -> bool {
        self.place == Place::Stream
    }

    /// Whether the elements are as in the source: otherwise they are records.
    pub(crate) fn is_raw(&self, group: &Group) -> bool {
        match self.place {
            Place::Source => true,
            Place::Copy(_) => group.is_direct,
            Place::Stream => false,
        }
    }

    /// The distance between elements, in bytes.
    pub(crate) fn stride(&self, group: &Group) -> u32 {
        if self.is_raw(group) {
            group.stride
        } else {
            group.record_stride
        }
    }

    /// The offset of an attribute in an element, in bytes.
    pub(crate) fn offset(&self, group: &Group, member: &Member) -> u32 {
        if self.is_raw(group) {
            member.offset
        } else {
            group.record_offset(member)
        }
    }

    /// The length of an element, in bytes.
    pub(crate) fn length(&self, group: &Group) -> u32 {
        if self.is_raw(group) {
            group.length
        } else {
            group.record_length
        }
    }

    /// The number of bytes from the group's first element to the end of the memory that it was found in.
    pub(crate) fn rest(&self, group: &Group, members: &[Member], buffer: &Buffer) -> u64 {
        if self.is_raw(group) {
            buffer.size().saturating_sub(group.offset)
        } else {
            group.records_size(
                members,
                group.existing(members, buffer.size(), (0, u32::MAX)),
            )
        }
    }
}

impl<const ATTRIBUTES: usize> Places<ATTRIBUTES> {
    pub(crate) const NONE: Self = Self {
        finder: None,
        known: ArrayVec::new_const(),
        found: ArrayVec::new_const(),
        ranges: ArrayVec::new_const(),
        input: VertexInputState::empty(),
        template: None,
        cells: 0,
        revision: 0,
        vertices: 0,
        streamed: 0,
        others: 0,
        bounded: 0,
        streams_constants: false,
        gathers: false,
        lacks_place: false,
        made: 0,
    };

    /// Whether the places are still right.
    #[inline]
    pub(crate) fn are_known<A: ClientState>(
        &self,
        finder: ContextId,
        constants: &Constants,
        application: &A,
    ) -> bool {
        let mut buffers = self.known.iter();
        self.finder == Some(finder)
            && (self.cells == 0 || self.revision == constants.revision())
            && buffers.all(|known| known.of(application).is_some())
    }
}

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Finds the places of a state's attributes, and makes the copies that are missing. If `gathers`, the vertices that
    /// indices name are to be gathered.
    #[cold]
    #[inline(never)]
    pub(crate) fn find<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        (finder, constants, completed): (ContextId, &mut Constants, Sequence),
        gathers: bool,
    ) -> Result<(), Error> {
        state.places.finder = None;
        self.find_groups(state, gathers)?;
        let cells = self.find_constants(state, constants, completed)?;
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
        places.revision = constants.revision();
        let template = Template { finder, raw };
        let is_same_pipeline = state.pipeline.arch == self.target.arch;
        if places.template != Some(template) || !is_same_pipeline || cells != Some(places.cells) {
            places.template = None;
            state.pipeline.arch = self.target.arch;
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
        constants: &mut Constants,
        completed: Sequence,
    ) -> Result<Option<Cells>, Error> {
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
                        let bytes = &mut self.counters.constant_bytes;
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
        let last = size - u64::from(found.length(group));
        let covered = last.checked_div(found.stride(group).into());
        found.elements = found
            .elements
            .min(elements(covered.unwrap_or(u64::MAX).saturating_add(1)));
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
