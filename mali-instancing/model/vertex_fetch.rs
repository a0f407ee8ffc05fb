use super::attribute_unit::{divide, element_index, modulo};
use super::pixel_format;
use crate::arch::Arch;

/// A range of the GPU's memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    /// The address of the first byte.
    pub address: u64,
    /// The bytes from that address on.
    pub bytes: &'a [u8],
}

/// The result of a thread's read of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fetched<'a> {
    /// The attribute's bytes, as they are in the buffer.
    Bytes(&'a [u8]),
    /// A vertex or instance ID, both counted from 0.
    Id(u32),
    /// No bytes, because the read is not wholly within the buffer's size.
    OutOfRange,
    /// No bytes, because the hardware converts them wrongly: their address is not a multiple of a component's size, or of
    /// the element's size in packed formats. What exactly is read,
    /// [only a chip can say](crate::guide::certainty#what-only-a-chip-can-say).
    Unaligned,
}

/// The bytes or the ID that a thread of V4 to V7 reads through the tables of a draw.
///
/// On V4 and V5, elements that need no conversion, those of 32-bit floats and integers, may be unaligned.
///
/// `attribute_buffers` and `attributes` are whole tables, `draw` has words 0 and 1 of the `Draw`
/// descriptor, and `attribute` is the attribute's number in its table. `None` for words that are invalid in a table,
/// for formats that the model does not know, and for bytes outside `memory`.
///
/// With offset enable, the model adds the offset start to the index in every mode, as Mesa's GL driver expects. It does
/// not add it to vertex and instance ID, for which that driver sets offset enable too, and lets its shaders add the first
/// vertex. What a chip does, [only a chip can say](crate::guide::certainty#what-only-a-chip-can-say).
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::model::{Fetched, Memory, fetch};
///
/// let attribute_buffers = [0x1001, 0, 4, 16, 0, 0, 0, 0, 0, 0, 0, 0];
/// let attributes = [0x22c0_4200, 2]; // buffer 0, offset enable, R8G8_UINT, byte 2
/// let bytes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// let memory = Memory { address: 0x1000, bytes: &bytes };
/// let read = |id| fetch(Arch::V7, &attribute_buffers, &attributes, [0, 0], 0, id, memory);
/// assert_eq!(read(3), Some(Fetched::Bytes(&[14, 15])));
/// assert_eq!(read(4), Some(Fetched::OutOfRange));
/// ```
#[must_use]
pub fn fetch<'a>(
    arch: Arch,
    attribute_buffers: &[u32],
    attributes: &[u32],
    draw: [u32; 2],
    attribute: usize,
    linear_id: u32,
    memory: Memory<'a>,
) -> Option<Fetched<'a>> {
    let access = locate(
        arch,
        attribute_buffers,
        attributes,
        draw,
        attribute,
        linear_id,
    )?;
    access.read(memory)
}

/// The buffer or the ID that a thread reaches through an attribute's descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// A vertex or instance ID, both counted from 0.
    Id(u32),
    /// Bytes of a buffer.
    Bytes {
        /// The address of the first of them.
        address: u64,
        /// The number of bytes.
        length: u32,
    },
    /// No bytes, because the access is not wholly within the buffer's size.
    OutOfRange,
    /// No bytes, because their address is not aligned: see [`Fetched::Unaligned`].
    Unaligned,
}

impl Access {
    /// This access, if the conversion of the format finds its bytes aligned.
    fn aligned_for(self, format: u32) -> Option<Self> {
        match self {
            Self::Bytes { address, .. }
                if address % u64::from(pixel_format::alignment(format)?) != 0 =>
            {
                Some(Self::Unaligned)
            }
            access => Some(access),
        }
    }

