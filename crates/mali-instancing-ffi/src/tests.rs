//! What C gets is what the core makes, and what cannot be right gets a code. Miri runs these tests too.

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use mali_instancing::draw::{BufferRange, DrawCall, Source, VertexAttribute, VertexBuffer, write};
use mali_instancing::{Arch, Format, InputRate, Padding, Rounding};

use crate::attribute_buffer::*;
use crate::check::*;
use crate::decode::*;
use crate::draw::*;
use crate::format::*;
use crate::indices::*;
use crate::status::*;
use crate::terms::*;
use crate::vertex_input::*;

static TARGET: mali_target = mali_target {
    arch: MALI_ARCH_V7,
    padding: MALI_PADDING_HARDWARE,
    rounding: MALI_ROUNDING_ROUND_DOWN,
    table: 0,
    idvs: 0,
};
static CALL: mali_draw_call = mali_draw_call {
    vertices: 70,
    instances: 100,
    offset_start: 0,
    first_instance: 0,
    primitive_vertices: 0,
    any_instances: 0,
};
static BUFFERS: [mali_vertex_buffer; 2] = [
    mali_vertex_buffer {
        stride: 20,
        rate: MALI_RATE_VERTEX,
        divisor: 0,
        first_element: 0,
    },
    mali_vertex_buffer {
        stride: 64,
        rate: MALI_RATE_INSTANCE,
        divisor: 3,
        first_element: 0,
    },
];
static RANGES: [mali_buffer_range; 2] = [
    mali_buffer_range {
        address: 0x1000_0000,
        size: 1400,
    },
    mali_buffer_range {
        address: 0x2000_0010,
        size: 2176,
    },
];
static ATTRIBUTES: [mali_vertex_attribute; 2] = [
    mali_vertex_attribute {
        source: MALI_SOURCE_BUFFER,
        buffer: 0,
        format: MALI_FORMAT_R32G32B32_SFLOAT,
        offset: 0,
    },
    mali_vertex_attribute {
        source: MALI_SOURCE_BUFFER,
        buffer: 1,
        format: MALI_FORMAT_R32G32B32A32_SFLOAT,
        offset: 16,
    },
];

fn no_error() -> mali_error {
    mali_error {
        status: MALI_OK,
        work: 0,
        element: 0,
        text: [0; MALI_ERROR_TEXT_SIZE],
    }
}

fn text(bytes: &[core::ffi::c_char]) -> String {
    let bytes: Vec<u8> = bytes.iter().map(|byte| byte.to_ne_bytes()[0]).collect();
    CStr::from_bytes_until_nul(&bytes)
        .expect("a text ends")
        .to_str()
        .unwrap()
        .to_owned()
}

/// Fills an input, and answers the status, the input, the tables and the error's text.
fn input(
    target: &mali_target,
    buffers: &[mali_vertex_buffer],
    attributes: &[mali_vertex_attribute],
) -> (mali_status, Box<mali_vertex_input>, mali_tables, mali_error) {
    // SAFETY: it is a structure of integers.
    let mut input: Box<mali_vertex_input> = Box::new(unsafe { std::mem::zeroed() });
    let mut tables = mali_tables {
        buffer_words: 0,
        attribute_words: 0,
    };
    let mut error = no_error();
    // SAFETY: every pointer is a reference's, with its length.
    let status = unsafe {
        mali_vertex_input_init(
            &raw mut *input,
            target,
            buffers.as_ptr(),
            buffers.len(),
            attributes.as_ptr(),
            attributes.len(),
            &raw mut tables,
            &raw mut error,
        )
    };
    (status, input, tables, error)
}

fn draw(
    input: &mali_vertex_input,
    call: &mali_draw_call,
    ranges: &[mali_buffer_range],
    words: &mut [u32],
) -> (mali_status, mali_error) {
    let mut error = no_error();
    // SAFETY: every pointer is a reference's, with its length.
    let status = unsafe {
        mali_draw_write(
            input,
            call,
            ranges.as_ptr(),
            ranges.len(),
            words.as_mut_ptr(),
            words.len(),
            &raw mut error,
        )
    };
    (status, error)
}

