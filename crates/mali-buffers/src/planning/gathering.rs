//! The vertices that few indices name among many.

use core::ops::{Deref, Range};

use super::environment::Environment;
use super::indices::Indices;
use super::state::VertexState;
use crate::draw::ElementArray;
use crate::error::Error;
use crate::memory::{ClientState, GpuMemory, bytes_of, has};
use crate::streams::{Member, Place, Stream};
use crate::types::DataSource;
use mali_instancing::InputRate;

/// The vertices that a draw's indices name, in the indices' order.
pub(crate) struct NamedVertices<B> {
    array: ElementArray,
    bytes: B,
}

impl<B: Deref<Target = [u8]>> NamedVertices<B> {
    pub(crate) fn of<'a, A>(array: ElementArray, application: &'a A) -> Result<Self, Error>
    where
        A: ClientState<Bytes<'a> = B>,
    {
        let bytes = bytes_of(application, array.source, array.bytes()?)?;
        Ok(Self { array, bytes })
    }

    /// The vertex that index `number` names. An index outside the bounds, which are wrong then, names the nearest
    /// vertex.
    fn get(&self, number: u32) -> Option<u32> {
        let (index_type, bounds) = (self.array.index_type, self.array.bounds?);
        let begin = usize::try_from(index_type.size_of(number)).ok()?;
        let bytes = self.bytes.get(begin..begin + index_type.size() as usize)?;
        // The least significant byte is the first: the last one becomes the upper bits.
        let index = bytes.iter().rev();
        let index = index.fold(0, |index, &byte| index << 8 | u32::from(byte));
        let index = index.max(bounds.minimum).min(bounds.maximum);
        index.checked_add_signed(self.array.base_vertex)
    }

    /// Writes the elements of the named vertices.
    #[inline(never)]
    pub(crate) fn gather<'a, A: ClientState<Bytes<'a> = B>>(
        &self,
        stream: &Stream,
        members: &[Member],
        application: &'a A,
        destination: &mut [u8],
    ) -> Result<(), Error> {
        let one = stream.extent(1);
        let stride = stream.record_stride.max(1) as usize;
        for (record, index) in destination.chunks_mut(stride).zip(0..) {
            // `Indices::check` has refused bounds whose vertices leave 32 bits, so each index names one.
            let vertex = self.get(index).unwrap_or(u32::MAX);
            let (source, range) = element(stream, vertex)?;
            let bytes = bytes_of(application, source, range)?;
            // The last record has no padding after it, and the others have theirs left out.
            let length = (stream.record_length as usize).min(record.len());
            let record = record.get_mut(..length).unwrap_or_default();
            stream.write(members, &one, &bytes, record)?;
        }
        Ok(())
    }
}

/// The bytes of a vertex in a stream.
fn element(stream: &Stream, vertex: u32) -> Result<(DataSource, Range<u64>), Error> {
    let offset = u64::from(vertex) * u64::from(stream.stride);
    // Only constants have no data, and they do not step per vertex.
    let source = stream.source.data().unwrap_or(DataSource::Client(0));
    let begin = stream.begin.checked_add(offset);
    let end = begin.and_then(|begin| begin.checked_add(stream.length.into()));
    match (begin, end) {
        (Some(begin), Some(end)) => Ok((source, begin..end)),
        _ => Err(Error::Unreadable { source, offset }),
    }
}

impl<A: ClientState, M: GpuMemory> Environment<'_, A, M> {
    /// Whether the vertices that indices name are gathered: they are given no other place then. What is gathered stays so
    /// for other sparse indices.
    pub(crate) fn gathered<const ATTRIBUTES: usize>(
        &mut self,
        state: &mut VertexState<ATTRIBUTES>,
        indices: &Indices,
    ) -> Result<bool, Error> {
        let gathers = state.may_gather() && indices.are_sparse()? && self.gathers(state, indices);
        self.place_streams(state, true, gathers)?;
        Ok(gathers)
    }

    /// Whether the vertices that sparse indices name must be gathered: otherwise they would be streamed with all vertices
    /// between them. Buffers must have the last of them, and elements must not overlap.
    fn gathers<const ATTRIBUTES: usize>(
        &self,
        state: &VertexState<ATTRIBUTES>,
        indices: &Indices,
    ) -> bool {
        let last = (indices.bounds())
            .and_then(|bounds| bounds.maximum.checked_add_signed(indices.array.base_vertex));
        let has_last = |stream: &Stream| {
            let element = last.map(|vertex| element(stream, vertex));
            // Elements that overlap are next to each other as they are.
            stream.record_length <= stream.record_stride
                && matches!(element, Some(Ok((source, range))) if has(self.application, source, &range))
        };
        let is_per_vertex = |stream: &&Stream| stream.rate == InputRate::Vertex;
        let mut per_vertex = state.layout.streams.iter().filter(is_per_vertex);
        let mut streamed = per_vertex.clone();
        streamed.any(|stream| stream.place == Place::Ring) && per_vertex.all(has_last)
    }
}
