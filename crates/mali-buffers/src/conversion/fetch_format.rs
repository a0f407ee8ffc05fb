use super::component_count::ComponentCount;
use crate::conversion::Conversion;

use mali_instancing::Format;

/// How a Mali reads an attribute: what its elements become first, and the format that it reads then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FetchFormat {
    /// The format that the GPU is told: one that every architecture fetches.
    pub format: Format,
    /// The conversion from the application's format.
    pub conversion: Conversion,
}

impl FetchFormat {
    /// How elements of that format are read. 64-bit floats, which no Mali fetches, become 32-bit ones.
    /// Everything else is read as it is.
    ///
    /// ```
    /// use mali_buffers::{ComponentCount, Conversion, FetchFormat};
    /// use mali_instancing::Format;
    ///
    /// let expected = FetchFormat {
    ///     format: Format::R32G32B32_SFLOAT,
    ///     conversion: Conversion::NarrowFloats(ComponentCount::Three),
    /// };
    /// assert_eq!(FetchFormat::of(Format::R64G64B64_SFLOAT), expected);
    /// assert_eq!(FetchFormat::of(Format::R8G8B8_UNORM).conversion, Conversion::Copy { size: 3 });
    /// ```
    #[must_use]
    pub const fn of(format: Format) -> Self {
        Self::of_size(format, format.size())
    }

    /// The same, of a format whose elements have `size` bytes.
    #[inline]
    pub(crate) const fn of_size(format: Format, size: u32) -> Self {
        use ComponentCount::{Four, One, Three, Two};
        let (format, count) = match format {
            Format::R64_SFLOAT => (Format::R32_SFLOAT, One),
            Format::R64G64_SFLOAT => (Format::R32G32_SFLOAT, Two),
            Format::R64G64B64_SFLOAT => (Format::R32G32B32_SFLOAT, Three),
            Format::R64G64B64A64_SFLOAT => (Format::R32G32B32A32_SFLOAT, Four),
            _ => {
                let conversion = Conversion::Copy { size };
                return Self { format, conversion };
            }
        };
        let conversion = Conversion::NarrowFloats(count);
        Self { format, conversion }
    }

    /// Whether the GPU reads the application's elements where they are, as far as their format goes:
    /// nothing but copying would be done with them.
    ///
    /// ```
    /// use mali_buffers::FetchFormat;
    /// use mali_instancing::Format;
    ///
    /// assert!(FetchFormat::of(Format::R8_UNORM).is_direct());
    /// assert!(!FetchFormat::of(Format::R64_SFLOAT).is_direct());
    /// ```
    #[must_use]
    pub const fn is_direct(self) -> bool {
        matches!(self.conversion, Conversion::Copy { .. })
    }
}

/// The alignment of an element's address, in bytes: the offset and the stride must be multiples of it too.
/// The size of a component, or of the whole element if it is packed into one number.
///
/// Facts: Vulkan's rule for the address of an attribute. Mesa's Panfrost asks for it
/// (`PIPE_VERTEX_INPUT_ALIGNMENT_ELEMENT`), since the hardware converts unaligned components wrongly.
///
/// ```
/// use mali_buffers::element_alignment;
/// use mali_instancing::Format;
///
/// assert_eq!(element_alignment(Format::R16G16B16_SNORM), 2);
/// assert_eq!(element_alignment(Format::R5G6B5_UNORM_PACK16), 2);
/// ```
#[must_use]
pub const fn element_alignment(format: Format) -> u32 {
    if is_packed(format) {
        format.size()
    } else {
        format.size() / format.components()
    }
}

/// Vulkan's names say so.
const fn is_packed(format: Format) -> bool {
    matches!(format.name().as_bytes(), [.., b'P', b'A', b'C', b'K', _, _])
}
