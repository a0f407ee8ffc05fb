//! The vertices of which a draw's primitives are made.

use mali_buffers::IndexType;
use mali_instancing::draw::IndexBounds;

/// The indices whose bytes these are.
pub(crate) fn from_bytes(index_type: IndexType, bytes: &[u8]) -> Vec<u32> {
    let index = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |index, &byte| index << 8 | u32::from(byte))
    };
    bytes
        .chunks(index_type.size() as usize)
        .map(index)
        .collect()
}

/// The runs of indices between restarts. The draw's mode makes primitives of each run, which does not matter here.
pub(crate) fn runs(indices: &[u32], restart_index: Option<u32>) -> Vec<Vec<u32>> {
    indices
        .split(|&index| Some(index) == restart_index)
        .filter(|run| !run.is_empty())
        .map(<[u32]>::to_vec)
        .collect()
}

/// The smallest and the largest of the indices that are vertices.
pub(crate) fn expected_bounds(indices: &[u32], restart_index: Option<u32>) -> Option<IndexBounds> {
    let kept = indices
        .iter()
        .copied()
        .filter(|&index| Some(index) != restart_index);
    Some(IndexBounds {
        minimum: kept.clone().min()?,
        maximum: kept.max()?,
    })
}
