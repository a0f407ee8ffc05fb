/// The numbers of draws and bytes so far. All counters wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Counters {
    /// The number of draws whose tables were written.
    pub written: u64,
    /// The number of draws that were the same as the draw before.
    pub unchanged: u64,
    /// The number of bytes that were written to the ring.
    pub bytes_streamed: u64,
    /// The number of copies that were made of whole buffers.
    pub copies_made: u64,
    /// The number of bytes that were written to these copies.
    pub bytes_kept: u64,
    /// The number of bytes that were written to the block of constants.
    pub constant_bytes: u64,
    /// The number of draws that returned [`Drawn::Wait`](crate::Drawn::Wait).
    pub waits: u64,
    /// The number of times that the ring began again at the start of its block.
    pub recycled: u64,
    /// The number of blocks of memory that the ring began, except for the first.
    pub blocks: u64,
}

impl Counters {
    pub(crate) const NONE: Self = Self {
        written: 0,
        unchanged: 0,
        bytes_streamed: 0,
        copies_made: 0,
        bytes_kept: 0,
        constant_bytes: 0,
        waits: 0,
        recycled: 0,
        blocks: 0,
    };
}
