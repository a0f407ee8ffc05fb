//! The numbers of vertex formats: Vulkan's, and others for formats that Vulkan does not have.

use mali_instancing::Format;

use crate::abi::failure::Failure;

/// The format of an attribute's bytes: one of `MALI_INST_FORMAT_*`, with Vulkan's name and number, so that a `VkFormat`
/// can be given unchanged. A format that Vulkan does not have has Gallium's name and a number from 0x10000 on.
pub type mali_inst_format = u32;

/// The formats with `SIZE` numbers from `first` on, by number.
const fn table<const SIZE: usize>(first: mali_inst_format) -> [Option<Format>; SIZE] {
    let mut table = [None; SIZE];
    let mut remaining = NUMBERED;
    while let [(number, format), rest @ ..] = remaining {
        if *number >= first && ((*number - first) as usize) < SIZE {
            table[(*number - first) as usize] = Some(*format);
        }
        remaining = rest;
    }
    table
}

const OURS: mali_inst_format = 0x1_0000;

// A byte for each number, where a `match` would take ten.
// Vulkan's numbers in `NUMBERED` end with 123, and the others are 20.
static OF_VULKAN: [Option<Format>; 128] = table(0);
static OF_OURS: [Option<Format>; 20] = table(OURS);

#[inline]
pub(crate) fn format(number: mali_inst_format, element: usize) -> Result<Format, Failure> {
    let of = |table: &[Option<Format>], first| *table.get(number.checked_sub(first)? as usize)?;
    of(&OF_VULKAN, 0)
        .or_else(|| of(&OF_OURS, OURS))
        .or_else(|| {
            // Numbers of extensions are about 10^9, too large for a table.
            let (_, format) = EXTENSIONS.iter().find(|(known, _)| *known == number)?;
            Some(*format)
        })
        .ok_or_else(|| Failure::value("format", Some(element), number, "MALI_INST_FORMAT_*"))
}

/// The formats and their numbers, which the header has as `MALI_INST_FORMAT_*`.
macro_rules! formats {
    ($($list:ident { $($name:ident = $number:literal;)* })*) => {
        $(const $list: &[(mali_inst_format, Format)] = &[$(($number, Format::$name)),*];)*

        #[cfg(any(test, feature = "varyings"))]
        pub(crate) const fn number(format: Format) -> mali_inst_format {
            match format {
                $($(Format::$name => $number,)*)*
                _ => 0,
            }
        }
    };
}

