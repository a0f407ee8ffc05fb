//! Registers of the standard.

use super::*;

/// The status, the error's element, the registers used, and the places: first register, registers, first component,
/// components.
fn pack(
    edition: mali_inst_edition,
    registers: u32,
    varyings: &[mali_inst_varying],
    built_ins: mali_inst_built_ins,
) -> (mali_inst_status, u32, u32, Vec<[u32; 4]>) {
    let place = mali_inst_varying_place {
        first_register: 0,
        registers: 0,
        first_component: 0,
        components: 0,
    };
    let mut places = vec![place; varyings.len()];
    let mut used = 0;
    let mut error = no_error();
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    let status = unsafe {
        mali_inst_registers_pack(
            edition,
            registers,
            varyings.as_ptr(),
            varyings.len(),
            &raw const built_ins,
            places.as_mut_ptr(),
            &raw mut used,
            &raw mut error,
        )
    };
    let places = places.iter().map(|place| {
        [
            place.first_register,
            place.registers,
            place.first_component,
            place.components,
        ]
    });
    (status, error.element, used, places.collect())
}

#[test]
fn registers_are_those_of_the_standard() {
    // The vec3 goes first; the scalar takes the component that it leaves.
    let scalar = vector(c"", 1);
    let (status, _, used, places) = pack(MALI_INST_GLSL_ES_100, 1, &[scalar, NORMAL], NO_BUILT_INS);
    assert_eq!((status, used), (MALI_INST_OK, 1));
    assert_eq!(places, [[0, 1, 3, 1], [0, 1, 0, 3]]);
    // The standard's mat2 takes two whole registers.
    let matrix = mali_inst_varying { columns: 2, ..UV };
    assert_eq!(
        pack(MALI_INST_GLSL_ES_320, 16, &[matrix], NO_BUILT_INS).3,
        [[0, 2, 0, 4]]
    );

    let frag_coord = mali_inst_built_ins {
        read: 1 << MALI_INST_BUILT_IN_FRAG_COORD,
        ..NO_BUILT_INS
    };
    let nine = [NORMAL; 9];
    let eight = &nine[..8];
    let integer = mali_inst_varying {
        base_type: MALI_INST_BASE_UINT,
        interpolation: MALI_INST_INTERPOLATION_FLAT,
        ..NORMAL
    };
    for (edition, registers, varyings, built_ins, status, element) in [
        (
            MALI_INST_GLSL_ES_100,
            8,
            eight,
            NO_BUILT_INS,
            MALI_INST_OK,
            0,
        ),
        (
            MALI_INST_GLSL_ES_100,
            8,
            &nine,
            NO_BUILT_INS,
            MALI_INST_ERROR_DOES_NOT_FIT,
            8,
        ),
        // gl_FragCoord is placed first, as it is a vec4, so that the last normal has no place.
        (
            MALI_INST_GLSL_ES_100,
            8,
            eight,
            frag_coord,
            MALI_INST_ERROR_DOES_NOT_FIT,
            7,
        ),
        (
            MALI_INST_GLSL_ES_100,
            8,
            &[integer],
            NO_BUILT_INS,
            MALI_INST_ERROR_NOT_IN_EDITION,
            0,
        ),
        (
            MALI_INST_GLSL_ES_300,
            16,
            &[integer],
            NO_BUILT_INS,
            MALI_INST_OK,
            0,
        ),
        (
            MALI_INST_GLSL_ES_300,
            65,
            &[],
            NO_BUILT_INS,
            MALI_INST_ERROR_REGISTERS,
            NONE,
        ),
        (200, 16, &[], NO_BUILT_INS, MALI_INST_ERROR_VALUE, NONE),
    ] {
        let (found, at, ..) = pack(edition, registers, varyings, built_ins);
        assert_eq!((found, at), (status, element));
    }
}