    pub(super) fn read(self, memory: Memory<'_>) -> Option<Fetched<'_>> {
        match self {
            Self::Id(id) => Some(Fetched::Id(id)),
            Self::OutOfRange => Some(Fetched::OutOfRange),
            Self::Unaligned => Some(Fetched::Unaligned),
            Self::Bytes { address, length } => {
                let bytes = position(address, length, memory.address)?;
                Some(Fetched::Bytes(memory.bytes.get(bytes)?))
            }
        }
    }
}

/// The range of the bytes at `address` in memory that begins at `first`.
pub(super) fn position(address: u64, length: u32, first: u64) -> Option<core::ops::Range<usize>> {
    let begin = usize::try_from(address.checked_sub(first)?).ok()?;
    let end = begin.checked_add(usize::try_from(length).ok()?)?;
    Some(begin..end)
}

/// A descriptor of a table, counted from 0.
pub(super) fn descriptor<const WORDS: usize>(table: &[u32], number: usize) -> Option<[u32; WORDS]> {
    let rest = table.get(number.checked_mul(WORDS)?..)?;
    rest.first_chunk().copied()
}

/// The bytes that a thread of V4 to V7 reads or writes through the tables of a draw, as addresses.
///
/// The arguments are those of [`fetch`], except the memory, which is not read. `None` as for `fetch`.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::model::{Access, locate};
///
/// let attribute_buffers = [0x1001, 0, 4, 16, 0, 0, 0, 0, 0, 0, 0, 0];
/// let attributes = [0x22c0_4200, 2]; // buffer 0, offset enable, R8G8_UINT, byte 2
/// let reached = |id| locate(Arch::V7, &attribute_buffers, &attributes, [0, 0], 0, id);
/// assert_eq!(reached(3), Some(Access::Bytes { address: 0x1000 + 3 * 4 + 2, length: 2 }));
/// assert_eq!(reached(4), Some(Access::OutOfRange));
/// ```
#[must_use]
pub fn locate(
    arch: Arch,
    attribute_buffers: &[u32],
    attributes: &[u32],
    draw: [u32; 2],
    attribute: usize,
    linear_id: u32,
) -> Option<Access> {
    let access = locate_at_any(attribute_buffers, attributes, draw, attribute, linear_id)?;
    let [word, _offset] = descriptor(attributes, attribute)?;
    let format = word >> 10;
    // Mesa's driver says of Midgard that only a conversion needs aligned elements.
    if matches!(arch, Arch::V4 | Arch::V5) && pixel_format::is_unconverted(format) {
        return Some(access);
    }
    access.aligned_for(format)
}

/// The same bytes, whether they are aligned or not.
pub(super) fn locate_at_any(
    attribute_buffers: &[u32],
    attributes: &[u32],
    draw: [u32; 2],
    attribute: usize,
    linear_id: u32,
) -> Option<Access> {
    // The numbers below are those of Mesa's genxml, not the packers' constants, so that a wrong constant is found. Bits 0 to 8
    // are the buffer index, bit 9 the offset enable, and the format begins at bit 10.
    let [word, offset] = descriptor(attributes, attribute)?;
    let number = (word & 0x1ff) as usize;
    let first: [u32; 4] = descriptor(attribute_buffers, number)?;

    // A descriptor with a continuation has an even number.
    if first[0] & 0x3f == 4 && number & 1 != 0 {
        return None;
    }

    // The lowest six bits are the type. R has the bits 24 to 28 of word 1, and bit 29 is E, or the first of the three of P.
    match first[0] & 0x3f {
        // The vertex ID is a remainder. P is at most 4: no odd part is above 9.
        0x22 if first[1] >> 29 <= 4 => {
            let vertex = modulo(linear_id, first[1] >> 24 & 0x1f, first[1] >> 29);
            Some(Access::Id(vertex))
        }
        // The instance ID is a quotient, whose D is in word 2: there is no stride that would have it.
        0x24 => {
            let instance = divide(
                linear_id,
                first[1] >> 24 & 0x1f,
                first[1] >> 29 & 1,
                first[2],
            );
            Some(Access::Id(instance))
        }
        _ => {
            let mut words = [0; 8];
            words[..4].copy_from_slice(&first);
            // Only type 4 reads the second descriptor, and the table may end before it with every other type.
            if let Some(second) = descriptor::<4>(attribute_buffers, number + 1) {
                words[4..].copy_from_slice(&second);
            }
            let offset_start = if word & 0x200 != 0 { draw[1] } else { 0 };
            let index = u64::from(element_index(&words, linear_id)?) + u64::from(offset_start);
            // The pointer is a multiple of 64, and the type has its lowest bits.
            let address = u64::from(words[1] & 0x00ff_ffff) << 32 | u64::from(words[0] & !0x3f);
            let buffer = Range {
                address,
                size: words[3].into(),
            };
            buffer.access(index, words[2], offset, word >> 10)
        }
    }
}

/// The bytes that a vertex of an instance reads through the tables of a draw on V9 and later, which count
/// both from 0.
///
/// `buffers` and `attributes` are whole tables. The draw's first vertex, `offset_start`, is added to the vertex
/// if the attribute has offset enable. `None` as for [`fetch`].
///
/// ```
/// use mali_instancing::model::{Fetched, Memory, fetch_valhall};
///
/// let buffers = [0x19, 16, 0x1000, 0, 0, 0, 0, 0];
/// // R8G8_UINT, one element of 4 bytes per instance, from byte 2 on
/// let attributes = [0x22c0_4015, 0x40, 2, 0, 4, 0, 0, 0];
/// let bytes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// let memory = Memory { address: 0x1000, bytes: &bytes };
/// let read = |instance| fetch_valhall(&buffers, &attributes, 0, 0, [7, instance], memory);
/// assert_eq!(read(3), Some(Fetched::Bytes(&[14, 15])));
/// assert_eq!(read(4), Some(Fetched::OutOfRange));
/// ```
#[must_use]
pub fn fetch_valhall<'a>(
    buffers: &[u32],
    attributes: &[u32],
    offset_start: u32,
    attribute: usize,
    ids: [u32; 2],
    memory: Memory<'a>,
) -> Option<Fetched<'a>> {
    let access = locate_valhall(buffers, attributes, offset_start, attribute, ids)?;
    access.read(memory)
}

