//! Vertex formats, under Vulkan's names where it has them.

use crate::arch::Arch;
use crate::names::names;

/// The components of a format, in their order in memory.
#[derive(Clone, Copy)]
enum Components {
    R,
    Rg,
    Rgb,
    Rgba,
    Bgr,
    Bgra,
}

/// The lower twelve bits of format fields, by components. The length is a power of two, so that no index needs a check.
type Orders = [u16; 8];

impl Components {
    const fn count(self) -> u32 {
        match self {
            Self::R => 1,
            Self::Rg => 2,
            Self::Rgb | Self::Bgr => 3,
            Self::Rgba | Self::Bgra => 4,
        }
    }

    /// The orders of an architecture, by components.
    const fn orders(arch: Arch) -> Orders {
        let all = [
            Self::R,
            Self::Rg,
            Self::Rgb,
            Self::Rgba,
            Self::Bgr,
            Self::Bgra,
        ];
        let mut orders = [0; 8];
        let mut index = 0;
        while index < all.len() {
            orders[all[index] as usize] = all[index].order(arch) as u16;
            index += 1;
        }
        orders
    }

    /// The lower twelve bits of the format field. Up to V6 they are four selectors of three bits
    /// for red, green, blue and alpha: 0 to 3 is a component, 4 the constant 0, 5 the constant 1.
    /// From V7 on they are the number of an order.
    const fn order(self, arch: Arch) -> u32 {
        if arch.has_component_selectors() {
            let [red, green, blue, alpha] = match self {
                Self::R => [0, 4, 4, 5],
                Self::Rg => [0, 1, 4, 5],
                Self::Rgb => [0, 1, 2, 5],
                Self::Rgba => [0, 1, 2, 3],
                Self::Bgr => [2, 1, 0, 5],
                Self::Bgra => [2, 1, 0, 3],
            };
            // For example, R: red is component 0, green and blue are the constant 0, alpha is the constant 1.
            red | green << 3 | blue << 6 | alpha << 9
        } else {
            match self {
                // genxml's RGB1, RGBA, BGR1 and BGRA. R and Rg have RGB1 too, as in Mesa's tables.
                Self::R | Self::Rg | Self::Rgb => 0x10,
                Self::Rgba => 0x00,
                Self::Bgr => 0x14,
                Self::Bgra => 0x04,
            }
        }
    }
}

/// Declares the enum and the values of its rows.
macro_rules! formats {
    (
        vulkan { $($vulkan:ident: $row:tt;)* }
        gallium { $($gallium:ident: $gallium_row:tt;)* }
    ) => {
        formats! { $($vulkan: $row;)* $($gallium: $gallium_row;)* }
    };
    ($($name:ident: ($size:literal, $components:ident $(, $number:literal)?);)*) => {
        /// The meaning of an attribute's bytes, named as in Vulkan (`VkFormat` without `VK_FORMAT_`).
        ///
        /// Vulkan names packed formats from the top bit down, Mesa's Gallium from the bottom up:
        /// `A2B10G10R10_UNORM_PACK32` is Gallium's `R10G10B10A2_UNORM`.
        ///
        /// Vulkan does not have some of GL's formats. These have their names in Gallium (`PIPE_FORMAT_`):
        /// 32-bit integers that become floats (UNORM, SNORM, USCALED, SSCALED), and FIXED, which is
        /// `GL_FIXED`, signed, with 16 bits before the point and 16 after it.
        ///
        /// ```
        /// use mali_instancing::{Arch, Format};
        ///
        /// let format = Format::R8G8B8A8_UNORM;
        /// assert_eq!((format.size(), format.components()), (4, 4));
        /// assert_eq!(format.hardware(Arch::V6), Some(0x0b_b688));
        /// assert_eq!(format.hardware(Arch::V7), Some(0x0b_b000));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[expect(missing_docs, non_camel_case_types, reason = "the names are Vulkan's and Gallium's")]
        #[non_exhaustive]
        pub enum Format {
            $($name,)*
        }

        names! {
            impl Format {
                /// Every format. Those that Vulkan does not have come last.
                ALL;
                /// Vulkan's name without `VK_FORMAT_`, or Gallium's without `PIPE_FORMAT_`.
                name;
                /// The format whose [`Format::name`] is `name`; `None` if there is none.
                ///
                /// ```
                /// use mali_instancing::Format;
                ///
                /// assert_eq!(Format::from_name("R16G16_UNORM"), Some(Format::R16G16_UNORM));
                /// assert_eq!(Format::from_name("r16g16_unorm"), None);
                /// ```
                from_name;
            }
            $($name: stringify!($name),)*
        }

        impl Format {
            const fn row(self) -> Row {
                match self {
                    $(Self::$name => {
                        ($size, Components::$components, optional!($($number)?))
                    })*
                }
            }
        }
    };
}

