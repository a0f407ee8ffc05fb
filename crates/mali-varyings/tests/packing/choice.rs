//! The orientations that are chosen.

use std::num::NonZeroU32;

use mali_varyings::chooser::{self, Machine, Orientation, Placement};
use mali_varyings::{Error, Varying, VaryingType};

use super::{fits, places, varyings};

fn gen6(registers: u32) -> Machine {
    super::i965_gen6().with_registers(registers).unwrap()
}

fn orientations(declarations: &[&str], machine: &Machine) -> Vec<Orientation> {
    let placements = places(&varyings(declarations), machine).unwrap();
    placements.iter().map(Placement::orientation).collect()
}

fn vertical(height: u32) -> Orientation {
    let height = NonZeroU32::new(height).unwrap();
    Orientation::Vertical { height }
}

fn horizontal(width: u32) -> Orientation {
    let width = NonZeroU32::new(width).unwrap();
    Orientation::Horizontal { width }
}

/// The arrays of the review, of 60 components each.
#[test]
fn sixty_components_fit_15_registers_in_some_orientation() {
    let target = gen6(15);
    assert_eq!(orientations(&["float[60]"], &target), [horizontal(4)]);
    assert_eq!(orientations(&["vec2[30]"], &target), [horizontal(2)]);
    assert_eq!(orientations(&["vec3[20]"], &target), [Orientation::Dense]);
    assert_eq!(orientations(&["vec4[15]"], &target), [vertical(15)]);
}

#[test]
fn a_column_is_chosen_where_it_fits() {
    for target in [gen6(15), Machine::CHOSEN] {
        for declaration in ["float[15]", "vec2[15]", "vec3[15]", "mat3[5]", "mat2[7]"] {
            let column = orientations(&[declaration], &target)[0];
            assert!(
                matches!(column, Orientation::Vertical { .. }),
                "{declaration}"
            );
            let placement = places(&varyings(&[declaration]), &target).unwrap()[0];
            assert_eq!(placement.height(), placement.length(), "{declaration}");
        }
    }
}

#[test]
fn a_height_that_is_a_power_of_two_is_cheaper_than_a_width_that_is_none() {
    // Three columns are left beside the vec3, in 8 registers and in 7.
    assert_eq!(
        orientations(&["float[24]", "float[8]"], &gen6(8))[0],
        vertical(8)
    );
    // 7 is not a power of two: dense elements, which are found by dividing by 4, cost less than three columns.
    let dense = [Orientation::Dense; 2];
    assert_eq!(orientations(&["float[21]", "float[7]"], &gen6(7)), dense);
}

#[test]
fn the_cheaper_of_two_arrays_gives_way() {
    // One of the arrays must be dense or have two columns; two columns are cheaper than straddling.
    let orientations = orientations(&["vec3[4]", "vec2[6]"], &gen6(7));
    assert_eq!(orientations, [vertical(4), horizontal(2)]);
}

/// Nine elements take three rows, three to a row or dense, and only dense ones are found by dividing by a power of
/// two.
#[test]
fn dense_elements_can_be_the_cheaper_ones() {
    let orientations = orientations(&["float[9]", "vec3[3]", "vec3", "vec4"], &gen6(8));
    assert_eq!(orientations[..2], [Orientation::Dense, vertical(3)]);
}

#[test]
fn straddling_can_be_forbidden() {
    let whole = Machine {
        straddling: false,
        ..gen6(15)
    };
    assert!(fits(&["vec3[20]"], &gen6(15)));
    assert!(!fits(&["vec3[20]"], &whole));
    assert!(fits(&["vec3[15]"], &whole));
}

#[test]
fn interpolations_are_kept_apart_as_the_machine_says() {
    let smooth_and_flat = &["smooth vec2", "flat vec2", "float", "flat float"][..];
    let smooth_and_noperspective = &["smooth vec3", "noperspective float"];
    let three = &["smooth float", "flat float", "noperspective float"];
    let apart = Machine {
        smooth_beside_noperspective: false,
        ..gen6(1)
    };
    let together = Machine {
        flat_beside_interpolated: true,
        ..gen6(1)
    };
    // The fewest registers that hold them.
    for (declarations, machine, fewest) in [
        (smooth_and_flat, gen6(1), 2),
        (smooth_and_noperspective, gen6(1), 1),
        (smooth_and_noperspective, apart, 2),
        (three, gen6(1), 2),
        (three, apart, 3),
        (three, together, 1),
    ] {
        for registers in 1..=3 {
            let machine = machine.with_registers(registers).unwrap();
            let fits = fits(declarations, &machine);
            assert_eq!(fits, registers >= fewest, "{declarations:?} {machine:?}");
        }
    }
}

/// The compiler runs the whole choice.
#[test]
fn a_constant_is_packed_as_at_run_time() {
    const MACHINE: Machine = Machine {
        registers: 3,
        ..Machine::CHOSEN
    };
    const fn packed() -> (Result<u32, Error>, [Placement; 4]) {
        let mut placements = [Placement::UNPLACED; 4];
        let varyings = [Varying::new(VaryingType::Vec3); 4];
        (
            chooser::pack(&varyings, &MACHINE, &mut placements),
            placements,
        )
    }
    const PACKED: (Result<u32, Error>, [Placement; 4]) = packed();
    assert_eq!(PACKED.0, Ok(3));
    assert_eq!(PACKED, packed());
}

/// These are more arrays than are searched exactly.
#[test]
fn many_arrays_are_made_to_fit_one_after_the_other() {
    let declarations = ["float[8]"; 7];
    let chosen = orientations(&declarations, &gen6(15));
    let columns = chosen
        .iter()
        .filter(|&&orientation| orientation == vertical(8))
        .count();
    // Four columns of 15 registers hold one array of 8 elements each; the other three need not be columns.
    assert!((1..=4).contains(&columns), "{chosen:?}");
    assert!(!fits(&["float[8]"; 8], &gen6(15)));
    assert!(fits(&["float[8]"; 8], &gen6(16)));
    assert!(fits(
        &["vec3[4]"; 20],
        &Machine::CHOSEN.with_registers(60).unwrap()
    ));
}
