//! Vertex formats in the printer's notation: `Format (v7): RGB8UI RGB1`.
//!
//! Facts: Mesa's genxml, the values of "Format", "Channel" and "RGB Component Order".

/// The bits of a name that is not known.
const UNKNOWN: u32 = 0;

/// The 22-bit format field. A part that the printer garbles, or has no name for, is 0.
pub(super) fn bits(name: &str, value: &str) -> Option<u32> {
    let value = value.strip_suffix(" XXX BAD BIT").unwrap_or(value);
    let (format, components) = value.rsplit_once(' ')?;
    let components = match name {
        "Format (v6)" => selectors(components),
        "Format (v7)" => order(components),
        _ => return None,
    };
    let (format, big_endian) = flag(format, " big-endian");
    let (format, srgb) = flag(format, " sRGB");
    let number = number(format).unwrap_or(UNKNOWN);
    // The components have 12 bits, and the number of the format the next 8.
    Some(big_endian << 21 | srgb << 20 | number << 12 | components)
}

fn flag<'a>(text: &'a str, suffix: &str) -> (&'a str, u32) {
    match text.strip_suffix(suffix) {
        Some(rest) => (rest, 1),
        None => (text, 0),
    }
}

/// Four selectors of three bits, up to V6.
fn selectors(text: &str) -> u32 {
    let selector = |letter| b"RGBA01".iter().position(|known| *known == letter);
    let selectors: Option<Vec<usize>> = text.bytes().map(selector).collect();
    match selectors.as_deref() {
        Some([red, green, blue, alpha]) => (red | green << 3 | blue << 6 | alpha << 9) as u32,
        _ => UNKNOWN,
    }
}

/// An enumerated order, from V7 on.
fn order(text: &str) -> u32 {
    #[rustfmt::skip]
    const ORDERS: [(&str, u32); 20] = [
        ("RGBA", 0), ("GRBA", 2), ("BGRA", 4), ("ARGB", 8), ("AGRB", 10), ("ABGR", 12), ("RGB1", 16),
        ("GRB1", 18), ("BGR1", 20), ("1RGB", 24), ("1GRB", 26), ("1BGR", 28), ("RRRR", 226), ("RRR1", 227),
        ("RRRA", 228), ("000A", 229), ("0001", 230), ("0000", 231), ("R000", 240), ("RBGA", 242),
    ];
    let known = ORDERS.iter().find(|(name, _)| *name == text);
    known.map_or(UNKNOWN, |(_, number)| *number)
}

/// The number of a format: regular names first, `RGB16 SNORM` or `RG8UI`.
fn number(name: &str) -> Option<u32> {
    #[rustfmt::skip]
    const OTHERS: [(&str, u32); 15] = [
        ("RGB565", 0x40), ("RGB5 A1 UNORM", 0x41), ("A1 BGR5 UNORM", 0x42), ("RGB10 A2 UNORM", 0x43),
        ("A2 BGR10 UNORM", 0x44), ("RGB10 A2 SNORM", 0x45), ("A2 BGR10 SNORM", 0x46), ("RGB10 A2UI", 0x47),
        ("A2 BGR10UI", 0x48), ("RGB10 A2I", 0x49), ("A2 BGR10I", 0x4a), ("R11F G11F B10F", 0x59),
        ("B10F G11F R11F", 0x5a), ("R9F G9F B9F E5F", 0x5b), ("E5F B9F G9F R9F", 0x5c),
    ];
    regular_number(name).or_else(|| {
        let known = OTHERS.iter().find(|(known, _)| *known == name);
        known.map(|(_, number)| *number)
    })
}

/// The number of a regular name, from its components, bits and type.
fn regular_number(name: &str) -> Option<u32> {
    let components = ["R", "RG", "RGB", "RGBA"];
    let split = name.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, rest) = name.split_at(split);
    let components = components.iter().position(|known| *known == letters)? as u32;
    let split = rest.find(|letter: char| !letter.is_ascii_digit())?;
    let (bits, kind) = rest.split_at(split);
    let bits: u32 = bits.parse().ok()?;
    if !bits.is_power_of_two() {
        return None;
    }
    // Bits 0 to 2 of the number are the logarithm of the component's bits, bits 3 and 4 the components minus one, and
    // those above the type.
    let size = bits.ilog2();
    let kind = match (kind, bits) {
        (" FIXED", 32) => return Some(0x51 + components),
        (" SNORM", ..=64) => 0x60,
        ("UI", ..=64) => 0x80,
        (" UNORM", ..=64) => 0xa0,
        ("I", ..=64) => 0xc0,
        // Floats are where integers of 128 bits would be: the logarithm is 7, in the rows of UI, UNORM and I.
        ("F", 64) => return Some(0x87 | components << 3),
        ("F", 32) => return Some(0xa7 | components << 3),
        ("F", 16) => return Some(0xc7 | components << 3),
        _ => return None,
    };
    Some(kind | components << 3 | size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mali_instancing::{Arch, Format};

    /// The names in dumps, and the formats of the draws.
    #[test]
    fn a_printed_format_is_the_bits_that_it_was_printed_from() {
        for (arch, printed, format) in [
            (Arch::V7, "R8UI RGB1", Format::R8_UINT),
            (Arch::V7, "RGBA16 SNORM RGBA", Format::R16G16B16A16_SNORM),
            (Arch::V7, "RGB32F RGB1", Format::R32G32B32_SFLOAT),
            (Arch::V7, "RG16F RGB1", Format::R16G16_SFLOAT),
            (Arch::V7, "RGB32 FIXED RGB1", Format::R32G32B32_FIXED),
            (Arch::V7, "RGB10 A2I RGBA", Format::A2B10G10R10_SINT_PACK32),
            (Arch::V7, "RGBA4 UNORM BGRA", Format::A4R4G4B4_UNORM_PACK16),
            (Arch::V7, "RGB565 BGR1", Format::R5G6B5_UNORM_PACK16),
            (
                Arch::V7,
                "R11F G11F B10F RGB1",
                Format::B10G11R11_UFLOAT_PACK32,
            ),
            (Arch::V6, "RG8 UNORM RG01", Format::R8G8_UNORM),
            (Arch::V6, "R32 SNORM R001", Format::R32_SNORM),
            (Arch::V6, "RGBA32UI RGBA", Format::R32G32B32A32_UINT),
            (Arch::V6, "RGBA8 UNORM BGRA", Format::B8G8R8A8_UNORM),
        ] {
            let name = format!("Format ({arch})");
            assert_eq!(bits(&name, printed), format.hardware(arch), "{printed}");
        }
    }

    #[test]
    fn flags_are_after_the_name() {
        let swapped = bits("Format (v6)", "R1I sRGB big-endian RGBB");
        assert_eq!(swapped, Some(0x3c_0488));
        let srgb = bits("Format (v7)", "RGBA8 UNORM sRGB RGBA");
        assert_eq!(srgb, Some(0x1b_b000));
    }

    #[test]
    fn what_the_printer_has_no_name_for_is_zero() {
        assert_eq!(bits("Format (v6)", "XXX: INVALID RRRR"), Some(0));
        let garbled = "RGBA16I XXX: INVALIDXXX: INVALIDRB";
        assert!(bits("Format (v6)", garbled).is_some());
        assert_eq!(bits("Format (v7)", "nonsense"), None);
        assert_eq!(bits("Format", "R8UI RGB1"), None);
    }
}
