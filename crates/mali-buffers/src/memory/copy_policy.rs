use crate::types::Usage;

/// Whether a buffer's data is worth a copy that is kept, and the reason.
///
/// ```
/// use mali_buffers::{Buffer, BufferId, CopyPolicy, Usage};
///
/// let buffer = Buffer::new(BufferId::new(1), 100, Usage::Static);
/// assert_eq!(buffer.copy_policy(), CopyPolicy::Static);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum CopyPolicy {
    /// A copy is kept: the application has declared that the data does not change.
    Static,
    /// A copy is kept: attributes of more than three times the buffer's size were streamed while the data did not
    /// change.
    Promoted,
    /// No copy is kept: the application has declared that the data changes.
    Streaming(Usage),
    /// No copy is kept: the data changed after it was drawn.
    Updated,
    /// No copy is kept: the data may change without a call, until the application declares otherwise.
    Volatile,
}

impl CopyPolicy {
    /// The policy for new data with a usage hint.
    pub(crate) const fn of(usage: Usage) -> Self {
        match usage {
            Usage::Static => Self::Static,
            Usage::Dynamic | Usage::Stream => Self::Streaming(usage),
        }
    }

    /// Whether data is copied whole, for several draws.
    #[must_use]
    pub const fn is_static(self) -> bool {
        matches!(self, Self::Static | Self::Promoted)
    }
}
