//! Indices that a script lists.

use mali_buffers::IndexType;

use crate::keys::{list, number};
use mali_instancing_codegen::read::Node;

/// Reads indices, little-endian as the GPU does.
pub(super) fn indices(node: &Node, index_type: IndexType) -> Result<Vec<u8>, String> {
    let index = |node: &Node| {
        let index: u32 = number(node)?;
        if index > index_type.largest() {
            let largest = index_type.largest();
            return Err(format!(
                "{index} is too large: at most {largest} is allowed"
            ));
        }
        Ok(index)
    };
    let indices = list(node, index)?;
    let size = index_type.size() as usize;
    Ok(indices
        .into_iter()
        .flat_map(|index| index.to_le_bytes().into_iter().take(size))
        .collect())
}
