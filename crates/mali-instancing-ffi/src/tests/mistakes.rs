//! Mistakes: each has a code, a text with its numbers, and the element that is meant.

use super::*;
use crate::abi::version::mali_inst_version;
use crate::inspect::check::*;
use crate::inspect::decode::*;

#[test]
fn a_number_that_stands_for_nothing_is_an_error_that_names_it() {
    let status = |target, buffer, attribute| {
        let (status, _, _, error) =
            input(&target, &[BUFFERS[0], buffer], &[ATTRIBUTES[0], attribute]);
        assert_eq!(status, error.status);
        (status, error.element, text(&error.text))
    };
    let (buffer, attribute) = (BUFFERS[1], ATTRIBUTES[1]);
    for arch in [0, 3, 8, 16, u32::MAX] {
        let (status, element, text) =
            status(mali_inst_target { arch, ..TARGET }, buffer, attribute);
        assert_eq!(
            (status, element),
            (MALI_INST_ERROR_VALUE, MALI_INST_NO_ELEMENT)
        );
        assert_eq!(
            text,
            format!("arch {arch} is not known: 4 to 7 and 9 to 15 are allowed")
        );
    }
    let wrong = [
        status(
            mali_inst_target {
                padding: 0,
                ..TARGET
            },
            buffer,
            attribute,
        ),
        status(
            mali_inst_target {
                rounding: 2,
                ..TARGET
            },
            buffer,
            attribute,
        ),
        status(
            TARGET,
            mali_inst_vertex_buffer { rate: 3, ..buffer },
            attribute,
        ),
        status(
            TARGET,
            buffer,
            mali_inst_vertex_attribute {
                source: 3,
                ..attribute
            },
        ),
        status(
            TARGET,
            buffer,
            mali_inst_vertex_attribute {
                format: 0,
                ..attribute
            },
        ),
        status(
            TARGET,
            buffer,
            mali_inst_vertex_attribute {
                format: u32::MAX,
                ..attribute
            },
        ),
    ];
    assert!(
        wrong
            .iter()
            .all(|(status, ..)| *status == MALI_INST_ERROR_VALUE)
    );
    assert_eq!(
        wrong[2].2,
        "rate 3 of element 1 is not known: MALI_INST_RATE_*, 0 to 2, are allowed"
    );
    assert_eq!(
        wrong.map(|(_, element, _)| element),
        [MALI_INST_NO_ELEMENT, MALI_INST_NO_ELEMENT, 1, 1, 1, 1]
    );
    let zero = status(
        TARGET,
        mali_inst_vertex_buffer {
            divisor: 0,
            ..buffer
        },
        attribute,
    );
    assert_eq!((zero.0, zero.1), (MALI_INST_ERROR_ZERO_DIVISOR, 1));
}

#[test]
fn what_the_core_refuses_has_its_text_and_the_element() {
    let (_, filled, _, _) = input(&TARGET, &BUFFERS, &ATTRIBUTES);
    let mut words = [0; 24];
    let mut status = |call, ranges: &[mali_inst_buffer_range], length: usize| {
        let (status, error) = draw(&filled, &call, ranges, &mut words[..length]);
        (status, error.element, text(&error.text))
    };
    let none = mali_inst_draw_call {
        vertices: 0,
        ..CALL
    };
    assert_eq!(
        status(none, &RANGES, 24),
        (
            MALI_INST_ERROR_VERTEX_COUNT,
            MALI_INST_NO_ELEMENT,
            "0 vertices draw nothing: 1 to 3758096383 are allowed".to_owned()
        )
    );
    let far = [
        RANGES[0],
        mali_inst_buffer_range {
            address: 1 << 56,
            size: 64,
            ..RANGES[0]
        },
    ];
    assert_eq!(
        (status(CALL, &far, 24).0, status(CALL, &far, 24).1),
        (MALI_INST_ERROR_ADDRESS_RANGE, 1)
    );
    assert_eq!(
        status(CALL, &RANGES[..1], 24).0,
        MALI_INST_ERROR_BUFFER_COUNT
    );
    assert_eq!(
        status(CALL, &RANGES, 23).0,
        MALI_INST_ERROR_OUTPUT_TOO_SMALL
    );
    assert_eq!(status(CALL, &RANGES, 24).0, MALI_INST_OK);

    let (status, _, _, error) = input(&TARGET, &BUFFERS[..1], &ATTRIBUTES);
    assert_eq!((status, error.element), (MALI_INST_ERROR_UNKNOWN_BUFFER, 1));
    let (status, _, _, error) = input(&TARGET, &[BUFFERS[0]; 33], &[]);
    assert_eq!(status, MALI_INST_ERROR_TOO_MANY);
    assert_eq!(
        text(&error.text),
        "33 buffers are too many: at most 32 are allowed"
    );
}

