//! The arithmetic of the precomputed tables: padded counts, and reciprocals of divisors.
//!
//! `build.rs` includes this file, so it imports nothing of the crate and has nothing that the tables
//! do not need.

/// The position of the field "P" in the 8-bit form of a padded count.
pub(crate) const P_SHIFT: u32 = 5;

/// The 8-bit form of the padded count odd · 2^shift: shift in bits 0..4, (odd − 1) / 2 in bits
/// 5..7.
pub(crate) const fn padded_bits(odd: u32, shift: u32) -> u8 {
    ((odd / 2) << P_SHIFT | shift) as u8
}

/// The smallest multiple of four above `vertices`. The smallest padded count that is at least this one is the smallest that is
/// a multiple of four above `vertices`, and exists for up to 0xDFFF_FFFF. Proved as `hardware_is_as_promised` in
/// `proof/Padding.v`.
#[inline]
pub(crate) const fn above(vertices: u32) -> u32 {
    (vertices | 3) + 1
}

/// The smallest padded count that is at least `vertices`, in its 8-bit form. It exists for 1 to
/// 0xE000_0000 vertices.
///
/// Every count below 8 is a padded count. From 8 on the four top bits of `vertices − 1` decide, since the
/// padded counts between two powers of two are 9, 10, 12, 14 and 16 eighths of the lower one. Proved as
/// `tight_is_smallest` in `proof/Padding.v`.
#[inline]
pub(crate) const fn pad_tight(vertices: u32) -> u8 {
    // Up to 8 every count has an odd part of 1, 3, 5 or 7 itself.
    let below = vertices - 1;
    if below < 8 {
        let shift = vertices.trailing_zeros();
        return padded_bits(vertices >> shift, shift);
    }
    // The number of bits below the top four. It is not negative, since `below` is at least 8. `ilog2` computes the same
    // with more calls, each of which takes compile time in every constant of a user.
    let low_bits = 28 - below.leading_zeros();
    // The four highest bits of the number below say between which two counts the vertices are: 8 · 2^l and 9 · 2^l, and so on,
    // of which the upper one is taken. Of the numbers above 8 to 16, only 9, 10, 12, 14 and 16 have such an odd part.
    match below >> low_bits {
        0b1000 => padded_bits(9, low_bits),
        0b1001 => padded_bits(5, low_bits + 1),
        0b1010 | 0b1011 => padded_bits(3, low_bits + 2),
        0b1100 | 0b1101 => padded_bits(7, low_bits + 1),
        // At most 2^31: up to 0xE000_0000 vertices, numbers with 28 lower bits begin with 0b1101 or less.
        _ => padded_bits(1, low_bits + 4),
    }
}

/// The multiplier of a divisor that is no power of two, and whether the id is incremented first, as the
/// fields D, in bits 0..30, and E, in bit 31. D is the multiplier, 2^31 to 2^32 − 1, without its top bit.
///
/// The multiplier is rounded to the nearer integer, or down wherever that is exact. It depends only on the
/// divisor's odd part, so that a small table serves many divisors.
///
/// `normalized` is the divisor, shifted up until its top bit is set. It divides 2^63 as the divisor itself
/// divides T (see `divisor.rs`), so that quotient and remainder need no further scaling. Proved as
/// `round_down_of_normalized` and `nearest_of_normalized` in `proof/OddPart.v`.
#[inline]
pub(crate) const fn reciprocal(normalized: u32, to_nearest: bool) -> u32 {
    // Callers pass no power of two. So `normalized` is at least 2^31 + 1, and the quotient is at most 2^32 − 2: it has
    // 32 bits, also after 1 is added.
    let (quotient, remainder) = if cfg!(target_pointer_width = "64") {
        // The top bit is set already. Setting it here spares the check for a division by 0.
        let normalized = (normalized | 1 << 31) as u64;
        (
            ((1 << 63) / normalized) as u32,
            ((1 << 63) % normalized) as u32,
        )
    } else {
        divide_2_to_63_by_halves(normalized)
    };
    // With E, a multiplier that is rounded down is exact for all ids up to a remainder of 2^31; the divisor is shifted up, and
    // the remainder with it. Without E, one that is rounded up is exact for all remainders above: proof/Divisor.v.
    let increment = if to_nearest {
        remainder <= normalized / 2
    } else {
        remainder <= 1 << 31
    };
    // The quotient's top bit is always 1, so E can take its place.
    if increment {
        quotient
    } else {
        (quotient + 1) ^ 1 << 31
    }
}

/// Quotient and remainder of 2^63 by a number above 2^31, so that the quotient fits, on machines without a 64-bit
/// division: by long division, in digits of 16 bits.
///
/// A digit estimated from the divisor's upper half alone is at most two too large (Knuth, "The Art
/// of Computer Programming", 4.3.1, theorem B). If it is too large, its product is above the dividend. The command's
/// `verify` checks every divisor.
pub(crate) const fn divide_2_to_63_by_halves(normalized: u32) -> (u32, u32) {
    // As in `reciprocal`, the top bit is set already.
    let upper_half = normalized >> 16 | 1 << 15;
    // Long division with digits of 16 bits. The first 32 bits of 2^63 are 2^31, which is below the divisor or equal to it: two
    // digits are left.
    let lower_half = normalized & 0xffff;
    let mut quotient = 0;
    let mut remainder = 1_u32 << 31;
    let mut digits = 0;
    while digits < 2 {
        // A digit that is estimated from the divisor's upper half is at most 2 too large. If the rest has more than 16 bits,
        // the estimate is not too large any more.
        let mut digit = remainder / upper_half;
        let mut rest = remainder % upper_half;
        while digit > 0xffff || digit * lower_half > rest << 16 {
            digit -= 1;
            rest += upper_half;
            if rest > 0xffff {
                break;
            }
        }
        quotient = quotient << 16 | digit;
        // Both numbers have up to 48 bits, of which 32 are kept. Their difference is below the divisor, so these 32
        // bits are all of it.
        remainder = (remainder << 16).wrapping_sub(digit.wrapping_mul(normalized));
        digits += 1;
    }
    (quotient, remainder)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On 64-bit hosts only this test runs the long division.
    #[test]
    fn long_division_is_division() {
        let near_ends = (0x8000_0001..0x8001_0000).chain(0xffff_0000..=u32::MAX);
        let strided = (0x8000_0001..=u32::MAX).step_by(997);
        let near_halves = (0x8000_u32..=0xffff)
            .flat_map(|half| [half << 16, half << 16 | 1, half << 16 | 0xffff])
            .skip(1);
        for normalized in near_ends.chain(strided).chain(near_halves) {
            let divisor = u64::from(normalized);
            let expected = (((1 << 63) / divisor) as u32, ((1 << 63) % divisor) as u32);
            assert_eq!(
                divide_2_to_63_by_halves(normalized),
                expected,
                "{normalized:#x}"
            );
        }
    }
}
