use super::component_count::ComponentCount;
use crate::asked::Target;
use crate::conversion::{Component, Conversion};

use mali_instancing::Format;

/// How a target reads an attribute: what its elements become first, and the format that it reads
/// then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Reading {
    /// The format that the target is told: one that its architecture fetches.
    pub format: Format,
    /// What makes it of the application's.
    pub conversion: Conversion,
}

impl Reading {
    /// Whether the target reads the application's elements where they are, as far as their format
    /// goes: nothing but copying would be done with them.
    ///
    /// ```
    /// use mali_buffers::Target;
    /// use mali_instancing::{Arch, Format};
    ///
    /// let mali = Target::new(Arch::V7);
    /// assert!(mali.reading(Format::R8_UNORM).is_direct());
    /// assert!(!mali.reading(Format::R64_SFLOAT).is_direct());
    /// ```
    #[must_use]
    pub const fn is_direct(self) -> bool {
        matches!(self.conversion, Conversion::Copy { .. })
    }

    const fn floats(component: Component, count: ComponentCount) -> Self {
        let format = match count {
            ComponentCount::One => Format::R32_SFLOAT,
            ComponentCount::Two => Format::R32G32_SFLOAT,
            ComponentCount::Three => Format::R32G32B32_SFLOAT,
            ComponentCount::Four => Format::R32G32B32A32_SFLOAT,
        };
        Self {
            format,
            conversion: Conversion::ToFloat(component, count),
        }
    }
}

impl Target {
    /// How elements of that format are read.
    ///
    /// 64-bit floats, which no Mali fetches, become 32-bit ones. So do normalized integers and the
    /// formats that Vulkan does not have, if the target reads none. Otherwise three 8- or 16-bit
    /// components get a fourth, 1, if the target does not read three. Everything else is read as it is.
    ///
    /// ```
    /// use mali_buffers::{Component, ComponentCount, Conversion, Reading, Target};
    /// use mali_instancing::{Arch, Format};
    ///
    /// let mali = Target::new(Arch::V7);
    /// let expected = Reading {
    ///     format: Format::R32G32B32_SFLOAT,
    ///     conversion: Conversion::ToFloat(Component::Float64, ComponentCount::Three),
    /// };
    /// assert_eq!(mali.reading(Format::R64G64B64_SFLOAT), expected);
    ///
    /// let fixed = Format::R32G32_FIXED;
    /// assert!(mali.reading(fixed).is_direct());
    /// assert_eq!(mali.with_gl_formats(false).reading(fixed).format, Format::R32G32_SFLOAT);
    ///
    /// let color = Format::R8G8B8_UNORM;
    /// assert_eq!(mali.reading(color).conversion, Conversion::Copy { size: 3 });
    /// let four = mali.with_three_components(false);
    /// assert_eq!(four.reading(color).conversion, Conversion::Widen8 { alpha: 255 });
    /// ```
    #[must_use]
    pub const fn reading(self, format: Format) -> Reading {
        if let Some(reading) = float64(format) {
            return reading;
        }
        if !self.gl_formats
            && let Some(reading) = only_in_gl(format)
        {
            return reading;
        }
        if !self.normalized
            && let Some(reading) = normalized(format)
        {
            return reading;
        }
        if !self.three_components
            && let Some(reading) = three_components(format)
        {
            return reading;
        }
        Reading {
            format,
            conversion: Conversion::Copy {
                size: format.size(),
            },
        }
    }
}

const fn float64(format: Format) -> Option<Reading> {
    use ComponentCount::{Four, One, Three, Two};
    let count = match format {
        Format::R64_SFLOAT => One,
        Format::R64G64_SFLOAT => Two,
        Format::R64G64B64_SFLOAT => Three,
        Format::R64G64B64A64_SFLOAT => Four,
        _ => return None,
    };
    Some(Reading::floats(Component::Float64, count))
}

/// 32-bit integers that stand for floats, and fixed-point numbers.
const fn only_in_gl(format: Format) -> Option<Reading> {
    use Component::{Fixed, Sscaled32, Uscaled32};
    use ComponentCount::{Four, One, Three, Two};
    let (component, count) = match format {
        Format::R32_FIXED => (Fixed, One),
        Format::R32G32_FIXED => (Fixed, Two),
        Format::R32G32B32_FIXED => (Fixed, Three),
        Format::R32G32B32A32_FIXED => (Fixed, Four),
        Format::R32_USCALED => (Uscaled32, One),
        Format::R32G32_USCALED => (Uscaled32, Two),
        Format::R32G32B32_USCALED => (Uscaled32, Three),
        Format::R32G32B32A32_USCALED => (Uscaled32, Four),
        Format::R32_SSCALED => (Sscaled32, One),
        Format::R32G32_SSCALED => (Sscaled32, Two),
        Format::R32G32B32_SSCALED => (Sscaled32, Three),
        Format::R32G32B32A32_SSCALED => (Sscaled32, Four),
        _ => return normalized32(format),
    };
    Some(Reading::floats(component, count))
}

