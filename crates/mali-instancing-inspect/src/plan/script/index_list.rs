//! Indices that a script lists.

use mali_buffers::IndexType;
use mali_instancing::data::Number;

/// The bytes of indices, little-endian as the GPU reads them.
pub(super) fn indices(list: &[Number<u32>], index_type: IndexType) -> Result<Vec<u8>, String> {
    let largest = index_type.largest();
    if let Some(Number(index)) = list.iter().find(|index| index.0 > largest) {
        return Err(format!(
            "{index} is too large: at most {largest} is allowed"
        ));
    }
    let size = index_type.size() as usize;
    let bytes = |index: &Number<u32>| index.0.to_le_bytes().into_iter().take(size);
    Ok(list.iter().flat_map(bytes).collect())
}