#[test]
fn a_draw_has_the_words_of_the_core_on_every_architecture_under_every_rule() {
    for arch in Arch::ALL {
        for (padding, padding_number) in Padding::ALL.iter().zip(0..) {
            for (rounding, rounding_number) in Rounding::ALL.iter().zip(0..) {
                let call = DrawCall {
                    instances: Some(100),
                    offset_start: 5,
                    first_instance: 2,
                    padding: *padding,
                    rounding: *rounding,
                    ..DrawCall::new(*arch, 70)
                };
                let buffers = [
                    VertexBuffer::new(20, InputRate::Vertex),
                    VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
                ];
                let attributes = [
                    VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
                    VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 16),
                ];
                let ranges = [
                    BufferRange {
                        address: 0x1000_0000,
                        size: Some(1400),
                    },
                    BufferRange {
                        address: 0x2000_0010,
                        size: Some(2176),
                    },
                ];
                let mut expected = [0; 40];
                let tables = write(&call, &buffers, &attributes, &ranges, &mut expected).unwrap();

                let target = mali_target {
                    arch: arch.number().into(),
                    padding: padding_number,
                    rounding: rounding_number,
                    ..TARGET
                };
                let (status, input, lengths, _) = input(&target, &BUFFERS, &ATTRIBUTES);
                assert_eq!(status, MALI_OK);
                assert_eq!(lengths.buffer_words, tables.buffers.len());
                assert_eq!(lengths.attribute_words, tables.attributes.len());
                let mut words = vec![0xdead_beef; tables.attributes.end];
                let call = mali_draw_call {
                    offset_start: 5,
                    first_instance: 2,
                    ..CALL
                };
                assert_eq!(draw(&input, &call, &RANGES, &mut words).0, MALI_OK);
                assert_eq!(
                    words,
                    expected[..tables.attributes.end],
                    "{arch}, {padding}, {rounding}"
                );
            }
        }
    }
}

#[test]
fn vertex_and_instance_id_are_attributes_on_v5_only() {
    let ids = [
        mali_vertex_attribute {
            source: MALI_SOURCE_VERTEX_ID,
            format: MALI_FORMAT_R32_UINT,
            ..ATTRIBUTES[0]
        },
        mali_vertex_attribute {
            source: MALI_SOURCE_INSTANCE_ID,
            format: MALI_FORMAT_R32_UINT,
            ..ATTRIBUTES[0]
        },
    ];
    let (status, of_v5, _, _) = input(
        &mali_target {
            arch: MALI_ARCH_V5,
            ..TARGET
        },
        &[],
        &ids,
    );
    assert_eq!(status, MALI_OK);
    let attributes = [
        VertexAttribute {
            source: Source::VertexId,
            ..VertexAttribute::VERTEX_ID
        },
        VertexAttribute::INSTANCE_ID,
    ];
    let call = DrawCall {
        instances: Some(100),
        ..DrawCall::new(Arch::V5, 70)
    };
    let mut expected = [0; 12];
    write(&call, &[], &attributes, &[], &mut expected).unwrap();
    let mut words = [0; 12];
    assert_eq!(draw(&of_v5, &CALL, &[], &mut words).0, MALI_OK);
    assert_eq!(words, expected);

    let (_, of_v7, _, _) = input(&TARGET, &[], &ids);
    let (status, error) = draw(&of_v7, &CALL, &[], &mut words);
    assert_eq!((status, error.element), (MALI_ERROR_BUILT_IN_ID, 0));
}

