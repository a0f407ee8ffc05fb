use super::data::{IndexData, IndexInput};
use crate::conversion::index_bounds;
use crate::draw::{ElementArray, Target};
use crate::error::Error;
use crate::planning::{Decision, Obstacle, StreamingReason};
use crate::two_phase::memory::{BoundsKey, Buffer, ClientState, FoundBounds, read};
use crate::two_phase::planning::data_copy::Contents;
use crate::two_phase::planning::fetched_array::FetchedArray;
use crate::two_phase::planning::plan_builder::PlanBuilder;
use crate::two_phase::{Location, MemoryRef, StreamKind};
use crate::types::{DataSource, IndexType};
use mali_instancing::InputRate;
use mali_instancing::draw::{DrawError, IndexBounds, IndexedVertices};

/// The indices of a draw that draws something.
pub(crate) struct ElementSource {
    target: Target,
    array: ElementArray,
    /// The bounds of the indices; `None` if nothing needs them.
    bounds: Option<IndexBounds>,
    /// The application's restart index, if an index can have its value.
    restart_index: Option<u32>,
}

/// The indices of a draw, with their bounds that were found before. The draw may have no indices. `None` if something
/// must be found out or written first.
#[inline]
pub(crate) fn found_indices<'a>(
    target: Target,
    array: &ElementArray,
    buffer: &Buffer,
    found: &'a [FoundBounds],
) -> Result<Option<(IndexData, Option<&'a FoundBounds>)>, Error> {
    let mut elements = ElementSource::new(target, array);
    if array.count == 0 || !array.bytes().is_ok_and(|bytes| bytes.end <= buffer.size()) {
        return Ok(None);
    }
    let mut known = None;
    if elements.bounds.is_none() && (elements.need_bounds() || target.needs_bounds()) {
        known = FoundBounds::find(found, &elements.key(), &buffer.changes);
        elements.bounds = known.and_then(|known| known.bounds);
        if elements.bounds.is_none() {
            return Ok(None);
        }
    }
    Ok(elements.found(buffer)?.map(|data| (data, known)))
}

impl ElementSource {
    #[inline]
    fn new(target: Target, array: &ElementArray) -> Self {
        let largest = array.index_type.largest();
        Self {
            target,
            array: *array,
            bounds: target.stated_bounds(array),
            restart_index: array.restart_index.filter(|&index| index <= largest),
        }
    }

    /// The indices of a draw that draws something.
    pub(crate) fn of<A: ClientState, const ATTRIBUTES: usize>(
        builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
        arrays: impl Iterator<Item = (usize, FetchedArray)>,
        array: &ElementArray,
    ) -> Result<Option<Self>, Error> {
        let mut elements = Self::new(builder.target, array);
        let array = &mut elements.array;
        if let DataSource::Buffer(id) = array.source {
            *array = builder.target.existing(array, builder.buffer(id)?.size())?;
            if array.count == 0 {
                return Ok(None);
            }
        }
        let is_stated = elements.bounds.is_some();
        if !is_stated && (elements.need_bounds() || needs_bounds(builder, arrays)?) {
            elements.bounds = elements.look(builder)?;
            if elements.bounds.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(elements))
    }

    /// Whether the indices themselves need their bounds.
    fn need_bounds(&self) -> bool {
        let largest = self.array.index_type.largest();
        self.array.base_vertex < 0 || self.restart_index.is_some_and(|index| index != largest)
    }

    const fn key(&self) -> BoundsKey {
        BoundsKey::new(&self.array, self.restart_index)
    }

