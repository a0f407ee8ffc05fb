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
    // A draw of one instance is not padded. From V9 on an instanced one has a padded count of 1 here: only the buffers
    // of V4 to V7 ask for this number.
    let of_instance = if threads.is_instanced() {
        threads.padded_vertices().get()
    } else {
        counts.vertices
    };
    Ok((instances.get(), of_instance))
}
