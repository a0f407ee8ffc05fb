//! Vertex formats, numbered as the core lists them, from 1 on: 0 is not a format.

#![allow(missing_docs, reason = "the names are Vulkan's and Gallium's")]

use mali_instancing::Format;

use crate::abi::failure::Failure;

/// The meaning of an attribute's bytes: one of `MALI_INST_FORMAT_*`, named as in Vulkan, or as in Gallium where Vulkan
/// has no such format.
pub type mali_inst_format = u32;

pub const MALI_INST_FORMAT_R8_UNORM: mali_inst_format = 1;
pub const MALI_INST_FORMAT_R8_SNORM: mali_inst_format = 2;
pub const MALI_INST_FORMAT_R8_USCALED: mali_inst_format = 3;
pub const MALI_INST_FORMAT_R8_SSCALED: mali_inst_format = 4;
pub const MALI_INST_FORMAT_R8_UINT: mali_inst_format = 5;
pub const MALI_INST_FORMAT_R8_SINT: mali_inst_format = 6;
pub const MALI_INST_FORMAT_R8G8_UNORM: mali_inst_format = 7;
pub const MALI_INST_FORMAT_R8G8_SNORM: mali_inst_format = 8;
pub const MALI_INST_FORMAT_R8G8_USCALED: mali_inst_format = 9;
pub const MALI_INST_FORMAT_R8G8_SSCALED: mali_inst_format = 10;
pub const MALI_INST_FORMAT_R8G8_UINT: mali_inst_format = 11;
pub const MALI_INST_FORMAT_R8G8_SINT: mali_inst_format = 12;
pub const MALI_INST_FORMAT_R8G8B8_UNORM: mali_inst_format = 13;
pub const MALI_INST_FORMAT_R8G8B8_SNORM: mali_inst_format = 14;
pub const MALI_INST_FORMAT_R8G8B8_USCALED: mali_inst_format = 15;
pub const MALI_INST_FORMAT_R8G8B8_SSCALED: mali_inst_format = 16;
pub const MALI_INST_FORMAT_R8G8B8_UINT: mali_inst_format = 17;
pub const MALI_INST_FORMAT_R8G8B8_SINT: mali_inst_format = 18;
pub const MALI_INST_FORMAT_B8G8R8_UNORM: mali_inst_format = 19;
pub const MALI_INST_FORMAT_B8G8R8_USCALED: mali_inst_format = 20;
pub const MALI_INST_FORMAT_B8G8R8_SSCALED: mali_inst_format = 21;
pub const MALI_INST_FORMAT_B8G8R8_UINT: mali_inst_format = 22;
pub const MALI_INST_FORMAT_B8G8R8_SINT: mali_inst_format = 23;
pub const MALI_INST_FORMAT_R8G8B8A8_UNORM: mali_inst_format = 24;
pub const MALI_INST_FORMAT_R8G8B8A8_SNORM: mali_inst_format = 25;
pub const MALI_INST_FORMAT_R8G8B8A8_USCALED: mali_inst_format = 26;
pub const MALI_INST_FORMAT_R8G8B8A8_SSCALED: mali_inst_format = 27;
pub const MALI_INST_FORMAT_R8G8B8A8_UINT: mali_inst_format = 28;
pub const MALI_INST_FORMAT_R8G8B8A8_SINT: mali_inst_format = 29;
pub const MALI_INST_FORMAT_B8G8R8A8_UNORM: mali_inst_format = 30;
pub const MALI_INST_FORMAT_B8G8R8A8_SNORM: mali_inst_format = 31;
pub const MALI_INST_FORMAT_B8G8R8A8_USCALED: mali_inst_format = 32;
pub const MALI_INST_FORMAT_B8G8R8A8_SSCALED: mali_inst_format = 33;
pub const MALI_INST_FORMAT_B8G8R8A8_UINT: mali_inst_format = 34;
pub const MALI_INST_FORMAT_B8G8R8A8_SINT: mali_inst_format = 35;
pub const MALI_INST_FORMAT_R16_UNORM: mali_inst_format = 36;
pub const MALI_INST_FORMAT_R16_SNORM: mali_inst_format = 37;
pub const MALI_INST_FORMAT_R16_USCALED: mali_inst_format = 38;
pub const MALI_INST_FORMAT_R16_SSCALED: mali_inst_format = 39;
pub const MALI_INST_FORMAT_R16_UINT: mali_inst_format = 40;
pub const MALI_INST_FORMAT_R16_SINT: mali_inst_format = 41;
pub const MALI_INST_FORMAT_R16_SFLOAT: mali_inst_format = 42;
pub const MALI_INST_FORMAT_R16G16_UNORM: mali_inst_format = 43;
pub const MALI_INST_FORMAT_R16G16_SNORM: mali_inst_format = 44;
pub const MALI_INST_FORMAT_R16G16_USCALED: mali_inst_format = 45;
pub const MALI_INST_FORMAT_R16G16_SSCALED: mali_inst_format = 46;
pub const MALI_INST_FORMAT_R16G16_UINT: mali_inst_format = 47;
pub const MALI_INST_FORMAT_R16G16_SINT: mali_inst_format = 48;
pub const MALI_INST_FORMAT_R16G16_SFLOAT: mali_inst_format = 49;
pub const MALI_INST_FORMAT_R16G16B16_UNORM: mali_inst_format = 50;
pub const MALI_INST_FORMAT_R16G16B16_SNORM: mali_inst_format = 51;
pub const MALI_INST_FORMAT_R16G16B16_USCALED: mali_inst_format = 52;
pub const MALI_INST_FORMAT_R16G16B16_SSCALED: mali_inst_format = 53;
pub const MALI_INST_FORMAT_R16G16B16_UINT: mali_inst_format = 54;
pub const MALI_INST_FORMAT_R16G16B16_SINT: mali_inst_format = 55;
pub const MALI_INST_FORMAT_R16G16B16_SFLOAT: mali_inst_format = 56;
pub const MALI_INST_FORMAT_R16G16B16A16_UNORM: mali_inst_format = 57;
pub const MALI_INST_FORMAT_R16G16B16A16_SNORM: mali_inst_format = 58;
pub const MALI_INST_FORMAT_R16G16B16A16_USCALED: mali_inst_format = 59;
pub const MALI_INST_FORMAT_R16G16B16A16_SSCALED: mali_inst_format = 60;
pub const MALI_INST_FORMAT_R16G16B16A16_UINT: mali_inst_format = 61;
pub const MALI_INST_FORMAT_R16G16B16A16_SINT: mali_inst_format = 62;
pub const MALI_INST_FORMAT_R16G16B16A16_SFLOAT: mali_inst_format = 63;
pub const MALI_INST_FORMAT_R32_UINT: mali_inst_format = 64;
pub const MALI_INST_FORMAT_R32_SINT: mali_inst_format = 65;
pub const MALI_INST_FORMAT_R32_SFLOAT: mali_inst_format = 66;
pub const MALI_INST_FORMAT_R32G32_UINT: mali_inst_format = 67;
pub const MALI_INST_FORMAT_R32G32_SINT: mali_inst_format = 68;
pub const MALI_INST_FORMAT_R32G32_SFLOAT: mali_inst_format = 69;
pub const MALI_INST_FORMAT_R32G32B32_UINT: mali_inst_format = 70;
pub const MALI_INST_FORMAT_R32G32B32_SINT: mali_inst_format = 71;
pub const MALI_INST_FORMAT_R32G32B32_SFLOAT: mali_inst_format = 72;
pub const MALI_INST_FORMAT_R32G32B32A32_UINT: mali_inst_format = 73;
pub const MALI_INST_FORMAT_R32G32B32A32_SINT: mali_inst_format = 74;
pub const MALI_INST_FORMAT_R32G32B32A32_SFLOAT: mali_inst_format = 75;
pub const MALI_INST_FORMAT_A1B5G5R5_UNORM_PACK16: mali_inst_format = 76;
pub const MALI_INST_FORMAT_A1R5G5B5_UNORM_PACK16: mali_inst_format = 77;
pub const MALI_INST_FORMAT_A4B4G4R4_UNORM_PACK16: mali_inst_format = 78;
pub const MALI_INST_FORMAT_A4R4G4B4_UNORM_PACK16: mali_inst_format = 79;
pub const MALI_INST_FORMAT_B5G6R5_UNORM_PACK16: mali_inst_format = 80;
pub const MALI_INST_FORMAT_R5G6B5_UNORM_PACK16: mali_inst_format = 81;
pub const MALI_INST_FORMAT_A8B8G8R8_UNORM_PACK32: mali_inst_format = 82;
pub const MALI_INST_FORMAT_A8B8G8R8_SNORM_PACK32: mali_inst_format = 83;
pub const MALI_INST_FORMAT_A8B8G8R8_USCALED_PACK32: mali_inst_format = 84;
pub const MALI_INST_FORMAT_A8B8G8R8_SSCALED_PACK32: mali_inst_format = 85;
pub const MALI_INST_FORMAT_A8B8G8R8_UINT_PACK32: mali_inst_format = 86;
pub const MALI_INST_FORMAT_A8B8G8R8_SINT_PACK32: mali_inst_format = 87;
pub const MALI_INST_FORMAT_A2B10G10R10_UNORM_PACK32: mali_inst_format = 88;
pub const MALI_INST_FORMAT_A2B10G10R10_SNORM_PACK32: mali_inst_format = 89;
pub const MALI_INST_FORMAT_A2B10G10R10_USCALED_PACK32: mali_inst_format = 90;
pub const MALI_INST_FORMAT_A2B10G10R10_SSCALED_PACK32: mali_inst_format = 91;
pub const MALI_INST_FORMAT_A2B10G10R10_UINT_PACK32: mali_inst_format = 92;
pub const MALI_INST_FORMAT_A2B10G10R10_SINT_PACK32: mali_inst_format = 93;
pub const MALI_INST_FORMAT_A2R10G10B10_UNORM_PACK32: mali_inst_format = 94;
pub const MALI_INST_FORMAT_A2R10G10B10_SNORM_PACK32: mali_inst_format = 95;
pub const MALI_INST_FORMAT_A2R10G10B10_USCALED_PACK32: mali_inst_format = 96;
pub const MALI_INST_FORMAT_A2R10G10B10_SSCALED_PACK32: mali_inst_format = 97;
pub const MALI_INST_FORMAT_A2R10G10B10_UINT_PACK32: mali_inst_format = 98;
pub const MALI_INST_FORMAT_A2R10G10B10_SINT_PACK32: mali_inst_format = 99;
pub const MALI_INST_FORMAT_B10G11R11_UFLOAT_PACK32: mali_inst_format = 100;
pub const MALI_INST_FORMAT_E5B9G9R9_UFLOAT_PACK32: mali_inst_format = 101;
pub const MALI_INST_FORMAT_R64_SFLOAT: mali_inst_format = 102;
pub const MALI_INST_FORMAT_R64G64_SFLOAT: mali_inst_format = 103;
pub const MALI_INST_FORMAT_R64G64B64_SFLOAT: mali_inst_format = 104;
pub const MALI_INST_FORMAT_R64G64B64A64_SFLOAT: mali_inst_format = 105;
pub const MALI_INST_FORMAT_R32_UNORM: mali_inst_format = 106;
pub const MALI_INST_FORMAT_R32G32_UNORM: mali_inst_format = 107;
pub const MALI_INST_FORMAT_R32G32B32_UNORM: mali_inst_format = 108;
pub const MALI_INST_FORMAT_R32G32B32A32_UNORM: mali_inst_format = 109;
pub const MALI_INST_FORMAT_R32_SNORM: mali_inst_format = 110;
pub const MALI_INST_FORMAT_R32G32_SNORM: mali_inst_format = 111;
pub const MALI_INST_FORMAT_R32G32B32_SNORM: mali_inst_format = 112;
pub const MALI_INST_FORMAT_R32G32B32A32_SNORM: mali_inst_format = 113;
pub const MALI_INST_FORMAT_R32_USCALED: mali_inst_format = 114;
pub const MALI_INST_FORMAT_R32G32_USCALED: mali_inst_format = 115;
pub const MALI_INST_FORMAT_R32G32B32_USCALED: mali_inst_format = 116;
pub const MALI_INST_FORMAT_R32G32B32A32_USCALED: mali_inst_format = 117;
pub const MALI_INST_FORMAT_R32_SSCALED: mali_inst_format = 118;
pub const MALI_INST_FORMAT_R32G32_SSCALED: mali_inst_format = 119;
pub const MALI_INST_FORMAT_R32G32B32_SSCALED: mali_inst_format = 120;
pub const MALI_INST_FORMAT_R32G32B32A32_SSCALED: mali_inst_format = 121;
pub const MALI_INST_FORMAT_R32_FIXED: mali_inst_format = 122;
pub const MALI_INST_FORMAT_R32G32_FIXED: mali_inst_format = 123;
pub const MALI_INST_FORMAT_R32G32B32_FIXED: mali_inst_format = 124;
pub const MALI_INST_FORMAT_R32G32B32A32_FIXED: mali_inst_format = 125;

#[inline]
pub(crate) fn format(number: mali_inst_format, element: usize) -> Result<Format, Failure> {
    match Format::ALL.get((number as usize).wrapping_sub(1)) {
        Some(format) => Ok(*format),
        None => Err(Failure::Value {
            argument: "format",
            element: Some(element),
            value: number,
            allowed: "MALI_INST_FORMAT_*",
        }),
    }
}
