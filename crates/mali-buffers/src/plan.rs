use heapless::Vec;

use super::conversion::{Conversion, span};
use super::error::Error;
use super::index_conversion::convert_indices;
use super::index_data::IndexData;
use super::index_type::IndexType;
use super::line_loop::{write_segment, write_sequential_strip, write_strip};
use super::memory::{Application, GpuMemory};
use super::place::{Allocation, DataSource, Location, Retired};
use super::reservation::Reservation;
use super::static_copies::MAX_COPIES;
use super::streams::StreamKind;
use super::vertex_data::{MAX_ATTRIBUTES, VertexData};

/// A copy for every attribute, for the indices and for a closing segment.
const MAX_DATA_COPIES: usize = MAX_ATTRIBUTES + 2;

/// The vertices and the indices that a draw streams.
const MAX_RESERVATIONS: usize = 2;

/// Memory for every copy, and the two streams that a draw may fill.
const MAX_ALLOCATIONS: usize = MAX_ATTRIBUTES + 3;

/// All copies of every buffer, and two streams.
const MAX_RETIRED: usize = (MAX_ATTRIBUTES + 1) * MAX_COPIES + 2;

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
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// assert_eq!(plan.copies()[0].bytes(), 16);
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
/// In this order:
///
/// 1. Allocate what [`Plan::allocations`] says.
/// 2. [Execute](Plan::execute) it, before the application changes any data and before the next plan is
///    executed: a later plan relies on what this one writes. If that cannot be,
///    [abandon](super::Planner::abandon) it.
/// 3. Write the draw's tables, [`VertexData::write`], and submit the draw as part of the work that it
///    was planned for.
/// 4. Free what [`Plan::retired`] says, once the GPU has finished the work that it says. That may be
///    memory which this very draw reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub(super) copies: Vec<DataCopy, MAX_DATA_COPIES>,
    pub(super) reservations: Vec<(StreamKind, Reservation), MAX_RESERVATIONS>,
    pub(super) allocations: Vec<Allocation, MAX_ALLOCATIONS>,
    retired: Vec<Retired, MAX_RETIRED>,
    pub(super) index_data: Option<IndexData>,
    pub(super) vertex_data: Option<VertexData>,
}

impl Plan {
    /// Names memory that nothing after the draw is drawn from.
    pub(super) fn retire(&mut self, retired: Retired) {
        // There is room for all copies of all buffers and two streams.
        let _ = self.retired.push(retired);
    }

    /// What must be written before the draw.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// assert_eq!(plan.copies()[0].destination.place, Place::Constants);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn copies(&self) -> &[DataCopy] {
        &self.copies
    }

    /// How many bytes that is.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// assert_eq!(plan.bytes_copied(), 16);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn bytes_copied(&self) -> u64 {
        self.copies
            .iter()
            .fold(0, |bytes, copy| copy.bytes().saturating_add(bytes))
    }

    /// The ranges of streams that the draw takes, and how each came about.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
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
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// assert!(plan.allocations().is_empty()); // the streams and the constants are there
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn allocations(&self) -> &[Allocation] {
        &self.allocations
    }

    /// The memory that nothing after this draw will be drawn from.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// assert!(plan.retired().is_empty());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub fn retired(&self) -> &[Retired] {
        &self.retired
    }

    /// What the draw's primitives are made of; `None` of a plan for vertex data alone.
    ///
    /// ```
    #[doc = include_str!("example.md")]
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
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
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// assert_eq!(plan.vertex_data().unwrap().attributes().len(), 2);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn vertex_data(&self) -> Option<&VertexData> {
        self.vertex_data.as_ref()
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
    /// let plan = planner.prepare(&draw, &mut application, Sequence::new(1))?.unwrap();
    /// plan.execute(&application, &mut memory)?;
    /// assert_eq!(memory.0[4096..][..4], 1.0_f32.to_le_bytes());
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn execute(
        &self,
        application: &impl Application,
        memory: &mut impl GpuMemory,
    ) -> Result<(), Error> {
        self.copies
            .iter()
            .try_for_each(|copy| copy.execute(application, memory))
    }
}
