use super::{ComponentCount, Conversion};
use mali_instancing::Format;

/// The format in which a Mali reads an attribute, and the conversion of the elements to that format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FetchFormat {
    /// The format in the GPU's descriptor: one that every architecture can fetch.
    pub(crate) format: Format,
    /// The conversion from the application's format.
    pub(crate) conversion: Conversion,
}

impl FetchFormat {
    /// The format and the conversion for a format. 64-bit floats, which no Mali fetches, become 32-bit floats. All other
    /// elements are read unchanged.
    #[inline]
    pub(crate) const fn of(format: Format) -> Self {
        use ComponentCount::{Four, One, Three, Two};
        let (format, count) = match format {
            Format::R64_SFLOAT => (Format::R32_SFLOAT, One),
            Format::R64G64_SFLOAT => (Format::R32G32_SFLOAT, Two),
            Format::R64G64B64_SFLOAT => (Format::R32G32B32_SFLOAT, Three),
            Format::R64G64B64A64_SFLOAT => (Format::R32G32B32A32_SFLOAT, Four),
            _ => {
                let conversion = Conversion::Copy {
                    size: format.size(),
                };
                return Self { format, conversion };
            }
        };
        let conversion = Conversion::NarrowFloats(count);
        Self { format, conversion }
    }

    /// Whether the elements' format allows the GPU to read them in place: the conversion would only copy them.
    pub(crate) const fn is_direct(self) -> bool {
        matches!(self.conversion, Conversion::Copy { .. })
    }
}
