/// The size in bytes of a format, by its 22-bit format field on any architecture; `None` for a format
/// that the model does not know.
///
/// The upper ten bits are the number in genxml's "Format". From 0x60 on, the number has parts: bits 0..2
/// are the size of a component, bits 3..4 the number of components minus one. The bits above these are whether
/// the components are normalized, signed, or (with a size of 7) floats.
///
/// Positions are four floats.
pub(super) const fn size(format: u32) -> Option<u32> {
    let number = format >> 12;
    let components = (number >> 3 & 0b11) + 1;
    match number {
        // R5G6B5 and R5G5B5A1.
        0x40 | 0x41 => Some(2),
        // R10G10B10A2 as UNORM, SNORM, UINT and SINT, then R11G11B10 and R9G9B9E5.
        0x43 | 0x45 | 0x47 | 0x49 | 0x59 | 0x5b => Some(4),
        SNAP_4 => Some(16),
        // 32-bit fixed-point numbers.
        0x51..=0x54 => Some(4 * (number - 0x50)),
        0x60..=0xdf => match number & 0b111 {
            // 2 to 5 are components of 4, 8, 16 and 32 bits.
            2 if components == 4 => Some(2),
            3 => Some(components),
            4 => Some(2 * components),
            5 => Some(4 * components),
            7 if number >> 5 == 5 => Some(4 * components),
            7 if number >> 5 == 6 => Some(2 * components),
            _ => None,
        },
        _ => None,
    }
}

/// The alignment that the conversion of a format needs, in bytes: the size of a component, or of the whole element if
/// components are not whole bytes; `None` for a format that the model does not know.
pub(super) const fn alignment(format: u32) -> Option<u32> {
    let number = format >> 12;
    match (number, number & 0b111) {
        (0x60..=0xdf, 3) => Some(1),
        (0x60..=0xdf, 4) => Some(2),
        (0x60..=0xdf, 7) if number >> 5 == 6 => Some(2),
        (0x60..=0xdf, 5 | 7) | (SNAP_4 | 0x51..=0x54, _) => Some(4),
        _ => size(format),
    }
}

/// Whether elements reach the shader without a conversion: 32-bit floats and integers.
pub(super) const fn is_unconverted(format: u32) -> bool {
    let number = format >> 12;
    // UINT and SINT with components of 32 bits, and floats of 32 bits.
    matches!((number >> 5, number & 0b111), (4 | 6, 5) | (5, 7))
}

/// The number of the format of positions. The hardware snaps positions to a grid when it writes them.
const SNAP_4: u32 = 0x5e;

/// Whether bytes that are written in that format are read back unchanged, which is known of
/// all formats except the one of positions.
pub(super) const fn is_stored_unchanged(format: u32) -> bool {
    format >> 12 != SNAP_4
}
