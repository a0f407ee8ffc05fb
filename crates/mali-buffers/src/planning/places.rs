//! The places of bound attributes, and the buffers in which they were found.

use arrayvec::ArrayVec;

use super::answers::Decision;
use crate::layout::{Group, Member};
use crate::memory::{Buffer, Cells, ClientState, Constants};
use crate::types::{BufferId, ContextId};
use mali_instancing::draw::{BufferRange, VertexInputState};

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

/// The dependencies of a checked vertex input besides the layout: the groups that are read as they are in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) finder: ContextId,
    pub(crate) raw: u32,
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

/// A buffer, and a number that changes if its data or its copies move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownBuffer {
    pub(crate) id: BufferId,
    places: u32,
}

impl KnownBuffer {
    pub(crate) const fn new(buffer: &Buffer) -> Self {
        Self {
            id: buffer.id(),
            places: buffer.places,
        }
    }

    /// The buffer, if its data and copies have not moved since.
    #[inline]
    pub(crate) fn of<A: ClientState>(self, application: &A) -> Option<&Buffer> {
        let buffer = application.buffer(self.id);
        buffer.filter(|buffer| buffer.places == self.places)
    }
}
