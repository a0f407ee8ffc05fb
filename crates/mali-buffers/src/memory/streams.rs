use super::stream::Stream;
use crate::terms::Sequence;
use crate::terms::StreamKind;

/// The streams of a context: one of vertices, one of indices of any size.
///
/// ```
/// use mali_buffers::{Sequence, Stream, StreamKind, Streams};
///
/// let mut streams = Streams {
///     vertex: Stream::new(Stream::INITIAL_VERTEX_CAPACITY)?,
///     indices: Stream::new(1 << 14)?,
/// };
/// streams.vertex.reserve(1200, 64, Sequence::new(1))?;
/// streams.indices.reserve(60, 2, Sequence::new(1))?;
/// streams.complete(Sequence::new(1));
/// assert_eq!(streams.get(StreamKind::Indices).capacity(), 16_384);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
///
/// Facts: ANGLE's description of its buffers, "Streaming buffers".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streams {
    /// Vertices.
    pub vertex: Stream,
    /// Indices.
    pub indices: Stream,
}

impl Streams {
    /// Takes note that the GPU has finished `completed` and everything before it, in every stream.
    ///
    /// ```
    /// use mali_buffers::{Placement, Sequence, Stream, Streams};
    ///
    /// let stream = Stream::new(100)?;
    /// let mut streams = Streams {
    ///     vertex: stream.clone(),
    ///     indices: stream,
    /// };
    /// streams.indices.reserve(100, 4, Sequence::new(1))?;
    /// streams.complete(Sequence::new(1));
    /// let again = streams.indices.reserve(100, 4, Sequence::new(2))?;
    /// assert_eq!(again.placement, Placement::Recycled);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    pub fn complete(&mut self, completed: Sequence) {
        self.vertex.complete(completed);
        self.indices.complete(completed);
    }

    /// The stream of that kind.
    ///
    /// ```
    /// use mali_buffers::{Stream, StreamKind, Streams};
    ///
    /// let stream = Stream::new(100)?;
    /// let streams = Streams {
    ///     vertex: Stream::new(1000)?,
    ///     indices: stream,
    /// };
    /// assert_eq!(streams.get(StreamKind::Vertex).capacity(), 1000);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn get(&self, kind: StreamKind) -> &Stream {
        match kind {
            StreamKind::Vertex => &self.vertex,
            StreamKind::Indices => &self.indices,
        }
    }

    /// The stream of that kind, to write to.
    ///
    /// ```
    /// use mali_buffers::{Sequence, Stream, StreamKind, Streams};
    ///
    /// let stream = Stream::new(100)?;
    /// let mut streams = Streams {
    ///     vertex: stream.clone(),
    ///     indices: stream,
    /// };
    /// streams.get_mut(StreamKind::Indices).reserve(500, 2, Sequence::new(1))?;
    /// assert_eq!(streams.indices.capacity(), 500);
    /// # Ok::<(), mali_buffers::Error>(())
    /// ```
    #[must_use]
    pub const fn get_mut(&mut self, kind: StreamKind) -> &mut Stream {
        match kind {
            StreamKind::Vertex => &mut self.vertex,
            StreamKind::Indices => &mut self.indices,
        }
    }
}
