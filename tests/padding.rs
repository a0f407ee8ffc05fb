//! The guarantees of the dispatcher about padded vertex counts.

use mali_instancing::{Error, PaddedCount, Padding};
use proptest::prelude::*;

/// Every count that the hardware can express, found by trying all of them.
fn representable() -> Vec<u32> {
    let mut counts: Vec<u32> = [1_u64, 3, 5, 7, 9]
        .iter()
        .flat_map(|odd| (0..32).map(move |shift| odd << shift))
        .filter_map(|count| u32::try_from(count).ok())
        .collect();
    counts.sort_unstable();
    counts
}

/// The smallest representable count that is at least `minimum` and a multiple of `multiple`.
fn smallest(counts: &[u32], minimum: u32, multiple: u32) -> u32 {
    let first = counts.partition_point(|&count| count < minimum);
    *counts[first..]
        .iter()
        .find(|&&count| count % multiple == 0)
        .unwrap()
}

fn padded(vertices: u32, padding: Padding) -> u32 {
    PaddedCount::new(vertices, padding).unwrap().get()
}

fn padded_for_idvs(vertices: u32, padding: Padding) -> u32 {
    PaddedCount::for_idvs(vertices, padding).unwrap().get()
}

/// All counts up to 2^20, then in strides to the end, with the neighbours of every representable one.
fn vertex_counts() -> impl Iterator<Item = u32> {
    let neighbours = representable()
        .into_iter()
        .flat_map(|count| count.saturating_sub(5)..=count.saturating_add(5))
        .collect::<Vec<_>>();
    (1..=1 << 20)
        .chain((1 << 20..0xe000_0000).step_by(40_961))
        .chain(neighbours)
        .filter(|vertices| (1..=0xdfff_ffff).contains(vertices))
}

#[test]
fn seventy_vertices_take_nine_times_two_cubed() {
    let padded = PaddedCount::new(70, Padding::Hardware).unwrap();
    assert_eq!((padded.get(), padded.odd(), padded.shift()), (72, 9, 3));
    assert_eq!(padded.to_string(), "72 (9·2^3)");
    assert_eq!(format!("{padded:?}"), "PaddedCount(72 (9·2^3))");
}

#[test]
fn from_twenty_vertices_the_top_four_bits_decide() {
    for vertices in vertex_counts().filter(|&vertices| vertices >= 20) {
        let n = u32::BITS - vertices.leading_zeros() - 4;
        let expected = match vertices >> n {
            0b1000 => 9_u64 << n,
            0b1001 => 5 << (n + 1),
            0b1010 | 0b1011 => 3 << (n + 2),
            0b1100 | 0b1101 => 7 << (n + 1),
            _ => 1 << (n + 4),
        };
        assert_eq!(
            u64::from(padded(vertices, Padding::Hardware)),
            expected,
            "{vertices} vertices"
        );
    }
}

#[test]
fn the_hardware_rule_is_the_smallest_multiple_of_four_above_the_count() {
    let counts = representable();
    for vertices in vertex_counts() {
        let expected = smallest(&counts, vertices + 1, 4);
        assert_eq!(
            padded(vertices, Padding::Hardware),
            expected,
            "{vertices} vertices"
        );
    }
}

#[test]
fn the_tight_rule_is_the_smallest_count_that_is_enough() {
    let counts = representable();
    for vertices in vertex_counts().chain([0xe000_0000]) {
        let expected = smallest(&counts, vertices, 1);
        assert_eq!(
            padded(vertices, Padding::Tight),
            expected,
            "{vertices} vertices"
        );
    }
}

#[test]
fn the_mesa_rule_is_tight_below_twenty_and_the_hardwares_from_there() {
    for vertices in vertex_counts() {
        let rule = if vertices < 20 {
            Padding::Tight
        } else {
            Padding::Hardware
        };
        assert_eq!(
            padded(vertices, Padding::Mesa),
            padded(vertices, rule),
            "{vertices} vertices"
        );
    }
}

#[test]
fn idvs_pads_the_count_rounded_up_to_a_multiple_of_four() {
    let counts = representable();
    for vertices in vertex_counts().filter(|&vertices| vertices <= 0xdfff_fffc) {
        let rounded = vertices.div_ceil(4) * 4;
        for padding in [Padding::Hardware, Padding::Tight, Padding::Mesa] {
            let idvs = padded_for_idvs(vertices, padding);
            assert_eq!(
                idvs,
                padded(rounded, padding),
                "{vertices} vertices, {padding:?}"
            );
            assert_eq!(idvs % 4, 0, "{vertices} vertices, {padding:?}");
        }
        let tight = smallest(&counts, vertices, 4);
        assert_eq!(
            padded_for_idvs(vertices, Padding::Tight),
            tight,
            "{vertices} vertices"
        );
    }
}

#[test]
fn a_count_that_does_not_fit_is_an_error_that_says_what_does() {
    for (padding, idvs, maximum) in [
        (Padding::Hardware, false, 0xdfff_ffff),
        (Padding::Mesa, false, 0xdfff_ffff),
        (Padding::Tight, false, 0xe000_0000),
        (Padding::Hardware, true, 0xdfff_fffc),
        (Padding::Mesa, true, 0xdfff_fffc),
        (Padding::Tight, true, 0xe000_0000),
    ] {
        let pad = |vertices| {
            if idvs {
                PaddedCount::for_idvs(vertices, padding)
            } else {
                PaddedCount::new(vertices, padding)
            }
        };
        assert_eq!(
            pad(maximum).unwrap(),
            PaddedCount::MAX,
            "{padding:?}, IDVS {idvs}"
        );
        for vertices in [0, maximum + 1, u32::MAX] {
            assert_eq!(pad(vertices), Err(Error::VertexCount { vertices, maximum }));
        }
    }
}

#[test]
fn one_byte_holds_every_representable_count_and_nothing_else() {
    assert_eq!(size_of::<PaddedCount>(), 1);
    let counts = representable();
    let mut held: Vec<u32> = (0..=u8::MAX)
        .filter_map(PaddedCount::from_bits)
        .map(PaddedCount::get)
        .collect();
    held.sort_unstable();
    assert_eq!(held, counts);
    for count in counts {
        let padded = PaddedCount::from_exact(count).unwrap();
        assert_eq!(padded.get(), count);
        assert_eq!(PaddedCount::from_bits(padded.to_bits()), Some(padded));
        assert_eq!(
            padded.to_bits(),
            (padded.shift() | (((padded.odd() - 1) / 2) << 5)) as u8
        );
    }
}

proptest! {
    #[test]
    fn only_representable_counts_are_exact(count: u32) {
        let expected = representable().contains(&count);
        prop_assert_eq!(PaddedCount::from_exact(count).is_ok(), expected);
    }

    #[test]
    fn no_vertex_count_is_padded_below_itself_or_by_more_than_a_quarter(
        vertices in 20..=0xdfff_ffff_u32,
    ) {
        let padded = padded(vertices, Padding::Hardware);
        prop_assert!(padded > vertices && padded.is_multiple_of(4));
        prop_assert!(u64::from(padded) * 4 <= u64::from(vertices) * 5);
    }
}
