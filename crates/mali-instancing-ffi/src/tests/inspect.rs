//! Decoding words, and checking whether those of a draw belong together.

use super::*;
use crate::inspect::check::*;
use crate::inspect::decode::*;

#[test]
fn words_of_any_kind_are_decoded_or_refused() {
    // SAFETY: it is a structure of integers.
    let mut descriptors: [mali_inst_descriptor; 4] = unsafe { std::mem::zeroed() };
    let words = [
        4,
        0x2700_0000,
        64,
        6400,
        0x20,
        0x17b4_25ed,
        0,
        3,
        9,
        0,
        0,
        0,
        1,
    ];
    let mut found = 0;
    // SAFETY: every pointer is a reference's, with its length.
    let status = unsafe {
        mali_inst_decode(
            MALI_INST_ARCH_V7,
            MALI_INST_KIND_BUFFERS,
            words.as_ptr(),
            words.len(),
            descriptors.as_mut_ptr(),
            descriptors.len(),
            &raw mut found,
            null_mut(),
        )
    };
    assert_eq!((status, found), (MALI_INST_OK, 3));
    assert_eq!(
        (descriptors[0].descriptor_type, descriptors[0].length),
        (MALI_INST_DESCRIPTOR_ATTRIBUTE_BUFFER, 8)
    );
    assert_eq!(
        text(&descriptors[0].text),
        "type 4 (npot-divisor), pointer 0x0, divisor R 7, divisor E 1, stride 64 bytes, size 6400 bytes, \
         type 0x20 (continuation), divisor D 0x17b425ed, divisor 3"
    );
    assert_eq!(
        (descriptors[1].status, descriptors[1].word),
        (MALI_INST_ERROR_DECODE, 8)
    );
    assert!(text(&descriptors[1].text).starts_with("word 8: 0x00000009 has no type known here"));
    assert_eq!(
        (descriptors[2].status, descriptors[2].word),
        (MALI_INST_ERROR_DECODE, 13)
    );

    // SAFETY: it is a structure of integers.
    let mut fields: [mali_inst_field; 3] = unsafe { std::mem::zeroed() };
    let mut error = no_error();
    let mut fields_at = |word| {
        // SAFETY: every pointer is a reference's, with its length.
        unsafe {
            mali_inst_decode_fields(
                MALI_INST_ARCH_V7,
                MALI_INST_KIND_BUFFERS,
                words.as_ptr(),
                words.len(),
                word,
                fields.as_mut_ptr(),
                fields.len(),
                &raw mut found,
                &raw mut error,
            )
        }
    };
    assert_eq!(fields_at(1), MALI_INST_ERROR_NO_DESCRIPTOR);
    assert_eq!(fields_at(0), MALI_INST_OK);
    assert_eq!(found, 9);
    assert_eq!(
        (text(&fields[2].name), fields[2].value),
        ("divisor R".to_owned(), 7)
    );
    assert_eq!(
        (fields[2].start, fields[2].width, fields[2].kind),
        (56, 5, MALI_INST_FIELD_NUMBER)
    );
}

#[test]
fn every_descriptor_of_a_tests_draw_has_room_for_its_text() {
    let (_, filled, tables, _) = input(
        &mali_inst_target {
            arch: MALI_INST_ARCH_V11,
            ..TARGET
        },
        &BUFFERS,
        &ATTRIBUTES,
    );
    let mut words = [0; 32];
    assert_eq!(draw(&filled, &CALL, &RANGES, &mut words).0, MALI_INST_OK);
    let (buffers, attributes) = words.split_at(tables.buffer_words as usize);
    for (kind, words) in [
        (MALI_INST_KIND_BUFFERS, buffers),
        (MALI_INST_KIND_ATTRIBUTES, attributes),
    ] {
        // SAFETY: it is a structure of integers.
        let mut descriptors: [mali_inst_descriptor; 2] = unsafe { std::mem::zeroed() };
        let mut found = 0;
        // SAFETY: every pointer is a reference's, with its length.
        let status = unsafe {
            mali_inst_decode(
                MALI_INST_ARCH_V11,
                kind,
                words.as_ptr(),
                words.len(),
                descriptors.as_mut_ptr(),
                2,
                &raw mut found,
                null_mut(),
            )
        };
        assert_eq!((status, found), (MALI_INST_OK, 2));
        assert!(
            descriptors
                .iter()
                .all(|descriptor| text(&descriptor.text).len() < MALI_INST_DESCRIPTOR_TEXT_SIZE - 1)
        );
    }
}

