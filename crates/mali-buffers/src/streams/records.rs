//! The bytes that the GPU reads, made of a source's bytes. Records are put together in a small space, and then written, since
//! memory that is write-combined must be written from its first byte to its last.

use super::member::Member;
use super::stream::{Content, Extent, Stream};
use crate::conversion::{FetchFormat, convert_indices};
use crate::error::Error;

/// The size of the assembly space, in bytes: more than the attributes of a record take, which are 32 of 16 bytes at
/// most.
const TILE: usize = 1024;

impl Stream {
    /// Writes elements. `source` begins with the first byte of the first one.
    #[inline]
    pub(crate) fn write(
        &self,
        members: &[Member],
        extent: &Extent,
        source: &[u8],
        destination: &mut [u8],
    ) -> Result<(), Error> {
        if self.content != Content::Raw {
            return self.convert(members, extent, source, destination);
        }
        let (given, needed) = (source.len() as u64, destination.len() as u64);
        let source = source.get(..destination.len());
        let source = source.ok_or(Error::TooShort { given, needed })?;
        destination.copy_from_slice(source);
        Ok(())
    }

    #[inline(never)]
    fn convert(
        &self,
        members: &[Member],
        extent: &Extent,
        source: &[u8],
        destination: &mut [u8],
    ) -> Result<(), Error> {
        if let Content::Indices { from, to, mapped } = self.content {
            return convert_indices(from, to, mapped, source, destination);
        }
        // Records of one attribute are written in ascending order without the assembly space.
        if self.members == 1 {
            if let Some((format, offset, _)) = self.members(members).next() {
                let source = source.get(offset as usize..).unwrap_or_default();
                let conversion = FetchFormat::of(format).conversion;
                let (strides, count) = ((self.stride, self.record_stride), extent.whole);
                return conversion.run(source, strides.0, destination, strides.1, count);
            }
        }
        let stride = self.record_stride as usize;
        // The last record ends without padding if nothing follows it, so `done` may be more bytes than there are.
        let done = extent.whole as usize * stride;
        let all = destination.len();
        let (records, last) = destination.split_at_mut(done.min(all));
        self.assemble(members, self.length, source, records, extent.whole)?;
        if extent.rest > 0 {
            let source = source.get(extent.whole as usize * self.stride as usize..);
            let source = source.unwrap_or_default();
            self.assemble(members, extent.rest, source, last, 1)?;
        }
        Ok(())
    }

    /// Writes records of those attributes that are in the first `length` bytes of an element.
    #[inline(never)]
    fn assemble(
        &self,
        members: &[Member],
        length: u32,
        source: &[u8],
        destination: &mut [u8],
        count: u32,
    ) -> Result<(), Error> {
        let mut tile = [0; TILE];
        // A stream with a stride of 0 has one record, whose length takes the stride's place.
        let stride = self.record_stride.max(self.record_length);
        let rows = (TILE as u32 / stride.max(1)).max(1);
        let blocks = destination.chunks_mut((rows * stride.max(1)) as usize);
        for (block, done) in blocks.zip((0..count).step_by(rows as usize)) {
            let rows = rows.min(count - done);
            let (given, needed) = (TILE as u64, block.len() as u64);
            // The last block has the records that are left, and may lack the padding of the last one.
            let tile = tile.get_mut(..block.len());
            let tile = tile.ok_or(Error::TooShort { given, needed })?;
            for (format, offset, at) in self.members(members) {
                // The last element of a buffer may exist in part: attributes that end after that part are left out.
                if offset + format.size() > length {
                    continue;
                }
                let begin = done as usize * self.stride as usize + offset as usize;
                let source = source.get(begin..).unwrap_or_default();
                let tile = tile.get_mut(at as usize..).unwrap_or_default();
                let conversion = FetchFormat::of(format).conversion;
                conversion.run(source, self.stride, tile, stride, rows)?;
            }
            // Bytes between attributes have what the tile had there. Nothing reads them.
            block.copy_from_slice(tile);
        }
        Ok(())
    }
}
