use super::answers::{Decision, IndexData, IndexInput, Obstacle, StreamingReason};
use super::environment::Environment;
use super::places::KnownBuffer;
use super::state::KnownIndices;
use crate::conversion::{convert_indices, index_bounds};
use crate::draw::{ElementArray, Target};
use crate::error::Error;
use crate::memory::{
    BoundsKey, Buffer, ClientState, CopyKey, FoundBounds, GpuMemory, keep_bounds, read,
};
use crate::types::{DataSource, IndexType};
use mali_instancing::draw::{DrawError, IndexBounds, IndexedVertices};

/// The indices of a draw that draws something.
pub(crate) struct Indices {
    target: Target,
    pub(crate) array: ElementArray,
    /// The bounds of the indices; `None` if nothing needs them.
    bounds: Option<IndexBounds>,
    /// The application's restart index, if an index can have its value.
    restart_index: Option<u32>,
}

/// The place of a draw's indices.
pub(crate) struct PlacedIndices {
    pub(crate) data: IndexData,
    pub(crate) decision: Decision,
    pub(crate) known: Option<KnownIndices>,
    /// The indices that are to be streamed, and the restart index that becomes the one whose bits are all set.
    pub(crate) streamed: Option<(ElementArray, Option<u32>)>,
    /// Whether the vertices that the indices name are not known.
    pub(crate) is_unbounded: bool,
}

impl Indices {
    /// The indices that exist; `None` if there are none.
    pub(crate) fn of<A: ClientState>(
        target: Target,
        array: &ElementArray,
        application: &A,
    ) -> Result<Option<Self>, Error> {
        let largest = array.index_type.largest();
        let mut indices = Self {
            target,
            array: *array,
            bounds: target.stated_bounds(array),
            restart_index: array.restart_index.filter(|&index| index <= largest),
        };
        if let DataSource::Buffer(id) = array.source {
            let unknown = Error::UnknownBuffer { buffer: id };
            let size = application.buffer(id).ok_or(unknown)?.size();
            indices.array = target.existing(array, size)?;
        }
        Ok((indices.array.count > 0).then_some(indices))
    }

    pub(crate) const fn has_bounds(&self) -> bool {
        self.bounds.is_some()
    }

    /// Whether the indices need their bounds, wherever the attributes are.
    pub(crate) fn need_bounds(&self) -> bool {
        let largest = self.array.index_type.largest();
        self.target.needs_bounds()
            || self.array.base_vertex < 0
            || self.restart_index.is_some_and(|index| index != largest)
    }

    /// Finds the smallest and the largest index, which are known or found now. `false` if there are none, since all
    /// indices restart.
    pub(crate) fn look<A: ClientState>(&mut self, application: &mut A) -> Result<bool, Error> {
        let array = &self.array;
        let scan = |application: &A| {
            let indices = read(application, array.source, array.bytes()?)?;
            Ok::<_, Error>(index_bounds(array.index_type, &indices, self.restart_index))
        };
        self.bounds = match array.source {
            DataSource::Client(_) => scan(application)?,
            DataSource::Buffer(id) => {
                let unknown = Error::UnknownBuffer { buffer: id };
                let key = BoundsKey::new(array, self.restart_index);
                let changes = &application.buffer(id).ok_or(unknown)?.changes;
                let known = FoundBounds::find(application.found_bounds(id), &key, changes);
                let found = match known {
                    Some(known) => known.at(changes),
                    None => FoundBounds::new(key, scan(application)?, changes),
                };
                keep_bounds(application, id, found);
                found.bounds
            }
        };
        Ok(self.bounds.is_some())
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

    /// Checks what can be wrong with the indices themselves.
    pub(crate) fn check(&self) -> Result<(), Error> {
        vertices_of(self.bounds, self.array.base_vertex)?;
        self.converted()?;
        Ok(())
    }

    /// Finds the place of the indices, and makes a copy of them if one is missing.
    pub(crate) fn place<A: ClientState, M: GpuMemory>(
        &self,
        environment: &mut Environment<'_, A, M>,
    ) -> Result<PlacedIndices, Error> {
        let array = &self.array;
        let (mut obstacle, mut reason) = (Obstacle::ClientMemory, StreamingReason::ClientMemory);
        let mut known = None;
        if let DataSource::Buffer(id) = array.source {
            let unknown = Error::UnknownBuffer { buffer: id };
            let buffer = environment.application.buffer(id).ok_or(unknown)?;
            let known_indices = |buffer: &Buffer, copy| KnownIndices {
                buffer: KnownBuffer::new(buffer),
                epoch: buffer.changes.epoch(),
                copy,
            };
            let found = self.obstacle(buffer);
            if let (None, Some(address)) = (found, buffer.address()) {
                let unchanged = Converted {
                    to: array.index_type,
                    mapped: None,
                    restart_index: self.restart_index,
                };
                let address = address.wrapping_add(array.offset);
                let known = Some(known_indices(buffer, None));
                return self.placed(address, unchanged, Decision::InPlace, known);
            }
            obstacle = found.unwrap_or(Obstacle::NotMapped);
            let converted = self.converted()?;
            if self.is_aligned(array.offset) {
                match environment.static_copy(
                    id,
                    self.whole(buffer, converted),
                    obstacle,
                    |from, to| {
                        convert_indices(array.index_type, converted.to, converted.mapped, from, to)
                    },
                )? {
                    Ok((block, decision)) => {
                        let first = array.offset / u64::from(array.index_type.size());
                        let offset = first * u64::from(converted.to.size());
                        let address = block.address.wrapping_add(offset);
                        let buffer = environment.application.buffer(id).ok_or(unknown)?;
                        let known = Some(known_indices(buffer, Some(block.handle)));
                        return self.placed(address, converted, decision, known);
                    }
                    Err(no_copy) => reason = no_copy.reason,
                }
            } else {
                let copy_policy = buffer.copy_policy();
                reason = if copy_policy.is_static() {
                    StreamingReason::Unaligned
                } else {
                    StreamingReason::Buffer(copy_policy)
                };
            }
            let buffer = environment.application.buffer(id).ok_or(unknown)?;
            known = Some(known_indices(buffer, None));
        }
        let converted = self.converted()?;
        let decision = Decision::Streamed { obstacle, reason };
        let mut placed = self.placed(0, converted, decision, known)?;
        placed.streamed = Some((*array, converted.mapped));
        Ok(placed)
    }

    fn placed(
        &self,
        address: u64,
        converted: Converted,
        decision: Decision,
        known: Option<KnownIndices>,
    ) -> Result<PlacedIndices, Error> {
        Ok(PlacedIndices {
            data: IndexData {
                indices: Some(IndexInput {
                    address,
                    index_type: converted.to,
                    count: self.array.count,
                    restart_index: converted.restart_index,
                }),
                vertices: vertices_of(self.bounds, self.array.base_vertex)?,
            },
            decision,
            known,
            streamed: None,
            is_unbounded: self.bounds.is_none(),
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

    /// The key and the size in bytes of a copy of all of a buffer's indices.
    fn whole(&self, buffer: &Buffer, converted: Converted) -> (CopyKey, Option<u64>) {
        let from = self.array.index_type;
        if converted.to == from && converted.mapped.is_none() {
            return (CopyKey::Raw, Some(buffer.size()));
        }
        let key = CopyKey::Indices {
            from,
            to: converted.to,
            restart_index: converted.mapped,
        };
        let count = buffer.size() / u64::from(from.size());
        (key, count.checked_mul(converted.to.size().into()))
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
