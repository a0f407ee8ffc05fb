use crate::types::IndexType;

/// The largest number of attributes of a record.
pub(crate) const RECORD_MEMBERS: usize = 8;

/// The key of a copy of a buffer's data: data with equal keys is in the same copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CopyKey {
    /// All bytes as they are: for every attribute whose elements the GPU can fetch there, and for indices.
    Raw,
    /// Elements of a group of attributes of which some are converted or moved.
    Records {
        /// The offset of the first element, which is below the stride.
        phase: u64,
        stride: u32,
        /// The attributes in the order of their bytes, as [`Member::key`](crate::layout::Member::key) has them.
        members: [u32; RECORD_MEMBERS],
    },
    /// Indices, converted.
    Indices {
        from: IndexType,
        to: IndexType,
        restart_index: Option<u32>,
    },
}