#[test]
fn a_number_that_stands_for_nothing_is_an_error_that_names_it() {
    let status = |target, buffer, attribute| {
        let (status, _, _, error) =
            input(&target, &[BUFFERS[0], buffer], &[ATTRIBUTES[0], attribute]);
        assert_eq!(status, error.status);
        (status, error.element, text(&error.text))
    };
    let (buffer, attribute) = (BUFFERS[1], ATTRIBUTES[1]);
    for arch in [0, 3, 8, 15, u32::MAX] {
        let (status, element, text) = status(mali_target { arch, ..TARGET }, buffer, attribute);
        assert_eq!((status, element), (MALI_ERROR_VALUE, MALI_NO_ELEMENT));
        assert_eq!(
            text,
            format!("arch {arch} is not known: 4 to 7 and 9 to 14 are allowed")
        );
    }
    let wrong = [
        status(
            mali_target {
                padding: 3,
                ..TARGET
            },
            buffer,
            attribute,
        ),
        status(
            mali_target {
                rounding: 2,
                ..TARGET
            },
            buffer,
            attribute,
        ),
        status(TARGET, mali_vertex_buffer { rate: 3, ..buffer }, attribute),
        status(
            TARGET,
            buffer,
            mali_vertex_attribute {
                source: 3,
                ..attribute
            },
        ),
        status(
            TARGET,
            buffer,
            mali_vertex_attribute {
                format: 0,
                ..attribute
            },
        ),
        status(
            TARGET,
            buffer,
            mali_vertex_attribute {
                format: u32::MAX,
                ..attribute
            },
        ),
    ];
    assert!(wrong.iter().all(|(status, ..)| *status == MALI_ERROR_VALUE));
    assert_eq!(
        wrong[2].2,
        "rate 3 of element 1 is not known: MALI_RATE_*, 0 to 2, are allowed"
    );
    assert_eq!(
        wrong.map(|(_, element, _)| element),
        [MALI_NO_ELEMENT, MALI_NO_ELEMENT, 1, 1, 1, 1]
    );
    let zero = status(
        TARGET,
        mali_vertex_buffer {
            divisor: 0,
            ..buffer
        },
        attribute,
    );
    assert_eq!((zero.0, zero.1), (MALI_ERROR_ZERO_DIVISOR, 1));
}

#[test]
fn what_the_core_refuses_has_its_text_and_the_element() {
    let (_, filled, _, _) = input(&TARGET, &BUFFERS, &ATTRIBUTES);
    let mut words = [0; 24];
    let mut status = |call, ranges: &[mali_buffer_range], length: usize| {
        let (status, error) = draw(&filled, &call, ranges, &mut words[..length]);
        (status, error.element, text(&error.text))
    };
    let none = mali_draw_call {
        vertices: 0,
        ..CALL
    };
    assert_eq!(
        status(none, &RANGES, 24),
        (
            MALI_ERROR_VERTEX_COUNT,
            MALI_NO_ELEMENT,
            "0 vertices draw nothing: 1 to 3758096383 are allowed".to_owned()
        )
    );
    assert_eq!(
        status(
            mali_draw_call {
                instances: 0,
                ..CALL
            },
            &RANGES,
            24
        )
        .0,
        MALI_ERROR_INSTANCE_COUNT
    );
    let far = [
        RANGES[0],
        mali_buffer_range {
            address: 1 << 56,
            size: 64,
        },
    ];
    assert_eq!(
        (status(CALL, &far, 24).0, status(CALL, &far, 24).1),
        (MALI_ERROR_ADDRESS_RANGE, 1)
    );
    assert_eq!(status(CALL, &RANGES[..1], 24).0, MALI_ERROR_BUFFER_COUNT);
    assert_eq!(status(CALL, &RANGES, 23).0, MALI_ERROR_TOO_SHORT);
    assert_eq!(status(CALL, &RANGES, 24).0, MALI_OK);

    let (_, unknown, _, _) = input(&TARGET, &BUFFERS[..1], &ATTRIBUTES);
    let (status, error) = draw(&unknown, &CALL, &RANGES[..1], &mut words);
    assert_eq!((status, error.element), (MALI_ERROR_UNKNOWN_BUFFER, 1));
    let (status, _, _, error) = input(&TARGET, &[BUFFERS[0]; 33], &[]);
    assert_eq!(status, MALI_ERROR_TOO_MANY);
    assert_eq!(
        text(&error.text),
        "33 buffers are too many: at most 32 are allowed"
    );
}

