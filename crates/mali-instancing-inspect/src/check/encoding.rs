//! Texts that are not UTF-8.

/// A text in UTF-16 with a byte order mark, as some terminals write it; `None` for bytes that are not such a text.
pub(super) fn utf16(bytes: &[u8]) -> Option<String> {
    let (mark, rest) = bytes.split_first_chunk()?;
    let unit: fn([u8; 2]) -> u16 = match mark {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    // Of each character of a dump or a manifest one byte is 0. Other texts have no such byte.
    if !rest.contains(&0) {
        return None;
    }
    // A last unit of one byte was cut, and is left out.
    let units = rest.chunks_exact(2).map(|bytes| unit([bytes[0], bytes[1]]));
    let letters = char::decode_utf16(units);
    Some(
        letters
            .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect(),
    )
}
