//! Interfaces that fit in some orientation and have too many arrays to try them all, and varyings that share
//! registers.

use mali_varyings::chooser::{Layout, Machine};
use mali_varyings::{Varying, VaryingType};

use super::reference::any_orientation_fits;
use super::{fits, i965_gen6, places, varyings};

/// Random numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        // Knuth's multiplier and increment.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn arrays(count: usize, longest: u64, numbers: &mut Numbers) -> Vec<Varying> {
    let types = [
        VaryingType::Float,
        VaryingType::Vec2,
        VaryingType::Vec3,
        VaryingType::Vec4,
        VaryingType::Mat3,
    ];
    let array = |_| {
        let varying_type = types[numbers.below(5) as usize];
        let length = 2 + numbers.below(longest - 1) as u32;
        Varying::new(varying_type).with_array(length).unwrap()
    };
    (0..count).map(array).collect()
}

/// The number of random interfaces not packed into the fewest registers that hold them, and the number of all.
fn missed(count: usize, longest: u64, interfaces: usize, straddling: bool) -> (usize, usize) {
    let mut numbers = Numbers(count as u64);
    let (mut missed, mut all) = (0, 0);
    while all < interfaces {
        let varyings = arrays(count, longest, &mut numbers);
        let Some(registers) =
            (1..=32).find(|&registers| any_orientation_fits(&varyings, registers, straddling))
        else {
            continue;
        };
        all += 1;
        let target = Machine {
            registers,
            straddling,
            ..Machine::CHOSEN
        };
        missed += usize::from(places(&varyings, &target).is_err());
    }
    (missed, all)
}

#[test]
fn what_fits_in_some_orientation_is_found() {
    for count in [5, 6, 7] {
        assert_eq!(missed(count, 7, 300, true), (0, 300), "{count} arrays");
    }
}

/// The measured numbers: not every packing that exists is found.
#[test]
fn without_straddling_little_of_what_fits_is_missed() {
    for (count, expected) in [(5, 0), (6, 2), (7, 6)] {
        assert_eq!(
            missed(count, 7, 300, false),
            (expected, 300),
            "{count} arrays"
        );
    }
}

#[test]
#[ignore = "it takes a minute"]
fn of_long_arrays_more_is_missed() {
    for (count, expected) in [(5, 0), (6, 7), (7, 40)] {
        assert_eq!(
            missed(count, 20, 300, false),
            (expected, 300),
            "{count} arrays"
        );
    }
}

#[test]
fn five_arrays_fit_where_no_register_is_spare() {
    let arrays = ["float[7]", "float[2]", "vec2[3]", "float[4]", "vec2[6]"];
    let target = |registers| Machine::CHOSEN.with_registers(registers).unwrap();
    assert!(fits(&arrays, &target(8)));
    // 31 components, one of which is left.
    assert!(!fits(&arrays, &target(7)));
}

/// Sixteen varyings fit 15 rows only because the last of the fifteen vectors is placed beside another.
#[test]
fn rows_for_flat_varyings_are_reserved() {
    let mut declarations = vec!["vec2"; 15];
    declarations.push("uint");
    for layout in [Layout::Relaxed, Layout::Chosen] {
        let apart = Machine {
            layout,
            ..i965_gen6()
        };
        assert!(fits(&declarations, &apart));
        let found = places(&varyings(&declarations), &apart).unwrap();
        let (uint, vectors) = found.split_last().unwrap();
        assert!(
            vectors
                .iter()
                .all(|vector| vector.register() != uint.register())
        );
        // 14 rows of four hold 28 vectors.
        assert!(fits(&[&["vec2"; 28][..], &["uint"; 4]].concat(), &apart));
        assert!(!fits(&[&["vec2"; 29][..], &["uint"]].concat(), &apart));
    }
}
