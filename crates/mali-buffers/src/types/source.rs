use core::fmt;

/// An application's buffer, by a number that the caller chooses.
///
/// A number must never be used again, although GL reuses the names of deleted buffers: a [`VertexState`] recognizes its
/// buffers by their numbers. So it is best to count all buffers.
///
/// [`VertexState`]: crate::VertexState
///
/// ```
/// use mali_buffers::BufferId;
///
/// assert_eq!(BufferId::new(7).to_string(), "buffer 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BufferId(u64);

impl BufferId {
    /// The buffer with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// Writes `buffer 7`.
impl fmt::Display for BufferId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "buffer {}", self.0)
    }
}

/// The place of an application's data.
///
/// ```
/// use mali_buffers::{BufferId, DataSource};
///
/// assert_eq!(DataSource::Client(2).to_string(), "client array 2");
/// assert_eq!(DataSource::Buffer(BufferId::new(7)).to_string(), "buffer 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum DataSource {
    /// In a buffer.
    Buffer(BufferId),
    /// In client memory, at a pointer. The caller chooses the number, which distinguishes pointers.
    Client(u64),
}

impl DataSource {
    /// The buffer, if the data is in one.
    pub(crate) const fn buffer(self) -> Option<BufferId> {
        match self {
            Self::Buffer(buffer) => Some(buffer),
            Self::Client(_) => None,
        }
    }
}

/// Writes `buffer 7` or `client array 2`.
impl fmt::Display for DataSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buffer(buffer) => buffer.fmt(formatter),
            Self::Client(number) => write!(formatter, "client array {number}"),
        }
    }
}
