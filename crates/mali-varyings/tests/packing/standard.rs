//! The standard's packing, and the differences of `relaxed`.

use mali_varyings::chooser::{self, Layout, Machine};
use mali_varyings::{Error, Placement, RegisterTarget, pack, registers_needed};

use super::{fits, picture, places, varying, varyings};

fn strict(registers: u32) -> RegisterTarget {
    RegisterTarget::ES100.with_registers(registers).unwrap()
}

fn relaxed(registers: u32) -> Machine {
    Machine::RELAXED.with_registers(registers).unwrap()
}

#[test]
fn a_matrix_takes_the_square_of_its_larger_dimension() {
    for (matrix, columns, rows) in [
        ("mat2", 4, 2),
        ("mat3", 3, 3),
        ("mat4", 4, 4),
        ("mat2x3", 3, 3),
        ("mat3x2", 3, 3),
        ("mat2x4", 4, 4),
        ("mat4x2", 4, 4),
        ("mat3x4", 4, 4),
        ("mat4x3", 4, 4),
    ] {
        let placement = places(&varyings(&[matrix]), &strict(8)).unwrap()[0];
        assert_eq!(
            (placement.components(), placement.rows()),
            (columns, rows),
            "{matrix}"
        );
    }
}

#[test]
fn relaxed_takes_the_columns_that_a_matrix_has() {
    let declarations = ["mat2", "mat2x3", "mat3x2", "float[7]"];
    let expected = ["bbbd", "bbbd", "cc.d", "cc.d", "cc.d", "aa.d", "aa.d"];
    assert_eq!(picture(&declarations, &relaxed(7)), expected);
}

/// Registers by hand, each row of the table with the statement that it shows.
#[test]
fn a_varying_is_placed_by_its_type_and_not_by_its_declaration() {
    let cases: [(&str, &[&str], &[&str]); 7] = [
        (
            "the columns of the larger type come first",
            &["float", "vec2", "vec3", "mat3", "vec4", "mat2", "mat4"],
            &[
                "gggg", "gggg", "gggg", "gggg", "ffff", "ffff", "eeee", "ddd.", "ddd.", "ddd.",
                "ccc.", "bba.",
            ],
        ),
        (
            "of one type the larger array is placed first",
            &["vec4", "vec4[3]", "vec4[2]"],
            &["bbbb", "bbbb", "bbbb", "cccc", "cccc", "aaaa"],
        ),
        (
            "two components take the last rows when the first two columns are full",
            &["vec2[3]", "vec2", "vec2"],
            &["aa..", "aacc", "aabb"],
        ),
        (
            "two components do not take z and w while there are rows",
            &["vec2", "vec2"],
            &["aa..", "bb.."],
        ),
        (
            "two rows fill z and would leave two of w free; x and y have one row left each, w has four",
            &["vec3[2]", "vec2", "float[2]", "float"],
            &["aaa.", "aaa.", "bbc.", "d.c."],
        ),
        (
            "three components and one share a register",
            &["vec3[8]", "float[8]"],
            &["aaab"; 8],
        ),
        (
            "smooth, flat and noperspective varyings share a register",
            &[
                "smooth vec3",
                "smooth vec3",
                "smooth vec2[2]",
                "flat uint",
                "noperspective float[2]",
                "centroid smooth vec4",
                "flat ivec2",
            ],
            &["ffff", "aaa.", "bbb.", "cce.", "cce.", "ggd."],
        ),
    ];
    for (statement, declarations, expected) in cases {
        let registers = expected.len() as u32;
        assert_eq!(
            picture(declarations, &strict(registers)),
            expected,
            "{statement}"
        );
    }
    assert!(!fits(&["vec3[8]", "float[9]"], &strict(8)));
}

#[test]
fn all_interpolations_share_a_register() {
    let declarations = ["smooth float", "flat float", "noperspective float", "uint"];
    assert!(fits(&declarations, &strict(1)));
    assert!(fits(&declarations, &relaxed(1)));
}

#[test]
fn where_smaller_matrices_do_not_fit_they_take_the_places_of_strict() {
    let declarations = [
        "noperspective float[4]",
        "flat mat3x2",
        "noperspective mat2x3",
    ];
    let relaxed = Machine {
        flat_beside_interpolated: false,
        ..relaxed(7)
    };
    let strict = Machine {
        layout: Layout::Standard,
        ..relaxed
    };
    let [strict, relaxed] =
        [strict, relaxed].map(|machine| places(&varyings(&declarations), &machine).unwrap());
    for (strict, relaxed) in strict.iter().zip(&relaxed) {
        assert_eq!(strict.register(), relaxed.register());
        assert_eq!(strict.component(), relaxed.component());
    }
    let size = |placement: &chooser::Placement| (placement.components(), placement.rows());
    assert_eq!((size(&strict[1]), size(&strict[2])), ((3, 3), (3, 3)));
    assert_eq!((size(&relaxed[1]), size(&relaxed[2])), ((2, 3), (3, 2)));
}

#[test]
fn what_does_not_fit_is_named_with_the_registers_that_it_lacks() {
    let cases: [(&[&str], u32, usize, u64); 8] = [
        (&["vec4[9]"], 8, 0, 1),
        (&["vec4[4]", "mat4", "vec4"], 8, 2, 1),
        (&["float", "mat3[3]"], 8, 1, 1),
        (&["vec3[5]", "vec3[5]"], 8, 1, 2),
        (&["vec2[8]", "vec2[8]", "vec2[3]"], 8, 2, 3),
        (&["vec4[6]", "float[4]"], 8, 1, 2),
        (&["vec4[7]", "vec2[4]"], 8, 1, 3),
        (&["mat4[4294967295]"], 8, 0, 4 * 4_294_967_295 - 8),
    ];
    for (declarations, registers, varying, missing_rows) in cases {
        let result = places(&varyings(declarations), &strict(registers));
        let error = Error::DoesNotFit {
            varying,
            missing_rows,
        };
        assert_eq!(result, Err(error), "{declarations:?}");
    }
}

/// Rows of four components: 5 and 1 vectors, an array of 2, 4 of mat4 and 2 of mat2. Then 3 of mat3 and one of vec3, whose
/// fourth components hold the float and not the vec2.
#[test]
fn the_registers_that_a_program_needs_are_the_fewest_that_hold_it() {
    let program = [
        "vec4", "vec4", "vec4", "vec4", "vec4", "vec4[2]", "vec3", "vec2", "vec4", "mat4", "mat2",
        "mat3", "float",
    ]
    .map(varying);
    let mut placements = [Placement::UNPLACED; 13];
    let needed = 14 + 4 + 1;
    for registers in [1, 8, 18, 19, 64] {
        let target = RegisterTarget::ES100.with_registers(registers).unwrap();
        assert_eq!(
            registers_needed(&program, &target, &mut placements),
            Ok(needed)
        );
        let fits = pack(&program, &target, &mut placements).is_ok();
        assert_eq!(fits, registers >= needed);
    }
    let target = RegisterTarget::ES100.with_registers(64).unwrap();
    assert_eq!(pack(&program, &target, &mut placements), Ok(20));
    assert_eq!(registers_needed(&[], &target, &mut []), Ok(0));
    let many = [varying("vec4[65]")];
    assert!(registers_needed(&many, &target, &mut placements[..1]).is_err());
}