const fn normalized32(format: Format) -> Option<Reading> {
    use Component::{Snorm32, Unorm32};
    use ComponentCount::{Four, One, Three, Two};
    let (component, count) = match format {
        Format::R32_UNORM => (Unorm32, One),
        Format::R32G32_UNORM => (Unorm32, Two),
        Format::R32G32B32_UNORM => (Unorm32, Three),
        Format::R32G32B32A32_UNORM => (Unorm32, Four),
        Format::R32_SNORM => (Snorm32, One),
        Format::R32G32_SNORM => (Snorm32, Two),
        Format::R32G32B32_SNORM => (Snorm32, Three),
        Format::R32G32B32A32_SNORM => (Snorm32, Four),
        _ => return None,
    };
    Some(Reading::floats(component, count))
}

const fn normalized(format: Format) -> Option<Reading> {
    use Component::{Snorm8, Snorm16, Unorm8, Unorm16};
    use ComponentCount::{Four, One, Three, Two};
    let (component, count) = match format {
        Format::R8_UNORM => (Unorm8, One),
        Format::R8G8_UNORM => (Unorm8, Two),
        Format::R8G8B8_UNORM => (Unorm8, Three),
        Format::R8G8B8A8_UNORM => (Unorm8, Four),
        Format::R8_SNORM => (Snorm8, One),
        Format::R8G8_SNORM => (Snorm8, Two),
        Format::R8G8B8_SNORM => (Snorm8, Three),
        Format::R8G8B8A8_SNORM => (Snorm8, Four),
        Format::R16_UNORM => (Unorm16, One),
        Format::R16G16_UNORM => (Unorm16, Two),
        Format::R16G16B16_UNORM => (Unorm16, Three),
        Format::R16G16B16A16_UNORM => (Unorm16, Four),
        Format::R16_SNORM => (Snorm16, One),
        Format::R16G16_SNORM => (Snorm16, Two),
        Format::R16G16B16_SNORM => (Snorm16, Three),
        Format::R16G16B16A16_SNORM => (Snorm16, Four),
        Format::B8G8R8A8_UNORM => {
            return Some(Reading {
                format: Format::R32G32B32A32_SFLOAT,
                conversion: Conversion::BgraToFloat,
            });
        }
        _ => return normalized32(format),
    };
    Some(Reading::floats(component, count))
}

/// A fourth component that is missing is 1, in GL and in Vulkan.
const fn three_components(format: Format) -> Option<Reading> {
    const HALF_FLOAT_ONE: u16 = 0x3c00;
    let (format, conversion) = match format {
        Format::R8G8B8_UNORM => (Format::R8G8B8A8_UNORM, widen8(0xff)),
        Format::R8G8B8_SNORM => (Format::R8G8B8A8_SNORM, widen8(0x7f)),
        Format::R8G8B8_USCALED => (Format::R8G8B8A8_USCALED, widen8(1)),
        Format::R8G8B8_SSCALED => (Format::R8G8B8A8_SSCALED, widen8(1)),
        Format::R8G8B8_UINT => (Format::R8G8B8A8_UINT, widen8(1)),
        Format::R8G8B8_SINT => (Format::R8G8B8A8_SINT, widen8(1)),
        Format::B8G8R8_USCALED => (Format::B8G8R8A8_USCALED, widen8(1)),
        Format::B8G8R8_SSCALED => (Format::B8G8R8A8_SSCALED, widen8(1)),
        Format::B8G8R8_UINT => (Format::B8G8R8A8_UINT, widen8(1)),
        Format::B8G8R8_SINT => (Format::B8G8R8A8_SINT, widen8(1)),
        Format::R16G16B16_UNORM => (Format::R16G16B16A16_UNORM, widen16(0xffff)),
        Format::R16G16B16_SNORM => (Format::R16G16B16A16_SNORM, widen16(0x7fff)),
        Format::R16G16B16_USCALED => (Format::R16G16B16A16_USCALED, widen16(1)),
        Format::R16G16B16_SSCALED => (Format::R16G16B16A16_SSCALED, widen16(1)),
        Format::R16G16B16_UINT => (Format::R16G16B16A16_UINT, widen16(1)),
        Format::R16G16B16_SINT => (Format::R16G16B16A16_SINT, widen16(1)),
        Format::R16G16B16_SFLOAT => (Format::R16G16B16A16_SFLOAT, widen16(HALF_FLOAT_ONE)),
        _ => return None,
    };
    Some(Reading { format, conversion })
}

const fn widen8(alpha: u8) -> Conversion {
    Conversion::Widen8 { alpha }
}

const fn widen16(alpha: u16) -> Conversion {
    Conversion::Widen16 { alpha }
}
