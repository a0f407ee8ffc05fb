//! Stages that are linked by their declarations.

use super::*;

#[test]
fn stages_are_linked_by_name_and_what_is_not_read_is_not_stored() {
    let vec3 = number(Format::R32G32B32_SFLOAT);
    let half2 = number(Format::R16G16_SFLOAT);
    for (arch, access) in [
        (MALI_INST_ARCH_V7, MALI_INST_ACCESS_DESCRIPTOR),
        (MALI_INST_ARCH_V10, MALI_INST_ACCESS_BAKED),
    ] {
        let linkage = link_with(
            (MALI_INST_DRIVER_PANFROST, arch),
            &[NORMAL, COLOUR, UV],
            &[UV, NORMAL],
            NO_BUILT_INS,
            MALI_INST_MATCHING_GL_ES,
            MALI_INST_LINKING_LINKED,
        )
        .unwrap();
        assert_eq!(locations(&linkage, MALI_INST_STAGE_VERTEX), [0, 1, 2]);
        assert_eq!(locations(&linkage, MALI_INST_STAGE_FRAGMENT), [2, 0]);
        // The normal takes 12 bytes. The coordinates, of 16 bits, are at the next multiple of 4.
        assert_eq!(
            slots(&linkage),
            [
                [0, 0, NONE, NONE, 0, 0, 0, MALI_INST_ACCESS_NONE],
                [32, 1, 0, 0, 12, vec3, vec3, access],
                [33, NONE, NONE, NONE, 0, 0, 0, MALI_INST_ACCESS_NONE],
                [34, 2, 1, 12, 4, half2, half2, access],
            ]
        );
        assert_eq!(sizes(&linkage).section_bytes, 16);
    }
    // Everything is stored if another fragment stage may read it: the colour is at 16.
    let linkage = link_with(
        (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V9),
        &[NORMAL, COLOUR, UV],
        &[NORMAL, COLOUR, UV],
        NO_BUILT_INS,
        MALI_INST_MATCHING_GL_ES,
        MALI_INST_LINKING_SEPARABLE,
    )
    .unwrap();
    // By name: colour, normal, uv.
    assert_eq!(locations(&linkage, MALI_INST_STAGE_VERTEX), [1, 0, 2]);
    let found = slots(&linkage);
    let places: Vec<_> = found[1..].iter().map(|slot| (slot[3], slot[7])).collect();
    let expected = [0, 16, 28].map(|offset| (offset, MALI_INST_ACCESS_DESCRIPTOR));
    assert_eq!(places, expected);
}

/// Mesa 25.0 stores 16 bytes for each location on V10, and on V7 what is read without gaps.
#[test]
fn stages_are_linked_as_earlier_versions_do() {
    for (arch, bytes) in [(MALI_INST_ARCH_V7, 12 + 4), (MALI_INST_ARCH_V10, 3 * 16)] {
        let linkage = link_with(
            (MALI_INST_DRIVER_PANFROST_25_0, arch),
            &[NORMAL, COLOUR, UV],
            &[UV, NORMAL],
            NO_BUILT_INS,
            MALI_INST_MATCHING_GL_ES,
            MALI_INST_LINKING_MONOLITHIC,
        )
        .unwrap();
        assert_eq!(sizes(&linkage).section_bytes, bytes);
    }
}

/// A slot of four distances, then one of two; coordinates 1 and 3 of `gl_TexCoord`, the slots 5 and 7; of both stages.
#[test]
fn arrays_of_built_in_variables_have_slots_for_their_elements() {
    let built_ins = mali_inst_built_ins {
        read: 1 << MALI_INST_BUILT_IN_CLIP_DISTANCE,
        written_tex_coords: 0b1010,
        read_tex_coords: 0b1010,
        written_clip_distances: 0b11_1111,
        ..NO_BUILT_INS
    };
    let target = (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7);
    let (matching, linking) = (MALI_INST_MATCHING_GL, MALI_INST_LINKING_MONOLITHIC);
    let linkage = link_with(target, &[], &[], built_ins, matching, linking).unwrap();
    let places = slots(&linkage);
    let places: Vec<_> = places
        .iter()
        .map(|slot| [slot[0], slot[3], slot[4]])
        .collect();
    let section = [[5, 0, 16], [7, 16, 16], [17, 32, 16], [18, 48, 8]];
    assert_eq!(places, [&[[0, NONE, 0]][..], &section].concat());
}

/// A bit that no variable has, and a variable that the stage does not have.
#[test]
fn a_bit_of_no_built_in_variable_is_refused() {
    let of = |written, read| {
        let built_ins = mali_inst_built_ins {
            written,
            read,
            ..NO_BUILT_INS
        };
        let target = (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7);
        let (matching, linking) = (MALI_INST_MATCHING_GL, MALI_INST_LINKING_LINKED);
        let linked = link_with(target, &[], &[], built_ins, matching, linking);
        linked.map(|_| ()).map_err(|refused| refused.0)
    };
    let value = Err(MALI_INST_ERROR_VALUE);
    assert_eq!(of(1 << 19, 0), value);
    assert_eq!(of(1 << MALI_INST_BUILT_IN_FRAG_COORD, 0), value);
    assert_eq!(of(0, 1 << MALI_INST_BUILT_IN_POINT_SIZE), value);
    assert_eq!(of(0, 1 << MALI_INST_BUILT_IN_FRAG_COORD), Ok(()));
}

/// `PanVK` has no V4 and V5.
#[test]
fn declarations_are_not_linked_for_an_architecture_that_the_driver_does_not_have() {
    let target = (MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V5);
    let (matching, linking) = (MALI_INST_MATCHING_VULKAN, MALI_INST_LINKING_MONOLITHIC);
    let refused = link_with(target, &[], &[], NO_BUILT_INS, matching, linking);
    let refused = refused.map(|_| ()).unwrap_err();
    assert_eq!(refused.0, MALI_INST_ERROR_DRIVER_ARCH);
}