/// Size, components, and genxml's number if there is one.
type Row = (u32, Components, Option<u32>);

/// The rows of all formats: the size in bytes, the components, and the number of their size and type in genxml's
/// "Format", if a Mali has one.
// From 0x60 on, a number has parts: the size of a component in bits 0..2 (2 to 5 for 4, 8, 16 and 32 bits, 7 for
// floats), the components less one in bits 3..4, and the type above. USCALED has the number of UINT, and SSCALED that
// of SINT: the load in the shader says whether they become floats.
macro_rules! each_format {
    ($callback:ident) => {
        $callback! {
            vulkan {
                R8_UNORM: (1, R, 0xa3);
                R8_SNORM: (1, R, 0x63);
                R8_USCALED: (1, R, 0x83);
                R8_SSCALED: (1, R, 0xc3);
                R8_UINT: (1, R, 0x83);
                R8_SINT: (1, R, 0xc3);
                R8G8_UNORM: (2, Rg, 0xab);
                R8G8_SNORM: (2, Rg, 0x6b);
                R8G8_USCALED: (2, Rg, 0x8b);
                R8G8_SSCALED: (2, Rg, 0xcb);
                R8G8_UINT: (2, Rg, 0x8b);
                R8G8_SINT: (2, Rg, 0xcb);
                R8G8B8_UNORM: (3, Rgb, 0xb3);
                R8G8B8_SNORM: (3, Rgb, 0x73);
                R8G8B8_USCALED: (3, Rgb, 0x93);
                R8G8B8_SSCALED: (3, Rgb, 0xd3);
                R8G8B8_UINT: (3, Rgb, 0x93);
                R8G8B8_SINT: (3, Rgb, 0xd3);
                B8G8R8_UNORM: (3, Bgr, 0xb3);
                B8G8R8_USCALED: (3, Bgr, 0x93);
                B8G8R8_SSCALED: (3, Bgr, 0xd3);
                B8G8R8_UINT: (3, Bgr, 0x93);
                B8G8R8_SINT: (3, Bgr, 0xd3);
                R8G8B8A8_UNORM: (4, Rgba, 0xbb);
                R8G8B8A8_SNORM: (4, Rgba, 0x7b);
                R8G8B8A8_USCALED: (4, Rgba, 0x9b);
                R8G8B8A8_SSCALED: (4, Rgba, 0xdb);
                R8G8B8A8_UINT: (4, Rgba, 0x9b);
                R8G8B8A8_SINT: (4, Rgba, 0xdb);
                B8G8R8A8_UNORM: (4, Bgra, 0xbb);
                B8G8R8A8_SNORM: (4, Bgra, 0x7b);
                B8G8R8A8_USCALED: (4, Bgra, 0x9b);
                B8G8R8A8_SSCALED: (4, Bgra, 0xdb);
                B8G8R8A8_UINT: (4, Bgra, 0x9b);
                B8G8R8A8_SINT: (4, Bgra, 0xdb);
                R16_UNORM: (2, R, 0xa4);
                R16_SNORM: (2, R, 0x64);
                R16_USCALED: (2, R, 0x84);
                R16_SSCALED: (2, R, 0xc4);
                R16_UINT: (2, R, 0x84);
                R16_SINT: (2, R, 0xc4);
                R16_SFLOAT: (2, R, 0xc7);
                R16G16_UNORM: (4, Rg, 0xac);
                R16G16_SNORM: (4, Rg, 0x6c);
                R16G16_USCALED: (4, Rg, 0x8c);
                R16G16_SSCALED: (4, Rg, 0xcc);
                R16G16_UINT: (4, Rg, 0x8c);
                R16G16_SINT: (4, Rg, 0xcc);
                R16G16_SFLOAT: (4, Rg, 0xcf);
                R16G16B16_UNORM: (6, Rgb, 0xb4);
                R16G16B16_SNORM: (6, Rgb, 0x74);
                R16G16B16_USCALED: (6, Rgb, 0x94);
                R16G16B16_SSCALED: (6, Rgb, 0xd4);
                R16G16B16_UINT: (6, Rgb, 0x94);
                R16G16B16_SINT: (6, Rgb, 0xd4);
                R16G16B16_SFLOAT: (6, Rgb, 0xd7);
                R16G16B16A16_UNORM: (8, Rgba, 0xbc);
                R16G16B16A16_SNORM: (8, Rgba, 0x7c);
                R16G16B16A16_USCALED: (8, Rgba, 0x9c);
                R16G16B16A16_SSCALED: (8, Rgba, 0xdc);
                R16G16B16A16_UINT: (8, Rgba, 0x9c);
                R16G16B16A16_SINT: (8, Rgba, 0xdc);
                R16G16B16A16_SFLOAT: (8, Rgba, 0xdf);
                R32_UINT: (4, R, 0x85);
                R32_SINT: (4, R, 0xc5);
                R32_SFLOAT: (4, R, 0xa7);
                R32G32_UINT: (8, Rg, 0x8d);
                R32G32_SINT: (8, Rg, 0xcd);
                R32G32_SFLOAT: (8, Rg, 0xaf);
                R32G32B32_UINT: (12, Rgb, 0x95);
                R32G32B32_SINT: (12, Rgb, 0xd5);
                R32G32B32_SFLOAT: (12, Rgb, 0xb7);
                R32G32B32A32_UINT: (16, Rgba, 0x9d);
                R32G32B32A32_SINT: (16, Rgba, 0xdd);
                R32G32B32A32_SFLOAT: (16, Rgba, 0xbf);
                A1B5G5R5_UNORM_PACK16: (2, Rgba, 0x41);
                A1R5G5B5_UNORM_PACK16: (2, Bgra, 0x41);
                A4B4G4R4_UNORM_PACK16: (2, Rgba, 0xba);
                A4R4G4B4_UNORM_PACK16: (2, Bgra, 0xba);
                B5G6R5_UNORM_PACK16: (2, Rgb, 0x40);
                R5G6B5_UNORM_PACK16: (2, Bgr, 0x40);
                A8B8G8R8_UNORM_PACK32: (4, Rgba, 0xbb);
                A8B8G8R8_SNORM_PACK32: (4, Rgba, 0x7b);
                A8B8G8R8_USCALED_PACK32: (4, Rgba, 0x9b);
                A8B8G8R8_SSCALED_PACK32: (4, Rgba, 0xdb);
                A8B8G8R8_UINT_PACK32: (4, Rgba, 0x9b);
                A8B8G8R8_SINT_PACK32: (4, Rgba, 0xdb);
                A2B10G10R10_UNORM_PACK32: (4, Rgba, 0x43);
                A2B10G10R10_SNORM_PACK32: (4, Rgba, 0x45);
                A2B10G10R10_USCALED_PACK32: (4, Rgba, 0x47);
                A2B10G10R10_SSCALED_PACK32: (4, Rgba, 0x49);
                A2B10G10R10_UINT_PACK32: (4, Rgba, 0x47);
                A2B10G10R10_SINT_PACK32: (4, Rgba, 0x49);
                A2R10G10B10_UNORM_PACK32: (4, Bgra, 0x43);
                A2R10G10B10_SNORM_PACK32: (4, Bgra, 0x45);
                A2R10G10B10_USCALED_PACK32: (4, Bgra, 0x47);
                A2R10G10B10_SSCALED_PACK32: (4, Bgra, 0x49);
                A2R10G10B10_UINT_PACK32: (4, Bgra, 0x47);
                A2R10G10B10_SINT_PACK32: (4, Bgra, 0x49);
                B10G11R11_UFLOAT_PACK32: (4, Rgb, 0x59);
                E5B9G9R9_UFLOAT_PACK32: (4, Rgb, 0x5b);
                R64_SFLOAT: (8, R);
                R64G64_SFLOAT: (16, Rg);
                R64G64B64_SFLOAT: (24, Rgb);
                R64G64B64A64_SFLOAT: (32, Rgba);
            }
            gallium {
                R32_UNORM: (4, R, 0xa5);
                R32G32_UNORM: (8, Rg, 0xad);
                R32G32B32_UNORM: (12, Rgb, 0xb5);
                R32G32B32A32_UNORM: (16, Rgba, 0xbd);
                R32_SNORM: (4, R, 0x65);
                R32G32_SNORM: (8, Rg, 0x6d);
                R32G32B32_SNORM: (12, Rgb, 0x75);
                R32G32B32A32_SNORM: (16, Rgba, 0x7d);
                R32_USCALED: (4, R, 0x85);
                R32G32_USCALED: (8, Rg, 0x8d);
                R32G32B32_USCALED: (12, Rgb, 0x95);
                R32G32B32A32_USCALED: (16, Rgba, 0x9d);
                R32_SSCALED: (4, R, 0xc5);
                R32G32_SSCALED: (8, Rg, 0xcd);
                R32G32B32_SSCALED: (12, Rgb, 0xd5);
                R32G32B32A32_SSCALED: (16, Rgba, 0xdd);
                R32_FIXED: (4, R, 0x51);
                R32G32_FIXED: (8, Rg, 0x52);
                R32G32B32_FIXED: (12, Rgb, 0x53);
                R32G32B32A32_FIXED: (16, Rgba, 0x54);
            }
        }
    };
}

