use mali_instancing::{Arch, Format};

/// What becomes of a draw whose attributes need elements that their buffers do not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum OutOfBounds {
    /// It is an error: [`Error::AttributePastEnd`](crate::Error::AttributePastEnd).
    #[default]
    Refuse,
    /// It is drawn with the elements that there are. Of the others the hardware fetches nothing, since
    /// the records end where the buffers do: robust access, as GL's `KHR_robustness` and Vulkan's
    /// `robustBufferAccess` allow it. Indices that are not there are an error still.
    Clamp,
}

/// What reads the vertices and indices: what it reads as they are, and what must be converted first.
///
/// [`Target::new`] is a Mali. What a Mali reads and another target does not, one that emulates it
/// or another API's, is taken away.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_buffers::Target;
///
/// let mali = Target::new(Arch::V7);
/// assert_ne!(mali.with_any_restart_index(false), mali);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing that a target can do or not"
)]
#[non_exhaustive]
pub struct Target {
    /// The architecture whose formats are read.
    pub arch: Arch,
    /// Whether three 8- or 16-bit components are read, and not only one, two and four. Every Mali
    /// does.
    pub three_components: bool,
    /// Whether normalized integers are read, as the floats that they stand for. Every Mali does.
    /// Packed ones (`_PACK16`, `_PACK32`) are taken to be read.
    pub normalized: bool,
    /// Whether the formats of GL's are read that Vulkan does not have: 32-bit FIXED, UNORM, SNORM,
    /// USCALED and SSCALED. Every Mali reads them.
    pub gl_formats: bool,
    /// Whether there are 8-bit indices. Every Mali has them.
    pub index_8: bool,
    /// Whether any index can be the restart index, and not only the one whose bits are all set. V4
    /// to V7 can do that.
    pub any_restart_index: bool,
    /// Whether the indices of a draw are looked at even if only to see that none is past the last vertex.
    /// From V9 on, nothing else needs their bounds where all data is in place, and the hardware itself
    /// knows where a buffer ends.
    pub checks_indices: bool,
    /// What becomes of a draw whose attributes need elements that their buffers do not have.
    pub out_of_bounds: OutOfBounds,
}

impl Target {
    /// A Mali of that architecture.
    ///
    /// Facts: Mesa's Panfrost, which has no restart index but the fixed one from V9 on.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::Target;
    ///
    /// assert!(Target::new(Arch::V7).any_restart_index);
    /// assert!(!Target::new(Arch::V9).any_restart_index);
    /// ```
    #[must_use]
    pub const fn new(arch: Arch) -> Self {
        Self {
            arch,
            three_components: true,
            normalized: true,
            gl_formats: true,
            index_8: true,
            any_restart_index: matches!(arch, Arch::V4 | Arch::V5 | Arch::V6 | Arch::V7),
            checks_indices: true,
            out_of_bounds: OutOfBounds::Refuse,
        }
    }

    /// The same, reading three 8- or 16-bit components or not.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::Target;
    ///
    /// assert!(!Target::new(Arch::V7).with_three_components(false).three_components);
    /// ```
    #[must_use]
    pub const fn with_three_components(mut self, read: bool) -> Self {
        self.three_components = read;
        self
    }

    /// The same, reading normalized integers or not.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::Target;
    ///
    /// assert!(!Target::new(Arch::V7).with_normalized(false).normalized);
    /// ```
    #[must_use]
    pub const fn with_normalized(mut self, read: bool) -> Self {
        self.normalized = read;
        self
    }

    /// The same, reading the formats that Vulkan does not have or not.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::Target;
    ///
    /// assert!(!Target::new(Arch::V7).with_gl_formats(false).gl_formats);
    /// ```
    #[must_use]
    pub const fn with_gl_formats(mut self, read: bool) -> Self {
        self.gl_formats = read;
        self
    }

    /// The same, with 8-bit indices or without.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::Target;
    ///
    /// assert!(!Target::new(Arch::V7).with_index_8(false).index_8);
    /// ```
    #[must_use]
    pub const fn with_index_8(mut self, read: bool) -> Self {
        self.index_8 = read;
        self
    }

    /// The same, any index being able to be the restart index or not.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_buffers::Target;
    ///
    /// assert!(!Target::new(Arch::V7).with_any_restart_index(false).any_restart_index);
    /// ```
    #[must_use]
    pub const fn with_any_restart_index(mut self, any: bool) -> Self {
        self.any_restart_index = any;
        self
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

    /// What the address of an element must be a multiple of, in bytes: so must the offset and the
    /// stride. The size of a component, or of the whole element if it is packed into one number.
    ///
    /// Facts: Vulkan's rule for the address of an attribute. Mesa's Panfrost asks for it
    /// (`PIPE_VERTEX_INPUT_ALIGNMENT_ELEMENT`), since the hardware converts unaligned components
    /// wrongly.
    ///
    /// ```
    /// use mali_buffers::Target;
    /// use mali_instancing::{Arch, Format};
    ///
    /// let mali = Target::new(Arch::V7);
    /// assert_eq!(mali.alignment(Format::R16G16B16_SNORM), 2);
    /// assert_eq!(mali.alignment(Format::R5G6B5_UNORM_PACK16), 2);
    /// ```
    #[must_use]
    pub const fn alignment(self, format: Format) -> u32 {
        if is_packed(format) {
            format.size()
        } else {
            format.size() / format.components()
        }
    }
}

/// Vulkan's names say so.
const fn is_packed(format: Format) -> bool {
    matches!(format.name().as_bytes(), [.., b'P', b'A', b'C', b'K', _, _])
}