/// The bytes that a vertex of an instance reads through the tables of a draw on V9 and later, as addresses.
///
/// The arguments are those of [`fetch_valhall`], except the memory, which is not read. `None` as for
/// `fetch_valhall`.
///
/// ```
/// use mali_instancing::model::{Access, locate_valhall};
///
/// let buffers = [0x19, 16, 0x1000, 0, 0, 0, 0, 0];
/// // R8G8_UINT, one element of 4 bytes per instance, from byte 2 on
/// let attributes = [0x22c0_4015, 0x40, 2, 0, 4, 0, 0, 0];
/// let reached = |instance| locate_valhall(&buffers, &attributes, 0, 0, [7, instance]);
/// assert_eq!(reached(3), Some(Access::Bytes { address: 0x1000 + 3 * 4 + 2, length: 2 }));
/// assert_eq!(reached(4), Some(Access::OutOfRange));
/// ```
#[must_use]
pub fn locate_valhall(
    buffers: &[u32],
    attributes: &[u32],
    offset_start: u32,
    attribute: usize,
    [vertex, instance]: [u32; 2],
) -> Option<Access> {
    let words: [u32; 8] = descriptor(attributes, attribute)?;
    let buffer: [u32; 8] = descriptor(buffers, words[3] as usize)?;
    // An attribute is a descriptor of type 5, a buffer one of type 9 with the buffer type 1.
    if words[0] & 0xf != 5 || buffer[0] & 0xff != 0x19 {
        return None;
    }
    // The frequency says which of the two numbers steps; there is no linear id to divide first.
    let id = match words[1] >> 6 & 0b11 {
        0 => vertex,
        1 => instance,
        _ => return None,
    };
    let divisor_r = words[1] >> 24 & 0x1f;
    let index = match words[0] >> 4 & 0xf {
        1 => id,
        2 => id >> divisor_r,
        3 => divide(id, divisor_r, words[1] >> 29 & 1, words[5]),
        _ => return None,
    };
    let offset_start = if words[0] & 0x100 != 0 {
        offset_start
    } else {
        0
    };
    let index = u64::from(index) + u64::from(offset_start);
    let address = u64::from(buffer[3]) << 32 | u64::from(buffer[2]);
    let buffer = Range {
        address,
        // Word 5 is the upper half of the size from V11 on, and reserved before, where it is 0.
        size: u64::from(buffer[5]) << 32 | u64::from(buffer[1]),
    };
    let format = words[0] >> 10;
    let access = buffer.access(index, words[4], words[2], format)?;
    access.aligned_for(format)
}

/// The range of bytes that a buffer's descriptor makes readable.
struct Range {
    address: u64,
    size: u64,
}

impl Range {
    fn access(&self, index: u64, stride: u32, offset: u32, format: u32) -> Option<Access> {
        let length = pixel_format::size(format)?;
        // In 128 bits nothing overflows: an index and a stride have 32 bits each, an address 64.
        let offset = i128::from(offset as i32);
        let begin = i128::from(index) * i128::from(stride) + offset;
        if begin < 0 || begin + i128::from(length) > i128::from(self.size) {
            return Some(Access::OutOfRange);
        }
        let address = u64::try_from(i128::from(self.address) + begin).ok()?;
        Some(Access::Bytes { address, length })
    }
}
