use core::fmt;

/// Which of the [`Streams`](crate::Streams).
///
/// ```
/// use mali_buffers::StreamKind;
///
/// assert_eq!(StreamKind::Indices16.to_string(), "the stream of 16-bit indices");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StreamKind {
    /// That of vertices.
    Vertex,
    /// That of 16-bit indices.
    Indices16,
    /// That of 32-bit indices.
    Indices32,
}

/// Writes `the vertex stream`, `the stream of 16-bit indices` or `the stream of 32-bit indices`.
impl fmt::Display for StreamKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Vertex => "the vertex stream",
            Self::Indices16 => "the stream of 16-bit indices",
            Self::Indices32 => "the stream of 32-bit indices",
        })
    }
}
