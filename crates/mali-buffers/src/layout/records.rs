//! Records that are assembled before they are written, so that a block is written from its first byte to its last: the
//! memory may be write-combined.

use super::group::{Existing, Group};
use super::member::Member;
use crate::error::Error;

/// The size of the assembly space, in bytes: more than the attributes of a record take, which are 32 of 16 bytes at
/// most.
const TILE: usize = 1024;

/// Writes the records of a group's elements, of which the first begins with the first byte of `source`.
#[inline]
pub(crate) fn write_records(
    group: &Group,
    members: &[Member],
    existing: Existing,
    source: &[u8],
    destination: &mut [u8],
) -> Result<(), Error> {
    let Existing { whole, rest } = existing;
    if group.is_block {
        // As many bytes as there are.
        let length = destination.len();
        let (given, needed) = (source.len() as u64, length as u64);
        let source = source.get(..length);
        let source = source.ok_or(Error::TooShort { given, needed })?;
        destination.copy_from_slice(source);
        return Ok(());
    }
    if let ([only], 0) = (members, rest) {
        let source = source.get(only.offset as usize..).unwrap_or_default();
        let strides = (group.stride, group.record_stride);
        return (only.conversion).run(source, strides.0, destination, strides.1, whole);
    }
    let stride = group.record_stride as usize;
    let done = whole as usize * stride;
    let all = destination.len();
    let (records, last) = destination.split_at_mut(done.min(all));
    assemble(group, members, source, records, whole)?;
    if rest > 0 {
        let source = source.get(whole as usize * group.stride as usize..);
        let members = members.get(..rest.into()).unwrap_or_default();
        assemble(group, members, source.unwrap_or_default(), last, 1)?;
    }
    Ok(())
}

#[inline(never)]
fn assemble(
    group: &Group,
    members: &[Member],
    source: &[u8],
    destination: &mut [u8],
    count: u32,
) -> Result<(), Error> {
    let mut tile = [0; TILE];
    let stride = group.record_stride.max(group.record_length);
    let rows = (TILE as u32 / stride.max(1)).max(1);
    let blocks = destination.chunks_mut((rows * stride.max(1)) as usize);
    for (block, done) in blocks.zip((0..count).step_by(rows as usize)) {
        let rows = rows.min(count - done);
        let (given, needed) = (TILE as u64, block.len() as u64);
        let tile = tile.get_mut(..block.len());
        let tile = tile.ok_or(Error::TooShort { given, needed })?;
        for member in members {
            let begin = done as usize * group.stride as usize + member.offset as usize;
            let source = source.get(begin..).unwrap_or_default();
            let tile = tile.get_mut(member.packed.into()..).unwrap_or_default();
            (member.conversion).run(source, group.stride, tile, stride, rows)?;
        }
        block.copy_from_slice(tile);
    }
    Ok(())
}
