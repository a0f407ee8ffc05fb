//! Lines that begin with the eight bytes of an instruction, from V9 on.

/// The length of the bytes' text: two digits for each, and spaces between them.
const LENGTH: usize = 8 * 3 - 1;

/// The instruction of such a line.
pub(in crate::dump) fn instruction(text: &str) -> Option<&str> {
    let (bytes, rest) = text.split_at_checked(LENGTH)?;
    let rest = rest.strip_prefix(' ')?;
    are_bytes(bytes).then(|| rest.trim_start())
}

/// A text without the bytes at its end.
pub(super) fn before_bytes(text: &str) -> Option<&str> {
    let (before, bytes) = text.split_at_checked(text.len().checked_sub(LENGTH)?)?;
    are_bytes(bytes).then_some(before)
}

fn are_bytes(text: &str) -> bool {
    // 23 bytes are seven parts of three, two digits and a space, and a last one of two: all have `byte[..2]`.
    let is_byte = |byte: &[u8]| {
        byte[..2].iter().all(u8::is_ascii_hexdigit) && byte.get(2).is_none_or(|end| *end == b' ')
    };
    text.len() == LENGTH && text.as_bytes().chunks(3).all(is_byte)
}