    /// The smallest and the largest index, found before or found now.
    fn look<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    ) -> Result<Option<IndexBounds>, Error> {
        let (array, application) = (&self.array, builder.application);
        let scan = || {
            let indices = read(application, array.source, array.bytes()?)?;
            Ok(index_bounds(array.index_type, &indices, self.restart_index))
        };
        let DataSource::Buffer(id) = array.source else {
            return scan();
        };
        let changes = &builder.buffer(id)?.changes;
        let found = match FoundBounds::find(application.found_bounds(id), &self.key(), changes) {
            Some(known) => known.at(changes),
            None => FoundBounds::new(self.key(), scan()?, changes),
        };
        builder.plan.bounds = Some((id, found));
        Ok(found.bounds)
    }

    /// The indices in a place where they can be read without a write before the draw: their own buffer, or an existing
    /// copy.
    pub(crate) fn found(&self, buffer: &Buffer) -> Result<Option<IndexData>, Error> {
        let (obstacle, offset) = (self.obstacle(buffer), self.array.offset);
        if let (None, Some(memory)) = (obstacle, buffer.memory()) {
            let unchanged = Converted {
                to: self.array.index_type,
                mapped: None,
                restart_index: self.restart_index,
            };
            let location = Location { memory, offset };
            return Ok(Some(self.data(location, unchanged, Decision::InPlace)?));
        }
        let obstacle = obstacle.unwrap_or(Obstacle::NotMapped);
        let converted = self.converted()?;
        let whole = self.whole(buffer, converted);
        let key = whole.and_then(|(_, contents)| contents.copy_key());
        let Some(copy) = key.and_then(|key| buffer.copies.find(key)) else {
            return Ok(None);
        };
        let location = self.in_copy(MemoryRef::Copy(copy), converted);
        let decision = Decision::CopyFound { obstacle };
        Ok(Some(self.data(location, converted, decision)?))
    }

    /// The indices with their bounds, if none restarts and they name few of the vertices between these bounds. The rule
    /// is that of Mesa's `u_vbuf`, in `util_is_vbo_upload_ratio_too_large`.
    pub(crate) fn sparse(&self) -> Result<Option<ElementArray>, Error> {
        let Some(bounds) = self.bounds.filter(|_| self.restart_index.is_none()) else {
            return Ok(None);
        };
        let vertices = vertices_of(Some(bounds), self.array.base_vertex)?.vertices;
        let factor = match vertices {
            257.. => 4,
            65.. => 8,
            _ => 16,
        };
        let is_sparse = u64::from(vertices) > factor * u64::from(self.array.count);
        Ok(is_sparse.then_some(ElementArray {
            bounds: Some(bounds),
            ..self.array
        }))
    }

    pub(crate) fn prepare<A: ClientState, const ATTRIBUTES: usize>(
        self,
        builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    ) -> Result<IndexData, Error> {
        let (mut obstacle, mut reason) = (Obstacle::ClientMemory, StreamingReason::ClientMemory);
        if let DataSource::Buffer(id) = self.array.source {
            let buffer = builder.buffer(id)?;
            if let Some(data) = self.found(buffer)? {
                return Ok(data);
            }
            let converted = self.converted()?;
            obstacle = self.obstacle(buffer).unwrap_or(Obstacle::NotMapped);
            let copy = match self.whole(buffer, converted) {
                None if !self.is_aligned(self.array.offset) => Err(StreamingReason::Unaligned),
                whole => builder.static_copy(buffer, obstacle, whole),
            };
            match copy {
                Ok((memory, decision)) => {
                    return self.data(self.in_copy(memory, converted), converted, decision);
                }
                Err(streaming) => reason = streaming,
            }
        }
        self.stream(builder, Decision::Streamed { obstacle, reason })
    }

    /// The indices in a copy of their whole buffer.
    fn in_copy(&self, memory: MemoryRef, converted: Converted) -> Location {
        let first = self.array.offset / u64::from(self.array.index_type.size());
        let offset = first * u64::from(converted.to.size());
        Location { memory, offset }
    }

    fn data(
        &self,
        location: Location,
        converted: Converted,
        decision: Decision,
    ) -> Result<IndexData, Error> {
        Ok(IndexData {
            indices: Some(IndexInput {
                location,
                index_type: converted.to,
                count: self.array.count,
                restart_index: converted.restart_index,
            }),
            vertices: vertices_of(self.bounds, self.array.base_vertex)?,
            decision: Some(decision),
        })
    }

    /// Whether an offset or an address is a multiple of an index's size.
    fn is_aligned(&self, offset: u64) -> bool {
        offset % u64::from(self.array.index_type.size()) == 0
    }

    /// The reason why a buffer's indices cannot be read in place.
    fn obstacle(&self, buffer: &Buffer) -> Option<Obstacle> {
        let Some(address) = buffer.address() else {
            return Some(Obstacle::NotMapped);
        };
        if !self.is_aligned(address.wrapping_add(self.array.offset)) {
            return Some(Obstacle::Unaligned);
        }
        self.rewrites_restart_index()
            .then_some(Obstacle::RestartIndex)
    }

    /// Whether the restart index must become the one whose bits are all set.
    fn rewrites_restart_index(&self) -> bool {
        let largest = self.array.index_type.largest();
        let restarts = |index| self.target.restarts_at(index, largest);
        !self.restart_index.is_none_or(restarts)
    }

    /// The type and the restart index that the indices have after a copy. If the index whose bits are all set names a
    /// vertex and must also restart primitives, the copied indices have more bits.
    fn converted(&self) -> Result<Converted, Error> {
        let from = self.array.index_type;
        let rewrites = self.rewrites_restart_index();
        let is_vertex = |bounds: IndexBounds| bounds.maximum >= from.largest();
        let collides = rewrites && self.bounds.is_some_and(is_vertex);
        let to = match (from, self.restart_index) {
            _ if !collides => from,
            (IndexType::U8, _) => IndexType::U16,
            (IndexType::U32, Some(restart_index)) => {
                return Err(Error::RestartIndex { restart_index });
            }
            _ => IndexType::U32,
        };
        let mapped = self.restart_index.filter(|_| rewrites);
        Ok(Converted {
            to,
            mapped,
            restart_index: mapped.map(|_| to.largest()).or(self.restart_index),
        })
    }

    /// The size in bytes and the contents of a copy of all of a buffer's indices, if the copy would contain these
    /// indices.
    fn whole(&self, buffer: &Buffer, converted: Converted) -> Option<(u64, Contents)> {
        let count = buffer.size() / u64::from(self.array.index_type.size());
        let size = count.checked_mul(converted.to.size().into())?;
        let contents = self.contents(0, count, converted);
        self.is_aligned(self.array.offset)
            .then_some((size, contents))
    }

    /// A copy of `count` indices from byte `offset` on.
    const fn contents(&self, offset: u64, count: u64, converted: Converted) -> Contents {
        Contents::Indices {
            source: self.array.source,
            offset,
            from: self.array.index_type,
            to: converted.to,
            restart_index: converted.mapped,
            count,
        }
    }

    /// Streams the indices of this draw.
    fn stream<A: ClientState, const ATTRIBUTES: usize>(
        &self,
        builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
        decision: Decision,
    ) -> Result<IndexData, Error> {
        let converted = self.converted()?;
        let (to, count) = (converted.to, self.array.count);
        let size = to.size_of(count);
        let location = builder.reserve(StreamKind::Indices, size, to.size().into())?;
        let contents = self.contents(self.array.offset, count.into(), converted);
        builder.write(location, size, contents);
        self.data(location, converted, decision)
    }
}

