//! Line loops, for what draws none: a segment more, or a strip that ends where it began.

use super::index_conversion::{check_length, converter};
use super::little_endian::Index;
use crate::terms::Error;
use crate::terms::IndexType;

/// The last and the first index of a line loop: the segment that closes it, if the rest is drawn as
/// a strip. `None` for fewer than two indices, of which no line is drawn.
///
/// The indices lie in `source` as the GPU reads them, at any alignment; the bytes after the last
/// whole one are none. Where primitives restart, each loop has its own: see [`write_strip`].
///
/// ```
/// use mali_buffers::{IndexType, closing_segment};
///
/// assert_eq!(closing_segment(IndexType::U8, &[5, 7, 9]), Some([9, 5]));
/// assert_eq!(closing_segment(IndexType::U8, &[5]), None);
/// ```
#[must_use]
pub fn closing_segment(index_type: IndexType, source: &[u8]) -> Option<[u32; 2]> {
    match index_type {
        IndexType::U8 => closing_segment_of::<u8>(source),
        IndexType::U16 => closing_segment_of::<u16>(source),
        IndexType::U32 => closing_segment_of::<u32>(source),
    }
}

fn closing_segment_of<From: Index>(source: &[u8]) -> Option<[u32; 2]> {
    match From::chunks(source) {
        &[first, .., last] => Some([last, first].map(|bytes| From::from_bytes(bytes).into())),
        _ => None,
    }
}

/// The same of a draw without indices: its last and its first vertex, counted from its first.
///
/// ```
/// use mali_buffers::sequential_closing_segment;
///
/// assert_eq!(sequential_closing_segment(3), Some([2, 0]));
/// assert_eq!(sequential_closing_segment(1), None);
/// ```
#[must_use]
pub const fn sequential_closing_segment(vertices: u32) -> Option<[u32; 2]> {
    match vertices {
        0 | 1 => None,
        _ => Some([vertices - 1, 0]),
    }
}

/// Writes the indices of a segment: those of [`closing_segment`] or [`sequential_closing_segment`].
///
/// # Errors
///
/// [`Error::TooManyVertices`] if `to` does not hold them, and [`Error::TooShort`] if `destination` does
/// not. Nothing is written then.
///
/// ```
/// use mali_buffers::{IndexType, write_segment};
///
/// let mut indices = [0; 4];
/// write_segment([9, 5], IndexType::U16, &mut indices)?;
/// assert_eq!(indices, [9, 0, 5, 0]);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
pub fn write_segment(
    indices: [u32; 2],
    to: IndexType,
    destination: &mut [u8],
) -> Result<(), Error> {
    check_length(destination, to, 2)?;
    let maximum = to.largest();
    if let Some(&index) = indices.iter().find(|&&index| index > maximum) {
        return Err(Error::TooManyVertices {
            vertices: index,
            maximum,
        });
    }
    for (to, index) in destination
        .chunks_exact_mut(to.size() as usize)
        .zip(indices)
    {
        for (byte, value) in to.iter_mut().zip(index.to_le_bytes()) {
            *byte = value;
        }
    }
    Ok(())
}

/// How many indices [`write_strip`] writes: those of every loop of two or more, its first again,
/// and one between two loops.
///
/// ```
/// use mali_buffers::{IndexType, strip_length};
///
/// assert_eq!(strip_length(IndexType::U8, Some(255), &[1, 2, 3, 255, 4, 255, 5, 6]), 4 + 1 + 3);
/// assert_eq!(strip_length(IndexType::U8, Some(255), &[255, 4]), 0);
/// ```
#[must_use]
pub fn strip_length(index_type: IndexType, restart_index: Option<u32>, source: &[u8]) -> u64 {
    let mut length = 0;
    each_loop(index_type, restart_index, source, |line_loop| {
        let separator = u64::from(length != 0);
        length += separator + line_loop.len() as u64 / u64::from(index_type.size()) + 1;
    });
    length
}

