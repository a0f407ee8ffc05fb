//! The ids for which a division by multiplying is right.

use core::num::NonZeroU32;

use super::finding::Detail;
use crate::divisor::{MagicDivisor, Rounding};

/// The first id that a multiplier does not divide by `divisor`, of all ids below 2^32: an
/// [`Detail::FirstWrongId`]. `None` if it divides every id.
///
/// ```
/// use core::num::NonZeroU32;
/// use mali_instancing::check::{Detail, first_wrong_id};
/// use mali_instancing::{MagicDivisor, Rounding};
///
/// let by_216 = MagicDivisor::new(NonZeroU32::new(216).unwrap(), Rounding::RoundDown);
/// assert_eq!(first_wrong_id(by_216, NonZeroU32::new(216).unwrap()), None);
/// let wrong = first_wrong_id(by_216, NonZeroU32::new(215).unwrap());
/// assert_eq!(wrong, Some(Detail::FirstWrongId { id: 215, element: 0, expected: 1 }));
/// ```
#[must_use]
pub fn first_wrong_id(magic: MagicDivisor, divisor: NonZeroU32) -> Option<Detail> {
    // Let the multiplier be m, and the product be shifted down by s, 32 + R. An id n becomes
    // floor((n + E) · m / 2^s), which never falls as n grows, and neither does floor(n / divisor). So it is
    // enough to check the ids where the quotient should become k: n = k · divisor, and the id before.
    //
    // With excess = m · divisor − 2^s, the quotient is too small at k · divisor where
    // k · −excess > E · m, and too large before it where k · excess ≥ (1 − E) · m. At most one of the two
    // conditions can hold.
    let multiplier = u128::from(magic.multiplier());
    let one = 1_u128 << (32 + magic.divisor_r());
    let product = multiplier * u128::from(divisor.get());
    let id = match (product < one, magic.divisor_e()) {
        (true, true) => (multiplier / (one - product) + 1) * u128::from(divisor.get()),
        (true, false) => u128::from(divisor.get()),
        (false, true) => first_id_of(1, magic),
        (false, false) if product == one => return None,
        (false, false) => first_id_of(multiplier.div_ceil(product - one), magic),
    };
    // A multiplier whose first wrong id is 2^32 or above divides the ids of all threads.
    let id = u32::try_from(id).ok()?;
    Some(Detail::FirstWrongId {
        id,
        element: magic.divide(id),
        expected: id / divisor,
    })
}

/// The first id that has a quotient of at least `quotient`.
fn first_id_of(quotient: u128, magic: MagicDivisor) -> u128 {
    // The smallest n with (n + E) · m ≥ quotient · 2^s. A quotient below 2^32 is shifted by up to 63, so that the
    // product needs more than 64 bits.
    let product = quotient << (32 + magic.divisor_r());
    product.div_ceil(u128::from(magic.multiplier())) - u128::from(magic.divisor_e())
}

/// Whether a multiplier is that of a divisor, or was rounded by one to either side.
pub(super) fn is_nearly(magic: MagicDivisor, divisor: NonZeroU32) -> bool {
    let right = MagicDivisor::new(divisor, Rounding::RoundDown);
    magic.divisor_r() == right.divisor_r()
        && rounded_down(right, divisor).abs_diff(magic.multiplier().into()) <= 1
}

fn rounded_down(magic: MagicDivisor, divisor: NonZeroU32) -> u64 {
    // Not `magic.multiplier()`, which may be rounded up. In 64 bits, since the divisor 1 gives 2^32.
    (1_u64 << (32 + magic.divisor_r())) / u64::from(divisor.get())
}

/// Whether a multiplier is that of a power of two below 2^31. Only a larger divisor that is no power of two can have
/// lower bits of 0.
pub(super) fn is_power_of_two(magic: MagicDivisor) -> bool {
    magic.divisor_d() == 0 && magic.divisor_r() < 30
}

/// A divisor by which every id is divided exactly; `None` if there is none.
pub(super) fn exact_divisor(magic: MagicDivisor) -> Option<NonZeroU32> {
    let mut divisors = nearest_divisors(magic).into_iter().flatten();
    divisors.find(|divisor| first_wrong_id(magic, *divisor).is_none())
}

/// A divisor whose multiplier is nearly the given one; a power of two, which needs none, only if there is no other.
pub(super) fn near_divisor(magic: MagicDivisor) -> Option<NonZeroU32> {
    let divisors = nearest_divisors(magic).into_iter().flatten();
    let mut near = divisors.filter(|divisor| is_nearly(magic, *divisor));
    let other = near.clone().find(|divisor| !divisor.is_power_of_two());
    other.or_else(|| near.next())
}

/// The divisors next to the reciprocal of the multiplier.
fn nearest_divisors(magic: MagicDivisor) -> [Option<NonZeroU32>; 4] {
    // R is at most 31. The multiplier m has its top bit set, so that the reciprocal is at most 2^32.
    let below = (1_u64 << (32 + magic.divisor_r())) / u64::from(magic.multiplier());
    // A multiplier that is rounded by one moves the reciprocal d by about d / m, which is below 2. The exact reciprocal
    // is between the first two.
    [0, 1, -1, 2].map(|step| {
        let divisor = below.checked_add_signed(step)?;
        NonZeroU32::new(u32::try_from(divisor).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_search(magic: MagicDivisor, divisor: NonZeroU32, ids: u32) -> Option<u32> {
        (0..ids).find(|id| magic.divide(*id) != *id / divisor)
    }

    #[test]
    fn the_first_wrong_id_is_the_one_that_a_search_finds() {
        let ids = 1 << 14;
        for divisor in (1..200).chain([4_096, 5_000, 65_535]) {
            let divisor = NonZeroU32::new(divisor).unwrap();
            let right = MagicDivisor::new(divisor, Rounding::RoundDown);
            for step in [-70_000, -300, -2, -1, 0, 1, 2, 300, 70_000] {
                let divisor_d = right.divisor_d().wrapping_add_signed(step) & (u32::MAX >> 1);
                for divisor_e in [false, true] {
                    for divisor_r in right.divisor_r().saturating_sub(1)..=right.divisor_r() + 1 {
                        let magic =
                            MagicDivisor::from_fields(divisor_r, divisor_e, divisor_d).unwrap();
                        let found = match first_wrong_id(magic, divisor) {
                            Some(Detail::FirstWrongId { id, .. }) if id < ids => Some(id),
                            _ => None,
                        };
                        assert_eq!(
                            found,
                            by_search(magic, divisor, ids),
                            "{magic:?} by {divisor}"
                        );
                    }
                }
            }
        }
    }
}
