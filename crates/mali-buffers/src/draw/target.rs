use super::application_draw::ElementArray;
use mali_instancing::Arch;
use mali_instancing::draw::IndexBounds;

/// The treatment of a draw that needs elements or indices that their buffers do not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum OutOfBounds {
    /// It is an error: [`Error::AttributePastEnd`](crate::Error::AttributePastEnd) or
    /// [`Error::IndicesPastEnd`](crate::Error::IndicesPastEnd).
    #[default]
    Refuse,
    /// It is drawn with the elements and the indices that there are: robust access, as GL's
    /// `KHR_robustness` and Vulkan's `robustBufferAccess` allow it. Of other elements the hardware
    /// fetches nothing, since the descriptors end where the buffers do. Other indices are not drawn.
    ///
    /// On V4 to V7, an index that names a vertex which was not shaded reads past what was shaded, and no
    /// descriptor ends there. So indices are looked at there even if the application [states their
    /// bounds](crate::ElementArray::bounds). Those that are written after they were looked at are not
    /// guarded.
    Clamp,
}

/// The Mali that draws, and what is asked of draws for it.
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
    /// Whether the indices of a draw are looked at even if only to see that none is past the last vertex.
    /// From V9 on, nothing else needs their bounds where all data is in place, and the hardware itself
    /// knows where a buffer ends.
    pub checks_indices: bool,
    /// The treatment of a draw that needs elements or indices that their buffers do not have.
    pub out_of_bounds: OutOfBounds,
}

impl Target {
    /// A Mali of that architecture, whose draws are looked at, and refused if they need elements that are
    /// not there.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::Target;
    ///
    /// assert_eq!(Target::new(Arch::V7).arch, Arch::V7);
    /// ```
    #[must_use]
    pub const fn new(arch: Arch) -> Self {
        Self {
            arch,
            checks_indices: true,
            out_of_bounds: OutOfBounds::Refuse,
        }
    }

    /// The same, its indices being looked at only where their bounds are needed, or always.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::Target;
    ///
    /// assert!(!Target::new(Arch::V9).with_checks_indices(false).checks_indices);
    /// ```
    #[must_use]
    pub const fn with_checks_indices(mut self, checked: bool) -> Self {
        self.checks_indices = checked;
        self
    }

    /// The same, with other things becoming of draws that need elements which are not there.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::{OutOfBounds, Target};
    ///
    /// let robust = Target::new(Arch::V7).with_out_of_bounds(OutOfBounds::Clamp);
    /// assert_eq!(robust.out_of_bounds, OutOfBounds::Clamp);
    /// ```
    #[must_use]
    pub const fn with_out_of_bounds(mut self, out_of_bounds: OutOfBounds) -> Self {
        self.out_of_bounds = out_of_bounds;
        self
    }

    /// Whether a draw needs the bounds of its indices, wherever its data is.
    pub(crate) const fn needs_bounds(self) -> bool {
        self.checks_indices || self.arch.has_attribute_buffers()
    }

    /// The application's word on the bounds of indices, where it is taken.
    pub(crate) fn stated_bounds(self, array: &ElementArray) -> Option<IndexBounds> {
        let guards = self.out_of_bounds == OutOfBounds::Clamp && self.arch.has_attribute_buffers();
        array.bounds.filter(|_| !guards)
    }

    /// Whether primitives restart at that index, of those that a type can hold up to `largest`. From V9 on
    /// there is no other than the one whose bits are all set.
    ///
    /// Facts: Mesa's Panfrost, which has the fixed index only from V9 on.
    pub(crate) const fn restarts_at(self, index: u32, largest: u32) -> bool {
        index == largest || matches!(self.arch, Arch::V4 | Arch::V5 | Arch::V6 | Arch::V7)
    }
}