/// Writes the indices of line loops as those of line strips, of a type that is as wide or wider,
/// and returns how many there are: [`strip_length`].
///
/// Every loop ends with its first index again. The index whose bits are all set is between two
/// loops; loops of fewer than two indices, of which no line is drawn, are left out. So the strip is
/// drawn with [`IndexType::largest`] as its restart index if the loops have one, and without if they
/// have none. As for [`convert_indices`](crate::convert_indices), an index whose bits are all set in
/// `to` must not be a vertex if there is a restart index.
///
/// # Errors
///
/// [`Error::NarrowerIndices`] if `to` is narrower than `from`, and [`Error::TooShort`] if
/// `destination` is. Nothing is written then.
///
/// ```
/// use mali_buffers::{IndexType, write_strip};
///
/// let loops = [1, 2, 3, 7, 4, 7, 5, 6];
/// let mut strips = [0; 8];
/// let length = write_strip(IndexType::U8, IndexType::U8, Some(7), &loops, &mut strips)?;
/// assert_eq!((length, strips), (8, [1, 2, 3, 1, 0xff, 5, 6, 5]));
/// # Ok::<(), mali_buffers::Error>(())
/// ```
pub fn write_strip(
    from: IndexType,
    to: IndexType,
    restart_index: Option<u32>,
    source: &[u8],
    destination: &mut [u8],
) -> Result<u64, Error> {
    let convert = converter(from, to)?;
    let length = strip_length(from, restart_index, source);
    check_length(destination, to, length)?;
    let (destination, _) = split(destination, length as usize * to.size() as usize);
    let (from_size, to_size) = (from.size() as usize, to.size() as usize);
    let mut rest = destination;
    each_loop(from, restart_index, source, |line_loop| {
        let space = core::mem::take(&mut rest);
        let (strip, space) = split(space, line_loop.len() / from_size * to_size);
        convert(None, line_loop, strip);
        let (first, space) = split(space, to_size);
        convert(None, line_loop, first);
        let (separator, space) = split(space, to_size);
        separator.fill(0xff);
        rest = space;
    });
    Ok(length)
}

/// What is behind the end is empty: so there is no separator after the last loop.
fn split(space: &mut [u8], size: usize) -> (&mut [u8], &mut [u8]) {
    let size = size.min(space.len());
    space.split_at_mut(size)
}

/// How many indices [`write_sequential_strip`] writes.
///
/// ```
/// use mali_buffers::sequential_strip_length;
///
/// assert_eq!([0, 1, 2, 3].map(sequential_strip_length), [0, 0, 3, 4]);
/// ```
#[must_use]
pub const fn sequential_strip_length(vertices: u32) -> u64 {
    match vertices {
        0 | 1 => 0,
        _ => vertices as u64 + 1,
    }
}

/// Writes the indices of the line strip that a line loop without indices is: 0, 1, and so on to the
/// last vertex, and 0 again. Returns how many there are: [`sequential_strip_length`].
///
/// The index whose bits are all set is not among them, since it restarts a primitive wherever that
/// cannot be turned off.
///
/// # Errors
///
/// [`Error::TooManyVertices`] if a vertex has no other index, that is for more than
/// [`IndexType::largest`], and [`Error::TooShort`] if `destination` is too short. Nothing is written
/// then.
///
/// ```
/// use mali_buffers::{IndexType, write_sequential_strip};
///
/// let mut strip = [0; 4];
/// assert_eq!(write_sequential_strip(3, IndexType::U8, &mut strip)?, 4);
/// assert_eq!(strip, [0, 1, 2, 0]);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
pub fn write_sequential_strip(
    vertices: u32,
    to: IndexType,
    destination: &mut [u8],
) -> Result<u64, Error> {
    let maximum = to.largest();
    if vertices > maximum {
        return Err(Error::TooManyVertices { vertices, maximum });
    }
    let length = sequential_strip_length(vertices);
    check_length(destination, to, length)?;
    if length > 0 {
        match to {
            IndexType::U8 => write_sequence(vertices, destination, |vertex| vertex as u8),
            IndexType::U16 => write_sequence(vertices, destination, |vertex| vertex as u16),
            IndexType::U32 => write_sequence(vertices, destination, |vertex| vertex),
        }
    }
    Ok(length)
}

fn write_sequence<To: Index>(vertices: u32, destination: &mut [u8], index: impl Fn(u32) -> To) {
    let mut indices = To::chunks_mut(destination).iter_mut();
    for (vertex, to) in (0..vertices).zip(&mut indices) {
        *to = index(vertex).into_bytes();
    }
    if let Some(last) = indices.next() {
        *last = To::default().into_bytes();
    }
}

/// Calls `visit` with the bytes of every loop of two or more indices.
fn each_loop(
    index_type: IndexType,
    restart_index: Option<u32>,
    source: &[u8],
    visit: impl FnMut(&[u8]),
) {
    match index_type {
        IndexType::U8 => each_loop_of::<u8>(restart_index, source, visit),
        IndexType::U16 => each_loop_of::<u16>(restart_index, source, visit),
        IndexType::U32 => each_loop_of::<u32>(restart_index, source, visit),
    }
}

fn each_loop_of<From: Index>(restart_index: Option<u32>, source: &[u8], visit: impl FnMut(&[u8])) {
    let restart_index = restart_index.and_then(|index| From::try_from(index).ok());
    From::chunks(source)
        .split(|&bytes| Some(From::from_bytes(bytes)) == restart_index)
        .filter(|line_loop| line_loop.len() >= 2)
        .map(From::flattened)
        .for_each(visit);
}
