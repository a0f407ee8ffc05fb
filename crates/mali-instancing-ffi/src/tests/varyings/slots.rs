//! Slots that a driver's compiler has numbered.

use super::*;

/// The position, the point size, a clip distance, a normal and coordinates.
const OUTPUTS: [mali_inst_slot; 5] = [
    slot(0, 0, 4),
    slot(12, 1, 1),
    slot(17, 2, 1),
    slot(32, 3, 3),
    slot(33, 4, 2),
];

fn place(outputs: &[mali_inst_slot]) -> Result<(Vec<u32>, u32), (mali_inst_status, u32)> {
    let (mut offsets, mut bytes, mut error) = (vec![0; outputs.len()], 0, no_error());
    // SAFETY: every pointer is a reference's, and every length that of its slice.
    let status = unsafe {
        mali_inst_slots_place(
            outputs.as_ptr(),
            outputs.len(),
            offsets.as_mut_ptr(),
            &raw mut bytes,
            &raw mut error,
        )
    };
    if status == MALI_INST_OK {
        return Ok((offsets, bytes));
    }
    Err((status, error.element))
}

/// The first number of a slot that takes `n` bytes is a multiple of the next power of two of `n`.
#[test]
fn slots_have_their_places() {
    assert_eq!(
        place(&OUTPUTS),
        Ok((vec![NONE, NONE, 0, 16, 32], 40)),
        "4, 12 and 8 bytes"
    );
    assert_eq!(place(&[]), Ok((vec![], 0)));
    let [position, .., uv] = OUTPUTS;
    let refused = |wrong| place(&[position, wrong]).unwrap_err();
    let too_high = mali_inst_slot { location: 64, ..uv };
    assert_eq!(refused(too_high), (MALI_INST_ERROR_SLOT, 1));
    let no_type = mali_inst_slot { base_type: 3, ..uv };
    assert_eq!(refused(no_type), (MALI_INST_ERROR_VALUE, 1));
    let too_many = [uv; MALI_INST_MAX_SLOTS + 1];
    assert_eq!(place(&too_many).unwrap_err().0, MALI_INST_ERROR_TOO_MANY);
}

/// The same without the clip distance, which Vulkan's driver does not support.
const VULKAN_OUTPUTS: [mali_inst_slot; 4] = [
    slot(0, 0, 4),
    slot(12, 1, 1),
    slot(32, 2, 3),
    slot(33, 3, 2),
];

/// The offset, the format and the access of what the fragment stage reads.
fn words_of(linkage: &mali_inst_linkage) -> Vec<[u32; 3]> {
    let slots = slots(linkage);
    let read = slots.iter().filter(|slot| slot[2] != NONE);
    read.map(|slot| [slot[3], slot[6], slot[7]]).collect()
}

