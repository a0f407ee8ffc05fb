use heapless::Vec;

use super::bounds_cache::{BoundsKey, FoundBounds};
use super::conversion::{Conversion, span};
use super::error::Error;
use super::index_conversion::convert_indices;
use super::index_data::IndexData;
use super::index_type::IndexType;
use super::line_loop::{write_segment, write_sequential_strip, write_strip};
use super::memory::{Application, GpuMemory};
use super::place::{Allocation, BufferId, DataSource, Location, Place, Retired};
use super::reservation::Reservation;
use super::sequence::Sequence;
use super::streams::StreamKind;
use super::vertex_data::{MAX_ATTRIBUTES, VertexData};

/// The indices, and a closing segment.
const MAX_INDEX_COPIES: usize = 2;

/// The vertices and the indices that a draw streams.
const MAX_RESERVATIONS: usize = 2;

/// What is written, and from what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// Elements of one or more attributes.
    Elements {
        /// The application's data.
        source: DataSource,
        /// Where the first element begins in it, in bytes.
        offset: u64,
        /// The distance between elements in it, in bytes.
        source_stride: u32,
        /// How each is converted.
        conversion: Conversion,
        /// The distance between elements where they are written, in bytes.
        stride: u32,
        /// How many there are.
        elements: u32,
    },
    /// Indices.
    Indices {
        /// The application's data.
        source: DataSource,
        /// Where the first index begins in it, in bytes.
        offset: u64,
        /// What they are there.
        from: IndexType,
        /// What is written.
        to: IndexType,
        /// The index that becomes the one whose bits are all set.
        restart_index: Option<u32>,
        /// How many there are.
        count: u64,
    },
    /// Line loops, as strips.
    LineLoops {
        /// The application's data.
        source: DataSource,
        /// Where the first index begins in it, in bytes.
        offset: u64,
        /// What they are there.
        from: IndexType,
        /// What is written.
        to: IndexType,
        /// The index that begins another loop.
        restart_index: Option<u32>,
        /// How many there are in the application's data.
        count: u32,
    },
    /// The indices of a line loop of vertices without indices, as a strip.
    LineLoop {
        /// What is written.
        to: IndexType,
        /// How many vertices there are.
        count: u32,
    },
    /// The indices of the segment that closes a line loop.
    ClosingSegment {
        /// What is written.
        to: IndexType,
        /// The last vertex and the first.
        indices: [u32; 2],
    },
    /// A constant attribute's value.
    Constant([u8; 16]),
}

impl Contents {
    /// Whether a draw's indices are written, and not what its attributes read.
    pub(super) const fn is_of_indices(&self) -> bool {
        !matches!(self, Self::Elements { .. } | Self::Constant(_))
    }

    /// The application's data that is read, and how many bytes of it.
    pub(super) fn source(&self) -> Option<(DataSource, u64)> {
        match *self {
            Self::Elements {
                source,
                conversion,
                elements,
                ..
            } => Some((
                source,
                u64::from(elements) * u64::from(conversion.source_size()),
            )),
            Self::Indices {
                source,
                from,
                count,
                ..
            } => Some((source, count.saturating_mul(from.size().into()))),
            Self::LineLoops {
                source,
                from,
                count,
                ..
            } => Some((source, from.size_of(count))),
            _ => None,
        }
    }
}

/// Data that must be written before a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataCopy {
    /// Where to.
    pub destination: Location,
    /// How many bytes from the first that is written to the last. Between elements there may be some
    /// that are not.
    pub size: u64,
    /// What.
    pub contents: Contents,
}

