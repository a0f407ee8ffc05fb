//! Which vertices a draw's primitives have.

use mali_buffers::Mode;

/// The primitives of indices that may restart. Of modes whose vertices nothing here changes, a run of
/// vertices that nothing restarts is taken for a primitive.
pub(crate) fn primitives(mode: Mode, indices: &[u32], restart_index: Option<u32>) -> Vec<Vec<u32>> {
    indices
        .split(|&index| Some(index) == restart_index)
        .filter(|run| !run.is_empty())
        .flat_map(|run| of_run(mode, run))
        .collect()
}

fn of_run(mode: Mode, run: &[u32]) -> Vec<Vec<u32>> {
    let segments = || run.windows(2).map(<[u32]>::to_vec);
    match mode {
        Mode::Points => run.iter().map(|&vertex| vec![vertex]).collect(),
        Mode::Lines => run.chunks_exact(2).map(<[u32]>::to_vec).collect(),
        Mode::Triangles => run.chunks_exact(3).map(<[u32]>::to_vec).collect(),
        Mode::LineStrip => segments().collect(),
        Mode::LineLoop => match run {
            [first, .., last] => segments().chain([vec![*last, *first]]).collect(),
            _ => Vec::new(),
        },
        _ => vec![run.to_vec()],
    }
}
