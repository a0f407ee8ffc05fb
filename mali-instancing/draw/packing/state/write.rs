//! A draw of a state: in the quick way of its architecture, or exactly.

use super::head::Head;
use super::parts::StateParts;
use super::{copy, quick};
use crate::draw::definition::DrawCounts;
use crate::draw::error::DrawError;
use crate::draw::packing::exact::{self, Bindings};
use crate::draw::packing::layout::Tables;
use crate::draw::parts::BufferRange;

impl StateParts<'_> {
    /// Whether the build has the quick way. One that is optimized for size has only the exact way.
    pub(in crate::draw) const HAS_QUICK_WAY: bool = !cfg!(mali_instancing_small);

    /// Writes both tables of a draw.
    #[inline]
    pub(in crate::draw) fn write(
        self,
        counts: &DrawCounts,
        bindings: Bindings<'_>,
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        match self.write_quickly(counts, bindings, words) {
            Some(tables) => Ok(tables),
            // From the start: what the quick way has written is overwritten.
            None => self.write_exactly(counts, bindings, words),
        }
    }

    /// Writes both tables of a draw. `None` for a draw that is wrong or rare.
    #[expect(
        clippy::inline_always,
        reason = "a draw through the C interface takes 48 instructions less than with a call"
    )]
    #[inline(always)]
    pub(in crate::draw) fn write_quickly(
        self,
        counts: &DrawCounts,
        bindings: Bindings<'_>,
        words: &mut [u32],
    ) -> Option<Tables> {
        if !Self::HAS_QUICK_WAY {
            None
        } else if self.head.has_attribute_buffers() {
            quick::write(self, counts, bindings, words)
        } else {
            copy::write(self, counts, bindings, words)
        }
    }

    /// Writes both tables of a draw that is wrong or rare.
    #[inline]
    pub(in crate::draw) fn write_exactly(
        self,
        counts: &DrawCounts,
        bindings: Bindings<'_>,
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        write_exactly(
            self.head,
            self.records,
            self.attributes,
            counts,
            bindings.ranges,
            bindings.first_elements,
            words,
        )
    }
}

/// Writes both tables of a draw that is wrong or rare.
// A structure of these arguments would be in memory in every draw, also in those that do not come here: 19 instructions.
#[cfg_attr(not(mali_instancing_small), inline(never))]
fn write_exactly(
    head: Head<'_>,
    records: &[u32],
    attributes: &[u32],
    counts: &DrawCounts,
    ranges: &[BufferRange],
    first_elements: &[u32],
    words: &mut [u32],
) -> Result<Tables, DrawError> {
    let state = StateParts {
        head,
        records,
        attributes,
    };
    let bindings = Bindings {
        ranges,
        first_elements,
    };
    let (pipeline, layout) = (head.pipeline(), head.layout());
    exact::write(&pipeline, &layout, state, counts, bindings, words)
}