#[test]
fn words_that_are_no_pipeline_are_an_error() {
    let (_, constant, ..) = input(&TARGET, &BUFFERS[..1], &[]);
    let mut words = [0; 12];
    let mut status = |constant: &[u32], ranges: &[_]| {
        let (status, error) = draw(constant, &CALL, ranges, &mut words);
        (status, text(&error.text))
    };
    let ranges = &RANGES[..1];
    assert_eq!(status(&constant, ranges).0, MALI_INST_OK);
    let refused = "input is not the words of a pipeline that this version of mali-instancing made";
    let mut other_version = constant.clone();
    other_version[0] ^= 1 << 24;
    let last = constant.len() - 1;
    for constant in [
        &[][..],
        &[0; 64],
        &constant[1..],
        &constant[..last],
        &other_version,
    ] {
        let expected = (MALI_INST_ERROR_UNINITIALISED, refused.to_owned());
        assert_eq!(status(constant, ranges), expected);
    }
    assert_eq!(status(&constant, &RANGES).0, MALI_INST_ERROR_BUFFER_COUNT);
}

#[test]
fn damaged_words_of_a_pipeline_write_no_word_past_the_end() {
    let mut random = 0x2545_f491_u32;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        random
    };
    let mut drawn = 0;
    for round in 0..if cfg!(miri) { 20 } else { 20_000 } {
        let target = mali_inst_target {
            arch: [4, 5, 6, 7, 9, 10, 11, 12, 13, 14][round % 10],
            bound_strides: next() % 2,
            ..TARGET
        };
        let (status, mut constant, ..) = input(&target, &BUFFERS, &ATTRIBUTES);
        assert_eq!(status, MALI_INST_OK);
        for _ in 0..=next() % 4 {
            let word = next() as usize % constant.len();
            constant[word] ^= match next() % 3 {
                0 => 1 << (next() % 32),
                1 => next(),
                _ => !constant[word],
            };
        }
        let call = mali_inst_draw_call {
            first_vertex: next() % 8,
            first_instance: next() % 8,
            ..CALL
        };
        let mut words = [0x5a5a_5a5a; 65];
        let (status, tables, _) = draw_from(
            &constant,
            &call,
            &RANGES,
            &[next() % 3, 0],
            &mut words[..64],
        );
        assert_eq!(words[64], 0x5a5a_5a5a);
        if status == MALI_INST_OK {
            assert!(words_of(&tables) <= 64);
            drawn += 1;
        }
    }
    assert!(drawn > 0);
}

#[test]
fn a_null_and_a_misaligned_pointer_are_errors() {
    let (_, filled, _, _) = input(&TARGET, &BUFFERS, &ATTRIBUTES);
    let mut words = [0_u32; 24];
    let mut error = no_error();
    let misaligned = std::ptr::without_provenance_mut::<u32>(2);
    let draw = mali_inst_draw {
        input: filled.as_ptr(),
        input_words: filled.len(),
        ranges: RANGES.as_ptr(),
        first_elements: null(),
        range_count: 2,
        words: words.as_mut_ptr(),
        word_count: 24,
        call: CALL,
        reserved: [0; 2],
    };
    let mut status_at = |draw: *const mali_inst_draw| {
        // SAFETY: every pointer is null, misaligned, or a reference's with its length.
        let tables = unsafe { mali_inst_draw_write(draw) };
        // SAFETY: the same, with a reference's.
        let status = unsafe { mali_inst_draw_error(draw, &raw mut error) };
        assert_eq!(tables.is_written == 1, status == MALI_INST_OK);
        status
    };
    assert_eq!(status_at(null()), MALI_INST_ERROR_NULL);
    let misaligned_draw = std::ptr::without_provenance(4);
    assert_eq!(status_at(misaligned_draw), MALI_INST_ERROR_MISALIGNED);
    let mut status = |draw: mali_inst_draw| status_at(&raw const draw);
    assert_eq!(status(draw), MALI_INST_OK);
    for wrong in [
        mali_inst_draw {
            input: null(),
            ..draw
        },
        mali_inst_draw {
            ranges: null(),
            ..draw
        },
        mali_inst_draw {
            words: null_mut(),
            ..draw
        },
    ] {
        assert_eq!(status(wrong), MALI_INST_ERROR_NULL);
    }
    for wrong in [
        mali_inst_draw {
            input: misaligned,
            ..draw
        },
        mali_inst_draw {
            ranges: misaligned.cast(),
            ..draw
        },
        mali_inst_draw {
            first_elements: misaligned,
            ..draw
        },
        mali_inst_draw {
            words: misaligned,
            ..draw
        },
    ] {
        assert_eq!(status(wrong), MALI_INST_ERROR_MISALIGNED);
    }
    for reserved in [[1, 0], [0, 1 << 63]] {
        assert_eq!(
            status(mali_inst_draw { reserved, ..draw }),
            MALI_INST_ERROR_UNKNOWN_FIELD
        );
    }
    assert_eq!(status(draw), MALI_INST_OK);
    // SAFETY: null is an error, and a null `error` is allowed.
    let unasked = unsafe { mali_inst_draw_error(null(), null_mut()) };
    assert_eq!(unasked, MALI_INST_ERROR_NULL);

    let mut found = 0;
    // SAFETY: a length that no memory has is an error before it is followed.
    let endless = unsafe {
        mali_inst_decode(
            MALI_INST_ARCH_V7,
            MALI_INST_KIND_BUFFERS,
            words.as_ptr(),
            usize::MAX,
            null_mut(),
            0,
            &raw mut found,
            null_mut(),
        )
    };
    assert_eq!(endless, MALI_INST_ERROR_TOO_MANY);
}

