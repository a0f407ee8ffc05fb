use super::answers::{IndexData, IndexInput};
use crate::conversion::index_bounds;
use crate::draw::{ElementArray, Target};
use crate::error::Error;
use crate::memory::{BoundsKey, Buffer, ClientState, FoundBounds, bytes_of, keep_bounds};
use crate::streams::{Place, Stream};
use crate::types::{DataSource, IndexType};
use mali_instancing::draw::{BufferRange, DrawError, IndexBounds, IndexedVertices};

/// The indices of a draw that draws something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indices {
    /// The indices as the application states them, and those of them that exist.
    asked: ElementArray,
    pub(crate) array: ElementArray,
    /// The bounds of the indices; `None` if nothing needs them.
    bounds: Option<IndexBounds>,
    /// The application's restart index, if an index can have its value, and the one that the indices have after a copy.
    restart_index: Option<u32>,
    restarts_at: Option<u32>,
    /// The type that the indices have then, and the vertices that they name.
    index_type: IndexType,
    vertices: IndexedVertices,
    pub(crate) stream: Stream,
    pub(crate) range: BufferRange,
    /// Whether the vertices that the indices name were gathered.
    is_gathered: bool,
}

impl Indices {
    /// The indices that exist; `None` if there are none.
    pub(crate) fn of<A: ClientState>(
        target: Target,
        array: &ElementArray,
        application: &A,
    ) -> Result<Option<Self>, Error> {
        let largest = array.index_type.largest();
        let mut existing = *array;
        if let DataSource::Buffer(id) = array.source {
            let unknown = Error::UnknownBuffer { buffer: id };
            let size = application.buffer(id).ok_or(unknown)?.size();
            existing = target.existing(array, size)?;
        }
        let restart_index = array.restart_index.filter(|&index| index <= largest);
        let indices = Self {
            // The next draw is compared with these: with robust access, `existing` may have fewer.
            asked: *array,
            array: existing,
            bounds: target.stated_bounds(array),
            restart_index,
            restarts_at: restart_index,
            index_type: array.index_type,
            vertices: IndexedVertices {
                vertices: 0,
                first_vertex: 0,
                base_vertex_offset: 0,
            },
            // `check` makes the stream when the form of the indices is known.
            stream: Stream::NONE,
            range: BufferRange::new(0, 0),
            is_gathered: false,
        };
        Ok((existing.count > 0).then_some(indices))
    }

    /// Whether these are the indices of a draw, with the same data in the same place.
    #[inline]
    pub(crate) fn are_those_of<A: ClientState>(
        &self,
        array: &ElementArray,
        application: &A,
    ) -> bool {
        self.asked == *array
            && !self.stream.retries
            // Gathered indices have other bounds in `array`, and no place to read them from.
            && !self.is_gathered
            && !self.may_change(application)
            && self.stream.is_known(application)
    }

    /// Whether the indices may change without a call.
    pub(crate) fn may_change<A: ClientState>(&self, application: &A) -> bool {
        match self.array.source {
            DataSource::Buffer(id) => application.buffer(id).is_none_or(Buffer::is_volatile),
            DataSource::Client(_) => true,
        }
    }

    pub(crate) const fn has_bounds(&self) -> bool {
        self.bounds.is_some()
    }

    pub(crate) const fn bounds(&self) -> Option<IndexBounds> {
        self.bounds
    }

    /// Whether the indices have a place, where they are those of the last draw.
    pub(crate) const fn is_placed(&self) -> bool {
        self.stream.is_placed()
    }

    /// Whether the indices need their bounds, wherever the attributes are.
    pub(crate) fn need_bounds(&self, target: Target) -> bool {
        let largest = self.array.index_type.largest();
        // Without bounds, the base vertex is the draw's first vertex, which must not be below 0. From V9 on, a restart
        // index other than the largest is rewritten, and the largest index decides whether the type has room for that.
        target.needs_bounds()
            || self.array.base_vertex < 0
            || self.restart_index.is_some_and(|index| index != largest)
    }

    /// Finds the smallest and the largest index, which are known or found now. `false` if there are none, since all
    /// indices restart.
    pub(crate) fn look<A: ClientState>(&mut self, application: &mut A) -> Result<bool, Error> {
        let array = &self.array;
        let scan = |application: &A| {
            let indices = bytes_of(application, array.source, array.bytes()?)?;
            Ok::<_, Error>(index_bounds(array.index_type, &indices, self.restart_index))
        };
        self.bounds = match array.source {
            DataSource::Client(_) => scan(application)?,
            DataSource::Buffer(id) => {
                let unknown = Error::UnknownBuffer { buffer: id };
                let key = BoundsKey::new(array, self.restart_index);
                let buffer = application.buffer_mut(id).ok_or(unknown)?;
                // A state keeps these bounds with the indices' revision: a change of their bytes has to change it.
                buffer.watch();
                let changes = buffer.changes;
                let known = FoundBounds::find(application.found_bounds(id), &key, &changes);
                let found = match known {
                    // The ranges of only four changes are kept: from the present epoch on, these bounds outlast four
                    // more.
                    Some(known) => known.at(&changes),
                    None => FoundBounds::new(key, scan(application)?, &changes),
                };
                keep_bounds(application, id, found);
                found.bounds
            }
        };
        // Other bounds may need another form of the indices.
        self.stream.token = Stream::UNPLACED;
        Ok(self.bounds.is_some())
    }

