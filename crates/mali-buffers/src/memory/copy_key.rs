use crate::conversion::Conversion;
use crate::types::IndexType;

/// The origin of a copy of a buffer's data: data that is copied the same way is in the same copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CopyKey {
    /// Elements of an attribute.
    Elements {
        conversion: Conversion,
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
