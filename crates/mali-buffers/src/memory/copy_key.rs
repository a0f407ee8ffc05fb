use crate::types::IndexType;

/// The largest number of attributes of a record.
pub(crate) const RECORD_MEMBERS: usize = 8;

/// The key of a copy of a buffer's data: data with equal keys is in the same copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CopyKey {
    /// All bytes as they are from byte `phase` on: for every attribute whose elements the GPU can fetch there, and for
    /// indices.
    Raw { phase: u8 },
    /// Elements of which some are converted or moved.
    Records {
        /// The offset of the first element, which is below the stride.
        phase: u64,
        stride: u32,
        /// The attributes in the order of their bytes in a record, each as a number that tells what a copy has of it. None
        /// is 0, which is for no attribute: each is converted, or aligned to more than a byte.
        members: [u32; RECORD_MEMBERS],
    },
    /// Indices, converted.
    Indices {
        from: IndexType,
        to: IndexType,
        restart_index: Option<u32>,
    },
}
