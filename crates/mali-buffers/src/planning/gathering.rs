//! The vertices that few indices name among many.

use core::ops::Deref;

use super::environment::Environment;
use super::indices::Indices;
use super::state::VertexState;
use crate::draw::ElementArray;
use crate::error::Error;
use crate::layout::{Existing, Group, Member, write_records};
use crate::memory::{ClientState, GpuMemory, has, read};

/// The vertices that a draw's indices name, in the indices' order.
pub(crate) struct NamedVertices<B> {
    array: ElementArray,
    bytes: B,
}

impl<B: Deref<Target = [u8]>> NamedVertices<B> {
    pub(crate) fn read<'a, A>(array: ElementArray, application: &'a A) -> Result<Self, Error>
    where
        A: ClientState<Bytes<'a> = B>,
    {
        let bytes = read(application, array.source, array.bytes()?)?;
        Ok(Self { array, bytes })
    }

    /// The vertex that index `number` names. An index outside the bounds, which are wrong then, names the nearest
    /// vertex.
    fn get(&self, number: u32) -> Option<u32> {
        let (index_type, bounds) = (self.array.index_type, self.array.bounds?);
        let begin = usize::try_from(index_type.size_of(number)).ok()?;
        let bytes = self.bytes.get(begin..begin + index_type.size() as usize)?;
        let index = bytes.iter().rev();
        let index = index.fold(0, |index, &byte| index << 8 | u32::from(byte));
        let index = index.max(bounds.minimum).min(bounds.maximum);
        index.checked_add_signed(self.array.base_vertex)
    }

    /// Writes the records of the named vertices.
    #[inline(never)]
    pub(crate) fn gather<'a, A: ClientState<Bytes<'a> = B>>(
        &self,
        group: &Group,
        members: &[Member],
        application: &'a A,
        destination: &mut [u8],
    ) -> Result<(), Error> {
        let one = Existing { whole: 1, rest: 0 };
        let stride = group.record_stride.max(1) as usize;
        let source = group.source;
        for (record, number) in destination.chunks_mut(stride).zip(0..) {
            let vertex = self.get(number).unwrap_or(u32::MAX);
            let offset = u64::from(vertex) * u64::from(group.stride);
            let begin = group.offset.checked_add(offset);
            let range =
                begin.and_then(|begin| Some(begin..begin.checked_add(group.length.into())?));
            let range = range.ok_or(Error::Unreadable { source, offset })?;
            let element = read(application, source, range)?;
            let length = (group.record_length as usize).min(record.len());
            let record = record.get_mut(..length).unwrap_or_default();
            write_records(group, members, one, &element, record)?;
        }
        Ok(())
    }
}

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Sparse indices whose vertices are gathered, which are given no other place then. What is gathered stays so for
    /// other sparse indices.
    pub(crate) fn gathered<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        indices: &Indices,
    ) -> Result<Option<ElementArray>, Error> {
        let sparse = if state.may_gather() {
            indices.sparse()?
        } else {
            None
        };
        if state.places.gathers && sparse.is_none() {
            self.find(state, false)?;
        }
        let gathered = sparse.filter(|array| self.gathers(state, array));
        if gathered.is_some() != state.places.gathers {
            self.find(state, gathered.is_some())?;
        }
        Ok(gathered)
    }

    /// Whether the vertices that sparse indices name must be gathered: otherwise they would be streamed with all vertices
    /// between them. Buffers must have the last of them.
    fn gathers<const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        indices: &ElementArray,
    ) -> bool {
        let (layout, places) = (&state.layout, &state.places);
        let has_last = |group: &Group| {
            let vertex = indices
                .bounds
                .and_then(|bounds| bounds.maximum.checked_add_signed(indices.base_vertex));
            let offset = vertex.map(|vertex| u64::from(vertex) * u64::from(group.stride));
            let begin = offset.and_then(|offset| group.offset.checked_add(offset));
            let last = begin.and_then(|begin| Some(begin..begin.checked_add(group.length.into())?));
            last.is_some_and(|last| has(self.application, group.source, &last))
        };
        let mut groups = layout.groups.iter().enumerate();
        places.streamed & layout.per_vertex != 0
            && groups.all(|(number, group)| layout.per_vertex >> number & 1 == 0 || has_last(group))
    }
}
