use super::application_draw::ElementArray;
use crate::error::Error;
use mali_instancing::Arch;
use mali_instancing::draw::IndexBounds;

/// The treatment of a draw that needs elements or indices that their buffers do not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum OutOfBounds {
    /// The draw is an error: [`Error::AttributePastEnd`](crate::Error::AttributePastEnd) or
    /// [`Error::IndicesPastEnd`](crate::Error::IndicesPastEnd).
    #[default]
    Refuse,
    /// The draw is drawn with the elements and the indices that exist: robust access, as GL's `KHR_robustness` and
    /// Vulkan's `robustBufferAccess` allow it. For other elements it relies on the hardware, as
    /// Mesa's Vulkan driver does: the descriptors end at the ends of the buffers, and the hardware is expected to fetch
    /// nothing from after them. The page "What is certain" of `mali-instancing`'s guide says on which chips it was tested.
    /// Other indices are not drawn.
    ///
    /// On V4 to V7, an index that names a vertex which was not shaded reads past the shaded vertices, and no descriptor
    /// ends there. So the planner reads the indices there even if the application [states their
    /// bounds](crate::ElementArray::bounds). Indices that are written after the planner has read them are not guarded.
    Clamp,
}

/// The Mali that draws, and the rules that it draws by.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_buffers::{OutOfBounds, Target};
///
/// let mali = Target::new(Arch::V7);
/// assert!(mali.checks_indices);
/// assert_eq!(mali.out_of_bounds, OutOfBounds::Refuse);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Target {
    /// The architecture.
    pub arch: Arch,
    /// Whether the planner reads the indices of a draw even if only to check that none is past the last vertex. From V9
    /// on, nothing else needs the bounds of indices if all data is in place or in copies of whole buffers, and the
    /// hardware is relied on to check the end of a buffer.
    pub checks_indices: bool,
    /// The treatment of a draw that needs elements or indices that their buffers do not have.
    pub out_of_bounds: OutOfBounds,
}

impl Target {
    /// A Mali of that architecture. Its draws' indices are checked, and draws that need elements which do not exist are
    /// refused.
    #[must_use]
    pub const fn new(arch: Arch) -> Self {
        Self {
            arch,
            checks_indices: true,
            out_of_bounds: OutOfBounds::Refuse,
        }
    }

    /// This target, whose indices are read always, or only if their bounds are needed.
    #[must_use]
    pub const fn with_checks_indices(mut self, checked: bool) -> Self {
        self.checks_indices = checked;
        self
    }

    /// This target, with another treatment of draws that need elements which do not exist.
    #[must_use]
    pub const fn with_out_of_bounds(mut self, out_of_bounds: OutOfBounds) -> Self {
        self.out_of_bounds = out_of_bounds;
        self
    }

    /// Whether a draw needs the bounds of its indices, whatever memory its data is in.
    pub(crate) const fn needs_bounds(self) -> bool {
        // On V4 to V7, a draw states which vertices are shaded: those between the bounds.
        self.checks_indices || self.arch.has_attribute_buffers()
    }

    /// The bounds of indices that the application states, if they are accepted without a check.
    pub(crate) fn stated_bounds(self, array: &ElementArray) -> Option<IndexBounds> {
        let guards = self.out_of_bounds == OutOfBounds::Clamp && self.arch.has_attribute_buffers();
        array.bounds.filter(|_| !guards)
    }

    /// The indices of a draw that exist, if their buffer has `size` bytes: perhaps none with robust access.
    pub(crate) fn existing(self, array: &ElementArray, size: u64) -> Result<ElementArray, Error> {
        let mut existing = *array;
        if self.out_of_bounds == OutOfBounds::Clamp {
            // Whole indices alone are counted. More than 32 bits of them are more than any draw asks for.
            let there = size.saturating_sub(array.offset) / u64::from(array.index_type.size());
            existing.count =
                u32::try_from(there).map_or(array.count, |there| there.min(array.count));
            // Without an index, the offset does not matter, even if it is past the end of the buffer.
            if existing.count == 0 {
                return Ok(existing);
            }
        }
        let end = existing.bytes()?.end;
        if end > size {
            return Err(Error::IndicesPastEnd { end, size });
        }
        Ok(existing)
    }

    /// Whether primitives restart at `index`, if the type's largest index is `largest`. From V9 on, they restart only
    /// at the index whose bits are all set.
    ///
    /// Facts: Mesa's Panfrost, which has the fixed index only from V9 on.
    pub(crate) const fn restarts_at(self, index: u32, largest: u32) -> bool {
        index == largest || matches!(self.arch, Arch::V4 | Arch::V5 | Arch::V6 | Arch::V7)
    }
}
