use crate::error::Error;
use mali_instancing::draw::{DrawCounts, Pipeline};

/// The number of instances of a draw, and the number of threads of each.
pub(crate) const fn elements(
    pipeline: &Pipeline,
    counts: &DrawCounts,
) -> Result<(u32, u32), Error> {
    let threads = match pipeline.thread_count(counts) {
        Ok(threads) => threads,
        Err(error) => return Err(Error::Draw(error)),
    };
    let Some(instances) = threads.instances() else {
        return Err(Error::UnknownInstances);
    };
    let of_instance = if threads.is_instanced() {
        threads.padded_vertices().get()
    } else {
        counts.vertices
    };
    Ok((instances.get(), of_instance))
}
