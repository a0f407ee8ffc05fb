/// The index of the element that a thread reads through an attribute buffer of V4 to V7.
///
/// `words` are the buffer's descriptor and the one after it. `None` for a type that is not an attribute
/// buffer's, for a modulus whose odd factor is above 9, and for a mode `npot-divisor` that is not
/// followed by a continuation.
///
/// ```
/// use mali_instancing::model::element_index;
///
/// // 70 vertices, padded to 72, one element per 3 instances
/// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
/// assert_eq!(element_index(&words, 215), Some(0));
/// assert_eq!(element_index(&words, 216), Some(1));
/// ```
#[must_use]
pub const fn element_index(words: &[u32; 8], linear_id: u32) -> Option<u32> {
    let divisor_r = words[1] >> 24 & 0b1_1111;
    // Types: linear, pot-divisor, modulus, npot-divisor. The last one has its D in a continuation, of type 0x20.
    match words[0] & 0b11_1111 {
        1 => Some(linear_id),
        2 => Some(linear_id >> divisor_r),
        3 if words[1] >> 29 <= 4 => Some(modulo(linear_id, divisor_r, words[1] >> 29)),
        4 if words[4] & 0b11_1111 == 0x20 => {
            Some(divide(linear_id, divisor_r, words[1] >> 29 & 1, words[5]))
        }
        _ => None,
    }
}

/// The remainder by (2·P + 1) · 2^R.
pub(super) const fn modulo(id: u32, divisor_r: u32, divisor_p: u32) -> u32 {
    // 9 · 2^31 does not fit 32 bits.
    (id as u64 % ((2 * divisor_p as u64 + 1) << divisor_r)) as u32
}

/// ((id + E) · (2^31 + D)) >> (32 + R), in 64 bits.
pub(super) const fn divide(id: u32, divisor_r: u32, divisor_e: u32, divisor_d: u32) -> u32 {
    // The multiplier has 32 bits, of which D leaves out the highest, which is always set. The product of the largest id plus 1
    // and the largest multiplier is below 2^64.
    let product = (id as u64 + divisor_e as u64) * (divisor_d as u64 | 1 << 31);
    (product >> 32 >> divisor_r) as u32
}

/// The offset of that element from the start of the buffer, in bytes.
///
/// ```
/// use mali_instancing::model::element_offset;
///
/// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
/// assert_eq!(element_offset(&words, 216 * 5), Some(5 * 64));
/// ```
#[must_use]
pub const fn element_offset(words: &[u32; 8], linear_id: u32) -> Option<u64> {
    match element_index(words, linear_id) {
        Some(index) => Some(index as u64 * words[2] as u64),
        None => None,
    }
}