impl DataCopy {
    /// How many bytes are written.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert_eq!(plan.copies().next().unwrap().bytes(), 16);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        match self.contents {
            Contents::Elements {
                conversion,
                elements,
                ..
            } => elements as u64 * conversion.size() as u64,
            _ => self.size,
        }
    }

    fn execute(
        &self,
        application: &impl Application,
        memory: &mut impl GpuMemory,
    ) -> Result<(), Error> {
        let Location { place, offset } = self.destination;
        let unwritable = Error::Unwritable {
            place,
            offset,
            size: self.size,
        };
        let end = offset.checked_add(self.size).ok_or(unwritable)?;
        let destination = memory.write(place, offset..end).ok_or(unwritable)?;
        let read = |source, offset: u64, size: Option<u64>| {
            let end = size.and_then(|size| offset.checked_add(size));
            let bytes = end.and_then(|end| application.read(source, offset..end));
            bytes.ok_or(Error::Unreadable { source, offset })
        };
        match self.contents {
            Contents::Elements {
                source,
                offset,
                source_stride,
                conversion,
                stride,
                elements,
            } => {
                let size = span(elements.into(), source_stride, conversion.source_size());
                let source = read(source, offset, size)?;
                conversion.run(source, source_stride, destination, stride, elements)
            }
            Contents::Indices {
                source,
                offset,
                from,
                to,
                restart_index,
                count,
            } => {
                let source = read(source, offset, count.checked_mul(from.size().into()))?;
                convert_indices(from, to, restart_index, source, destination)
            }
            Contents::LineLoops {
                source,
                offset,
                from,
                to,
                restart_index,
                count,
            } => {
                let source = read(source, offset, Some(from.size_of(count)))?;
                write_strip(from, to, restart_index, source, destination)?;
                Ok(())
            }
            Contents::LineLoop { to, count } => {
                write_sequential_strip(count, to, destination)?;
                Ok(())
            }
            Contents::ClosingSegment { to, indices } => write_segment(indices, to, destination),
            Contents::Constant(value) => match destination.first_chunk_mut() {
                Some(bytes) => {
                    *bytes = value;
                    Ok(())
                }
                None => Err(unwritable),
            },
        }
    }
}

/// What must be done before a draw, and what the draw reads then.
///
/// It lies in the caller's storage, and is filled by [`Planner::prepare`](super::Planner::prepare). In
/// this order:
///
/// 1. Allocate what [`Plan::allocations`] says.
/// 2. Write the draw's tables, [`VertexData::write`]: it says what no record can hold.
/// 3. [Execute](Plan::execute) it: the data is written.
/// 4. [Commit](super::Planner::commit) it, before anything else is planned, and before the application
///    changes any data. From here on, later draws rely on it.
/// 5. Submit the draw as part of the work that it was planned for.
/// 6. Free what [`Plan::retired`] says, once the GPU has finished the work that it says.
///
/// A plan that is not committed never was. Where there is no memory for it, or a step fails, the
/// caller frees what it has allocated for it and forgets it. It may ask for
/// [a plan without new memory](Plan::without_new_memory).
///
/// `ATTRIBUTES` is how many attributes a draw may have, at most 32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<const ATTRIBUTES: usize = MAX_ATTRIBUTES> {
    pub(super) may_allocate: bool,
    /// What the planner was when this was planned; 0, which it never is, of a plan of nothing.
    pub(super) revision: u64,
    pub(super) sequence: Sequence,
    pub(super) copies: Vec<DataCopy, ATTRIBUTES>,
    pub(super) index_copies: Vec<DataCopy, MAX_INDEX_COPIES>,
    pub(super) reservations: Vec<(StreamKind, Reservation), MAX_RESERVATIONS>,
    /// What was found of a buffer's indices.
    pub(super) bounds: Option<(BufferId, BoundsKey, FoundBounds)>,
    pub(super) index_data: Option<IndexData>,
    pub(super) has_vertex_data: bool,
    pub(super) vertex_data: VertexData<ATTRIBUTES>,
}

