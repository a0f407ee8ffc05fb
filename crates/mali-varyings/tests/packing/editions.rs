//! The editions of GLSL ES, each compared with a simple program of its text.

use mali_varyings::{Interpolation, RegisterTarget, Rules, Varying, VaryingType};
use proptest::prelude::*;

use super::properties::declarations;
use super::{fits, picture, places, varyings};

pub(super) const EDITIONS: [RegisterTarget; 4] = [
    RegisterTarget::ES100,
    RegisterTarget::ES300,
    RegisterTarget::ES310,
    RegisterTarget::ES320,
];

/// A row: the varying of each component, and whether the row holds flat varyings.
#[derive(Clone, Copy, Default)]
struct Row {
    taken: [bool; 4],
    is_flat: Option<bool>,
}

struct Machine {
    rows: Vec<Row>,
    keeps_flat_apart: bool,
}

impl Machine {
    fn is_free(&self, row: usize, column: usize, [rows, columns]: [usize; 2], flat: bool) -> bool {
        let Some(held) = self.rows.get(row..row + rows) else {
            return false;
        };
        held.iter().all(|row| {
            let suits = !self.keeps_flat_apart || row.is_flat.is_none_or(|other| other == flat);
            suits && !row.taken[column..column + columns].contains(&true)
        })
    }

    fn take(&mut self, row: usize, column: usize, [rows, columns]: [usize; 2], flat: bool) {
        for row in &mut self.rows[row..row + rows] {
            row.taken[column..column + columns].fill(true);
            row.is_flat = Some(flat);
        }
    }

    /// "Starting at the 1st column of the 1st row", for two components then "the highest numbered row and the
    /// lowest numbered column"; a scalar "in the column that leaves the least amount of space".
    fn find(&self, size: [usize; 2], flat: bool) -> Option<(usize, usize)> {
        let all = 0..self.rows.len();
        let first = |column| {
            all.clone()
                .find(|&row| self.is_free(row, column, size, flat))
        };
        match size[1] {
            1 => {
                let space = |column| {
                    let rows = all.clone();
                    rows.filter(|&row| self.is_free(row, column, [1, 1], flat))
                        .count()
                };
                let columns = (0..4).filter_map(|column| Some((first(column)?, column)));
                columns.min_by_key(|&(_, column)| space(column))
            }
            2 => first(0).map(|row| (row, 0)).or_else(|| {
                let places = all
                    .rev()
                    .flat_map(|row| (0..3).map(move |column| (row, column)));
                places
                    .into_iter()
                    .find(|&(row, column)| self.is_free(row, column, size, flat))
            }),
            _ => first(0).map(|row| (row, 0)),
        }
    }
}

/// "Non-square matrices consume the same space as a square matrix of the greater; mat2 two complete rows".
fn size(varying: Varying) -> [usize; 2] {
    let varying_type = varying.varying_type();
    let (columns, components) = (varying_type.columns(), varying_type.components());
    let [rows, columns] = match varying_type {
        VaryingType::Mat2 => [2, 4],
        _ if columns == 1 => [1, components],
        _ => [columns.max(components); 2],
    };
    [rows as usize, columns as usize]
}

/// "mat4, mat2, vec4, mat3, vec3, vec2, scalars."
fn type_order(varying: Varying) -> usize {
    let order = [[4, 4], [2, 4], [1, 4], [3, 3], [1, 3], [1, 2], [1, 1]];
    order
        .iter()
        .position(|&other| other == size(varying))
        .unwrap()
}

