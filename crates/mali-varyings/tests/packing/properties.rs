//! Properties of every interface.

use std::collections::HashMap;

use mali_varyings::chooser::{Layout, Machine, pack};
use mali_varyings::{Interpolation, Sampling, Varying, VaryingType};
use proptest::prelude::*;

use super::{all_components, places, rectangle};

fn interpolations() -> impl Strategy<Value = Interpolation> {
    prop::sample::select(&Interpolation::ALL[..])
}

pub(crate) fn declarations() -> impl Strategy<Value = Varying> {
    const SAMPLINGS: [Sampling; 3] = [Sampling::Center, Sampling::Centroid, Sampling::Sample];
    (
        prop::sample::select(VaryingType::ALL),
        prop_oneof![2 => Just(None), 2 => (1..6_u32).prop_map(Some), 1 => (1..40_u32).prop_map(Some)],
        interpolations(),
        prop::sample::select(&SAMPLINGS[..]),
    )
        .prop_map(|(varying_type, array, interpolation, sampling)| {
            let varying = Varying::new(varying_type).with_sampling(sampling);
            let varying = varying.with_interpolation(interpolation).unwrap_or(varying);
            array.map_or(varying, |length| varying.with_array(length).unwrap())
        })
}

fn machines() -> impl Strategy<Value = Machine> {
    let base = prop::sample::select(vec![
        Machine {
            layout: Layout::Standard,
            ..Machine::RELAXED
        },
        Machine::RELAXED,
        Machine::CHOSEN,
        super::i965_gen6(),
    ]);
    (base, 1..=64_u32, any::<[bool; 3]>()).prop_map(
        |(base, registers, [straddle, smooth, flat])| Machine {
            registers,
            straddling: straddle,
            smooth_beside_noperspective: smooth,
            flat_beside_interpolated: flat,
            ..base
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn nothing_overlaps_and_nothing_is_outside(
        varyings in prop::collection::vec(declarations(), 0..24),
        machine in machines(),
    ) {
        let Ok(placements) = places(&varyings, &machine) else { return Ok(()) };
        let mut owners = HashMap::new();
        for (number, placement) in placements.iter().enumerate() {
            for (register, component) in rectangle(placement) {
                prop_assert!(register < machine.registers && component < 4);
                prop_assert_eq!(owners.insert((register, component), number), None);
            }
        }
        let mut held = HashMap::new();
        for (number, (placement, varying)) in placements.iter().zip(&varyings).enumerate() {
            let all = all_components(placement);
            let varying_type = varying.varying_type();
            let expected = varying_type.columns() * varying_type.components() * varying.length();
            prop_assert_eq!(all.len(), expected as usize);
            for place in all {
                prop_assert_eq!(owners.get(&place), Some(&number));
                prop_assert_eq!(held.insert(place, number), None);
            }
        }
        let mut registers: Vec<u32> = owners.keys().map(|&(register, _)| register).collect();
        registers.sort_unstable();
        registers.dedup();
        let mut again = placements.clone();
        prop_assert_eq!(pack(&varyings, &machine, &mut again), Ok(registers.len() as u32));
        prop_assert_eq!(again, placements);
    }

    #[test]
    fn no_vector_is_split_and_elements_are_below_each_other_unless_the_machine_chooses(
        varyings in prop::collection::vec(declarations(), 0..24),
        machine in machines(),
    ) {
        let Ok(placements) = places(&varyings, &machine) else { return Ok(()) };
        for placement in &placements {
            let vectors = (0..placement.length())
                .flat_map(|element| (0..placement.vectors()).map(move |vector| (element, vector)));
            let mut next = None;
            for (element, vector) in vectors {
                let found = placement.vector(element, vector).unwrap();
                if machine.layout == Layout::Chosen {
                    continue;
                }
                prop_assert_eq!(found.second, None);
                prop_assert_eq!(found.first.components, placement.element_components());
                prop_assert_eq!(found.first.component, placement.component());
                if vector > 0 {
                    prop_assert_eq!(Some(found.first.register), next);
                }
                next = Some(found.first.register + 1);
            }
        }
    }

    #[test]
    fn the_order_of_declaration_does_not_matter(
        (varyings, shuffled) in prop::collection::vec(declarations(), 0..16).prop_flat_map(|varyings| {
            let numbered: Vec<_> = varyings.iter().copied().enumerate().collect();
            (Just(varyings), Just(numbered).prop_shuffle())
        }),
        machine in machines(),
    ) {
        let (numbers, reordered): (Vec<usize>, Vec<Varying>) = shuffled.into_iter().unzip();
        let first = places(&varyings, &machine);
        let second = places(&reordered, &machine);
        prop_assert_eq!(first.is_ok(), second.is_ok());
        let (Ok(first), Ok(second)) = (first, second) else { return Ok(()) };
        // Varyings with the same declaration are interchangeable.
        let sorted = |found: Vec<_>, declared: &[Varying]| {
            let mut found: Vec<_> = found
                .into_iter()
                .zip(declared)
                .map(|(placement, varying)| format!("{varying} {placement:?}"))
                .collect();
            found.sort();
            found
        };
        prop_assert_eq!(numbers.len(), varyings.len());
        prop_assert_eq!(sorted(first, &varyings), sorted(second, &reordered));
    }

    #[test]
    fn what_strict_accepts_relaxed_accepts_and_what_relaxed_accepts_a_choice_does(
        varyings in prop::collection::vec(declarations(), 0..16),
        machine in machines(),
    ) {
        let fits = |layout| places(&varyings, &Machine { layout, ..machine }).is_ok();
        let accepted = [Layout::Standard, Layout::Relaxed, Layout::Chosen].map(fits);
        prop_assert!(accepted.is_sorted(), "{:?}", accepted);
    }

    #[test]
    fn interpolations_that_are_kept_apart_share_no_register(
        varyings in prop::collection::vec(declarations(), 0..24),
        machine in machines(),
    ) {
        let Ok(placements) = places(&varyings, &machine) else { return Ok(()) };
        let mut registers: HashMap<u32, Interpolation> = HashMap::new();
        for (placement, varying) in placements.iter().zip(&varyings) {
            for (register, _) in rectangle(placement) {
                let own = varying.interpolation();
                let before = *registers.entry(register).or_insert(own);
                let may_share = if [before, own].contains(&Interpolation::Flat) {
                    machine.flat_beside_interpolated
                } else {
                    machine.smooth_beside_noperspective
                };
                prop_assert!(before == own || may_share);
            }
        }
    }

    #[test]
    fn what_may_straddle_fits_if_its_components_do(
        varyings in prop::collection::vec(declarations(), 0..24),
        base in prop::sample::select(vec![Machine::CHOSEN, super::i965_gen6()]),
        registers in 1..=64_u32,
        is_flat_apart: bool,
    ) {
        let machine = Machine { flat_beside_interpolated: !is_flat_apart, ..base };
        let needed = |is_flat| {
            let of_kind = varyings.iter().filter(|varying| {
                let is_own = varying.interpolation() == Interpolation::Flat;
                is_flat == (is_own && is_flat_apart)
            });
            let components = of_kind.map(|varying| {
                varying.length() * varying.varying_type().columns() * varying.varying_type().components()
            });
            components.sum::<u32>().div_ceil(4)
        };
        let fewest = needed(true) + needed(false);
        for registers in [registers, fewest.clamp(1, 64), fewest.saturating_sub(1).clamp(1, 64)] {
            let machine = Machine { registers, ..machine };
            prop_assert_eq!(places(&varyings, &machine).is_ok(), fewest <= registers);
        }
    }
}
