//! Declarations and stages that cannot be, and memory that was not filled.

use super::*;

#[test]
fn mistakes_in_declarations_name_the_varying() {
    let at = |varying, location| mali_inst_varying {
        has_location: 1,
        location,
        ..varying
    };
    let flat = |varying| mali_inst_varying {
        interpolation: MALI_INST_INTERPOLATION_FLAT,
        ..varying
    };
    let integer = mali_inst_varying {
        base_type: MALI_INST_BASE_INT,
        ..UV
    };
    let beyond = mali_inst_varying {
        component: 2,
        ..at(NORMAL, 0)
    };
    let long = mali_inst_varying {
        length: 33,
        ..NORMAL
    };
    let pair = mali_inst_varying {
        length: 2,
        ..NORMAL
    };
    let matrix = mali_inst_varying {
        columns: 3,
        ..integer
    };
    let value = MALI_INST_ERROR_VALUE;
    // The second input of a stage that has one output is varying 2.
    for (wrong, status) in [
        (integer, MALI_INST_ERROR_INTERPOLATED_INTEGER),
        (at(NORMAL, 32), MALI_INST_ERROR_LOCATION),
        (at(pair, 31), MALI_INST_ERROR_LOCATION),
        (beyond, MALI_INST_ERROR_COMPONENT),
        (long, MALI_INST_ERROR_NO_LOCATIONS),
        (at(COLOUR, 5), MALI_INST_ERROR_SHARED_LOCATION),
        (flat(matrix), value),
        (mali_inst_varying { base_type: 3, ..UV }, value),
        (mali_inst_varying { bits: 0, ..UV }, value),
        (
            mali_inst_varying {
                components: 5,
                ..UV
            },
            value,
        ),
        (mali_inst_varying { columns: 0, ..UV }, value),
        (
            mali_inst_varying {
                interpolation: 3,
                ..UV
            },
            value,
        ),
        (mali_inst_varying { sampling: 3, ..UV }, value),
        (mali_inst_varying { precision: 3, ..UV }, value),
        (
            mali_inst_varying {
                name: c"\xff".as_ptr(),
                ..UV
            },
            value,
        ),
    ] {
        let first = at(vector(c"other", 1), 5);
        let error = link(
            &[UV],
            &[first, wrong],
            MALI_INST_MATCHING_GL_ES,
            MALI_INST_LINKING_LINKED,
        )
        .map(|_| ());
        let (found, element, text) = error.unwrap_err();
        assert_eq!((found, element), (status, 2), "{text}");
        assert_eq!(text.is_empty(), cfg!(not(feature = "texts")));
    }
}

#[test]
fn stages_that_do_not_match_have_the_input_and_a_number() {
    let uv3 = mali_inst_varying {
        components: 3,
        ..UV
    };
    let flat = mali_inst_varying {
        interpolation: MALI_INST_INTERPOLATION_FLAT,
        ..UV
    };
    let high = mali_inst_varying {
        precision: MALI_INST_PRECISION_HIGH,
        ..UV
    };
    let (size, place) = (vector(c"light.size", 1), vector(c"light.place", 1));
    for (outputs, inputs, linking, status, element) in [
        (
            &[UV][..],
            &[uv3][..],
            MALI_INST_LINKING_LINKED,
            MALI_INST_ERROR_TYPE_MISMATCH,
            1,
        ),
        (
            &[UV],
            &[flat],
            MALI_INST_LINKING_LINKED,
            MALI_INST_ERROR_INTERPOLATION_MISMATCH,
            1,
        ),
        (
            &[UV],
            &[high],
            MALI_INST_LINKING_SEPARABLE,
            MALI_INST_ERROR_PRECISION_MISMATCH,
            1,
        ),
        (
            &[UV, COLOUR],
            &[UV],
            MALI_INST_LINKING_SEPARABLE,
            MALI_INST_ERROR_LOCATION_MISMATCH,
            2,
        ),
        (
            &[size, place],
            &[size],
            MALI_INST_LINKING_LINKED,
            MALI_INST_ERROR_MEMBER_MISMATCH,
            2,
        ),
    ] {
        let error = link(outputs, inputs, MALI_INST_MATCHING_GL_ES, linking).map(|_| ());
        let (found, varying, text) = error.unwrap_err();
        assert_eq!((found, varying), (status, element), "{text}");
    }
    let at = |varying, location, component| mali_inst_varying {
        has_location: 1,
        location,
        component,
        ..varying
    };
    let scalar = vector(c"", 1);
    let error = link(
        &[at(COLOUR, 0, 0)],
        &[at(scalar, 0, 1)],
        MALI_INST_MATCHING_VULKAN,
        0,
    );
    assert_eq!(
        error.map(|_| ()).unwrap_err().0,
        MALI_INST_ERROR_BEGIN_MISMATCH
    );
    // A shorter vector is allowed in Vulkan, and interpolations may differ in GL.
    assert!(
        link(
            &[at(COLOUR, 0, 0)],
            &[at(UV, 0, 0)],
            MALI_INST_MATCHING_VULKAN,
            0
        )
        .is_ok()
    );
    assert!(
        link(
            &[UV],
            &[flat],
            MALI_INST_MATCHING_GL,
            MALI_INST_LINKING_LINKED
        )
        .is_ok()
    );
    let error = link(&[UV], &[UV], 3, 0).map(|_| ()).unwrap_err();
    assert_eq!((error.0, error.1), (MALI_INST_ERROR_VALUE, NONE));
    let many = [UV; MALI_INST_MAX_VARYINGS + 1];
    assert_eq!(
        link(&many, &[], MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED)
            .map(|_| ())
            .unwrap_err()
            .0,
        MALI_INST_ERROR_TOO_MANY
    );
}

#[test]
fn memory_that_was_not_filled_is_refused() {
    let zeros = mali_inst_linkage {
        opaque: [MaybeUninit::new(0); MALI_INST_LINKAGE_WORDS],
    };
    let mut found = 0;
    // SAFETY: zeros are allowed, and are an error.
    let uninitialised = unsafe {
        mali_inst_linkage_locations(
            &raw const zeros,
            MALI_INST_STAGE_VERTEX,
            null_mut(),
            0,
            &raw mut found,
            null_mut(),
        )
    };
    assert_eq!(uninitialised, MALI_INST_ERROR_UNINITIALISED);
    let mut memory = MaybeUninit::<mali_inst_linkage>::uninit();
    let (pointer, full) = (memory.as_mut_ptr(), size_of::<mali_inst_linkage>());
    for (linkage, size, expected) in [
        (pointer, full, MALI_INST_OK),
        (pointer, full - 1, MALI_INST_ERROR_SIZE),
        (null_mut(), full, MALI_INST_ERROR_NULL),
    ] {
        // SAFETY: null pointers are allowed, and the memory has its size.
        let status = unsafe {
            mali_inst_linkage_init_sized(
                linkage,
                size,
                MALI_INST_DRIVER_PANFROST,
                MALI_INST_ARCH_V7,
                null(),
                0,
                null(),
                0,
                null(),
                MALI_INST_MATCHING_GL,
                0,
                null_mut(),
            )
        };
        assert_eq!(status, expected);
    }
}
