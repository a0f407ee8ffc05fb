use super::pixel_format;
use super::vertex_fetch::{Access, Fetched, Memory, descriptor, locate_at_any, position};

/// A range of the GPU's memory that can be written.
#[derive(Debug)]
pub struct MemoryMut<'a> {
    /// The address of the first byte.
    pub address: u64,
    /// The bytes from that address on.
    pub bytes: &'a mut [u8],
}

/// The result of a thread's write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stored {
    /// The value is in the buffer.
    Written,
    /// The value is lost, because it would not have been wholly within the buffer's size.
    OutOfRange,
}

/// Writes a varying as a thread of V4 to V7 does, through the tables of a draw.
///
/// The arguments are those of [`load`]. `value` has the bytes in the attribute's format.
/// `None` in the cases in which `load` returns `None`, for positions, which are snapped to a grid that the model does
/// not know, and for a value whose size is not the format's.
///
/// ```
/// use mali_instancing::model::{MemoryMut, Stored, store};
///
/// let varying_buffers = [0x1001, 0, 4, 8];
/// let varyings = [0x22c0_4000, 2]; // buffer 0, R8G8_UINT, byte 2
/// let mut bytes = [0; 8];
/// let mut write = |id| {
///     let memory = &mut MemoryMut { address: 0x1000, bytes: &mut bytes };
///     store(&varying_buffers, &varyings, [0, 0], 0, id, &[1, 2], memory)
/// };
/// assert_eq!(write(1), Some(Stored::Written));
/// assert_eq!(write(2), Some(Stored::OutOfRange));
/// assert_eq!(bytes, [0, 0, 0, 0, 0, 0, 1, 2]);
/// ```
#[must_use]
pub fn store(
    attribute_buffers: &[u32],
    attributes: &[u32],
    draw: [u32; 2],
    attribute: usize,
    linear_id: u32,
    value: &[u8],
    memory: &mut MemoryMut<'_>,
) -> Option<Stored> {
    let [word, _offset] = descriptor(attributes, attribute)?;
    let format = word >> 10;
    if !pixel_format::is_stored_unchanged(format)
        || pixel_format::size(format)? as usize != value.len()
    {
        return None;
    }
    match locate_at_any(attribute_buffers, attributes, draw, attribute, linear_id)? {
        // An ID is no memory. `locate_at_any` never returns `Unaligned`, since varyings have any address.
        Access::Id(_) | Access::Unaligned => None,
        Access::OutOfRange => Some(Stored::OutOfRange),
        Access::Bytes { address, length } => {
            let bytes = position(address, length, memory.address)?;
            memory.bytes.get_mut(bytes)?.copy_from_slice(value);
            Some(Stored::Written)
        }
    }
}

/// The bytes of a varying that a thread of V4 to V7 reads, through the tables of a draw.
///
/// It is [`fetch`](super::fetch) at any alignment: Mesa's GL driver places varyings of these GPUs without any.
///
/// ```
/// use mali_instancing::model::{Fetched, Memory, load};
///
/// let varying_buffers = [0x1001, 0, 6, 12];
/// let varyings = [0x29c0_0000, 2]; // buffer 0, R32_SFLOAT, byte 2
/// let memory = Memory { address: 0x1000, bytes: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] };
/// let read = |id| load(&varying_buffers, &varyings, [0, 0], 0, id, memory);
/// assert_eq!(read(1), Some(Fetched::Bytes(&[8, 9, 10, 11])));
/// assert_eq!(read(2), Some(Fetched::OutOfRange));
/// ```
#[must_use]
pub fn load<'a>(
    attribute_buffers: &[u32],
    attributes: &[u32],
    draw: [u32; 2],
    attribute: usize,
    linear_id: u32,
    memory: Memory<'a>,
) -> Option<Fetched<'a>> {
    let access = locate_at_any(attribute_buffers, attributes, draw, attribute, linear_id)?;
    access.read(memory)
}
