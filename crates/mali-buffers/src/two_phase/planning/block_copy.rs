//! Elements that are assembled before they are written, so that a block is written from its first byte to its last: the
//! memory may be write-combined.

use core::ops::Deref;

use arrayvec::ArrayVec;

use super::data_copy::{Contents, DataCopy};
use super::vertices::data::MOST_ATTRIBUTES;
use crate::conversion::{Conversion, convert_indices, span};
use crate::draw::ElementArray;
use crate::error::Error;
use crate::list::append;
use crate::two_phase::Location;
use crate::two_phase::memory::{ClientState, GpuMemory, read};
use crate::types::DataSource;

/// The size of the assembly space, in bytes: more than the attributes of an element take, which are 32 of 16 bytes at
/// most.
const TILE: usize = 1024;

/// The vertices that a draw's indices name, in the indices' order.
pub(crate) struct NamedVertices<B> {
    array: ElementArray,
    bytes: B,
}

impl<B: Deref<Target = [u8]>> NamedVertices<B> {
    pub(crate) fn read<'a, A>(array: ElementArray, application: &'a A) -> Result<Self, Error>
    where
        A: ClientState<Bytes<'a> = B>,
    {
        let bytes = read(application, array.source, array.bytes()?)?;
        Ok(Self { array, bytes })
    }

    /// The vertex that index `number` names. An index outside the bounds, which are wrong then, names the nearest
    /// vertex.
    fn get(&self, number: u32) -> Option<u32> {
        let (index_type, bounds) = (self.array.index_type, self.array.bounds?);
        let begin = usize::try_from(index_type.size_of(number)).ok()?;
        let bytes = self.bytes.get(begin..begin + index_type.size() as usize)?;
        let index = bytes.iter().rev();
        let index = index.fold(0, |index, &byte| index << 8 | u32::from(byte));
        let index = index.max(bounds.minimum).min(bounds.maximum);
        index.checked_add_signed(self.array.base_vertex)
    }
}

impl DataCopy {
    /// Whether the elements of `next` lie between these elements.
    pub(crate) fn is_interleaved_with(&self, next: &Self) -> bool {
        let rows = |copy: &Self| match copy.contents {
            Contents::Elements {
                stride,
                elements,
                is_gathered,
                ..
            } => Some((copy.destination.memory, stride, elements, is_gathered)),
            _ => None,
        };
        let between = next.destination.offset.checked_sub(self.destination.offset);
        rows(self).is_some_and(|(_, stride, ..)| between.is_some_and(|gap| gap < stride.into()))
            && rows(self) == rows(next)
    }
}

/// The elements of one source, and their conversion.
struct Part {
    source: DataSource,
    offset: u64,
    stride: u32,
    conversion: Conversion,
    /// The offset of the first element in the bytes that are written.
    begin: usize,
}

impl Part {
    fn of(copy: &DataCopy, begin: u64) -> Option<Self> {
        match copy.contents {
            Contents::Elements {
                source,
                offset,
                source_stride,
                conversion,
                ..
            } => Some(Self {
                source,
                offset,
                stride: source_stride,
                conversion,
                begin: (copy.destination.offset - begin) as usize,
            }),
            _ => None,
        }
    }

    fn read<'a, A: ClientState>(
        &self,
        application: &'a A,
        (first, count): (u32, u32),
    ) -> Result<A::Bytes<'a>, Error> {
        let Self { source, offset, .. } = *self;
        let skipped = u64::from(first) * u64::from(self.stride);
        let begin = offset.checked_add(skipped);
        let size = span(count.into(), self.stride, self.conversion.source_size());
        let range = begin.and_then(|begin| Some(begin..begin.checked_add(size?)?));
        let range = range.ok_or(Error::Unreadable { source, offset })?;
        read(application, source, range)
    }
}

/// Writes interleaved elements, or a single copy of any kind.
pub(crate) fn execute<'a, A: ClientState>(
    copies: &[DataCopy],
    named: Option<&NamedVertices<A::Bytes<'a>>>,
    application: &'a A,
    gpu_memory: &mut impl GpuMemory,
) -> Result<(), Error> {
    let ([first, .., last] | [first @ last]) = copies else {
        return Ok(());
    };
    let Location { memory, offset } = first.destination;
    let size = (last.destination.offset - offset).saturating_add(last.size);
    let unwritable = Error::Unwritable {
        memory,
        offset,
        size,
    };
    let end = offset.checked_add(size).ok_or(unwritable)?;
    let destination = gpu_memory.write(memory, offset..end).ok_or(unwritable)?;
    match first.contents {
        Contents::Elements {
            stride,
            elements,
            is_gathered,
            ..
        } => {
            let named = named.filter(|_| is_gathered);
            write_elements(copies, named, application, destination, (stride, elements))
        }
        Contents::Indices {
            source,
            offset,
            from,
            to,
            restart_index,
            count,
        } => {
            let size = count.saturating_mul(from.size().into());
            let indices = read(application, source, offset..offset.saturating_add(size))?;
            convert_indices(from, to, restart_index, &indices, destination)
        }
        Contents::Constant(value) => {
            *destination.first_chunk_mut().ok_or(unwritable)? = value;
            Ok(())
        }
    }
}

/// Writes `elements` elements that are `stride` bytes apart.
fn write_elements<'a, A: ClientState>(
    copies: &[DataCopy],
    named: Option<&NamedVertices<A::Bytes<'a>>>,
    application: &'a A,
    destination: &mut [u8],
    (stride, elements): (u32, u32),
) -> Result<(), Error> {
    let begin = copies.first().map_or(0, |first| first.destination.offset);
    let parts = || copies.iter().filter_map(|copy| Part::of(copy, begin));
    if let (None, [_], Some(part)) = (named, copies, parts().next()) {
        let source = part.read(application, (0, elements))?;
        return (part.conversion).run(&source, part.stride, destination, stride, elements);
    }
    let mut sources: ArrayVec<A::Bytes<'a>, MOST_ATTRIBUTES> = ArrayVec::new_const();
    for part in parts().filter(|_| named.is_none()) {
        append(&mut sources, part.read(application, (0, elements))?);
    }
    let mut tile = [0; TILE];
    let rows = (TILE as u32 / stride.max(1)).max(1);
    let blocks = destination.chunks_mut(rows as usize * stride.max(1) as usize);
    for (block, done) in blocks.zip((0..elements).step_by(rows as usize)) {
        let count = rows.min(elements - done);
        let (given, needed) = (TILE as u64, block.len() as u64);
        let tile = tile.get_mut(..block.len());
        let tile = tile.ok_or(Error::TooShort { given, needed })?;
        for (number, part) in parts().enumerate() {
            let tile = tile.get_mut(part.begin..).unwrap_or_default();
            if let Some(source) = sources.get(number) {
                let source = source.get(done as usize * part.stride as usize..);
                let source = source.unwrap_or_default();
                (part.conversion).run(source, part.stride, tile, stride, count)?;
                continue;
            }
            for row in 0..count {
                let vertex = named.and_then(|named| named.get(done + row));
                let source = part.read(application, (vertex.unwrap_or(u32::MAX), 1))?;
                let tile = tile.get_mut((row * stride) as usize..).unwrap_or_default();
                (part.conversion).run(&source, 0, tile, 0, 1)?;
            }
        }
        block.copy_from_slice(tile);
    }
    Ok(())
}
