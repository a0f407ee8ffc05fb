//! The tables contain the values that are computed.

use std::num::NonZeroU32;
use std::{env, fs};

use mali_instancing::descriptor::{InstanceId, ValhallFetchMode};
use mali_instancing::{
    FetchMode, InputRate, MagicDivisor, PaddedCount, Padding, Rounding, ThreadCount, lookup,
};
use proptest::prelude::*;

#[test]
fn the_tables_have_the_sizes_that_were_asked_for() {
    let limit =
        |value: Option<&str>, default| value.map_or(default, |value| value.parse().unwrap());
    assert_eq!(
        lookup::VERTEX_LIMIT,
        limit(option_env!("MALI_INSTANCING_TABLE_VERTICES"), 256)
    );
    assert_eq!(
        lookup::DIVISOR_LIMIT,
        limit(option_env!("MALI_INSTANCING_TABLE_DIVISORS"), 16)
    );
}

/// The file is for builds without cargo. To regenerate it, run with `TABLES=overwrite`.
#[test]
fn the_tables_for_builds_without_cargo_are_those_of_the_build_script() {
    if (lookup::VERTEX_LIMIT, lookup::DIVISOR_LIMIT) != (256, 16) {
        return;
    }
    let written = include_str!(concat!(env!("OUT_DIR"), "/lookup.rs"));
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/mali-instancing/lookup/default.rs"
    );
    if env::var("TABLES").is_ok_and(|value| value == "overwrite") {
        fs::write(file, written).unwrap();
    }
    let checked_in = fs::read_to_string(file).unwrap();
    assert!(checked_in == written, "{file} is not:\n{written}");
}

#[test]
fn looked_up_padded_counts_are_the_computed_ones() {
    for &padding in Padding::ALL {
        for vertices in (0..=1 << 18)
            .chain(0xdfff_fff0..=0xe000_0001)
            .chain([u32::MAX])
        {
            assert_eq!(
                lookup::padded_count(vertices, padding),
                PaddedCount::new(vertices, padding),
                "{vertices} vertices, {padding}"
            );
            assert_eq!(
                lookup::padded_count_for_idvs(vertices, padding),
                PaddedCount::for_idvs(vertices, padding),
                "{vertices} vertices, {padding}, index-driven"
            );
        }
    }
}

#[test]
fn every_padded_count_with_every_small_divisor_is_what_computing_says() {
    for padded in (0..=u8::MAX).filter_map(PaddedCount::from_bits) {
        for divisor in (1..=64).filter_map(NonZeroU32::new) {
            let product = padded.get().checked_mul(divisor.get());
            for &rounding in Rounding::ALL {
                let computed = product
                    .and_then(NonZeroU32::new)
                    .map(|product| MagicDivisor::new(product, rounding));
                assert_eq!(
                    lookup::magic_divisor(padded, divisor, rounding).ok(),
                    computed,
                    "{padded} by {divisor}, {rounding}"
                );
            }
        }
    }
}

/// On V9 and later nothing is padded.
#[test]
fn looked_up_divisors_are_the_computed_ones() {
    for divisor in (1..=1 << 16).chain([u32::MAX - 1, u32::MAX]) {
        let divisor = NonZeroU32::new(divisor).unwrap();
        for &rounding in Rounding::ALL {
            let looked_up = lookup::magic_divisor(PaddedCount::ONE, divisor, rounding);
            assert_eq!(looked_up, Ok(MagicDivisor::new(divisor, rounding)));
        }
    }
}

proptest! {
    #[test]
    fn every_descriptor_of_a_draw_has_the_computed_divisor(
        vertices in prop_oneof![1..400_u32, 1..1_000_000_u32, 1..=0xdfff_ffff_u32],
        divisor in prop_oneof![1..20_u32, 1..4_096_u32],
        rounding in prop::sample::select(Rounding::ALL),
        padding in prop::sample::select(Padding::ALL),
    ) {
        let padded = PaddedCount::new(vertices, padding).unwrap();
        let thread_count = ThreadCount::for_any_instance_count(padded);
        let divisor = NonZeroU32::new(divisor).unwrap();
        let computed = |divisor| MagicDivisor::new(divisor, rounding);

        let product = u64::from(padded.get()) * u64::from(divisor.get());
        let rate = InputRate::Instance { divisor };
        match FetchMode::new(thread_count, rate, rounding) {
            Ok(FetchMode::NpotDivisor { magic, .. }) => {
                let product = NonZeroU32::try_from(u32::try_from(product).unwrap()).unwrap();
                prop_assert_eq!(magic, computed(product));
            }
            Ok(mode) => {
                prop_assert!(matches!(mode, FetchMode::PotDivisor(_)));
                prop_assert!(product.is_power_of_two());
            }
            Err(_) => prop_assert!(product > u64::from(u32::MAX)),
        }
        match ValhallFetchMode::new(rate, rounding) {
            ValhallFetchMode::NpotDivisor(magic) => prop_assert_eq!(magic, computed(divisor)),
            _ => prop_assert!(divisor.is_power_of_two()),
        }
        let instance_id = InstanceId::new(thread_count, rounding).words();
        let expected = computed(NonZeroU32::new(padded.get()).unwrap());
        prop_assert_eq!(InstanceId::decode(instance_id), Ok(expected));
    }
}
