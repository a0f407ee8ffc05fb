use super::conversion::Conversion;
use super::index_type::IndexType;
use super::plan::Contents;

/// What a copy of a buffer's data was made of: data that is copied the same way is in the same copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CopyKey {
    /// Elements of an attribute.
    Elements {
        conversion: Conversion,
        stride: u32,
        /// The attribute's offset modulo the stride: where its first element begins.
        phase: u64,
    },
    /// Indices.
    Indices {
        from: IndexType,
        to: IndexType,
        restart_index: Option<u32>,
    },
}

impl CopyKey {
    /// The key of a copy with those contents, if a whole buffer is copied so.
    pub(super) const fn of(contents: &Contents) -> Option<Self> {
        match *contents {
            Contents::Elements {
                offset,
                source_stride,
                conversion,
                ..
            } => Some(Self::Elements {
                conversion,
                stride: source_stride,
                phase: offset,
            }),
            Contents::Indices {
                from,
                to,
                restart_index,
                ..
            } => Some(Self::Indices {
                from,
                to,
                restart_index,
            }),
            _ => None,
        }
    }
}
