use super::planner::Planner;
use crate::error::Error;
use crate::memory::GpuMemory;
use crate::types::{Block, Sequence};

/// The planner, the caller's side and the work of a draw.
pub(crate) struct Environment<'a, A, M> {
    pub(crate) planner: &'a mut Planner,
    pub(crate) application: &'a mut A,
    pub(crate) memory: &'a mut M,
    pub(crate) work: Sequence,
    /// The words to which the draw's tables are written.
    pub(crate) words: &'a mut [u32],
}

/// The bytes of a block that are to be written.
#[inline]
pub(crate) fn written<'a, M: GpuMemory>(
    memory: &'a mut M,
    block: &Block,
    offset: u64,
    size: u64,
) -> Result<&'a mut [u8], Error> {
    let unwritable = Error::Unwritable {
        block: *block,
        offset,
        size,
    };
    let end = offset.checked_add(size).ok_or(unwritable)?;
    let bytes = memory.write(block, offset..end);
    bytes
        .filter(|bytes| bytes.len() as u64 == size)
        .ok_or(unwritable)
}
