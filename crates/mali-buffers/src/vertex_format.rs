use core::fmt;

use mali_instancing::Format;

/// How many components an attribute has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ComponentCount {
    /// R.
    One = 1,
    /// R and G.
    Two = 2,
    /// R, G and B.
    Three = 3,
    /// R, G, B and A.
    Four = 4,
}

/// What the bytes of an application's attribute mean: a [`Format`], or one of GL's that Vulkan has
/// no name for.
///
/// The names are Gallium's, where those of Vulkan end.
///
/// ```
/// use mali_instancing::Format;
/// use mali_buffers::{ComponentCount, VertexFormat};
///
/// let position = VertexFormat::Fixed(ComponentCount::Three);
/// assert_eq!((position.name(), position.size()), ("R32G32B32_FIXED", 12));
/// assert_eq!(VertexFormat::from(Format::R8_UNORM).name(), "R8_UNORM");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum VertexFormat {
    /// One of Vulkan's.
    Vulkan(Format),
    /// GL's `GL_FIXED`: signed, 16 bits before the point and 16 behind it.
    Fixed(ComponentCount),
    /// GL's normalized `GL_UNSIGNED_INT`: 2^32 − 1 is 1.
    Unorm32(ComponentCount),
    /// GL's normalized `GL_INT`: 2^31 − 1 is 1, and −2^31 + 1 and −2^31 are −1.
    Snorm32(ComponentCount),
    /// GL's `GL_UNSIGNED_INT`, not normalized, as floats.
    Uscaled32(ComponentCount),
    /// GL's `GL_INT`, not normalized, as floats.
    Sscaled32(ComponentCount),
}

impl VertexFormat {
    /// Every format.
    ///
    /// ```
    /// use mali_instancing::Format;
    /// use mali_buffers::VertexFormat;
    ///
    /// assert_eq!(VertexFormat::all().count(), Format::ALL.len() + 5 * 4);
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        use ComponentCount::{Four, One, Three, Two};
        let counted = [
            Self::Fixed,
            Self::Unorm32,
            Self::Snorm32,
            Self::Uscaled32,
            Self::Sscaled32,
        ];
        let counted = counted
            .into_iter()
            .flat_map(|format| [One, Two, Three, Four].map(format));
        Format::ALL.iter().copied().map(Self::Vulkan).chain(counted)
    }

    /// The size of an element, in bytes.
    ///
    /// ```
    /// use mali_buffers::{ComponentCount, VertexFormat};
    ///
    /// assert_eq!(VertexFormat::Snorm32(ComponentCount::Two).size(), 8);
    /// ```
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Vulkan(format) => format.size(),
            Self::Fixed(count)
            | Self::Unorm32(count)
            | Self::Snorm32(count)
            | Self::Uscaled32(count)
            | Self::Sscaled32(count) => 4 * count as u32,
        }
    }

    /// What the address of an element must be a multiple of where components must be aligned, in
    /// bytes: the size of a component, or of the whole element if it is packed into one number.
    ///
    /// Facts: Vulkan's rule for the address of an attribute.
    ///
    /// ```
    /// use mali_instancing::Format;
    /// use mali_buffers::{ComponentCount, VertexFormat};
    ///
    /// assert_eq!(VertexFormat::Fixed(ComponentCount::Three).alignment(), 4);
    /// assert_eq!(VertexFormat::Vulkan(Format::R8G8B8_UNORM).alignment(), 1);
    /// assert_eq!(VertexFormat::Vulkan(Format::R5G6B5_UNORM_PACK16).alignment(), 2);
    /// ```
    #[must_use]
    pub const fn alignment(self) -> u32 {
        match self {
            Self::Vulkan(format) if is_packed(format) => format.size(),
            Self::Vulkan(format) => format.size() / format.components(),
            Self::Fixed(_)
            | Self::Unorm32(_)
            | Self::Snorm32(_)
            | Self::Uscaled32(_)
            | Self::Sscaled32(_) => 4,
        }
    }

    /// Vulkan's name without `VK_FORMAT_`, or Gallium's without `PIPE_FORMAT_`.
    ///
    /// ```
    /// use mali_buffers::{ComponentCount, VertexFormat};
    ///
    /// assert_eq!(VertexFormat::Unorm32(ComponentCount::Two).name(), "R32G32_UNORM");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        let (count, names) = match self {
            Self::Vulkan(format) => return format.name(),
            Self::Fixed(count) => (
                count,
                [
                    "R32_FIXED",
                    "R32G32_FIXED",
                    "R32G32B32_FIXED",
                    "R32G32B32A32_FIXED",
                ],
            ),
            Self::Unorm32(count) => (
                count,
                [
                    "R32_UNORM",
                    "R32G32_UNORM",
                    "R32G32B32_UNORM",
                    "R32G32B32A32_UNORM",
                ],
            ),
            Self::Snorm32(count) => (
                count,
                [
                    "R32_SNORM",
                    "R32G32_SNORM",
                    "R32G32B32_SNORM",
                    "R32G32B32A32_SNORM",
                ],
            ),
            Self::Uscaled32(count) => (
                count,
                [
                    "R32_USCALED",
                    "R32G32_USCALED",
                    "R32G32B32_USCALED",
                    "R32G32B32A32_USCALED",
                ],
            ),
            Self::Sscaled32(count) => (
                count,
                [
                    "R32_SSCALED",
                    "R32G32_SSCALED",
                    "R32G32B32_SSCALED",
                    "R32G32B32A32_SSCALED",
                ],
            ),
        };
        names[count as usize - 1]
    }

    /// The format of that name, as [`VertexFormat::name`] writes it.
    ///
    /// ```
    /// use mali_buffers::{ComponentCount, VertexFormat};
    ///
    /// let fixed = VertexFormat::Fixed(ComponentCount::Two);
    /// assert_eq!(VertexFormat::from_name("R32G32_FIXED"), Some(fixed));
    /// assert_eq!(VertexFormat::from_name("R32G32_FIX"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }
}

/// Vulkan's names say so.
const fn is_packed(format: Format) -> bool {
    matches!(format.name().as_bytes(), [.., b'P', b'A', b'C', b'K', _, _])
}

impl From<Format> for VertexFormat {
    fn from(format: Format) -> Self {
        Self::Vulkan(format)
    }
}

/// Writes the name.
impl fmt::Display for VertexFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
