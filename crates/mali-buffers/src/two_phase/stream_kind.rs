use core::fmt;

/// One of the [`UploadRings`](crate::two_phase::UploadRings).
///
/// ```
/// use mali_buffers::two_phase::StreamKind;
///
/// assert_eq!(StreamKind::Indices.to_string(), "the index stream");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StreamKind {
    /// The stream of vertices.
    Vertex,
    /// The stream of indices.
    Indices,
}

/// Writes `the vertex stream` or `the index stream`.
impl fmt::Display for StreamKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Vertex => "the vertex stream",
            Self::Indices => "the index stream",
        })
    }
}