/// In the library a panic would never end; here it ends the test.
#[test]
#[cfg_attr(
    miri,
    ignore = "it takes minutes, and hands over no pointer that other tests do not"
)]
fn numbers_at_their_limits_are_answered() {
    let limits = [0, 1, 2, 1 << 31, u32::MAX];
    let mut words = [0; 64];
    for number in 0..5_usize.pow(6) {
        let limit = |place: u32| limits[number / 5_usize.pow(place) % 5];
        if number % 13 != 0 {
            continue;
        }
        let arch = [4, 5, 6, 7, 9, 10, 14][number % 7];
        let target = mali_inst_target {
            arch,
            padding: 1 + limit(0) % 3,
            rounding: limit(1) % 2,
            resource_table: limit(2),
            idvs: limit(3) % 2,
            layout: limit(4) % 2,
            reserved_buffers: limit(5) % 3,
            reserved_attributes: limit(0) % 3,
            bound_strides: limit(0) % 2,
            unaligned: limit(1) % 2,
            reserved: [0; 4],
        };
        let buffer = mali_inst_vertex_buffer {
            stride: limit(4),
            rate: limit(5) % 3,
            divisor: limit(0).max(1),
            reserved: [0; 5],
        };
        let attribute = mali_inst_vertex_attribute {
            offset: limit(2),
            ..ATTRIBUTES[0]
        };
        let call = mali_inst_draw_call {
            vertices: limit(3),
            instances: limit(4),
            first_vertex: limit(5),
            first_instance: limit(0),
            primitive_vertices: limit(1),
            any_instances: limit(2) % 2,
            padded_vertices: limit(1) / 2,
            reserved: [0; 3],
        };
        let range = mali_inst_buffer_range {
            address: u64::from(limit(3)) << (limit(4) % 33),
            size: limit(5),
            stride: limit(1),
        };
        let (status, filled, tables, _) = input(&target, &[buffer], &[attribute]);
        let has_table = arch < 9 || target.resource_table < 64;
        let has_idvs = target.idvs == 0 || arch >= 6;
        let has_unaligned = target.unaligned == 0 || arch <= 5;
        // The attribute is one of 32-bit floats.
        let is_aligned = target.unaligned != 0
            || attribute.offset % 4 == 0 && (buffer.stride % 4 == 0 || target.bound_strides != 0);
        let length = match status {
            MALI_INST_OK => words_of(&tables),
            MALI_INST_ERROR_TABLE | MALI_INST_ERROR_UNUSED | MALI_INST_ERROR_ELEMENT_ALIGNMENT => 0,
            status => {
                assert_eq!(status, MALI_INST_ERROR_IDVS_ARCH);
                0
            }
        };
        assert_eq!(
            status == MALI_INST_OK,
            has_table && has_idvs && has_unaligned && is_aligned
        );
        draw(&filled, &call, &[range], &mut words[..length]);
        let mut job = NO_JOB;
        let (target, call) = (&raw const target, &raw const call);
        let (bounds, base, first) = (
            [limit(4), limit(5)],
            i32::from_ne_bytes(limit(2).to_ne_bytes()),
            limit(1),
        );
        // SAFETY: every pointer is a reference's, with its length.
        unsafe { mali_inst_draw_job_words(target, call, &raw mut job, null_mut()) };
        let (buffers, attributes) = words[..length].split_at(tables.buffer_words as usize);
        let state = mali_inst_draw_state {
            first_instance: &raw const first,
            base_vertex: &raw const base,
            index_bounds: bounds.as_ptr(),
            arch,
            ..state_of(buffers, attributes, &job)
        };
        let mut found = 0;
        // SAFETY: every pointer is null, or a reference's with its length.
        let status = unsafe {
            mali_inst_check(
                &raw const state,
                null_mut(),
                0,
                &raw mut found,
                null_mut(),
                null_mut(),
            )
        };
        assert_eq!(status, MALI_INST_OK);
    }
}

