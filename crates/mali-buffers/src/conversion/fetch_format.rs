use super::{ComponentCount, Conversion};
use mali_instancing::Format;

/// The format in which a Mali reads an attribute, and the conversion of the elements to that format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FetchFormat {
    /// The format in the GPU's descriptor: one that every architecture can fetch.
    pub format: Format,
    /// The conversion from the application's format.
    pub conversion: Conversion,
}

impl FetchFormat {
    /// The format and the conversion for elements of a format. 64-bit floats, which no Mali fetches, become 32-bit
    /// floats. All other elements are read unchanged.
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

    /// The format and the conversion for a format whose elements have `size` bytes.
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

    /// Whether the elements' format allows the GPU to read them in place: the conversion would only copy them.
    #[must_use]
    pub const fn is_direct(self) -> bool {
        matches!(self.conversion, Conversion::Copy { .. })
    }
}

/// The alignment of an element's address, in bytes: the size of a component, or of the whole element if it is packed
/// into one number. The offset and the stride must be multiples of it too.
///
/// Facts: Vulkan's rule for the address of an attribute. Mesa's Panfrost requires it
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

/// Whether an element is packed into one number, which Vulkan's name for the format tells.
const fn is_packed(format: Format) -> bool {
    matches!(format.name().as_bytes(), [.., b'P', b'A', b'C', b'K', _, _])
}