/// An optional part of a row. A look-up in an array would take compile time in each constant of a draw.
macro_rules! optional {
    () => {
        None
    };
    ($number:literal) => {
        Some($number)
    };
}

each_format!(formats);

#[cfg(feature = "ash")]
pub(crate) use each_format;

impl Format {
    /// The size of an element, in bytes.
    #[must_use]
    pub const fn size(self) -> u32 {
        self.row().0
    }

    /// The number of components, 1 to 4.
    #[must_use]
    pub const fn components(self) -> u32 {
        self.row().1.count()
    }

    /// The alignment that an element's address must have, in bytes: the size of a component, or of the whole element if it
    /// is packed into one number, which Vulkan's name for the format tells. A power of two.
    ///
    /// A Mali converts elements wrongly whose address is not a multiple of it. So the offset in the element, the stride and
    /// the address of the buffer must be multiples of it, too.
    ///
    /// Facts: Mesa's Panfrost, which requires it of all Malis (`PIPE_VERTEX_INPUT_ALIGNMENT_ELEMENT`); Vulkan's address
    /// calculation of vertex input.
    ///
    /// ```
    /// use mali_instancing::Format;
    ///
    /// assert_eq!(Format::R16G16B16_SFLOAT.alignment(), 2);
    /// assert_eq!(Format::A2B10G10R10_UNORM_PACK32.alignment(), 4);
    /// ```
    #[must_use]
    #[inline]
    pub const fn alignment(self) -> u32 {
        self.alignment_mask(false) + 1
    }