#[test]
fn a_pipeline_takes_the_words_that_the_library_says() {
    for (arch, buffers, attributes, words) in [(7, 2, 2, 48), (9, 2, 2, 40), (4, 0, 0, 8)] {
        let target = mali_inst_target { arch, ..TARGET };
        let (buffers, attributes) = (&BUFFERS[..buffers], &ATTRIBUTES[..attributes]);
        let needed = mali_inst_vertex_input_words(arch, buffers.len(), attributes.len());
        assert_eq!(needed, words);
        assert_eq!(input(&target, buffers, attributes).0, MALI_INST_OK);
        let (status, _, _, error) = input_of(&target, buffers, attributes, needed - 1);
        assert_eq!(status, MALI_INST_ERROR_OUTPUT_TOO_SMALL);
        let given = words - 1;
        assert_eq!(
            text(&error.text),
            format!("{given} words are too few for the tables: {words} are needed")
        );
    }
    for (arch, buffers, attributes) in [(8, 1, 1), (7, 33, 1), (7, 1, 33), (9, usize::MAX, 0)] {
        assert_eq!(mali_inst_vertex_input_words(arch, buffers, attributes), 0);
    }
}

#[test]
fn a_field_of_a_later_version_is_an_error_that_names_the_structure() {
    let (_, filled, _, _) = input(&TARGET, &BUFFERS, &ATTRIBUTES);
    let call = mali_inst_draw_call {
        reserved: [0, 0, 1],
        ..CALL
    };
    let (status, error) = draw(&filled, &call, &RANGES, &mut [0; 24]);
    assert_eq!(status, MALI_INST_ERROR_UNKNOWN_FIELD);
    assert_eq!(
        text(&error.text),
        "reserved words of call are not 0: set all fields that you do not use to 0. A later version of the header has \
         fields there that this version of the library does not know"
    );
    let target = mali_inst_target {
        reserved: [1, 0, 0, 0],
        ..TARGET
    };
    let buffer = mali_inst_vertex_buffer {
        reserved: [0, 0, 0, 0, 1],
        ..BUFFERS[1]
    };
    let attribute = mali_inst_vertex_attribute {
        reserved: [0, 0, 0, 1],
        ..ATTRIBUTES[1]
    };
    let of = |target, buffer, attribute| {
        let (status, _, _, error) =
            input(&target, &[BUFFERS[0], buffer], &[ATTRIBUTES[0], attribute]);
        (status, error.element)
    };
    for (found, element) in [
        (of(target, BUFFERS[1], ATTRIBUTES[1]), MALI_INST_NO_ELEMENT),
        (of(TARGET, buffer, ATTRIBUTES[1]), 1),
        (of(TARGET, BUFFERS[1], attribute), 1),
    ] {
        assert_eq!(found, (MALI_INST_ERROR_UNKNOWN_FIELD, element));
    }
}

/// A log has names; the numbers are in the header.
#[test]
fn each_status_has_the_name_of_its_constant() {
    let name = |status| {
        // SAFETY: it returns a constant that ends with a 0.
        unsafe { CStr::from_ptr(mali_inst_status_name(status)) }
            .to_str()
            .unwrap()
    };
    let mut statuses = 0;
    let header = include_str!("../../include/mali_inst.h");
    let (_, rows) = header
        .split_once("typedef enum mali_inst_status {")
        .unwrap();
    let (rows, _) = rows.split_once('}').unwrap();
    for row in rows.lines() {
        let Some((constant, value)) = row
            .trim()
            .strip_suffix(',')
            .and_then(|row| row.split_once(" = "))
        else {
            continue;
        };
        assert_eq!(name(value.parse().unwrap()), constant);
        statuses += 1;
    }
    assert!(statuses > 50);
    assert_eq!(name(254), "a status of another version");
}

#[test]
fn the_library_says_the_version_of_its_package() {
    // SAFETY: it returns a constant that ends with a 0.
    let version = unsafe { CStr::from_ptr(mali_inst_version()) };
    assert_eq!(version.to_str().unwrap(), env!("CARGO_PKG_VERSION"));
}
