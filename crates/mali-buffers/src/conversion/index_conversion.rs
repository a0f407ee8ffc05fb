use super::little_endian::Index;
use crate::error::Error;
use crate::types::IndexType;

/// Writes indices as a type that is as wide or wider, and those that restart a primitive as the one
/// whose bits are all set.
///
/// The indices lie in `source` and in `destination` as the GPU reads them, at any alignment; the
/// bytes after the last whole one are none. A restart index that `from` does not hold restarts
/// nothing. Every other index keeps its value: in a type that is not wider, one whose bits are all
/// set restarts a primitive too from then on. There is one if it is the maximum of
/// [`index_bounds`](crate::index_bounds) with the same restart index.
///
/// # Errors
///
/// [`Error::NarrowerIndices`] if `to` is narrower than `from`, and [`Error::TooShort`] if
/// `destination` is. Nothing is written then.
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
    let converter = converter(from, to)?;
    let given = destination.len() as u64;
    // The indices of a slice are far from 2^62.
    let needed = source.len() as u64 / u64::from(from.size()) * u64::from(to.size());
    if given < needed {
        return Err(Error::TooShort { given, needed });
    }
    converter(restart_index, source, destination);
    Ok(())
}

/// Converts as many indices as there are and as there is space for.
type Converter = fn(restart_index: Option<u32>, source: &[u8], destination: &mut [u8]);

/// The converter from one type to another.
const fn converter(from: IndexType, to: IndexType) -> Result<Converter, Error> {
    use IndexType::{U8, U16, U32};
    Ok(match (from, to) {
        (U8, U8) => convert::<u8, u8>,
        (U8, U16) => convert::<u8, u16>,
        (U8, U32) => convert::<u8, u32>,
        (U16, U16) => convert::<u16, u16>,
        (U16, U32) => convert::<u16, u32>,
        (U32, U32) => convert::<u32, u32>,
        (U16 | U32, U8) | (U32, U16) => return Err(Error::NarrowerIndices { from, to }),
    })
}

fn convert<From: Index + Into<To>, To: Index>(
    restart_index: Option<u32>,
    source: &[u8],
    destination: &mut [u8],
) {
    match restart_index.and_then(|index| From::try_from(index).ok()) {
        None => each::<From, To>(source, destination, From::into),
        Some(restart_index) => {
            let restart_index: To = restart_index.into();
            each(source, destination, |index: From| {
                let index = index.into();
                if index == restart_index {
                    To::LARGEST
                } else {
                    index
                }
            });
        }
    }
}

fn each<From: Index, To: Index>(
    source: &[u8],
    destination: &mut [u8],
    convert: impl Fn(From) -> To,
) {
    To::write(destination, From::read(source).map(convert));
}