impl<const ATTRIBUTES: usize> Plan<ATTRIBUTES> {
    /// A plan of nothing.
    ///
    /// ```
    /// let plan = mali_buffers::Plan::<16>::new();
    /// assert_eq!(plan.copies().count(), 0);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self {
            may_allocate: true,
            revision: 0,
            sequence: Sequence::NONE,
            copies: Vec::new(),
            index_copies: Vec::new(),
            reservations: Vec::new(),
            bounds: None,
            index_data: None,
            has_vertex_data: false,
            vertex_data: VertexData::new(),
        }
    }

    /// This plan, to be filled again without new memory: what would be copied once is streamed, and a
    /// stream stays in the block that it has. If that has no space, planning answers
    /// [`Error::InFlight`] where waiting for the GPU helps, and [`Error::NoMemory`] where nothing
    /// does.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// use mali_buffers::Error;
    ///
    /// let client = AttributeArray::new(DataSource::Client(0), Format::R8_UNORM);
    /// let state: VertexState = VertexState::new(planner.target(), &[Attribute::Array(client)])?;
    /// let draw = ApplicationDraw::arrays(Mode::Points, 0, 5000);
    /// let mut plan: Plan = Plan::new().without_new_memory();
    /// let refused = planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan);
    /// assert_eq!(refused, Err(Error::NoMemory { size: 5008, capacity: 4096 }));
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn without_new_memory(mut self) -> Self {
        self.may_allocate = false;
        self
    }

    pub(super) fn begin(&mut self, sequence: Sequence) {
        self.revision = 0;
        self.sequence = sequence;
        self.copies.clear();
        self.index_copies.clear();
        self.reservations.clear();
        self.bounds = None;
        self.index_data = None;
        self.has_vertex_data = false;
    }

    /// What must be written before the draw.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert_eq!(plan.copies().count(), 1); // the constant
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn copies(&self) -> impl Iterator<Item = &DataCopy> {
        self.index_copies.iter().chain(&self.copies)
    }

    /// How many bytes that is.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert_eq!(plan.bytes_copied(), 16);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn bytes_copied(&self) -> u64 {
        self.copies()
            .fold(0, |bytes, copy| copy.bytes().saturating_add(bytes))
    }

    /// The ranges of streams that the draw takes, and how each came about.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert!(plan.reservations().is_empty()); // nothing is streamed
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn reservations(&self) -> &[(StreamKind, Reservation)] {
        &self.reservations
    }

    /// The memory that must be there before anything is written.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert_eq!(plan.allocations().count(), 0); // the streams and the constants are there
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn allocations(&self) -> impl Iterator<Item = Allocation> {
        let copies = self.copies().filter_map(|copy| {
            let DataCopy {
                destination, size, ..
            } = *copy;
            let place = destination.place;
            matches!(place, Place::Copy(_)).then_some(Allocation { place, size })
        });
        let blocks = self.reservations.iter().filter_map(|&(stream, found)| {
            let generation = found.generation;
            found.placement.retired().map(|_| Allocation {
                place: Place::Stream { stream, generation },
                size: found.capacity,
            })
        });
        blocks.chain(copies)
    }

    /// The memory that nothing after this draw will be drawn from, once it is committed.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert_eq!(plan.retired().count(), 0);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn retired(&self) -> impl Iterator<Item = Retired> {
        self.reservations.iter().filter_map(|&(stream, found)| {
            let retired = found.placement.retired()?;
            let generation = retired.generation;
            Some(Retired {
                place: Place::Stream { stream, generation },
                until: retired.until,
            })
        })
    }

    /// What the draw's primitives are made of; `None` of a plan for vertex data alone.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert_eq!(plan.index_data().unwrap().vertices.vertices, 70);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn index_data(&self) -> Option<&IndexData> {
        self.index_data.as_ref()
    }

    /// The draw's vertex input; `None` of a plan for index data alone.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// assert_eq!(plan.vertex_data().unwrap().attributes().len(), 2);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn vertex_data(&self) -> Option<&VertexData<ATTRIBUTES>> {
        if self.has_vertex_data {
            Some(&self.vertex_data)
        } else {
            None
        }
    }

    /// Where the draw reads data from.
    pub(super) fn places_read(&self) -> impl Iterator<Item = Location> {
        let vertices = self.vertex_data().map_or(&[][..], |data| data.locations());
        let indices = self.index_data.and_then(|data| data.indices);
        let indices = indices.map(|indices| indices.location);
        vertices.iter().copied().chain(indices)
    }

    /// Writes everything that must be written, in memory that the caller has.
    ///
    /// # Errors
    ///
    /// [`Error::Unreadable`] and [`Error::Unwritable`] where the caller has not got the memory after
    /// all.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// planner.prepare(&state, &draw, &application, Sequence::new(1), &mut plan)?;
    /// plan.execute(&application, &mut memory)?;
    /// assert_eq!(memory.0[4096..][..4], 1.0_f32.to_le_bytes());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn execute(
        &self,
        application: &impl Application,
        memory: &mut impl GpuMemory,
    ) -> Result<(), Error> {
        self.copies()
            .try_for_each(|copy| copy.execute(application, memory))
    }
}

impl<const ATTRIBUTES: usize> Default for Plan<ATTRIBUTES> {
    fn default() -> Self {
        Self::new()
    }
}
