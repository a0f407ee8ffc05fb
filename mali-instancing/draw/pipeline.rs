use super::definition::{DrawCounts, Pipeline};
use crate::descriptor::ValhallAttribute;
use crate::error::{Argument, Error, tri};
use crate::format::Format;
use crate::lookup;
use crate::padded_count::PaddedCount;

impl Pipeline {
    /// The largest number of a driver's own descriptors in a table.
    // A state's words have eight bits for the number in the table of attributes. The table of buffers has at most 64
    // descriptors of buffers, two of IDs and a null terminator, too, and all indices fit the nine bits of an attribute.
    pub const MAX_RESERVED: u32 = 255;

    /// Checks the arguments that do not depend on counts: the architecture has index-driven vertex shading, if the
    /// draws use it, the resource table exists, even if no attribute is in it, and the reserved descriptors fit.
    #[inline]
    pub(super) const fn check(&self) -> Result<(), Error> {
        if let Err(error) = self.arch.check_built() {
            return Err(error);
        }
        // Before V9 no word has the table.
        let table = self.resource_table;
        if table > ValhallAttribute::MAX_TABLE && !self.arch.has_attribute_buffers() {
            return Err(Error::Table { table });
        }
        // Most arguments without an effect are ignored here. This one would allow attributes that V6 and later convert
        // wrongly.
        if self.unaligned {
            tri!(self.arch.check_argument(Argument::Unaligned));
        }
        if self.reserved_buffers > Self::MAX_RESERVED {
            return Err(Error::Reserved {
                argument: Argument::ReservedBuffers,
                descriptors: self.reserved_buffers,
            });
        }
        if self.reserved_attributes > Self::MAX_RESERVED {
            return Err(Error::Reserved {
                argument: Argument::ReservedAttributes,
                descriptors: self.reserved_attributes,
            });
        }
        self.check_idvs()
    }

    /// The bits that are 0 in the offset, the stride and the address of an attribute of that format.
    #[inline]
    pub(super) const fn alignment_mask(&self, format: Format) -> u32 {
        format.alignment_mask(self.unaligned)
    }

    #[inline]
    pub(super) const fn check_idvs(&self) -> Result<(), Error> {
        if self.idvs {
            self.arch.check_idvs()
        } else {
            Ok(())
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "a draw of a state takes 30 instructions less than with a call"
    )]
    #[inline(always)]
    const fn pad_vertices(&self, vertices: u32) -> Result<PaddedCount, Error> {
        if self.idvs {
            lookup::padded_count_for_idvs(vertices, self.padding)
        } else {
            lookup::padded_count(vertices, self.padding)
        }
    }

    /// The padded vertex count of a draw on V4 to V7, its own or computed, of a pipeline that is checked.
    #[inline]
    pub(super) const fn pad(&self, counts: &DrawCounts) -> Result<PaddedCount, Error> {
        let vertices = counts.vertices;
        let Some(padded_vertices) = counts.padded_vertices else {
            return self.pad_vertices(vertices);
        };
        let maximum = padded_vertices.get();
        if vertices == 0 {
            Err(Error::VertexCount { vertices, maximum })
        } else if vertices > maximum {
            Err(Error::PaddedVertices {
                vertices,
                padded_vertices,
            })
        } else {
            Ok(padded_vertices)
        }
    }
}