/// The form of indices after a copy.
#[derive(Clone, Copy)]
struct Converted {
    to: IndexType,
    /// The restart index that becomes the one whose bits are all set.
    mapped: Option<u32>,
    /// The restart index that the indices have then.
    restart_index: Option<u32>,
}

/// Whether a draw needs the bounds of its indices: the architecture needs them, some elements must be copied, or no
/// descriptor can hold the end of a buffer.
fn needs_bounds<A: ClientState, const ATTRIBUTES: usize>(
    builder: &mut PlanBuilder<'_, A, ATTRIBUTES>,
    arrays: impl Iterator<Item = (usize, FetchedArray)>,
) -> Result<bool, Error> {
    if builder.target.needs_bounds() {
        return Ok(true);
    }
    for (_, fetched) in arrays {
        let array = &fetched.array;
        if array.rate == InputRate::Vertex {
            let DataSource::Buffer(id) = array.source else {
                return Ok(true);
            };
            if fetched.found_whole(builder.buffer(id)?).is_none() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The vertices that indices with those bounds name.
fn vertices_of(bounds: Option<IndexBounds>, base_vertex: i32) -> Result<IndexedVertices, Error> {
    match bounds {
        Some(bounds) => {
            let vertices = bounds.vertices(base_vertex)?;
            let index = bounds.minimum;
            // The descriptor of a copied array begins with the array's first vertex.
            if index.checked_add_signed(base_vertex).is_none() {
                Err(DrawError::BaseVertex { index, base_vertex })?;
            }
            Ok(vertices)
        }
        // As many vertices as there can be, counted from vertex 0 of the indices.
        None => Ok(IndexedVertices {
            vertices: u32::MAX,
            first_vertex: base_vertex.unsigned_abs(),
            base_vertex_offset: 0,
        }),
    }
}