#[test]
fn a_stale_modulus_is_found_with_its_rule_and_what_should_stand_there() {
    let (_, filled, tables, _) = input(&TARGET, &BUFFERS, &ATTRIBUTES);
    let mut words = [0; 24];
    assert_eq!(draw(&filled, &CALL, &RANGES, &mut words).0, MALI_INST_OK);
    let (buffers, attributes) = words.split_at(tables.buffer_words as usize);
    // The same tables in a draw of 80 vertices, which are padded to 96.
    let call = mali_inst_draw_call {
        vertices: 80,
        ..CALL
    };
    let mut job = NO_JOB;
    // SAFETY: every pointer is a reference's.
    unsafe {
        mali_inst_draw_job_words(&raw const TARGET, &raw const call, &raw mut job, null_mut())
    };
    let rates = [
        mali_inst_known_rate {
            known: 1,
            rate: MALI_INST_RATE_VERTEX,
            divisor: 0,
            reserved: [0; 1],
        },
        mali_inst_known_rate {
            known: 0,
            rate: 9,
            divisor: 9,
            reserved: [0; 1],
        },
    ];
    let state = mali_inst_draw_state {
        rates: rates.as_ptr(),
        rate_count: rates.len(),
        ..state_of(buffers, attributes, &job)
    };
    // SAFETY: it is a structure of integers.
    let mut findings: [mali_inst_finding; 1] = unsafe { std::mem::zeroed() };
    let (mut found, mut unchecked) = (0, 0_u64);
    let mut check = |state: &mali_inst_draw_state| {
        // SAFETY: every pointer is null or a reference's, with its length.
        unsafe {
            mali_inst_check(
                state,
                findings.as_mut_ptr(),
                findings.len(),
                &raw mut found,
                &raw mut unchecked,
                null_mut(),
            )
        }
    };
    assert_eq!(
        check(&mali_inst_draw_state {
            rates: null(),
            ..state
        }),
        MALI_INST_ERROR_NULL
    );
    assert_eq!(
        check(&mali_inst_draw_state { arch: 8, ..state }),
        MALI_INST_ERROR_VALUE
    );
    assert_eq!(check(&state), MALI_INST_OK);
    assert!(found >= 1);
    let finding = &findings[0];
    assert_eq!(
        (finding.rule, finding.table, finding.word),
        (MALI_INST_RULE_NEAREST_DRAW, MALI_INST_TABLE_BUFFERS, 1)
    );
    assert_eq!((finding.is_error, finding.attribute), (1, 0));
    assert_eq!(
        (finding.found, finding.expectation, finding.expected),
        (3, MALI_INST_EXPECTED_VALUE, 5)
    );
    assert_eq!(finding.detail_kind, MALI_INST_DETAIL_NEAREST_DRAW);
    // 96 threads an instance, per vertex, and threads read other elements.
    assert_eq!(finding.detail, [96, -1, 1]);
    assert_eq!(finding.alternative, 0);
    assert_eq!(
        text(&finding.text),
        "nearest-draw: buffers, word 1, divisor R: 0x3 should be 0x5"
    );
    assert_ne!(unchecked & 1 << MALI_INST_RULE_MISSING_ATTRIBUTE, 0);
}

#[test]
fn a_text_is_cut_off_at_a_character_and_always_ends() {
    let mut short = [1; 8];
    // SAFETY: every pointer is a reference's, with its length.
    let status = unsafe {
        mali_inst_rule_text(
            MALI_INST_RULE_NEAREST_DRAW,
            short.as_mut_ptr(),
            8,
            null_mut(),
        )
    };
    assert_eq!((status, text(&short)), (MALI_INST_OK, "nearest".to_owned()));
    // SAFETY: there is no byte to write.
    let none =
        unsafe { mali_inst_rule_text(MALI_INST_RULE_NEAREST_DRAW, null_mut(), 0, null_mut()) };
    assert_eq!(none, MALI_INST_OK);
    // SAFETY: the number of the rule is an error first.
    let unknown = unsafe { mali_inst_rule_text(u32::MAX, null_mut(), 0, null_mut()) };
    assert_eq!(unknown, MALI_INST_ERROR_VALUE);
    let mut place = [1; 4];
    crate::abi::text::write(&mut place, "aé·");
    assert_eq!(text(&place), "aé");
}