#[test]
fn slots_are_linked_at_the_callers_own_indices() {
    // Two inputs after a gap: coordinates, and one that the vertex stage does not store.
    let inputs = [slot(33, 2, 2), slot(40, 3, 1)];
    let two = number(Format::R32G32_SFLOAT);
    let of = |driver, arch, is_known| {
        let outputs: &[_] = match driver {
            MALI_INST_DRIVER_PANVK => &VULKAN_OUTPUTS,
            _ => &OUTPUTS,
        };
        link_slots((driver, arch), outputs, &inputs, is_known)
    };
    let linkage = of(MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V10, 1).unwrap();
    let found = sizes(&linkage);
    // 12 bytes, aligned to 16 with the 8 after them.
    assert_eq!((found.section_bytes, found.fragment_words), (24, 0));
    let baked = [16, two, MALI_INST_ACCESS_BAKED];
    assert_eq!(
        words_of(&linkage),
        [baked, [NONE, 0, MALI_INST_ACCESS_NONE]]
    );
    // Slots have no declarations.
    assert!(locations(&linkage, MALI_INST_STAGE_VERTEX).is_empty());
    let whole = [capture(MALI_INST_CAPTURE_VARYING, 0, 0)];
    let (status, ..) = captures(&linkage, &whole, MALI_INST_CAPTURE_MODE_SEPARATE);
    assert_eq!(status, MALI_INST_ERROR_CAPTURE);
    // Without the layout, through descriptors: four, of 8 words.
    let linkage = of(MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V10, 0).unwrap();
    assert_eq!(sizes(&linkage).fragment_words, 4 * 8);
    assert_eq!(words_of(&linkage)[0][2], MALI_INST_ACCESS_DESCRIPTOR);
    // On V7 both stages have descriptors, of 2 words: to the highest index.
    let linkage = of(MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7, 0).unwrap();
    let found = sizes(&linkage);
    assert_eq!((found.vertex_words, found.fragment_words), (5 * 2, 4 * 2));
    let indices = slots(&linkage)
        .into_iter()
        .map(|slot| [slot[0], slot[1], slot[2]]);
    let expected = [
        [0, 0, NONE],
        [12, 1, NONE],
        [17, 2, NONE],
        [32, 3, NONE],
        [33, 4, 2],
        [40, NONE, 3],
    ];
    assert_eq!(indices.collect::<Vec<_>>(), expected);
    let mut words = [0xaaaa_aaaa; 8];
    let write = |words: &mut [u32]| descriptors(&linkage, MALI_INST_STAGE_FRAGMENT, words);
    assert_eq!(write(&mut words[..7]), MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    assert_eq!(write(&mut words), MALI_INST_OK);
    // No slot has the indices 0 and 1. The offset of the coordinates is 32, the other is genxml's "Constant", 95.
    assert_eq!(words[..4], [0; 4]);
    assert_eq!((words[5], words[6] >> 22), (32, 95));
    let refused = |driver, arch| of(driver, arch, 0).map(|_| ()).unwrap_err().0;
    let no_driver = refused(MALI_INST_DRIVER_PANVK, MALI_INST_ARCH_V5);
    assert_eq!(no_driver, MALI_INST_ERROR_DRIVER_ARCH);
    assert_eq!(refused(5, MALI_INST_ARCH_V7), MALI_INST_ERROR_VALUE);
}

/// No version of Vulkan's driver has clip distances, in either stage.
#[test]
fn a_slot_that_the_driver_does_not_support_is_refused() {
    let (clip_distance, uv) = ([slot(17, 0, 1)], [slot(33, 0, 2)]);
    for driver in [MALI_INST_DRIVER_PANVK, MALI_INST_DRIVER_PANVK_25_0] {
        let target = (driver, MALI_INST_ARCH_V10);
        let of = |outputs, inputs| link_slots(target, outputs, inputs, 1).map(|_| ());
        let refused = of(&OUTPUTS, &[]).unwrap_err();
        assert_eq!((refused.0, refused.1), (MALI_INST_ERROR_SLOT, NONE));
        let refused = of(&VULKAN_OUTPUTS, &clip_distance).unwrap_err();
        assert_eq!(refused.0, MALI_INST_ERROR_SLOT);
        assert_eq!(of(&VULKAN_OUTPUTS, &uv), Ok(()));
    }
}

/// The five outputs are elements 0 to 4, so that the second input is element 6.
#[test]
fn a_wrong_input_is_counted_on_after_the_outputs() {
    let [first, right] = [slot(32, 0, 3), slot(33, 1, 2)];
    let target = (MALI_INST_DRIVER_PANFROST, MALI_INST_ARCH_V7);
    let refused = |wrong| {
        let linked = link_slots(target, &OUTPUTS, &[first, wrong], 0);
        linked.map(|_| ()).unwrap_err()
    };
    let again = mali_inst_slot { index: 0, ..right };
    let text = "slot 6 has index 0 after index 0: a larger one is allowed";
    assert_eq!(refused(again), (MALI_INST_ERROR_SLOT, 6, text.into()));
    let no_type = mali_inst_slot {
        base_type: 3,
        ..right
    };
    let text = "base_type 3 of element 6 is not known: MALI_INST_BASE_*, 0 to 2, are allowed";
    assert_eq!(refused(no_type), (MALI_INST_ERROR_VALUE, 6, text.into()));
    let later = mali_inst_slot {
        reserved: [1],
        ..right
    };
    let (status, element, _) = refused(later);
    assert_eq!((status, element), (MALI_INST_ERROR_UNKNOWN_FIELD, 6));
}

/// Before Mesa 26, V4 to V7 store only what is read, and V9 and later 16 bytes for each location.
#[test]
fn slots_are_linked_as_earlier_versions_do() {
    let inputs = [slot(33, 2, 2), slot(40, 3, 1)];
    let of = |driver, arch| {
        let outputs: &[_] = match driver {
            MALI_INST_DRIVER_PANVK_25_0 => &VULKAN_OUTPUTS,
            _ => &OUTPUTS,
        };
        link_slots((driver, arch), outputs, &inputs, 0)
    };
    let [two, one] = [Format::R32G32_SFLOAT, Format::R32_SFLOAT].map(number);
    for driver in [
        MALI_INST_DRIVER_PANFROST_22_3,
        MALI_INST_DRIVER_PANFROST_25_0,
        MALI_INST_DRIVER_PANVK_25_0,
    ] {
        let linkage = of(driver, MALI_INST_ARCH_V7).unwrap();
        assert_eq!(sizes(&linkage).section_bytes, 8);
        let first = [0, two, MALI_INST_ACCESS_DESCRIPTOR];
        assert_eq!(
            words_of(&linkage),
            [first, [NONE, 0, MALI_INST_ACCESS_NONE]]
        );
    }
    // A clip distance is before the application's locations.
    let linkage = of(MALI_INST_DRIVER_PANFROST_25_0, MALI_INST_ARCH_V10).unwrap();
    assert_eq!(sizes(&linkage).section_bytes, 16 * (1 + 9));
    let baked = [[16 * 2, two], [16 * 9, one]];
    let baked = baked.map(|[offset, format]| [offset, format, MALI_INST_ACCESS_BAKED]);
    assert_eq!(words_of(&linkage), baked);
    let refused = of(MALI_INST_DRIVER_PANFROST_22_3, MALI_INST_ARCH_V12);
    let refused = refused.map(|_| ()).unwrap_err();
    assert_eq!(refused.0, MALI_INST_ERROR_DRIVER_ARCH);
}
