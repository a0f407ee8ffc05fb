use crate::error::Error;
use mali_instancing::Arch;
use mali_instancing::draw::DrawCall;

/// Which element of the buffers of V4 to V7 each thread of a draw has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    /// That of the first vertex of the first instance: what the descriptors of V4 and V5 add to the index.
    first: u32,
    vertices: u32,
    instances: u32,
    /// How many threads an instance has.
    step: u32,
}

impl Elements {
    pub(super) const fn of(call: &DrawCall) -> Result<Self, Error> {
        let thread_count = match call.thread_count() {
            Ok(thread_count) => thread_count,
            Err(error) => return Err(Error::Draw(error)),
        };
        let Some(instances) = thread_count.instances() else {
            return Err(Error::UnknownInstances);
        };
        Ok(Self {
            first: match call.arch {
                Arch::V4 | Arch::V5 => call.first_vertex,
                _ => 0,
            },
            vertices: call.vertices,
            instances: instances.get(),
            step: if thread_count.is_instanced() {
                thread_count.padded_vertices().get()
            } else {
                call.vertices
            },
        })
    }

    /// How many elements the buffers have.
    pub(super) const fn count(self) -> u64 {
        self.first as u64 + self.step as u64 * self.instances as u64
    }

    /// The element of a vertex; `None` for one that is not drawn.
    pub(super) const fn of_vertex(self, vertex: u32, instance: u32) -> Option<u64> {
        if vertex >= self.vertices || instance >= self.instances {
            return None;
        }
        Some(self.first as u64 + instance as u64 * self.step as u64 + vertex as u64)
    }

    /// The same where nothing is padded, and nothing is in front.
    pub(super) const fn unpadded(self) -> Self {
        Self {
            first: 0,
            step: self.vertices,
            ..self
        }
    }
}