formats! {
    NUMBERED {
        R8_UNORM = 9;
        R8_SNORM = 10;
        R8_USCALED = 11;
        R8_SSCALED = 12;
        R8_UINT = 13;
        R8_SINT = 14;
        R8G8_UNORM = 16;
        R8G8_SNORM = 17;
        R8G8_USCALED = 18;
        R8G8_SSCALED = 19;
        R8G8_UINT = 20;
        R8G8_SINT = 21;
        R8G8B8_UNORM = 23;
        R8G8B8_SNORM = 24;
        R8G8B8_USCALED = 25;
        R8G8B8_SSCALED = 26;
        R8G8B8_UINT = 27;
        R8G8B8_SINT = 28;
        B8G8R8_UNORM = 30;
        B8G8R8_USCALED = 32;
        B8G8R8_SSCALED = 33;
        B8G8R8_UINT = 34;
        B8G8R8_SINT = 35;
        R8G8B8A8_UNORM = 37;
        R8G8B8A8_SNORM = 38;
        R8G8B8A8_USCALED = 39;
        R8G8B8A8_SSCALED = 40;
        R8G8B8A8_UINT = 41;
        R8G8B8A8_SINT = 42;
        B8G8R8A8_UNORM = 44;
        B8G8R8A8_SNORM = 45;
        B8G8R8A8_USCALED = 46;
        B8G8R8A8_SSCALED = 47;
        B8G8R8A8_UINT = 48;
        B8G8R8A8_SINT = 49;
        R16_UNORM = 70;
        R16_SNORM = 71;
        R16_USCALED = 72;
        R16_SSCALED = 73;
        R16_UINT = 74;
        R16_SINT = 75;
        R16_SFLOAT = 76;
        R16G16_UNORM = 77;
        R16G16_SNORM = 78;
        R16G16_USCALED = 79;
        R16G16_SSCALED = 80;
        R16G16_UINT = 81;
        R16G16_SINT = 82;
        R16G16_SFLOAT = 83;
        R16G16B16_UNORM = 84;
        R16G16B16_SNORM = 85;
        R16G16B16_USCALED = 86;
        R16G16B16_SSCALED = 87;
        R16G16B16_UINT = 88;
        R16G16B16_SINT = 89;
        R16G16B16_SFLOAT = 90;
        R16G16B16A16_UNORM = 91;
        R16G16B16A16_SNORM = 92;
        R16G16B16A16_USCALED = 93;
        R16G16B16A16_SSCALED = 94;
        R16G16B16A16_UINT = 95;
        R16G16B16A16_SINT = 96;
        R16G16B16A16_SFLOAT = 97;
        R32_UINT = 98;
        R32_SINT = 99;
        R32_SFLOAT = 100;
        R32G32_UINT = 101;
        R32G32_SINT = 102;
        R32G32_SFLOAT = 103;
        R32G32B32_UINT = 104;
        R32G32B32_SINT = 105;
        R32G32B32_SFLOAT = 106;
        R32G32B32A32_UINT = 107;
        R32G32B32A32_SINT = 108;
        R32G32B32A32_SFLOAT = 109;
        A1R5G5B5_UNORM_PACK16 = 8;
        B5G6R5_UNORM_PACK16 = 5;
        R5G6B5_UNORM_PACK16 = 4;
        A8B8G8R8_UNORM_PACK32 = 51;
        A8B8G8R8_SNORM_PACK32 = 52;
        A8B8G8R8_USCALED_PACK32 = 53;
        A8B8G8R8_SSCALED_PACK32 = 54;
        A8B8G8R8_UINT_PACK32 = 55;
        A8B8G8R8_SINT_PACK32 = 56;
        A2B10G10R10_UNORM_PACK32 = 64;
        A2B10G10R10_SNORM_PACK32 = 65;
        A2B10G10R10_USCALED_PACK32 = 66;
        A2B10G10R10_SSCALED_PACK32 = 67;
        A2B10G10R10_UINT_PACK32 = 68;
        A2B10G10R10_SINT_PACK32 = 69;
        A2R10G10B10_UNORM_PACK32 = 58;
        A2R10G10B10_SNORM_PACK32 = 59;
        A2R10G10B10_USCALED_PACK32 = 60;
        A2R10G10B10_SSCALED_PACK32 = 61;
        A2R10G10B10_UINT_PACK32 = 62;
        A2R10G10B10_SINT_PACK32 = 63;
        B10G11R11_UFLOAT_PACK32 = 122;
        E5B9G9R9_UFLOAT_PACK32 = 123;
        R64_SFLOAT = 112;
        R64G64_SFLOAT = 115;
        R64G64B64_SFLOAT = 118;
        R64G64B64A64_SFLOAT = 121;
        R32_UNORM = 0x1_0000;
        R32G32_UNORM = 0x1_0001;
        R32G32B32_UNORM = 0x1_0002;
        R32G32B32A32_UNORM = 0x1_0003;
        R32_SNORM = 0x1_0004;
        R32G32_SNORM = 0x1_0005;
        R32G32B32_SNORM = 0x1_0006;
        R32G32B32A32_SNORM = 0x1_0007;
        R32_USCALED = 0x1_0008;
        R32G32_USCALED = 0x1_0009;
        R32G32B32_USCALED = 0x1_000a;
        R32G32B32A32_USCALED = 0x1_000b;
        R32_SSCALED = 0x1_000c;
        R32G32_SSCALED = 0x1_000d;
        R32G32B32_SSCALED = 0x1_000e;
        R32G32B32A32_SSCALED = 0x1_000f;
        R32_FIXED = 0x1_0010;
        R32G32_FIXED = 0x1_0011;
        R32G32B32_FIXED = 0x1_0012;
        R32G32B32A32_FIXED = 0x1_0013;
    }
    EXTENSIONS {
        A1B5G5R5_UNORM_PACK16 = 1_000_470_000;
        A4B4G4R4_UNORM_PACK16 = 1_000_340_001;
        A4R4G4B4_UNORM_PACK16 = 1_000_340_000;
    }
}
