use super::little_endian::Index;
use crate::error::Error;
use crate::types::IndexType;

/// Writes indices as a type that is at least as wide, and the indices that restart a primitive as the index whose bits
/// are all set.
///
/// The indices are in `source` and in `destination` as the GPU reads them, at any alignment. The bytes after the last
/// whole index are ignored. A restart index that `from` cannot hold restarts nothing. Every other index keeps its
/// value: if `to` is not wider, an index whose bits are all set then restarts a primitive too. There is such an index
/// if it is the maximum of [`index_bounds`](crate::index_bounds) with the same restart index.
///
/// # Errors
///
/// [`Error::NarrowerIndices`] if `to` is narrower than `from`, and [`Error::TooShort`] if `destination` is too short.
/// Nothing is written then.
///
/// ```
/// use mali_buffers::{IndexType, convert_indices};
///
/// let mut indices = [0; 6];
/// convert_indices(IndexType::U8, IndexType::U16, Some(7), &[1, 7, 255], &mut indices)?;
/// assert_eq!(indices, [1, 0, 0xff, 0xff, 255, 0]);
/// # Ok::<(), mali_buffers::Error>(())
/// ```
pub fn convert_indices(
    from: IndexType,
    to: IndexType,
    restart_index: Option<u32>,
    source: &[u8],
    destination: &mut [u8],
) -> Result<(), Error> {
    use IndexType::{U8, U16, U32};
    let convert = match (from, to) {
        (U8, U8) => convert::<u8, u8>,
        (U8, U16) => convert::<u8, u16>,
        (U8, U32) => convert::<u8, u32>,
        (U16, U16) => convert::<u16, u16>,
        (U16, U32) => convert::<u16, u32>,
        (U32, U32) => convert::<u32, u32>,
        (U16 | U32, U8) | (U32, U16) => return Err(Error::NarrowerIndices { from, to }),
    };
    let given = destination.len() as u64;
    // The number of indices in a slice is far below 2^62.
    let needed = source.len() as u64 / u64::from(from.size()) * u64::from(to.size());
    if given < needed {
        return Err(Error::TooShort { given, needed });
    }
    convert(restart_index, source, destination);
    Ok(())
}

/// Converts indices until the source or the destination ends.
fn convert<From: Index + Into<To>, To: Index>(
    restart_index: Option<u32>,
    source: &[u8],
    destination: &mut [u8],
) {
    // Without a restart index, no index is compared: the loop is only a conversion.
    match restart_index.and_then(|index| From::try_from(index).ok()) {
        None => To::write(destination, From::read(source).map(From::into)),
        Some(restart_index) => {
            let restart_index: To = restart_index.into();
            let indices = From::read(source).map(From::into);
            let restarts = |index: To| {
                if index == restart_index {
                    To::LARGEST
                } else {
                    index
                }
            };
            To::write(destination, indices.map(restarts));
        }
    }
}
