use super::application_draw::{ApplicationDraw, Attribute, ElementArray, Mode};
use super::bounds_cache::{BoundsKey, FoundBounds};
use super::copy_key::CopyKey;
use super::decision::{Decision, Obstacle, StreamingReason};
use super::error::Error;
use super::index_bounds::index_bounds;
use super::index_data::{IndexData, IndexInput};
use super::index_stream::IndexStream;
use super::index_type::IndexType;
use super::line_loop::{closing_segment, strip_length};
use super::memory::Application;
use super::place::{DataSource, Location, Place};
use super::plan::Contents;
use super::target::LineLoops;
use super::transaction::Transaction;
use super::vertex_data::MAX_ATTRIBUTES;
use super::vertex_source::{obstacle, whole_buffer};
use mali_instancing::InputRate;
use mali_instancing::draw::{IndexBounds, IndexedVertices};

/// The indices of a draw that draws something.
pub(super) struct ElementSource {
    array: ElementArray,
    /// Unless nothing needs them.
    bounds: Option<IndexBounds>,
    /// The application's, if it is one that an index can be.
    restart_index: Option<u32>,
    /// Whether the loops become strips.
    strips: bool,
    closing_segment: Option<[u32; 2]>,
}

impl ElementSource {
    pub(super) fn new<A: Application>(
        transaction: &mut Transaction<'_, A>,
        draw: &ApplicationDraw<'_>,
        array: ElementArray,
        line_loops: LineLoops,
    ) -> Result<Option<Self>, Error> {
        if array.count == 0 {
            return Err(Error::ZeroCount);
        }
        let end = array
            .offset
            .checked_add(array.index_type.size_of(array.count));
        let end = end.ok_or(Error::TooLarge {
            size: array.offset,
            maximum: u64::MAX,
        })?;
        if let DataSource::Buffer(id) = array.source {
            let size = transaction.buffer(id)?.size;
            if end > size {
                return Err(Error::IndicesPastEnd { end, size });
            }
        }
        let restart_index = array
            .restart_index
            .filter(|&index| index <= array.index_type.largest());
        let is_plain = line_loops == LineLoops::Drawn
            && array.base_vertex >= 0
            && restart_index.is_none_or(|index| index == array.index_type.largest());
        let bounds = if is_plain && !needs_bounds(transaction, draw.attributes)? {
            array.bounds
        } else {
            match bounds(transaction, &array, restart_index)? {
                Some(bounds) => Some(bounds),
                None => return Ok(None),
            }
        };
        let closes = line_loops == LineLoops::ClosingSegment && restart_index.is_none();
        let closing_segment = if closes {
            let indices = read(transaction, &array)?;
            match closing_segment(array.index_type, indices) {
                Some(segment) => Some(segment),
                None => return Ok(None),
            }
        } else {
            None
        };
        Ok(Some(Self {
            array,
            bounds,
            restart_index,
            strips: line_loops != LineLoops::Drawn && !closes,
            closing_segment,
        }))
    }

    pub(super) fn prepare<A: Application>(
        self,
        transaction: &mut Transaction<'_, A>,
        mode: Mode,
    ) -> Result<Option<IndexData>, Error> {
        let ElementArray {
            index_type,
            offset,
            base_vertex,
            ..
        } = self.array;
        let vertices = match self.bounds {
            Some(bounds) => bounds.vertices(base_vertex)?,
            // As many as there can be, counted from vertex 0 of the indices.
            None => IndexedVertices {
                vertices: u32::MAX,
                offset_start: base_vertex.unsigned_abs(),
                base_vertex_offset: 0,
            },
        };
        let mut data = IndexData::new(mode, vertices);
        match self.in_place(transaction)? {
            Ok(place) => {
                let location = Location { place, offset };
                data.indices = Some(self.input(location, index_type, self.restart_index));
                data.decision = Some(Decision::InPlace);
            }
            Err(obstacle) => {
                let converted = self.converted(transaction)?;
                match self.copy(transaction, obstacle, converted)? {
                    Ok((place, decision)) => {
                        let first = offset / u64::from(index_type.size());
                        let offset = first * u64::from(converted.to.size());
                        let location = Location { place, offset };
                        let restart_index = converted.restart_index;
                        data.indices = Some(self.input(location, converted.to, restart_index));
                        data.decision = Some(decision);
                    }
                    Err(reason) => {
                        data.decision = Some(Decision::Streamed { obstacle, reason });
                        return self.stream(transaction, converted, reason, data);
                    }
                }
            }
        }
        if let Some([last, first]) = self.closing_segment {
            let mut stream = IndexStream::new(IndexType::of(last.max(first)));
            stream.closing_segment = self.closing_segment;
            stream.write(transaction, None, &mut data)?;
        }
        Ok(Some(data))
    }

