use core::fmt;

use crate::types::Usage;

/// Whether a buffer's data is worth a copy that stays, and why.
///
/// ```
/// use mali_buffers::{Buffer, BufferId, CopyPolicy, Usage};
///
/// let buffer = Buffer::new(BufferId::new(1), 100, Usage::Static)?;
/// assert_eq!(buffer.copy_policy(), CopyPolicy::Static);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum CopyPolicy {
    /// It is: the application says that it does not change.
    Static,
    /// It is: more than three times its size was streamed and it did not change.
    Promoted,
    /// It is not: the application says that it changes.
    Streaming(Usage),
    /// It is not: it changed after it was drawn.
    Updated,
    /// It is not: it may change without a call, until the application says otherwise.
    Volatile,
}

impl CopyPolicy {
    /// The policy for new data with a hint.
    pub(crate) const fn of(usage: Usage) -> Self {
        match usage {
            Usage::Static => Self::Static,
            Usage::Dynamic | Usage::Stream => Self::Streaming(usage),
        }
    }

    /// Whether data is copied whole, to be found again.
    ///
    /// ```
    /// use mali_buffers::CopyPolicy;
    ///
    /// assert!(CopyPolicy::Promoted.is_static());
    /// assert!(!CopyPolicy::Updated.is_static());
    /// ```
    #[must_use]
    pub const fn is_static(self) -> bool {
        matches!(self, Self::Static | Self::Promoted)
    }
}

/// Writes why, as a sentence about the buffer.
impl fmt::Display for CopyPolicy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Static => formatter.pad("its usage is static"),
            Self::Promoted => formatter.pad("more than three times its size was drawn unchanged"),
            Self::Streaming(usage) => write!(formatter, "its usage is {usage}"),
            Self::Updated => formatter.pad("it changed after it was drawn"),
            Self::Volatile => formatter.pad("it may change without a call"),
        }
    }
}
