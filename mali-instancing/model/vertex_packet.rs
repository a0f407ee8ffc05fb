use super::pixel_format;
use super::varying_store::{MemoryMut, Stored};
use super::vertex_fetch::{Fetched, Memory, descriptor, position};

/// The number of bytes of a vertex packet that hold positions: 16 for each of its vertices.
const POSITION_BYTES: i64 = 1024;

/// The number of vertices in a packet.
const VERTICES: u32 = 64;

/// The bytes of a vertex in a packet that a fragment shader of V9 and later reads through the descriptor of a
/// varying.
///
/// `attributes` is a whole table, `attribute` the number of the varying's descriptor in it, `vertex` the number of
/// the vertex in the packet, 0 to 63, and `packet` the memory of the packet. `None` for words that are invalid for a
/// varying, for a vertex above 63, for formats that the model does not know, and for
/// bytes outside `packet`.
///
/// A packet has the positions of 64 vertices in its first 1024 bytes, and their attributes after
/// those. This follows from the numbers that Mesa's drivers write: offsets from 1024 on, and a packet stride
/// that is the attribute stride plus 16. Whether it is so,
/// [only a chip can say](crate::guide::certainty#what-only-a-chip-can-say).
///
/// ```
/// use mali_instancing::model::{Fetched, Memory, fetch_packet};
///
/// // R8G8_UINT at byte 2 of the 4 bytes that a vertex has.
/// let attributes = [0x22c0_4065, 61, 1026, 0, 20 << 16 | 4, 0, 0, 0];
/// let mut packet = [0; 64 * 20];
/// packet[1024 + 3 * 4 + 2..][..2].copy_from_slice(&[7, 8]);
/// let memory = Memory { address: 0, bytes: &packet };
/// assert_eq!(fetch_packet(&attributes, 0, 3, memory), Some(Fetched::Bytes(&[7, 8])));
/// assert_eq!(fetch_packet(&attributes, 0, 64, memory), None);
/// ```
#[must_use]
pub fn fetch_packet<'a>(
    attributes: &[u32],
    attribute: usize,
    vertex: u32,
    packet: Memory<'a>,
) -> Option<Fetched<'a>> {
    let words: [u32; 8] = descriptor(attributes, attribute)?;
    // Descriptor type 5, attribute type 6 (vertex packet), and no offset enable, all in word 0. The frequency, in word
    // 1, is 0.
    let is_varying = words[0] & 0x1ff == 0x65 && words[1] & 0xc0 == 0;
    if !is_varying || vertex >= VERTICES {
        return None;
    }
    let (attribute_stride, packet_stride) = (words[4] & 0xffff, words[4] >> 16);
    let length = pixel_format::size(words[0] >> 10)?;
    // A vertex is below 64 and a stride below 2^16, so that both products fit 32 bits.
    let begin = i64::from(words[2] as i32) + i64::from(vertex * attribute_stride);
    let end = begin + i64::from(length);
    if begin < POSITION_BYTES || end > i64::from(VERTICES * packet_stride) {
        return Some(Fetched::OutOfRange);
    }
    let address = packet.address.checked_add(u64::try_from(begin).ok()?)?;
    let bytes = position(address, length, packet.address)?;
    Some(Fetched::Bytes(packet.bytes.get(bytes)?))
}

/// Writes an output as a vertex shader of V9 and later does. Its instruction has the place: `offset`
/// bytes into the `attribute_stride` bytes that each vertex has in the packet.
///
/// `None` for a vertex above 63, and for bytes outside `packet`.
///
/// ```
/// use mali_instancing::model::{MemoryMut, Stored, store_packet};
///
/// let mut packet = [0; 64 * 20];
/// let memory = &mut MemoryMut { address: 0, bytes: &mut packet };
/// assert_eq!(store_packet(4, 2, 3, &[7, 8], memory), Some(Stored::Written));
/// assert_eq!(packet[1024 + 14..][..2], [7, 8]);
/// ```
#[must_use]
pub fn store_packet(
    attribute_stride: u32,
    offset: u32,
    vertex: u32,
    value: &[u8],
    packet: &mut MemoryMut<'_>,
) -> Option<Stored> {
    if vertex >= VERTICES {
        return None;
    }
    let begin = POSITION_BYTES + i64::from(vertex) * i64::from(attribute_stride);
    let begin = u64::try_from(begin + i64::from(offset)).ok()?;
    let address = packet.address.checked_add(begin)?;
    let bytes = position(address, u32::try_from(value.len()).ok()?, packet.address)?;
    packet.bytes.get_mut(bytes)?.copy_from_slice(value);
    Some(Stored::Written)
}