    fn input(
        &self,
        location: Location,
        index_type: IndexType,
        restart_index: Option<u32>,
    ) -> IndexInput {
        IndexInput {
            location,
            index_type,
            count: self.array.count,
            restart_index,
        }
    }

    /// Reads the indices where they are. `Err` with the reason why not, if they cannot be.
    fn in_place<A: Application>(
        &self,
        transaction: &mut Transaction<'_, A>,
    ) -> Result<Result<Place, Obstacle>, Error> {
        let DataSource::Buffer(id) = self.array.source else {
            return Ok(Err(Obstacle::ClientMemory));
        };
        let Some(address) = transaction.buffer(id)?.address else {
            return Ok(Err(Obstacle::NotMapped));
        };
        let index_type = self.array.index_type;
        let first = address.wrapping_add(self.array.offset);
        if index_type == IndexType::U8 && !transaction.target().index_8 {
            Ok(Err(Obstacle::IndexType))
        } else if !first.is_multiple_of(index_type.size().into()) {
            Ok(Err(Obstacle::Unaligned))
        } else if self.strips {
            Ok(Err(Obstacle::LineLoop))
        } else if self.rewrites_restart_index(transaction) {
            Ok(Err(Obstacle::RestartIndex))
        } else {
            transaction.read_in_place(id).map(Ok)
        }
    }

    /// Whether the restart index must become the one whose bits are all set.
    fn rewrites_restart_index<A: Application>(&self, transaction: &Transaction<'_, A>) -> bool {
        let is_other = self
            .restart_index
            .is_some_and(|index| index != self.array.index_type.largest());
        is_other && (self.strips || !transaction.target().any_restart_index)
    }

    /// What the indices become when they are copied: there are streams of 16 and of 32 bits. Where the
    /// index whose bits are all set is a vertex's, and must restart primitives, there are more bits.
    fn converted<A: Application>(
        &self,
        transaction: &Transaction<'_, A>,
    ) -> Result<Converted, Error> {
        let from = self.array.index_type;
        let rewrites = self.rewrites_restart_index(transaction);
        let is_vertex = |bounds: IndexBounds| bounds.maximum >= from.largest();
        let collides = rewrites && self.bounds.is_some_and(is_vertex);
        let to = match (from, collides, self.restart_index) {
            (IndexType::U8, ..) | (IndexType::U16, false, _) => IndexType::U16,
            (IndexType::U32, true, Some(restart_index)) => {
                return Err(Error::RestartIndex { restart_index });
            }
            _ => IndexType::U32,
        };
        let mapped = self.restart_index.filter(|_| rewrites || to != from);
        Ok(Converted {
            to,
            mapped,
            restart_index: mapped.map(|_| to.largest()).or(self.restart_index),
        })
    }

    /// A copy of the whole buffer's indices. `Err` with the reason why not, if they are streamed.
    fn copy<A: Application>(
        &self,
        transaction: &mut Transaction<'_, A>,
        obstacle: Obstacle,
        converted: Converted,
    ) -> Result<Result<(Place, Decision), StreamingReason>, Error> {
        let Converted { to, mapped, .. } = converted;
        let from = self.array.index_type;
        let DataSource::Buffer(id) = self.array.source else {
            return Ok(Err(StreamingReason::ClientMemory));
        };
        if self.strips {
            return Ok(Err(StreamingReason::LineLoop));
        }
        if !self.array.offset.is_multiple_of(from.size().into()) {
            return Ok(Err(StreamingReason::Unaligned));
        }
        let key = CopyKey::Indices {
            from,
            to,
            restart_index: mapped,
        };
        let begin = self.array.offset;
        let drawn = begin..begin.saturating_add(from.size_of(self.array.count));
        transaction.check_format(id, key, &drawn)?;
        let count = transaction.buffer(id)?.size / u64::from(from.size());
        let contents = Contents::Indices {
            source: self.array.source,
            offset: 0,
            from,
            to,
            restart_index: mapped,
            count,
        };
        let size = count.checked_mul(to.size().into());
        transaction.static_copy(
            id,
            (key, drawn),
            obstacle,
            size.map(|size| (size, contents)),
        )
    }

