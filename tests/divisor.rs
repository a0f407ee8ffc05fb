//! The magic divisors are exact.

use core::num::NonZeroU32;

use mali_instancing::{MagicDivisor, PowerOfTwo, Rounding};
use proptest::prelude::*;

const ROUNDINGS: [Rounding; 2] = [Rounding::RoundDown, Rounding::Nearest];

/// The ids at which a quotient that is slightly wrong differs first: both ends of the id range, and the multiples
/// of the divisor, where the true quotient steps.
fn critical_ids(divisor: u32) -> Vec<u32> {
    let largest_multiple = u32::MAX / divisor * divisor;
    let middle_multiple = u32::MAX / divisor / 2 * divisor;
    [divisor, middle_multiple, largest_multiple]
        .into_iter()
        .flat_map(|multiple| {
            [
                multiple.saturating_sub(1),
                multiple,
                multiple.saturating_add(1),
            ]
        })
        .chain([0, u32::MAX - 1, u32::MAX])
        .collect()
}

fn assert_exact(divisor: u32, ids: &[u32]) {
    for rounding in ROUNDINGS {
        let magic = MagicDivisor::new(NonZeroU32::new(divisor).unwrap(), rounding);
        for &id in ids {
            assert_eq!(
                magic.divide(id),
                id / divisor,
                "{id} / {divisor}, {rounding:?}"
            );
        }
    }
}

/// The fields by the definition of the rule, in 128 bits.
fn by_the_rule(divisor: u32, rounding: Rounding) -> (u32, u32, bool) {
    let divisor = u128::from(divisor);
    let shift = divisor.ilog2();
    let numerator = 1_u128 << (32 + shift);
    let remainder = numerator % divisor;
    let round_down = match rounding {
        Rounding::RoundDown => remainder <= 1 << shift,
        Rounding::Nearest => remainder <= divisor / 2,
    };
    let multiplier = if round_down {
        numerator / divisor
    } else {
        numerator.div_ceil(divisor)
    };
    (u32::try_from(multiplier).unwrap(), shift, round_down)
}

fn assert_by_the_rule(divisor: u32) {
    for rounding in ROUNDINGS {
        let magic = MagicDivisor::new(NonZeroU32::new(divisor).unwrap(), rounding);
        let fields = (magic.multiplier(), magic.divisor_r(), magic.divisor_e());
        assert_eq!(
            fields,
            by_the_rule(divisor, rounding),
            "{divisor}, {rounding:?}"
        );
        assert_eq!(magic.divisor_d(), magic.multiplier() - (1 << 31));
    }
}

#[test]
fn every_divisor_to_a_million_is_exact_at_its_critical_ids() {
    for divisor in 1..=1 << 20 {
        assert_exact(divisor, &critical_ids(divisor));
    }
}

#[test]
fn every_divisor_to_a_million_is_as_the_rule_says() {
    for divisor in (1..=1_u32 << 20).filter(|divisor| !divisor.is_power_of_two()) {
        assert_by_the_rule(divisor);
    }
}

#[test]
fn powers_of_two_and_their_neighbours_are_exact() {
    for exponent in 0..32 {
        for divisor in (1_u32 << exponent).saturating_sub(2)..=(1 << exponent) + 2 {
            if divisor > 0 {
                assert_exact(divisor, &critical_ids(divisor));
            }
        }
    }
    assert_exact(u32::MAX, &critical_ids(u32::MAX));
}

#[test]
fn powers_of_two_have_a_magic_form_of_their_own() {
    for rounding in ROUNDINGS {
        for exponent in 1..32 {
            let magic = MagicDivisor::new(NonZeroU32::new(1 << exponent).unwrap(), rounding);
            let fields = (magic.multiplier(), magic.divisor_e(), magic.divisor_r());
            assert_eq!(fields, (1 << 31, false, exponent - 1));
        }
        let identity = MagicDivisor::new(NonZeroU32::MIN, rounding);
        let fields = (
            identity.multiplier(),
            identity.divisor_e(),
            identity.divisor_r(),
        );
        assert_eq!(fields, (u32::MAX, true, 0));
    }
}

/// Doubles have 53 bits, and T/d can be closer to an integer than that.
#[test]
fn the_divisor_that_floating_point_gets_wrong_is_exact() {
    assert_exact(4_971_027, &[3_623_878_683, 3_623_878_682]);
    assert_by_the_rule(4_971_027);
}

#[test]
fn multiplier_and_increment_depend_on_the_odd_part_alone() {
    for odd in (3..1_000).step_by(2) {
        for rounding in ROUNDINGS {
            let of = |divisor| {
                let magic = MagicDivisor::new(NonZeroU32::new(divisor).unwrap(), rounding);
                (magic.multiplier(), magic.divisor_e())
            };
            for shift in 1..22 {
                assert_eq!(of(odd << shift), of(odd), "{odd} << {shift}, {rounding:?}");
            }
        }
    }
}

#[test]
fn a_shift_divides_by_every_power_of_two() {
    for exponent in 0..32 {
        let divisor = 1_u32 << exponent;
        let power = PowerOfTwo::new(NonZeroU32::new(divisor).unwrap()).unwrap();
        assert_eq!(power, PowerOfTwo::from_divisor_r(exponent).unwrap());
        assert_eq!(power.divisor_r(), exponent);
        for id in critical_ids(divisor) {
            assert_eq!(power.divide(id), id / divisor);
        }
    }
    assert_eq!(PowerOfTwo::new(NonZeroU32::new(12).unwrap()), None);
    assert_eq!(PowerOfTwo::from_divisor_r(32), None);
}

proptest! {
    #[test]
    fn random_divisors_are_exact(divisor in 1..=u32::MAX, ids in prop::collection::vec(any::<u32>(), 16)) {
        assert_exact(divisor, &critical_ids(divisor));
        assert_exact(divisor, &ids);
        if !divisor.is_power_of_two() {
            assert_by_the_rule(divisor);
        }
    }

    #[test]
    fn fields_come_back_as_they_went_in(divisor_r in 0..40_u32, divisor_e: bool, divisor_d: u32) {
        let magic = MagicDivisor::from_fields(divisor_r, divisor_e, divisor_d);
        prop_assert_eq!(magic.is_some(), divisor_r < 32 && divisor_d < 1 << 31);
        if let Some(magic) = magic {
            let fields = (magic.divisor_r(), magic.divisor_e(), magic.divisor_d());
            prop_assert_eq!(fields, (divisor_r, divisor_e, divisor_d));
        }
    }
}
