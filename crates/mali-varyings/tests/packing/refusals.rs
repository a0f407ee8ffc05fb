//! Declarations that an edition does not have. The expected results are those of glslang 12, for a vertex shader's
//! output with `#version 100`, `300 es`, `310 es` and `320 es`, `noperspective` and `sample` with their extensions.

use mali_varyings::chooser::Machine;
use mali_varyings::{
    Error, Feature, Interpolation, RegisterTarget, Rules, Varying, VaryingType, pack,
};

use super::editions::EDITIONS;
use super::{places, varying};

fn packs(varying: Varying, target: RegisterTarget) -> Result<u32, Error> {
    let mut placements = [mali_varyings::Placement::UNPLACED];
    pack(&[varying], &target, &mut placements)
}

/// Whether each edition has the declaration.
fn accepted(varying: Varying) -> [bool; 4] {
    EDITIONS.map(|target| {
        let found = packs(varying, target);
        let lenient = RegisterTarget {
            is_lenient: true,
            ..target
        };
        assert!(packs(varying, lenient).is_ok());
        assert!(matches!(
            found,
            Ok(_) | Err(Error::NotInEdition { varying: 0, .. })
        ));
        found.is_ok()
    })
}

#[test]
fn an_edition_refuses_what_it_does_not_have() {
    for declaration in ["float", "vec4[2]", "mat2", "mat3", "mat4[2]", "smooth vec2"] {
        assert_eq!(accepted(varying(declaration)), [true; 4], "{declaration}");
    }
    for declaration in [
        "int",
        "uvec3",
        "mat2x3",
        "mat4x2[2]",
        "flat vec2",
        "noperspective vec2",
        "centroid vec2",
        "sample vec2",
    ] {
        assert_eq!(
            accepted(varying(declaration)),
            [false, true, true, true],
            "{declaration}"
        );
    }
    let located = varying("vec2").with_location(1).unwrap();
    assert_eq!(accepted(located), [false, false, true, true]);
    assert_eq!(accepted(located.with_component(1).unwrap()), [false; 4]);
    assert_eq!(accepted(varying("f16vec2")), [false; 4]);
}

#[test]
fn other_machines_have_everything() {
    let component = varying("flat uvec2")
        .with_location(1)
        .unwrap()
        .with_component(2)
        .unwrap();
    for machine in [Machine::RELAXED, Machine::CHOSEN] {
        assert!(places(&[component], &machine).is_ok());
    }
}

#[test]
fn what_is_built_in_is_in_every_edition() {
    for built_in in [
        Varying::FRAG_COORD,
        Varying::FRONT_FACING,
        Varying::POINT_COORD,
    ] {
        assert_eq!(accepted(built_in), [true; 4]);
    }
}

#[test]
fn a_refusal_names_the_varying_the_edition_and_what_is_allowed() {
    let mut placements = [mali_varyings::Placement::UNPLACED; 2];
    let mut text = |target: &RegisterTarget, second| {
        let error = pack(&[varying("vec2"), second], target, &mut placements).unwrap_err();
        assert_eq!(error.varying(), Some(1));
        error.to_string()
    };
    assert_eq!(
        text(&RegisterTarget::ES100, Varying::new(VaryingType::Mat2x3)),
        "varying 1 has `mat2x3`, which GLSL ES 1.00 does not have: float, vec2 to vec4 and mat2 to mat4 are allowed"
    );
    assert_eq!(
        text(
            &RegisterTarget::ES300,
            varying("vec2").with_location(3).unwrap()
        ),
        "varying 1 has `location`, which GLSL ES 3.00 does not have: varyings are allowed without, and with \
         locations from 3.10 on"
    );
    let flat = packs(varying("flat vec2"), RegisterTarget::ES100);
    let feature = Feature::Interpolation(Interpolation::Flat);
    let error = Error::NotInEdition {
        varying: 0,
        rules: Rules::Es100,
        feature,
    };
    assert_eq!(flat, Err(error));
}
