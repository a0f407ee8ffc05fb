use super::index_type::IndexType;
use super::reading::Reading;
use mali_instancing::Format;

/// What a copy of a buffer's data was made of: data that is described the same way is in the same copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CopyKey {
    /// Elements of an attribute.
    Vertices {
        format: Format,
        /// What they are in the copy, which is not the same for all targets.
        reading: Reading,
        stride: u32,
        /// The attribute's offset modulo the stride: where its first element begins.
        phase: u32,
    },
    /// Indices.
    Indices {
        from: IndexType,
        to: IndexType,
        restart_index: Option<u32>,
    },
}

impl CopyKey {
    /// Whether the two, where they describe the same bytes, take them for something else: other
    /// formats in one place, or indices of other types.
    pub(super) fn contradicts(self, other: Self) -> bool {
        match (self, other) {
            (
                Self::Vertices {
                    format,
                    stride,
                    phase,
                    ..
                },
                Self::Vertices {
                    format: other_format,
                    stride: other_stride,
                    phase: other_phase,
                    ..
                },
            ) => (stride, phase) == (other_stride, other_phase) && format != other_format,
            (Self::Indices { from, .. }, Self::Indices { from: other, .. }) => from != other,
            _ => false,
        }
    }
}
