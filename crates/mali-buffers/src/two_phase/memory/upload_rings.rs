use super::upload_ring::UploadRing;
use crate::two_phase::StreamKind;
use crate::types::Sequence;

/// The streams of a context: one for vertices, and one for indices of any size.
///
/// ```
/// use mali_buffers::two_phase::{Sequence, UploadRing, StreamKind, UploadRings};
///
/// let mut rings = UploadRings {
///     vertex: UploadRing::new(UploadRing::INITIAL_VERTEX_CAPACITY)?,
///     indices: UploadRing::new(1 << 14)?,
/// };
/// rings.vertex.reserve(1200, 64, Sequence::new(1))?;
/// rings.indices.reserve(60, 2, Sequence::new(1))?;
/// rings.complete(Sequence::new(1));
/// assert_eq!(rings.get(StreamKind::Indices).capacity(), 16_384);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
///
/// Facts: ANGLE's description of its buffers, "Streaming buffers".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadRings {
    /// The stream of vertices.
    pub vertex: UploadRing,
    /// The stream of indices.
    pub indices: UploadRing,
}

impl UploadRings {
    /// Records that the GPU has finished `completed` and everything before it, in every stream.
    pub fn complete(&mut self, completed: Sequence) {
        self.vertex.complete(completed);
        self.indices.complete(completed);
    }

    /// The stream of that kind.
    #[must_use]
    pub const fn get(&self, kind: StreamKind) -> &UploadRing {
        match kind {
            StreamKind::Vertex => &self.vertex,
            StreamKind::Indices => &self.indices,
        }
    }

    /// The stream of that kind, to write to.
    #[must_use]
    pub const fn get_mut(&mut self, kind: StreamKind) -> &mut UploadRing {
        match kind {
            StreamKind::Vertex => &mut self.vertex,
            StreamKind::Indices => &mut self.indices,
        }
    }
}