    /// Streams the indices of this draw, and the closing segment behind them.
    fn stream<A: Application>(
        &self,
        transaction: &mut Transaction<'_, A>,
        converted: Converted,
        reason: StreamingReason,
        mut data: IndexData,
    ) -> Result<Option<IndexData>, Error> {
        let ElementArray {
            source,
            index_type: from,
            offset,
            count,
            ..
        } = self.array;
        let Converted { to, mapped, .. } = converted;
        let mut stream = IndexStream::new(to);
        stream.closing_segment = self.closing_segment;
        stream.indices = Some(if self.strips {
            let restart_index = self.restart_index;
            let length = strip_length(from, restart_index, read(transaction, &self.array)?);
            if length == 0 {
                return Ok(None);
            }
            let contents = Contents::LineLoops {
                source,
                offset,
                from,
                to,
                restart_index,
                count,
            };
            (length, contents)
        } else {
            let contents = Contents::Indices {
                source,
                offset,
                from,
                to,
                restart_index: mapped,
                count: count.into(),
            };
            (count.into(), contents)
        });
        stream.write(transaction, converted.restart_index, &mut data)?;
        if let (DataSource::Buffer(id), StreamingReason::Buffer(_)) = (source, reason) {
            transaction.count_streamed(id, from.size_of(count))?;
        }
        Ok(Some(data))
    }
}

/// What indices become when they are copied.
#[derive(Clone, Copy)]
struct Converted {
    to: IndexType,
    /// The restart index that becomes the one whose bits are all set.
    mapped: Option<u32>,
    /// The one that they have then.
    restart_index: Option<u32>,
}

/// Whether a draw needs the bounds of its indices: the architecture does, some elements must be
/// copied, or no record can say where a buffer ends.
fn needs_bounds<A: Application>(
    transaction: &mut Transaction<'_, A>,
    attributes: &[Attribute],
) -> Result<bool, Error> {
    if transaction.target().needs_bounds() {
        return Ok(true);
    }
    // More are an error, which vertex data is.
    for attribute in attributes.iter().take(MAX_ATTRIBUTES) {
        if let Attribute::Array(array) = attribute
            && array.rate == InputRate::Vertex
        {
            let size = match array.source {
                DataSource::Buffer(id) => transaction.buffer(id)?.size,
                DataSource::Client(_) => return Ok(true),
            };
            if obstacle(transaction, array)?.is_some() || whole_buffer(array.offset, size).is_none()
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The application's indices. Their end is a number.
fn read<'a, A: Application>(
    transaction: &'a Transaction<'_, A>,
    array: &ElementArray,
) -> Result<&'a [u8], Error> {
    let ElementArray { source, offset, .. } = *array;
    let end = offset.saturating_add(array.index_type.size_of(array.count));
    let bytes = transaction.application.read(source, offset..end);
    bytes.ok_or(Error::Unreadable { source, offset })
}

/// The smallest and the largest index: the application's word, what was found before, or what is there.
fn bounds<A: Application>(
    transaction: &mut Transaction<'_, A>,
    array: &ElementArray,
    restart_index: Option<u32>,
) -> Result<Option<IndexBounds>, Error> {
    if array.bounds.is_some() {
        return Ok(array.bounds);
    }
    let key = BoundsKey {
        index_type: array.index_type,
        offset: array.offset,
        count: array.count,
        restart_index,
    };
    let DataSource::Buffer(id) = array.source else {
        let indices = read(transaction, array)?;
        return Ok(index_bounds(array.index_type, indices, restart_index));
    };
    if let Some(FoundBounds(bounds)) = transaction.known_bounds(id, key) {
        return Ok(bounds);
    }
    let indices = read(transaction, array)?;
    let bounds = index_bounds(array.index_type, indices, restart_index);
    transaction.remember_bounds(id, key, FoundBounds(bounds));
    Ok(bounds)
}