    /// The bits that must be 0 in an element's address: those below [`alignment`](Self::alignment), or none if elements that
    /// need no conversion may be `unaligned`.
    #[inline]
    pub(crate) const fn alignment_mask(self, unaligned: bool) -> u32 {
        let masks = ALIGNMENT_MASKS[self as usize] as u32;
        masks >> (UNALIGNED_MASK * unaligned as u32) & ((1 << UNALIGNED_MASK) - 1)
    }

    /// Whether a Mali reads its elements without a conversion: 32-bit floats and integers.
    pub(crate) const fn is_read_unconverted(self) -> bool {
        matches!(
            self,
            Self::R32_SFLOAT
                | Self::R32_UINT
                | Self::R32_SINT
                | Self::R32G32_SFLOAT
                | Self::R32G32_UINT
                | Self::R32G32_SINT
                | Self::R32G32B32_SFLOAT
                | Self::R32G32B32_UINT
                | Self::R32G32B32_SINT
                | Self::R32G32B32A32_SFLOAT
                | Self::R32G32B32A32_UINT
                | Self::R32G32B32A32_SINT
        )
    }

    /// The 22-bit format field of an architecture's `Attribute` descriptors; `None` if the
    /// architecture cannot fetch this format.
    ///
    /// Facts: Mesa's format tables, `src/panfrost/lib/pan_format.c`. V10 and later have the same fields as V9.
    ///
    /// ```
    /// use mali_instancing::{Arch, Format};
    ///
    /// assert_eq!(Format::R32G32B32_SFLOAT.hardware(Arch::V7), Some(0x0b_7010));
    /// assert_eq!(Format::R64_SFLOAT.hardware(Arch::V7), None);
    /// ```
    #[must_use]
    pub const fn hardware(self, arch: Arch) -> Option<u32> {
        FormatFields::of(arch).get(self)
    }