#[test]
fn a_null_a_misaligned_and_an_uninitialised_pointer_are_errors() {
    let (_, filled, _, _) = input(&TARGET, &BUFFERS, &ATTRIBUTES);
    let mut words = [0_u32; 24];
    let mut error = no_error();
    let misaligned = std::ptr::without_provenance_mut(2);
    // SAFETY: it is a structure of integers.
    let zeros: mali_vertex_input = unsafe { std::mem::zeroed() };
    let mut status = |input, call, ranges, words, count| {
        // SAFETY: every pointer is null, misaligned, or a reference's with its length.
        unsafe { mali_draw_write(input, call, ranges, 2, words, count, &raw mut error) }
    };
    let (at, call, ranges) = (&raw const *filled, &raw const CALL, RANGES.as_ptr());
    let place = words.as_mut_ptr();
    assert_eq!(status(null(), call, ranges, place, 24), MALI_ERROR_NULL);
    assert_eq!(status(at, null(), ranges, place, 24), MALI_ERROR_NULL);
    assert_eq!(status(at, call, null(), place, 24), MALI_ERROR_NULL);
    assert_eq!(status(at, call, ranges, null_mut(), 24), MALI_ERROR_NULL);
    assert_eq!(
        status(at, call, ranges, misaligned, 24),
        MALI_ERROR_MISALIGNED
    );
    assert_eq!(
        status(&raw const zeros, call, ranges, place, 24),
        MALI_ERROR_UNINITIALISED
    );
    assert_eq!(status(at, call, ranges, place, 24), MALI_OK);
    // SAFETY: null is answered; that nobody asks for the error is right.
    let unasked = unsafe { mali_draw_write(null(), null(), null(), 0, null_mut(), 0, null_mut()) };
    assert_eq!(unasked, MALI_ERROR_NULL);

    let mut found = 0;
    // SAFETY: a length that no memory has is answered before it is followed.
    let endless = unsafe {
        mali_decode(
            MALI_ARCH_V7,
            MALI_KIND_BUFFERS,
            words.as_ptr(),
            usize::MAX,
            null_mut(),
            0,
            &raw mut found,
            null_mut(),
        )
    };
    assert_eq!(endless, MALI_ERROR_TOO_MANY);
}

#[test]
fn a_record_of_counts_and_the_words_of_a_job_are_the_golden_ones() {
    let (mut words, mut error) = ([0; 8], no_error());
    let range = mali_buffer_range {
        address: 0x12_0000_0040,
        size: 6400,
    };
    // SAFETY: every pointer is a reference's.
    let status = unsafe {
        mali_attribute_buffer_pack(
            &raw const TARGET,
            &raw const CALL,
            &raw const BUFFERS[1],
            &raw const range,
            words.as_mut_ptr(),
            &raw mut error,
        )
    };
    assert_eq!(status, MALI_OK);
    assert_eq!(
        words,
        [0x44, 0x2700_0012, 64, 6400, 0x20, 0x17b4_25ed, 0, 3]
    );

    let call = mali_draw_call {
        vertices: 22,
        instances: 905,
        ..CALL
    };
    let mut job = mali_job_words {
        has_draw: 0,
        draw: [0; 2],
        has_invocation: 0,
        invocation: [0; 2],
    };
    // SAFETY: every pointer is a reference's.
    let status = unsafe {
        mali_draw_job_words(&raw const TARGET, &raw const call, &raw mut job, null_mut())
    };
    assert_eq!((status, job.has_draw, job.has_invocation), (MALI_OK, 1, 1));
    assert_eq!(job.invocation, [0x7115, 0x2140_0000]);

    let (mut padded, of_v9) = (
        0,
        mali_target {
            arch: MALI_ARCH_V9,
            ..TARGET
        },
    );
    // SAFETY: every pointer is a reference's.
    let status = unsafe {
        mali_padded_vertices(
            &raw const TARGET,
            &raw const CALL,
            &raw mut padded,
            null_mut(),
        )
    };
    assert_eq!((status, padded), (MALI_OK, 72));
    // SAFETY: every pointer is a reference's.
    let status =
        unsafe { mali_draw_job_words(&raw const of_v9, &raw const call, &raw mut job, null_mut()) };
    assert_eq!((status, job.has_draw, job.has_invocation), (MALI_OK, 0, 0));
}

