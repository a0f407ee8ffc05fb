use crate::conversion::Conversion;
use crate::two_phase::Location;
use crate::two_phase::memory::CopyKey;
use crate::types::{DataSource, IndexType};

/// The contents of a copy, and their source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// Elements of one or more attributes.
    Elements {
        /// The application's data.
        source: DataSource,
        /// The offset of the first element in it, in bytes.
        offset: u64,
        /// The distance between elements in it, in bytes.
        source_stride: u32,
        /// The conversion of each element.
        conversion: Conversion,
        /// The distance between the written elements, in bytes.
        stride: u32,
        /// The number of elements.
        elements: u32,
        /// Whether the elements are those that [indices](crate::two_phase::Plan::gathered) name, in the order of the indices, and
        /// not consecutive ones. The first element is that of vertex 0.
        is_gathered: bool,
    },
    /// Indices.
    Indices {
        /// The application's data.
        source: DataSource,
        /// The offset of the first index in it, in bytes.
        offset: u64,
        /// The type of the indices at the source.
        from: IndexType,
        /// The type of the indices that are written.
        to: IndexType,
        /// The index that becomes the one whose bits are all set.
        restart_index: Option<u32>,
        /// The number of indices.
        count: u64,
    },
    /// A constant attribute's value.
    Constant([u8; 16]),
}

impl Contents {
    /// The key of a copy with these contents, if it is a copy of a whole buffer.
    pub(crate) const fn copy_key(&self) -> Option<CopyKey> {
        match *self {
            Self::Elements {
                offset,
                source_stride: stride,
                conversion,
                ..
            } => Some(CopyKey::Elements {
                conversion,
                stride,
                phase: offset as u32,
            }),
            Self::Indices {
                from,
                to,
                restart_index,
                ..
            } => Some(CopyKey::Indices {
                from,
                to,
                restart_index,
            }),
            Self::Constant(_) => None,
        }
    }

    /// The application's data that is read, and the number of bytes that are read of it.
    pub(crate) fn source(&self) -> Option<(DataSource, u64)> {
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
            Self::Constant(_) => None,
        }
    }
}

/// Data that must be written before a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataCopy {
    /// The place that the data is written to.
    pub destination: Location,
    /// The number of bytes from the first that is written to the last. The bytes between elements may be left
    /// unwritten.
    pub size: u64,
    /// The contents.
    pub contents: Contents,
}

impl DataCopy {
    /// The number of bytes that are written.
    ///
    /// ```
    #[doc = include_str!("../example.md")]
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
}
