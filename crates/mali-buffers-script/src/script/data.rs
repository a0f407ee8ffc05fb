//! Bytes for a buffer in a script, and indices that the script lists.

use mali_buffers::IndexType;
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::{Fault, Location, Number, missing, wrong};

use crate::choices::IndexTypeNames;
use crate::memory::LIMIT;

/// The data of a buffer: bytes, and zeros after them.
pub(crate) struct Data {
    pub(crate) size: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Data {
    pub(crate) fn new(
        size: Option<Number<u64>>,
        data: Option<&[Number<u32>]>,
        index_type: Option<Named<IndexTypeNames>>,
        location: &Location,
    ) -> Result<Self, Fault> {
        let bytes = match (data, index_type) {
            (Some(data), Some(Named(index_type))) => indices(data, index_type, location)?,
            (None, Some(_)) => return Err(missing(location, "data")),
            (Some(_), None) => return Err(missing(location, "index_type")),
            (None, None) => Vec::new(),
        };
        let given = bytes.len() as u64;
        let size = match size {
            Some(Number(size)) => size,
            // An empty list of `data` states no size either.
            None if bytes.is_empty() => return Err(missing(location, "size")),
            None => given,
        };
        let refused = |reason| Err(wrong(location, "size", reason));
        if size < given {
            return refused(format!("{size} bytes are fewer than the {given} of `data`"));
        }
        if size > LIMIT {
            return refused(format!(
                "{size} bytes are too many: at most {LIMIT} are allowed"
            ));
        }
        Ok(Self { size, bytes })
    }
}

/// The bytes of indices, little-endian as the GPU reads them.
pub(super) fn indices(
    list: &[Number<u32>],
    index_type: IndexType,
    location: &Location,
) -> Result<Vec<u8>, Fault> {
    let largest = index_type.largest();
    if let Some(Number(index)) = list.iter().find(|index| index.0 > largest) {
        let reason = format!("{index} is too large: at most {largest} is allowed");
        return Err(wrong(location, "data", reason));
    }
    let size = index_type.size() as usize;
    let bytes = |index: &Number<u32>| index.0.to_le_bytes().into_iter().take(size);
    Ok(list.iter().flat_map(bytes).collect())
}
