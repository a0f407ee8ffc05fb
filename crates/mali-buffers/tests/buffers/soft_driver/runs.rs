//! The vertices of which a draw's primitives are made.

/// The runs of indices between restarts. The draw's mode makes primitives of each run, which does not matter here.
pub(crate) fn runs(indices: &[u32], restart_index: Option<u32>) -> Vec<Vec<u32>> {
    indices
        .split(|&index| Some(index) == restart_index)
        .filter(|run| !run.is_empty())
        .map(<[u32]>::to_vec)
        .collect()
}