fn accepts(
    varyings: &[Varying],
    target: RegisterTarget,
    flatness_before_size: bool,
    explicit_squares: bool,
) -> bool {
    let is_flat = |varying: &Varying| varying.interpolation() == Interpolation::Flat;
    let keeps_flat_apart = target.rules != Rules::Es100;
    let mut machine = Machine {
        rows: vec![Row::default(); target.registers as usize],
        keeps_flat_apart,
    };
    let (explicit, mut others): (Vec<Varying>, Vec<Varying>) = varyings
        .iter()
        .partition(|varying| varying.location().is_some());
    for varying in &explicit {
        let row = varying.location().unwrap() as usize;
        let size = [
            varying.vectors() as usize,
            varying.varying_type().components() as usize,
        ];
        if !machine.is_free(row, 0, size, is_flat(varying)) {
            return false;
        }
        machine.take(row, 0, size, is_flat(varying));
    }
    for varying in explicit.iter().filter(|_| explicit_squares) {
        let first = varying.location().unwrap() as usize;
        let (own, components) = (
            varying.vectors() as usize,
            varying.varying_type().components() as usize,
        );
        let [rows, columns] = size(*varying);
        let rows = rows * varying.length() as usize;
        if !varying.varying_type().is_matrix() || rows > machine.rows.len() - first {
            continue;
        }
        let beyond = || {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            cells.filter(|&(row, column)| row >= own || column >= components)
        };
        let mut is_free = beyond()
            .map(|(row, column)| machine.is_free(first + row, column, [1, 1], is_flat(varying)));
        if is_free.all(|free| free) {
            for (row, column) in beyond() {
                machine.take(first + row, column, [1, 1], is_flat(varying));
            }
        }
    }
    others.sort_by_key(|varying| {
        let larger = u32::MAX - varying.length();
        let later = match target.rules {
            Rules::Es100 => 0,
            Rules::Es300 => u32::from(!is_flat(varying)),
            _ => u32::from(is_flat(varying)),
        };
        let by = if flatness_before_size {
            [later, larger]
        } else {
            [larger, later]
        };
        (type_order(*varying), by)
    });
    others.iter().all(|varying| {
        let [rows, columns] = size(*varying);
        let size = [rows * varying.length() as usize, columns];
        let Some((row, column)) = machine.find(size, is_flat(varying)) else {
            return false;
        };
        machine.take(row, column, size, is_flat(varying));
        true
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn an_edition_accepts_what_its_text_does_by_either_reading(
        varyings in prop::collection::vec(declarations(), 0..12),
        explicit in prop::collection::vec(prop::option::weighted(0.2, 0..16_u32), 12),
        registers in prop_oneof![2 => Just(16), 1 => 1..=64_u32],
        edition in prop::sample::select(&EDITIONS[..]),
    ) {
        let varyings: Vec<Varying> = varyings
            .into_iter()
            .zip(explicit)
            .map(|(varying, location)| match location {
                Some(location) if varying.vectors() <= 16 => varying.with_location(location).unwrap(),
                _ => varying,
            })
            .collect();
        let target = edition.with_registers(registers).unwrap();
        let accepted = places(&varyings, &target).is_ok();
        let readings = [(false, false), (false, true), (true, false), (true, true)];
        let expected = readings.iter().any(|&(first, squares)| accepts(&varyings, target, first, squares));
        prop_assert_eq!(accepted, expected);
    }
}

/// GLSL ES 3.20, "Counting of Inputs and Outputs".
#[test]
fn the_example_of_the_specification() {
    let declarations = [
        "vec4", "mat3", "mat2x3", "vec2[6]", "vec2[4]", "vec2", "float[3]", "float[2]", "float",
    ];
    let expected = [
        "aaaa", "bbb.", "bbb.", "bbb.", "ccc.", "ccc.", "ccc.", "ddg.", "ddg.", "ddg.", "dd..",
        "dd..", "ddee", "ffee", "hiee", "h.ee",
    ];
    for edition in EDITIONS {
        let target = edition.with_registers(16).unwrap();
        assert_eq!(picture(&declarations, &target), expected);
    }
}

#[test]
fn a_row_holds_flat_varyings_or_others_from_3_00_on() {
    let declarations = ["smooth vec2", "flat vec2"];
    let one = |edition: RegisterTarget| edition.with_registers(1).unwrap();
    assert!(fits(&declarations, &one(RegisterTarget::ES100)));
    for edition in [
        RegisterTarget::ES300,
        RegisterTarget::ES310,
        RegisterTarget::ES320,
    ] {
        assert!(!fits(&declarations, &one(edition)));
        assert!(fits(&["smooth vec2", "noperspective vec2"], &one(edition)));
    }
}

#[test]
fn flat_varyings_come_first_in_3_00_and_last_later() {
    let two = |edition: RegisterTarget| edition.with_registers(2).unwrap();
    let declarations = ["smooth vec3", "flat vec3"];
    for (edition, expected) in [
        (RegisterTarget::ES300, ["bbb.", "aaa."]),
        (RegisterTarget::ES310, ["aaa.", "bbb."]),
        (RegisterTarget::ES320, ["aaa.", "bbb."]),
    ] {
        assert_eq!(picture(&declarations, &two(edition)), expected);
    }
    // A row of the other kind is skipped, and later taken by a varying that fits.
    let declarations = ["flat vec3", "smooth vec3", "flat float", "smooth float"];
    assert_eq!(
        picture(&declarations, &two(RegisterTarget::ES320)),
        ["bbbd", "aaac"]
    );
}

#[test]
fn what_has_a_location_is_placed_before_anything_else() {
    let mut declared = varyings(&["vec4", "vec2", "float"]);
    declared[2] = declared[2]
        .with_location(0)
        .unwrap()
        .with_component(3)
        .unwrap();
    let placements = places(&declared, &RegisterTarget::ES320.with_registers(2).unwrap()).unwrap();
    let places: Vec<_> = placements
        .iter()
        .map(|placement| (placement.register(), placement.component()))
        .collect();
    assert_eq!(places, [(1, 0), (0, 0), (0, 3)]);
}

/// "The highest numbered row and the lowest numbered column": beside an x that is taken, y and z.
#[test]
fn two_components_without_a_free_row_take_the_lowest_column() {
    let mut declared = varyings(&["float", "vec2"]);
    declared[0] = declared[0].with_location(0).unwrap();
    let one = RegisterTarget::ES320.with_registers(1).unwrap();
    let placement = places(&declared, &one).unwrap()[1];
    assert_eq!((placement.register(), placement.component()), (0, 1));
}

/// The matrices, as squares of three rows each, end where `mat2` follows, and nine rows stay free beside both.
#[test]
fn an_explicit_matrix_takes_the_square_where_that_fits() {
    let mut declared = varyings(&["mat2x3[2]", "mat2[3]", "float[9]"]);
    declared[0] = declared[0].with_location(3).unwrap();
    let placements = places(&declared, &RegisterTarget::ES310).unwrap();
    let place = |number: usize| {
        (
            placements[number].register(),
            placements[number].component(),
        )
    };
    assert_eq!([place(0), place(1), place(2)], [(3, 0), (9, 0), (0, 3)]);
    let third = placements[0].vector(1, 0).unwrap().first;
    assert_eq!(third.register, 5, "the second element is at its locations");
}

/// The square of a `mat2x3` would end after location 2, which belongs to another varying.
#[test]
fn an_explicit_matrix_takes_no_more_than_it_has_where_only_that_fits() {
    let mut declared = varyings(&["mat2x3", "vec3", "vec4[13]"]);
    declared[0] = declared[0].with_location(0).unwrap();
    declared[1] = declared[1].with_location(2).unwrap();
    assert!(places(&declared, &RegisterTarget::ES310).is_ok());
    let mut declared = varyings(&["mat2x3", "vec4[14]"]);
    declared[0] = declared[0].with_location(0).unwrap();
    assert!(places(&declared, &RegisterTarget::ES310).is_ok());
    let whole = varyings(&["mat2x3[32]"])[0].with_location(0).unwrap();
    assert!(places(&[whole], &RegisterTarget::ES310.with_registers(64).unwrap()).is_ok());
}

#[test]
fn locations_that_meet_are_refused() {
    let at = |declaration: &str| varyings(&[declaration])[0].with_location(2).unwrap();
    let error = mali_varyings::Error::SharedLocation {
        varying: 1,
        other: 0,
        location: 2,
    };
    assert_eq!(
        places(&[at("vec3"), at("vec2")], &RegisterTarget::ES320),
        Err(error)
    );
    let beside = at("flat float").with_component(3).unwrap();
    assert_eq!(
        places(&[at("vec3"), beside], &RegisterTarget::ES320),
        Err(error)
    );
    // The first of the three is at another location, and the last meets the second.
    let apart = varyings(&["vec4"])[0].with_location(0).unwrap();
    let error = mali_varyings::Error::SharedLocation {
        varying: 2,
        other: 1,
        location: 2,
    };
    assert_eq!(
        places(&[apart, at("vec3"), at("vec2")], &RegisterTarget::ES320),
        Err(error)
    );
}

#[test]
fn what_is_built_in_counts_as_an_input() {
    let fifteen = Varying::new(VaryingType::Vec4).with_array(15).unwrap();
    assert!(places(&[fifteen, Varying::POINT_COORD], &RegisterTarget::ES320).is_ok());
    let two = [fifteen, Varying::POINT_COORD, Varying::FRONT_FACING];
    assert!(places(&two, &RegisterTarget::ES320).is_err());
    assert!(places(&[fifteen, Varying::FRAG_COORD], &RegisterTarget::ES320).is_ok());
}