    /// Makes the bounds those that the application states.
    #[cold]
    pub(crate) fn forget_bounds(&mut self, target: Target) -> Result<(), Error> {
        let stated = target.stated_bounds(&self.asked);
        if self.bounds == stated {
            return Ok(());
        }
        self.bounds = stated;
        self.check(target)
    }

    /// Whether no index restarts, and they name few of the vertices between their bounds. The rule is that of Mesa's
    /// `u_vbuf`, in `util_is_vbo_upload_ratio_too_large`.
    pub(crate) fn are_sparse(&self) -> Result<bool, Error> {
        // The vertices of a gathered draw are consecutive, so nothing can restart between them.
        let Some(bounds) = self.bounds.filter(|_| self.restart_index.is_none()) else {
            return Ok(false);
        };
        let vertices = vertices_of(Some(bounds), self.array.base_vertex)?.vertices;
        let factor = match vertices {
            257.. => 4,
            65.. => 8,
            _ => 16,
        };
        Ok(u64::from(vertices) > factor * u64::from(self.array.count))
    }

    /// Checks what can be wrong with the indices themselves, and finds the form that they have after a copy. If the index
    /// whose bits are all set names a vertex and must also restart primitives, the copied indices have more bits.
    pub(crate) fn check(&mut self, target: Target) -> Result<(), Error> {
        self.vertices = vertices_of(self.bounds, self.array.base_vertex)?;
        let from = self.array.index_type;
        let restarts = |index: &u32| target.restarts_at(*index, from.largest());
        // From V9 on, the hardware restarts only at the index whose bits are all set: another one is rewritten as that.
        let mapped = self.restart_index.filter(|index| !restarts(index));
        // Bounds leave out the restart index, so a maximum with all bits set is a vertex.
        let is_vertex = |bounds: IndexBounds| bounds.maximum >= from.largest();
        let to = match (from, mapped) {
            (_, Some(_)) if !self.bounds.is_some_and(is_vertex) => from,
            (_, None) => from,
            (IndexType::U8, _) => IndexType::U16,
            (IndexType::U16, _) => IndexType::U32,
            (IndexType::U32, Some(restart_index)) => {
                return Err(Error::RestartIndex { restart_index });
            }
        };
        self.index_type = to;
        self.restarts_at = mapped.map(|_| to.largest()).or(self.restart_index);
        self.stream = Stream::of_indices(&self.array, to, mapped);
        Ok(())
    }

    /// The vertices from which primitives are made.
    pub(crate) const fn data(&self) -> IndexData {
        IndexData {
            indices: Some(IndexInput {
                address: self.range.address,
                index_type: self.index_type,
                count: self.array.count,
                restart_index: self.restarts_at,
            }),
            vertices: self.vertices,
        }
    }

    /// Makes known that the vertices which the indices name are gathered: the GPU does not read the indices.
    pub(crate) fn gather<A: ClientState>(&mut self, application: &mut A) {
        // `NamedVertices` keeps the indices within these, also if the application's bounds are wrong.
        self.array.bounds = self.bounds;
        self.is_gathered = true;
        self.stream.place = Place::Ring;
        self.stream.token = Stream::UNPLACED;
        if let DataSource::Buffer(id) = self.array.source {
            if let Some(buffer) = application.buffer_mut(id) {
                buffer.watch();
                // The draw is unchanged only while the indices are: `is_last` compares this.
                self.stream.token = buffer.revision;
            }
        }
    }

    /// Writes the indices to the ring.
    pub(crate) fn write<A: ClientState>(
        &self,
        application: &A,
        destination: &mut [u8],
    ) -> Result<(), Error> {
        let bytes = bytes_of(application, self.array.source, self.array.bytes()?)?;
        let extent = self.stream.extent(self.array.count);
        let destination = destination.get_mut(..extent.written as usize);
        let destination = destination.unwrap_or_default();
        self.stream.write(&[], &extent, &bytes, destination)
    }
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
        // As many vertices as there can be, counted from vertex 0 of the indices. The base vertex is not below 0:
        // `need_bounds` has asked for bounds otherwise.
        None => Ok(IndexedVertices {
            vertices: u32::MAX,
            first_vertex: base_vertex.unsigned_abs(),
            base_vertex_offset: 0,
        }),
    }
}
