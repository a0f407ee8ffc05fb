//! Valid and invalid declarations.

use mali_varyings::chooser::{self, Machine};
use mali_varyings::{
    BaseType, Error, Interpolation, Placement, RegisterTarget, Rules, Sampling, Varying,
    VaryingType, pack,
};

use super::varying;

#[test]
fn a_type_is_found_by_its_name() {
    for &varying_type in VaryingType::ALL {
        assert_eq!(
            VaryingType::from_name(varying_type.name()),
            Some(varying_type)
        );
    }
    assert_eq!(VaryingType::from_name("mat2x2"), Some(VaryingType::Mat2));
    assert_eq!(VaryingType::from_name("mat3x3"), Some(VaryingType::Mat3));
    assert_eq!(VaryingType::from_name("mat4x4"), Some(VaryingType::Mat4));
    for unknown in ["", "bool", "double", "vec5", "mat5", "VEC2", "sampler2D"] {
        assert_eq!(VaryingType::from_name(unknown), None, "{unknown}");
    }
}

#[test]
fn a_type_has_the_columns_and_components_that_its_name_says() {
    for &varying_type in VaryingType::ALL {
        let full_name = varying_type.name();
        let bits = if full_name.contains("16") { 16 } else { 32 };
        assert_eq!(varying_type.bits(), bits, "{full_name}");
        let name = full_name.replace("16_t", "").replace("16", "");
        let digits: Vec<u32> = name
            .chars()
            .filter_map(|letter| letter.to_digit(10))
            .collect();
        let expected = match (digits.as_slice(), name.starts_with("mat")) {
            ([], _) => (1, 1),
            ([components], false) => (1, *components),
            ([size], true) => (*size, *size),
            ([columns, rows], _) => (*columns, *rows),
            _ => panic!("{name}"),
        };
        assert_eq!(
            (varying_type.columns(), varying_type.components()),
            expected,
            "{name}"
        );
        assert_eq!(varying_type.is_matrix(), name.starts_with("mat"), "{name}");
        let base = match name.as_bytes() {
            b"int" | [b'i', b'v', ..] => BaseType::Int,
            [b'u', ..] => BaseType::Uint,
            _ => BaseType::Float,
        };
        assert_eq!(varying_type.base_type(), base, "{name}");
    }
}

#[test]
fn integers_are_flat_and_nothing_else() {
    for &varying_type in VaryingType::ALL {
        let new = Varying::new(varying_type);
        let is_float = varying_type.base_type() == BaseType::Float;
        let default = if is_float {
            Interpolation::Smooth
        } else {
            Interpolation::Flat
        };
        assert_eq!(new.interpolation(), default);
        for interpolation in Interpolation::ALL {
            let result = new.with_interpolation(interpolation);
            if is_float || interpolation == Interpolation::Flat {
                assert_eq!(result.unwrap().interpolation(), interpolation);
            } else {
                let error = Error::InterpolatedInteger {
                    varying_type,
                    interpolation,
                };
                assert_eq!(result, Err(error));
            }
        }
    }
}

#[test]
fn a_declaration_is_printed_as_glsl_has_it() {
    for declaration in [
        "smooth vec3",
        "flat uint",
        "noperspective float[4]",
        "centroid smooth mat3x2",
        "sample flat ivec4[1]",
    ] {
        assert_eq!(varying(declaration).to_string(), declaration);
    }
    assert_eq!(Sampling::Center.to_string(), "center");
    assert_eq!(varying("vec2").sampling(), Sampling::Center);
}

#[test]
fn an_array_of_one_element_is_an_array() {
    assert!(varying("vec2[1]").is_array());
    assert!(!varying("vec2").is_array());
    assert_eq!(varying("vec2[1]").length(), varying("vec2").length());
}

#[test]
fn an_array_has_elements() {
    let array = Varying::new(VaryingType::Vec2).with_array(0);
    assert_eq!(array, Err(Error::EmptyArray));
}