#[test]
fn words_of_any_kind_are_decoded_or_refused() {
    // SAFETY: it is a structure of integers.
    let mut records: [mali_record; 4] = unsafe { std::mem::zeroed() };
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
        mali_decode(
            MALI_ARCH_V7,
            MALI_KIND_BUFFERS,
            words.as_ptr(),
            words.len(),
            records.as_mut_ptr(),
            records.len(),
            &raw mut found,
            null_mut(),
        )
    };
    assert_eq!((status, found), (MALI_OK, 3));
    assert_eq!(
        (records[0].record_type, records[0].length),
        (MALI_RECORD_ATTRIBUTE_BUFFER, 8)
    );
    assert_eq!(
        text(&records[0].text),
        "type 4 (other divisor), pointer 0x0, divisor R 7, divisor E 1, stride 64 bytes, size 6400 bytes, \
         type 0x20 (continuation), divisor D 0x17b425ed, divisor 3"
    );
    assert_eq!((records[1].status, records[1].word), (MALI_ERROR_DECODE, 8));
    assert!(text(&records[1].text).starts_with("word 8: 0x00000009 has no type known here"));
    assert_eq!(
        (records[2].status, records[2].word),
        (MALI_ERROR_DECODE, 13)
    );

    // SAFETY: it is a structure of integers.
    let mut fields: [mali_field; 3] = unsafe { std::mem::zeroed() };
    let mut error = no_error();
    let mut fields_at = |word| {
        // SAFETY: every pointer is a reference's, with its length.
        unsafe {
            mali_decode_fields(
                MALI_ARCH_V7,
                MALI_KIND_BUFFERS,
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
    assert_eq!(fields_at(1), MALI_ERROR_NO_RECORD);
    assert_eq!(fields_at(0), MALI_OK);
    assert_eq!(found, 9);
    assert_eq!(
        (text(&fields[2].name), fields[2].value),
        ("divisor R".to_owned(), 7)
    );
    assert_eq!(
        (fields[2].start, fields[2].width, fields[2].kind),
        (56, 5, MALI_FIELD_NUMBER)
    );
}

#[test]
fn every_record_of_a_tests_draw_has_room_for_its_text() {
    let (_, filled, tables, _) = input(
        &mali_target {
            arch: MALI_ARCH_V11,
            ..TARGET
        },
        &BUFFERS,
        &ATTRIBUTES,
    );
    let mut words = [0; 32];
    assert_eq!(draw(&filled, &CALL, &RANGES, &mut words).0, MALI_OK);
    let (buffers, attributes) = words.split_at(tables.buffer_words);
    for (kind, words) in [
        (MALI_KIND_BUFFERS, buffers),
        (MALI_KIND_ATTRIBUTES, attributes),
    ] {
        // SAFETY: it is a structure of integers.
        let mut records: [mali_record; 2] = unsafe { std::mem::zeroed() };
        let mut found = 0;
        // SAFETY: every pointer is a reference's, with its length.
        let status = unsafe {
            mali_decode(
                MALI_ARCH_V11,
                kind,
                words.as_ptr(),
                words.len(),
                records.as_mut_ptr(),
                2,
                &raw mut found,
                null_mut(),
            )
        };
        assert_eq!((status, found), (MALI_OK, 2));
        assert!(
            records
                .iter()
                .all(|record| text(&record.text).len() < MALI_RECORD_TEXT_SIZE - 1)
        );
    }
}

#[test]
fn a_stale_modulus_is_found_with_its_rule_and_what_should_stand_there() {
    let (_, filled, tables, _) = input(&TARGET, &BUFFERS, &ATTRIBUTES);
    let mut words = [0; 24];
    assert_eq!(draw(&filled, &CALL, &RANGES, &mut words).0, MALI_OK);
    let (buffers, attributes) = words.split_at(tables.buffer_words);
    // The same tables in a draw of 80 vertices, which are padded to 96.
    let call = mali_draw_call {
        vertices: 80,
        ..CALL
    };
    let mut job = mali_job_words {
        has_draw: 0,
        draw: [0; 2],
        has_invocation: 0,
        invocation: [0; 2],
    };
    // SAFETY: every pointer is a reference's.
    unsafe { mali_draw_job_words(&raw const TARGET, &raw const call, &raw mut job, null_mut()) };
    let rates = [
        mali_known_rate {
            known: 1,
            rate: MALI_RATE_VERTEX,
            divisor: 0,
        },
        mali_known_rate {
            known: 0,
            rate: 9,
            divisor: 9,
        },
    ];
    let state = mali_draw_state {
        buffers: buffers.as_ptr(),
        buffer_words: buffers.len(),
        attributes: attributes.as_ptr(),
        attribute_words: attributes.len(),
        draw: job.draw.as_ptr(),
        invocation: job.invocation.as_ptr(),
        primitive: null(),
        counts: null(),
        table: null(),
        read_attributes: null(),
        rates: rates.as_ptr(),
        rate_count: rates.len(),
        first_instance: null(),
        base_vertex: null(),
        index_bounds: null(),
        arch: MALI_ARCH_V7,
    };
    // SAFETY: it is a structure of integers.
    let mut findings: [mali_finding; 1] = unsafe { std::mem::zeroed() };
    let (mut found, mut unchecked) = (0, 0);
    let mut judge = |state: &mali_draw_state| {
        // SAFETY: every pointer is null or a reference's, with its length.
        unsafe {
            mali_check(
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
        judge(&mali_draw_state {
            rates: null(),
            ..state
        }),
        MALI_ERROR_NULL
    );
    assert_eq!(
        judge(&mali_draw_state { arch: 8, ..state }),
        MALI_ERROR_VALUE
    );
    assert_eq!(judge(&state), MALI_OK);
    assert!(found >= 1);
    let finding = &findings[0];
    assert_eq!(
        (finding.rule, finding.part, finding.word),
        (MALI_RULE_MODULUS, MALI_PART_BUFFERS, 1)
    );
    assert_eq!((finding.is_error, finding.attribute), (1, 0));
    assert_eq!(
        (finding.found, finding.expectation, finding.expected),
        (3, MALI_EXPECTED_VALUE, 5)
    );
    assert_eq!(finding.evidence_kind, MALI_EVIDENCE_PADDED_VERTICES);
    assert_eq!(finding.evidence, [72, 96, 0]);
    assert_eq!(
        text(&finding.text),
        "modulus: buffers, word 1, divisor R: 0x3 should be 0x5"
    );
    assert_ne!(unchecked & 1 << MALI_RULE_MISSING_ATTRIBUTE, 0);
}

#[test]
fn a_text_is_cut_off_at_a_character_and_always_ends() {
    let mut short = [1; 8];
    // SAFETY: every pointer is a reference's, with its length.
    let status = unsafe { mali_rule_text(MALI_RULE_MODULUS, short.as_mut_ptr(), 8, null_mut()) };
    assert_eq!((status, text(&short)), (MALI_OK, "modulus".to_owned()));
    // SAFETY: there is no byte to write.
    let none = unsafe { mali_rule_text(MALI_RULE_MODULUS, null_mut(), 0, null_mut()) };
    assert_eq!(none, MALI_OK);
    // SAFETY: the number of the rule is answered first.
    let unknown = unsafe { mali_rule_text(26, null_mut(), 0, null_mut()) };
    assert_eq!(unknown, MALI_ERROR_VALUE);
    let mut place = [1; 4];
    crate::text::write(&mut place, "aé·");
    assert_eq!(text(&place), "aé");
}

#[test]
fn an_indexed_draw_shades_from_its_smallest_index_to_its_largest() {
    let indices = [7_u16, 3, 0xffff, 9];
    let mut draw = mali_indexed_draw {
        vertices: 0,
        offset_start: 0,
        base_vertex_offset: 0,
    };
    let restart = 0xffff;
    let mut vertices = |indices: &[u16], size, base_vertex| {
        // SAFETY: every pointer is a reference's, with its length.
        unsafe {
            mali_indexed_vertices(
                indices.as_ptr().cast(),
                size,
                indices.len(),
                &raw const restart,
                base_vertex,
                &raw mut draw,
                null_mut(),
            )
        }
    };
    assert_eq!(vertices(&indices, 3, 0), MALI_ERROR_VALUE);
    assert_eq!(vertices(&indices[2..3], 2, 0), MALI_ERROR_NO_INDICES);
    assert_eq!(vertices(&indices, 2, -4), MALI_ERROR_BASE_VERTEX);
    assert_eq!(vertices(&indices, 2, 100), MALI_OK);
    assert_eq!(
        (draw.vertices, draw.offset_start, draw.base_vertex_offset),
        (7, 103, -3)
    );

    let mut arch = 0;
    // SAFETY: every pointer is a reference's.
    let status = unsafe { mali_arch_from_gpu_id(0x7212, &raw mut arch, null_mut()) };
    assert_eq!((status, arch), (MALI_OK, MALI_ARCH_V7));
    // SAFETY: every pointer is a reference's.
    let status = unsafe { mali_arch_from_gpu_id(0x8000, &raw mut arch, null_mut()) };
    assert_eq!(status, MALI_ERROR_GPU_ID);
}
