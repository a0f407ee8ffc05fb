//! Transform feedback.

use super::*;

#[test]
fn captured_varyings_have_spans() {
    let linkage = link(
        &[NORMAL, COLOUR, UV],
        &[UV],
        MALI_INST_MATCHING_GL,
        MALI_INST_LINKING_LINKED,
    )
    .unwrap();
    let bytes = |linkage: &mali_inst_linkage| sizes(linkage).section_bytes;
    assert_eq!(bytes(&linkage), 4);
    let all = [
        capture(MALI_INST_CAPTURE_VARYING, 1, 0),
        capture(MALI_INST_CAPTURE_POSITION, 0, 0),
        capture(MALI_INST_CAPTURE_COMPONENT, 2, 1),
    ];
    // The coordinates have 16 bits each in memory, and 32 where they are captured.
    let (status, _, spans) = captures(&linkage, &all, MALI_INST_CAPTURE_MODE_INTERLEAVED);
    assert_eq!(status, MALI_INST_OK);
    let expected = [[0, 4, 0, 0], [1, 4, 0, 16], [2, 1, 0, 32]];
    assert_eq!(spans, expected);
    assert_eq!(bytes(&linkage), 4);
    let (_, _, spans) = captures(&linkage, &all, MALI_INST_CAPTURE_MODE_SEPARATE);
    let places: Vec<_> = spans.iter().map(|span| [span[2], span[3]]).collect();
    assert_eq!(places, [[0, 0], [1, 0], [2, 0]]);

    let element = mali_inst_capture {
        element: 1,
        ..capture(MALI_INST_CAPTURE_ELEMENT, 1, 0)
    };
    let refused = MALI_INST_ERROR_CAPTURE;
    for (wrong, status) in [
        (capture(MALI_INST_CAPTURE_VARYING, 3, 0), refused),
        (element, refused),
        (capture(MALI_INST_CAPTURE_COMPONENT, 1, 4), refused),
        (capture(7, 0, 0), MALI_INST_ERROR_VALUE),
    ] {
        let given = [all[1], wrong];
        let found = captures(&linkage, &given, MALI_INST_CAPTURE_MODE_SEPARATE);
        assert_eq!((found.0, found.1), (status, 1));
    }
    let (status, element, _) = captures(&linkage, &all, 2);
    assert_eq!((status, element), (MALI_INST_ERROR_VALUE, NONE));
}