    /// The format's number in the lower bits, and its components above them; 0 if no architecture can fetch it.
    const fn packed(self) -> u16 {
        match self.row() {
            (_, components, Some(number)) => number as u16 | (components as u16) << NUMBER_BITS,
            _ => 0,
        }
    }
}

/// The two alignment masks of each format: the lower four bits have the one for all elements, the upper four the one for
/// those that need a conversion. A look-up of both is fewer instructions in each attribute of a draw than a test of the format.
static ALIGNMENT_MASKS: [u8; Format::ALL.len()] = {
    let mut masks = [0; Format::ALL.len()];
    let mut index = 0;
    while index < masks.len() {
        let format = Format::ALL[index];
        // The names are compared when the library is compiled. Those of packed formats end in PACK16 or PACK32.
        let alignment = match format.name().as_bytes() {
            [.., b'P', b'A', b'C', b'K', _, _] => format.size(),
            _ => format.size() / format.components(),
        };
        // At most 7, for components of 64 bits, so that two masks fit a byte.
        let mask = alignment as u8 - 1;
        let unaligned_mask = if format.is_read_unconverted() {
            0
        } else {
            mask
        };
        masks[format as usize] = mask | unaligned_mask << UNALIGNED_MASK;
        index += 1;
    }
    masks
};

/// The position of the upper mask.
const UNALIGNED_MASK: u32 = 4;

/// The number of bits of a format's number.
const NUMBER_BITS: u32 = 10;

/// The format field of a [packed](Format::packed) format; 0 if no architecture can fetch it.
const fn field(packed: u16, orders: &Orders) -> u32 {
    let packed = packed as u32;
    // No number is 0, so no format that can be fetched is packed as 0.
    if packed == 0 {
        return 0;
    }
    let number = packed & ((1 << NUMBER_BITS) - 1);
    // The upper ten of the field's 22 bits are the number. The remainder changes no index: it spares the bounds check.
    number << 12 | orders[(packed >> NUMBER_BITS) as usize % orders.len()] as u32
}

/// The format fields of an architecture.
#[derive(Clone, Copy)]
pub(crate) struct FormatFields(&'static table::Table);

impl FormatFields {
    #[inline]
    pub(crate) const fn of(arch: Arch) -> Self {
        if arch.has_component_selectors() {
            // V4 to V6 have the same selectors, and V7 and later the same orders: two tables serve all.
            Self(&table::TO_V6)
        } else {
            Self(&table::FROM_V7)
        }
    }

    #[inline]
    pub(crate) const fn get(self, format: Format) -> Option<u32> {
        match table::field(self.0, format) {
            0 => None,
            field => Some(field),
        }
    }
}

/// A table of fields for each family of architectures, by format.
#[cfg(not(target_pointer_width = "32"))]
mod table {
    use super::{Components, Format, Orders};
    use crate::Arch;

    pub(super) type Table = [u32; Format::ALL.len()];

    pub(super) static TO_V6: Table = fields(&Components::orders(Arch::V6));
    pub(super) static FROM_V7: Table = fields(&Components::orders(Arch::V7));

    const fn fields(orders: &Orders) -> Table {
        let mut fields = [0; Format::ALL.len()];
        let mut index = 0;
        while index < fields.len() {
            let format = Format::ALL[index];
            fields[format as usize] = super::field(format.packed(), orders);
            index += 1;
        }
        fields
    }

    #[inline]
    pub(super) const fn field(table: &Table, format: Format) -> u32 {
        table[format as usize]
    }
}

/// One table of packed formats for all architectures, which has a quarter of the bytes: firmware on 32-bit cores counts
/// these. A field takes some ten instructions more.
#[cfg(target_pointer_width = "32")]
mod table {
    use super::{Components, Format, Orders};
    use crate::Arch;

    pub(super) type Table = Orders;

    pub(super) static TO_V6: Table = Components::orders(Arch::V6);
    pub(super) static FROM_V7: Table = Components::orders(Arch::V7);

    static PACKED: [u16; Format::ALL.len()] = {
        let mut packed = [0; Format::ALL.len()];
        let mut index = 0;
        while index < packed.len() {
            let format = Format::ALL[index];
            packed[format as usize] = format.packed();
            index += 1;
        }
        packed
    };

    #[inline]
    pub(super) const fn field(orders: &Table, format: Format) -> u32 {
        super::field(PACKED[format as usize], orders)
    }
}
