use super::definition::{DrawCounts, Pipeline};
use crate::descriptor::ValhallAttribute;
use crate::error::Error;
use crate::lookup;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

impl Pipeline {
    /// Checks what no count changes: that the architecture has index-driven vertex shading, if the draws use
    /// it, and that the resource table exists, whether or not an attribute is in it.
    #[inline]
    pub(super) const fn check(self) -> Result<(), Error> {
        let table = self.resource_table;
        if table > ValhallAttribute::MAX_TABLE && !self.arch.has_attribute_buffers() {
            return Err(Error::Table { table });
        }
        self.check_idvs()
    }

    #[inline]
    const fn check_idvs(self) -> Result<(), Error> {
        if self.idvs {
            self.arch.check_idvs()
        } else {
            Ok(())
        }
    }

    /// The padded vertex count of a draw; from V9 on, where nothing is padded, a single vertex.
    #[inline]
    pub(super) const fn padded_vertices(self, vertices: u32) -> Result<PaddedCount, Error> {
        if let Err(error) = self.check_idvs() {
            return Err(error);
        }
        if !self.arch.has_attribute_buffers() {
            return match vertices {
                0 => Err(Error::VertexCount {
                    vertices: 0,
                    maximum: u32::MAX,
                }),
                _ => Ok(PaddedCount::ONE),
            };
        }
        if self.idvs {
            lookup::padded_count_for_idvs(vertices, self.padding)
        } else {
            lookup::padded_count(vertices, self.padding)
        }
    }

    /// The threads that a draw dispatches.
    #[inline]
    pub(super) const fn thread_count(self, counts: &DrawCounts) -> Result<ThreadCount, Error> {
        let padded_vertices = match self.padded_vertices(counts.vertices) {
            Ok(padded_vertices) => padded_vertices,
            Err(error) => return Err(error),
        };
        match counts.instances {
            Some(instances) => ThreadCount::new(padded_vertices, instances),
            None => Ok(ThreadCount::for_any_instance_count(padded_vertices)),
        }
    }
}
