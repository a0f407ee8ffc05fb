//! The tables say what computing says.

use std::num::NonZeroU32;
use std::{env, fs};

use mali_instancing::{
    Dispatch, FetchMode, InputRate, MagicDivisor, PaddedCount, Padding, Rounding, tables,
};
use proptest::prelude::*;

#[test]
fn the_tables_have_the_sizes_that_were_asked_for() {
    let limit =
        |value: Option<&str>, default| value.map_or(default, |value| value.parse().unwrap());
    assert_eq!(
        tables::VERTEX_LIMIT,
        limit(option_env!("MALI_INSTANCING_TABLE_VERTICES"), 256)
    );
    assert_eq!(
        tables::DIVISOR_LIMIT,
        limit(option_env!("MALI_INSTANCING_TABLE_DIVISORS"), 16)
    );
}

/// The file is for builds without cargo. To write it anew, run with `TABLES=overwrite`.
#[test]
fn the_tables_for_builds_without_cargo_are_those_of_the_build_script() {
    if (tables::VERTEX_LIMIT, tables::DIVISOR_LIMIT) != (256, 16) {
        return;
    }
    let written = include_str!(concat!(env!("OUT_DIR"), "/tables.rs"));
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/mali-instancing/tables/default.rs"
    );
    if env::var("TABLES").is_ok_and(|value| value == "overwrite") {
        fs::write(file, written).unwrap();
    }
    let checked_in = fs::read_to_string(file).unwrap();
    assert!(checked_in == written, "{file} is not:\n{written}");
}

#[test]
fn looked_up_padded_counts_are_the_computed_ones() {
    for vertices in (0..=1 << 20).chain([0xdfff_ffff, 0xe000_0000, u32::MAX]) {
        let computed = PaddedCount::new(vertices, Padding::Hardware);
        assert_eq!(
            tables::padded_count(vertices),
            computed,
            "{vertices} vertices"
        );
    }
}

#[test]
fn looked_up_divisors_are_the_computed_ones() {
    for divisor in (1..=1 << 16).chain([u32::MAX - 1, u32::MAX]) {
        let divisor = NonZeroU32::new(divisor).unwrap();
        let computed = MagicDivisor::new(divisor, Rounding::RoundDown);
        assert_eq!(
            tables::magic_divisor(divisor),
            computed,
            "divisor {divisor}"
        );
    }
}

#[test]
fn every_padded_count_with_every_small_divisor_is_what_computing_says() {
    for padded in (0..=u8::MAX).filter_map(PaddedCount::from_bits) {
        let dispatch = Dispatch::for_any_instance_count(padded);
        for divisor in 0..=64 {
            let rate = InputRate::from_gl_divisor(divisor);
            let computed = FetchMode::new(dispatch, rate, Rounding::RoundDown);
            assert_eq!(
                tables::fetch_mode(dispatch, rate),
                computed,
                "{padded} by {divisor}"
            );
        }
    }
}

proptest! {
    #[test]
    fn any_draw_is_what_computing_says(
        vertices in prop_oneof![0..400_u32, 0..1_000_000_u32, any::<u32>()],
        instances in 0..64_u32,
        divisor in prop_oneof![0..20_u32, 0..4_096_u32],
    ) {
        let looked_up = tables::padded_count(vertices);
        prop_assert_eq!(looked_up, PaddedCount::new(vertices, Padding::Hardware));
        if let Ok(dispatch) = looked_up.and_then(|padded| Dispatch::new(padded, instances)) {
            let rate = InputRate::from_gl_divisor(divisor);
            let computed = FetchMode::new(dispatch, rate, Rounding::RoundDown);
            prop_assert_eq!(tables::fetch_mode(dispatch, rate), computed);
        }
    }
}
