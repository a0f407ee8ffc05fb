use crate::conversion::Conversion;
use crate::types::IndexType;

/// The key of a copy of a buffer's data: data with equal keys is in the same copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CopyKey {
    /// Elements of an attribute.
    Elements {
        conversion: Conversion,
        stride: u32,
        /// The attribute's offset modulo the stride: the offset of its first element.
        phase: u32,
    },
    /// Indices.
    Indices {
        from: IndexType,
        to: IndexType,
        restart_index: Option<u32>,
    },
}
