//! The vertices of which a draw's primitives are made.

use mali_instancing::draw::IndexBounds;

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
