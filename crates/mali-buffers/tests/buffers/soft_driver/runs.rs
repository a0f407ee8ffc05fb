//! Which vertices a draw's primitives are made of.

/// The runs of indices that nothing restarts: what a draw's mode makes of each, nothing here changes.
pub(crate) fn runs(indices: &[u32], restart_index: Option<u32>) -> Vec<Vec<u32>> {
    indices
        .split(|&index| Some(index) == restart_index)
        .filter(|run| !run.is_empty())
        .map(<[u32]>::to_vec)
        .collect()
}
