use crate::error::Error;
use mali_instancing::Arch;
use mali_instancing::draw::{DrawCounts, Pipeline};

/// The element in the buffers of V4 to V7 for each thread of a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    /// The element of the first vertex of the first instance: the number that descriptors of V4 and V5 add to the
    /// index.
    first: u32,
    vertices: u32,
    instances: u32,
    /// The number of threads of an instance.
    step: u32,
}

impl Elements {
    pub(super) const fn of(pipeline: &Pipeline, counts: &DrawCounts) -> Result<Self, Error> {
        let thread_count = match pipeline.thread_count(counts) {
            Ok(thread_count) => thread_count,
            Err(error) => return Err(Error::Draw(error)),
        };
        let Some(instances) = thread_count.instances() else {
            return Err(Error::UnknownInstances);
        };
        Ok(Self {
            first: match pipeline.arch {
                Arch::V4 | Arch::V5 => counts.first_vertex,
                _ => 0,
            },
            vertices: counts.vertices,
            instances: instances.get(),
            step: if thread_count.is_instanced() {
                thread_count.padded_vertices().get()
            } else {
                counts.vertices
            },
        })
    }

    /// The number of elements of the buffers.
    pub(super) const fn count(self) -> u64 {
        self.first as u64 + self.step as u64 * self.instances as u64
    }

    /// The element of a vertex; `None` for a vertex that is not drawn.
    pub(super) const fn of_vertex(self, vertex: u32, instance: u32) -> Option<u64> {
        if vertex >= self.vertices || instance >= self.instances {
            return None;
        }
        Some(self.first as u64 + instance as u64 * self.step as u64 + vertex as u64)
    }

    /// The same elements without padding, and with no elements before the first vertex's.
    pub(super) const fn unpadded(self) -> Self {
        Self {
            first: 0,
            step: self.vertices,
            ..self
        }
    }
}