#[test]
fn a_target_has_1_to_64_registers() {
    for registers in [0, 65, u32::MAX] {
        let error = Error::Registers { registers };
        assert_eq!(Machine::CHOSEN.with_registers(registers), Err(error));
        assert_eq!(RegisterTarget::ES320.with_registers(registers), Err(error));
        let target = RegisterTarget {
            registers,
            ..RegisterTarget::ES320
        };
        assert_eq!(pack(&[], &target, &mut []), Err(error));
        let machine = Machine {
            registers,
            ..Machine::CHOSEN
        };
        assert_eq!(chooser::pack(&[], &machine, &mut []), Err(error));
    }
    for registers in [1, 64] {
        let machine = Machine::RELAXED.with_registers(registers).unwrap();
        assert_eq!(machine.registers, registers);
        let target = RegisterTarget::ES300.with_registers(registers).unwrap();
        assert_eq!(target.registers, registers);
    }
    assert_eq!(RegisterTarget::ES100.registers, 8);
    assert_eq!(RegisterTarget::ES100.rules, Rules::Es100);
}

#[test]
fn there_are_as_many_locations_as_varyings() {
    let error = Error::PlacementCount {
        given: 0,
        needed: 1,
    };
    let one = [varying("vec2")];
    assert_eq!(pack(&one, &RegisterTarget::ES100, &mut []), Err(error));
    assert_eq!(chooser::pack(&one, &Machine::RELAXED, &mut []), Err(error));
}

#[test]
fn no_target_has_more_components_than_256() {
    let target = RegisterTarget::ES100.with_registers(64).unwrap();
    let floats = |count| {
        let mut placements = vec![Placement::UNPLACED; count];
        pack(&vec![varying("float"); count], &target, &mut placements)
    };
    assert_eq!(floats(256), Ok(64));
    let error = Error::TooManyVaryings {
        varyings: 257,
        allowed: 256,
    };
    assert_eq!(floats(257), Err(error));
}

#[test]
fn no_varyings_take_no_registers() {
    assert_eq!(pack(&[], &RegisterTarget::ES100, &mut []), Ok(0));
}

#[test]
fn an_error_says_what_is_allowed() {
    let integer = VaryingType::Uvec3;
    let texts = [
        (
            Error::EmptyArray,
            "an array of 0 elements is nothing: at least 1 is allowed",
        ),
        (
            Error::InterpolatedInteger {
                varying_type: integer,
                interpolation: Interpolation::Noperspective,
            },
            "uvec3 cannot be noperspective: integers are `flat`",
        ),
        (
            Error::Registers { registers: 65 },
            "65 registers are not in 1 to 64",
        ),
        (
            Error::TooManyVaryings {
                varyings: 257,
                allowed: 256,
            },
            "257 varyings are more than there are components for: at most 256 are allowed",
        ),
        (
            Error::DoesNotFit {
                varying: 3,
                missing_rows: 1,
            },
            "varying 3 does not fit: 1 register is missing",
        ),
        (
            Error::DoesNotFit {
                varying: 0,
                missing_rows: 17_179_869_180,
            },
            "varying 0 does not fit: 17179869180 registers are missing",
        ),
        (
            Error::PlacementCount {
                given: 2,
                needed: 3,
            },
            "2 placements were given: there are 3 varyings",
        ),
        (
            Error::CapturedVarying {
                capture: 1,
                varying: 3,
                varyings: 3,
            },
            "capture 1: varying 3 does not exist: there are 3, counted from 0",
        ),
        (
            Error::CapturedElement {
                capture: 0,
                element: 5,
                length: 4,
            },
            "capture 0: element 5 does not exist: there are 4, counted from 0",
        ),
        (
            Error::CapturedComponent {
                capture: 2,
                component: 9,
                components: 9,
            },
            "capture 2: component 9 does not exist: there are 9, counted from 0",
        ),
        (
            Error::Draw(mali_instancing::Error::AttributeBufferArch { arch: 9 }),
            "Mali V9 has no attribute buffer descriptors: only V4 to V7 have them. A `vertex_input` is packed for every Mali",
        ),
        (
            Error::LinkedArch {
                arch: mali_instancing::Arch::V9,
                linked: mali_instancing::Arch::V7,
            },
            "the draw is on v9, and its varyings were linked for v7: the same architecture is allowed",
        ),
        (
            Error::UnknownInstances,
            "the memory for varyings depends on the number of instances: give it",
        ),
        (
            Error::BufferSize {
                stride: 16,
                elements: 1 << 28,
            },
            "268435456 elements of 16 bytes leave 32 bits: at most 268435455 are allowed",
        ),
    ];
    for (error, text) in texts {
        assert_eq!(error.to_string(), text);
    }
}
