//! The words of a draw are those that the core makes of the same draw.

use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, Pipeline, StateWords, TableLayout, Tables,
    VertexAttribute, VertexBuffer, write,
};
use mali_instancing::{Arch, Format, InputRate, PaddedCount, Padding, Rounding};

use super::*;
use crate::draws::dependencies::*;
use crate::draws::indices::*;
use crate::draws::pack::*;

#[test]
fn a_draw_has_the_words_of_the_core_on_every_architecture_under_every_rule() {
    for arch in Arch::ALL {
        for (padding, padding_number) in Padding::ALL.iter().zip(1..) {
            for (rounding, rounding_number) in Rounding::ALL.iter().zip(0..) {
                let pipeline = Pipeline::new(*arch)
                    .with_padding(*padding)
                    .with_rounding(*rounding);
                let (tables, expected) = draw_of_core(&pipeline, 70);

                let target = mali_inst_target {
                    arch: arch.number().into(),
                    padding: padding_number,
                    rounding: rounding_number,
                    ..TARGET
                };
                let (status, input, lengths, _) = input(&target, &BUFFERS, &ATTRIBUTES);
                assert_eq!(status, MALI_INST_OK);
                assert!(lengths.buffer_words as usize >= tables.buffers.len());
                assert_eq!(lengths.attribute_words as usize, tables.attributes.len());
                let mut words = vec![0xdead_beef; words_of(&lengths)];
                let call = mali_inst_draw_call {
                    first_vertex: 5,
                    first_instance: 2,
                    ..CALL
                };
                assert_eq!(draw(&input, &call, &RANGES, &mut words).0, MALI_INST_OK);
                assert_eq!(
                    words[..tables.attributes.end],
                    expected[..tables.attributes.end],
                    "{arch}, {padding}, {rounding}"
                );

                // `gen` packs a constant as the core does.
                let mut constant = vec![[0; 8]; StateWords::rows_needed(*arch, 2, 2)];
                let (buffers, attributes) = (&BUFFERS_OF_CORE, &ATTRIBUTES_OF_CORE);
                StateWords::pack(pipeline, buffers, attributes, &mut constant).unwrap();
                words.fill(0xdead_beef);
                let (status, written, _) =
                    draw_from(constant.as_flattened(), &call, &RANGES, &[], &mut words);
                assert_eq!(status, MALI_INST_OK);
                assert_eq!(written.buffer_words as usize, tables.buffers.len());
                assert_eq!(written.attribute_words as usize, tables.attributes.len());
                assert_eq!(words, expected[..tables.attributes.end]);
            }
        }
    }
}

/// A driver knows some of it at a draw only, and learns the rest from one.
#[test]
fn a_draw_has_its_layout_its_padded_count_and_its_strides() {
    let mut expected = [0; 40];
    let pipeline = Pipeline::new(Arch::V7)
        .with_layout(TableLayout::Fixed)
        .with_reserved_buffers(2)
        .with_reserved_attributes(1);
    let counts =
        DrawCounts::instanced(70, 100).with_padded_vertices(PaddedCount::from_exact(80).ok());
    let buffers = [VertexBuffer::new(24, InputRate::Vertex)];
    let ranges = [BufferRange::new(0x1000_0000, 1400)];
    let tables = write(&pipeline, &counts, &buffers, &[], &ranges, &mut expected).unwrap();

    let target = mali_inst_target {
        layout: MALI_INST_LAYOUT_FIXED,
        reserved_buffers: 2,
        reserved_attributes: 1,
        bound_strides: 1,
        ..TARGET
    };
    let (status, input, needed, _) = input(&target, &BUFFERS[..1], &[]);
    assert_eq!(status, MALI_INST_OK);
    let call = mali_inst_draw_call {
        padded_vertices: 80,
        ..CALL
    };
    let range = mali_inst_buffer_range {
        stride: 24,
        ..RANGES[0]
    };
    let mut words = [0; 40];
    let (status, written, _) = draw_from(&input, &call, &[range], &[], &mut words);
    assert_eq!(status, MALI_INST_OK);
    assert_eq!(words, expected);
    // Two of the buffer's, two of the driver's own and the null terminator.
    assert_eq!((written.buffer_words, written.attribute_words), (5 * 4, 2));
    assert_eq!((written.is_written, needed.is_written), (1, 0));
    assert_eq!((written.padded_vertices, needed.padded_vertices), (80, 0));
    assert_eq!(written.buffer_words, needed.buffer_words);
    assert_eq!(written.buffer_words as usize, tables.buffers.len());

    let too_few = mali_inst_draw_call {
        padded_vertices: 64,
        ..CALL
    };
    let (status, error) = draw(&input, &too_few, &[range], &mut words);
    assert_eq!(status, MALI_INST_ERROR_PADDED_VERTICES);
    assert_eq!(
        text(&error.text),
        "70 vertices are more than a padded vertex count of 64: it must be at least their number"
    );
    let odd = mali_inst_draw_call {
        padded_vertices: 77,
        ..CALL
    };
    let (status, _) = draw(&input, &odd, &[range], &mut words);
    assert_eq!(status, MALI_INST_ERROR_PADDED_VERTICES);
}

#[test]
fn vertex_and_instance_id_are_attributes_on_v5_only() {
    let ids = [
        mali_inst_vertex_attribute {
            source: MALI_INST_SOURCE_VERTEX_ID,
            format: number(Format::R32_UINT),
            ..ATTRIBUTES[0]
        },
        mali_inst_vertex_attribute {
            source: MALI_INST_SOURCE_INSTANCE_ID,
            format: number(Format::R32_UINT),
            ..ATTRIBUTES[0]
        },
    ];
    let (status, of_v5, _, _) = input(
        &mali_inst_target {
            arch: MALI_INST_ARCH_V5,
            ..TARGET
        },
        &[],
        &ids,
    );
    assert_eq!(status, MALI_INST_OK);
    let attributes = [
        VertexAttribute {
            source: AttributeSource::VertexId,
            ..VertexAttribute::VERTEX_ID
        },
        VertexAttribute::INSTANCE_ID,
    ];
    let (pipeline, counts) = (Pipeline::new(Arch::V5), DrawCounts::instanced(70, 100));
    let mut expected = [0; 12];
    write(&pipeline, &counts, &[], &attributes, &[], &mut expected).unwrap();
    let mut words = [0; 12];
    assert_eq!(draw(&of_v5, &CALL, &[], &mut words).0, MALI_INST_OK);
    assert_eq!(words, expected);

    let (status, _, _, error) = input(&TARGET, &[], &ids);
    assert_eq!((status, error.element), (MALI_INST_ERROR_BUILT_IN_ID, 0));
}

#[test]
fn a_descriptor_of_counts_and_the_words_of_a_job_are_the_golden_ones() {
    let (mut words, mut count, mut error) = ([0; 8], 0, no_error());
    let range = mali_inst_buffer_range {
        address: 0x12_0000_0040,
        size: 6400,
        ..RANGES[0]
    };
    // SAFETY: every pointer is a reference's.
    let status = unsafe {
        mali_inst_pack_buffer(
            &raw const TARGET,
            &raw const CALL,
            &raw const BUFFERS[1],
            &raw const range,
            words.as_mut_ptr(),
            8,
            &raw mut count,
            &raw mut error,
        )
    };
    assert_eq!((status, count), (MALI_INST_OK, 8));
    assert_eq!(
        words,
        [0x44, 0x2700_0012, 64, 6400, 0x20, 0x17b4_25ed, 0, 3]
    );
    let mut none = [0xaaaa_aaaa; 8];
    // SAFETY: every pointer is a reference's.
    let status = unsafe {
        mali_inst_pack_buffer(
            &raw const TARGET,
            &raw const CALL,
            &raw const BUFFERS[1],
            &raw const range,
            none.as_mut_ptr(),
            7,
            &raw mut count,
            &raw mut error,
        )
    };
    assert_eq!(status, MALI_INST_ERROR_OUTPUT_TOO_SMALL);
    assert_eq!(none, [0xaaaa_aaaa; 8], "nothing is written");

    let call = mali_inst_draw_call {
        vertices: 22,
        instances: 905,
        ..CALL
    };
    let mut job = NO_JOB;
    // SAFETY: every pointer is a reference's.
    let status = unsafe {
        mali_inst_draw_job_words(&raw const TARGET, &raw const call, &raw mut job, null_mut())
    };
    assert_eq!(
        (status, job.has_draw, job.has_invocation),
        (MALI_INST_OK, 1, 1)
    );
    assert_eq!(job.invocation, [0x7115, 0x2140_0000]);
    assert_eq!(job.padded_vertices, 24);

    let (mut padded, of_v9) = (
        0,
        mali_inst_target {
            arch: MALI_INST_ARCH_V9,
            ..TARGET
        },
    );
    // SAFETY: every pointer is a reference's.
    let status = unsafe {
        mali_inst_padded_vertices(
            &raw const TARGET,
            &raw const CALL,
            &raw mut padded,
            null_mut(),
        )
    };
    assert_eq!((status, padded), (MALI_INST_OK, 72));
    // 64 threads do not have 70 vertices; 77 is no odd number up to 9 times a power of two.
    for padded_vertices in [64, 77] {
        let call = mali_inst_draw_call {
            padded_vertices,
            ..CALL
        };
        let (target, call, none) = (&raw const TARGET, &raw const call, null_mut());
        // SAFETY: every pointer is a reference's, or null where it may be.
        let of_count = unsafe { mali_inst_padded_vertices(target, call, &raw mut padded, none) };
        // SAFETY: every pointer is a reference's, or null where it may be.
        let of_job = unsafe { mali_inst_draw_job_words(target, call, &raw mut job, none) };
        assert_eq!([of_count, of_job], [MALI_INST_ERROR_PADDED_VERTICES; 2]);
    }
    // SAFETY: every pointer is a reference's.
    let status = unsafe {
        mali_inst_draw_job_words(&raw const of_v9, &raw const call, &raw mut job, null_mut())
    };
    assert_eq!(
        (status, job.has_draw, job.has_invocation),
        (MALI_INST_OK, 0, 0)
    );
    assert_eq!(job.padded_vertices, 0);
}

#[test]
fn an_indexed_draw_shades_from_its_smallest_index_to_its_largest() {
    let indices = [7_u16, 3, 0xffff, 9];
    let mut draw = mali_inst_indexed_draw {
        vertices: 0,
        first_vertex: 0,
        base_vertex_offset: 0,
    };
    let restart = 0xffff;
    let mut vertices = |indices: &[u16], size, base_vertex| {
        // SAFETY: every pointer is a reference's, with its length.
        unsafe {
            mali_inst_indexed_vertices(
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
    assert_eq!(vertices(&indices, 3, 0), MALI_INST_ERROR_VALUE);
    assert_eq!(vertices(&indices[2..3], 2, 0), MALI_INST_ERROR_NO_INDICES);
    // Below vertex 0, which GL leaves open.
    assert_eq!(vertices(&indices, 2, -4), MALI_INST_OK);
    assert_eq!(vertices(&indices, 2, 100), MALI_INST_OK);
    assert_eq!(
        (draw.vertices, draw.first_vertex, draw.base_vertex_offset),
        (7, 103, -3)
    );

    let mut arch = 0;
    // SAFETY: every pointer is a reference's.
    let status = unsafe { mali_inst_arch_from_product_id(0x7212, &raw mut arch, null_mut()) };
    assert_eq!((status, arch), (MALI_INST_OK, MALI_INST_ARCH_V7));
    // SAFETY: every pointer is a reference's.
    let status = unsafe { mali_inst_arch_from_product_id(0x8000, &raw mut arch, null_mut()) };
    assert_eq!(status, MALI_INST_ERROR_GPU_ID);
    for (id, expected) in [
        (0x7212_0010, MALI_INST_ARCH_V7),
        (0x0f08_0000_f000_0000, MALI_INST_ARCH_V15),
    ] {
        // SAFETY: every pointer is a reference's.
        let status = unsafe { mali_inst_arch_from_gpu_id(id, &raw mut arch, null_mut()) };
        assert_eq!((status, arch), (MALI_INST_OK, expected));
    }
    // SAFETY: every pointer is a reference's.
    let status = unsafe { mali_inst_arch_from_gpu_id(0x7212, &raw mut arch, null_mut()) };
    assert_eq!(status, MALI_INST_ERROR_GPU_ID);
}

/// A descriptor that is packed alone has the words that it has in the tables of its draw.
#[test]
fn single_descriptors_are_those_of_the_tables() {
    for arch in Arch::ALL {
        for vertices in [70, 64, 1] {
            let target = mali_inst_target {
                arch: arch.number().into(),
                reserved_buffers: 3,
                ..TARGET
            };
            let call = mali_inst_draw_call {
                vertices,
                first_vertex: 5,
                first_instance: 2,
                ..CALL
            };
            let (status, input, lengths, _) = input(&target, &BUFFERS, &ATTRIBUTES);
            assert_eq!(status, MALI_INST_OK);
            let mut expected = vec![0; words_of(&lengths)];
            assert_eq!(draw(&input, &call, &RANGES, &mut expected).0, MALI_INST_OK);

            let per_attribute = arch.attribute_words();
            let of_core = write_of_core(*arch, vertices);
            let (indices, attributes) = (of_core.0, of_core.1);
            for number in 0..2 {
                let (mut words, mut count) = ([0; 8], 0);
                // SAFETY: every pointer is a reference's.
                let status = unsafe {
                    mali_inst_pack_buffer(
                        &raw const target,
                        &raw const call,
                        &raw const BUFFERS[number],
                        &raw const RANGES[number],
                        words.as_mut_ptr(),
                        8,
                        &raw mut count,
                        null_mut(),
                    )
                };
                assert_eq!(status, MALI_INST_OK);
                let start =
                    indices[number] as usize * if arch.has_attribute_buffers() { 4 } else { 8 };
                assert_eq!(
                    words[..count],
                    expected[start..start + count],
                    "{arch}, buffer {number}"
                );

                // SAFETY: every pointer is a reference's.
                let status = unsafe {
                    mali_inst_pack_attribute(
                        &raw const target,
                        &raw const call,
                        &raw const ATTRIBUTES[number],
                        &raw const BUFFERS[number],
                        &raw const RANGES[number],
                        indices[number],
                        words.as_mut_ptr(),
                        8,
                        &raw mut count,
                        null_mut(),
                    )
                };
                assert_eq!((status, count), (MALI_INST_OK, per_attribute));
                let start = number * per_attribute;
                assert_eq!(
                    words[..count],
                    attributes[start..start + count],
                    "{arch}, attribute {number}"
                );
            }
        }
    }
}

/// `BUFFERS` and `ATTRIBUTES` of the core.
const BUFFERS_OF_CORE: [VertexBuffer; 2] = [
    VertexBuffer::new(20, InputRate::Vertex),
    VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
];
const ATTRIBUTES_OF_CORE: [VertexAttribute; 2] = [
    VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
    VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 16),
];

/// A draw of these, as the core writes it.
fn draw_of_core(pipeline: &Pipeline, vertices: u32) -> (Tables, [u32; 40]) {
    let counts = DrawCounts::instanced(vertices, 100)
        .with_first_vertex(5)
        .with_first_instance(2);
    let ranges = [
        BufferRange::new(0x1000_0000, 1400),
        BufferRange::new(0x2000_0010, 2176),
    ];
    let (buffers, attributes) = (&BUFFERS_OF_CORE, &ATTRIBUTES_OF_CORE);
    let mut words = [0; 40];
    let tables = write(pipeline, &counts, buffers, attributes, &ranges, &mut words).unwrap();
    (tables, words)
}

/// The indices of both buffers' descriptors, and the table of attributes.
fn write_of_core(arch: Arch, vertices: u32) -> ([u32; 2], Vec<u32>) {
    let (tables, words) = draw_of_core(&Pipeline::new(arch), vertices);
    let attributes = words[tables.attributes].to_vec();
    let indices = [0, 1].map(|number| {
        let words = &attributes[number * arch.attribute_words()..];
        if arch.has_attribute_buffers() {
            words[0] & 0x1ff
        } else {
            words[3]
        }
    });
    (indices, attributes)
}

#[test]
fn single_ids_are_those_of_the_tables_of_v5_and_need_no_buffer() {
    let target = mali_inst_target {
        arch: MALI_INST_ARCH_V5,
        ..TARGET
    };
    let id = |source| mali_inst_vertex_attribute {
        source,
        format: number(Format::R32_UINT),
        ..ATTRIBUTES[0]
    };
    for source in [MALI_INST_SOURCE_VERTEX_ID, MALI_INST_SOURCE_INSTANCE_ID] {
        let attribute = id(source);
        let (_, input, lengths, _) = input(&target, &[], &[attribute]);
        let mut expected = vec![0; words_of(&lengths)];
        assert_eq!(draw(&input, &CALL, &[], &mut expected).0, MALI_INST_OK);
        let (mut words, mut count) = ([0; 8], 0);
        // SAFETY: every pointer is a reference's.
        let status = unsafe {
            mali_inst_pack_id(
                &raw const target,
                &raw const CALL,
                source,
                words.as_mut_ptr(),
                8,
                null_mut(),
            )
        };
        assert_eq!(status, MALI_INST_OK);
        assert_eq!(words[..4], expected[..4]);
        let mut pack = |index| {
            // SAFETY: every pointer is a reference's, or one that may be null.
            unsafe {
                mali_inst_pack_attribute(
                    &raw const target,
                    &raw const CALL,
                    &raw const attribute,
                    null(),
                    null(),
                    index,
                    words.as_mut_ptr(),
                    8,
                    &raw mut count,
                    null_mut(),
                )
            }
        };
        assert_eq!(pack(512), MALI_INST_ERROR_TOO_MANY_BUFFERS);
        // Where Mesa has them: descriptors 16 and 17.
        assert_eq!(pack(17), MALI_INST_OK);
        assert_eq!((count, words[0]), (2, expected[4] + 17));
    }
    let mut words = [0; 4];
    let mut pack = |target: &mali_inst_target, source| {
        // SAFETY: every pointer is a reference's.
        unsafe {
            mali_inst_pack_id(
                target,
                &raw const CALL,
                source,
                words.as_mut_ptr(),
                8,
                null_mut(),
            )
        }
    };
    assert_eq!(
        pack(&target, MALI_INST_SOURCE_BUFFER),
        MALI_INST_ERROR_VALUE
    );
    assert_eq!(
        pack(&TARGET, MALI_INST_SOURCE_VERTEX_ID),
        MALI_INST_ERROR_BUILT_IN_ID
    );
}

/// A word that differs between two draws depends on what differs between them.
#[test]
fn a_stale_word_is_found_by_its_dependencies() {
    type Change<'a> = &'a dyn Fn(&mut mali_inst_draw_call, &mut [mali_inst_buffer_range; 2]);
    type OfWords = [[mali_inst_dependencies; MALI_INST_MAX_DESCRIPTOR_WORDS]; 2];
    let changes: [(mali_inst_dependencies, Change<'_>); 4] = [
        (MALI_INST_DEPENDS_ON_COUNTS, &|call, _| call.vertices = 90),
        (MALI_INST_DEPENDS_ON_FIRST_INSTANCE, &|call, _| {
            call.first_instance = 3;
        }),
        (MALI_INST_DEPENDS_ON_FIRST_VERTEX, &|call, _| {
            call.first_vertex = 4;
        }),
        (MALI_INST_DEPENDS_ON_ADDRESS, &|_, ranges| {
            for range in ranges {
                range.address += 0x1_0001_0004;
                range.size -= 4;
                // Used if strides are bound.
                range.stride += 4;
            }
        }),
    ];
    for (arch, bound_strides) in (Arch::ALL.iter()).flat_map(|arch| [(arch, 0), (arch, 1)]) {
        let target = mali_inst_target {
            arch: arch.number().into(),
            bound_strides,
            layout: MALI_INST_LAYOUT_FIXED,
            ..TARGET
        };
        let (mut of_buffers, mut of_attributes): (OfWords, OfWords) = ([[0; 8]; 2], [[0; 8]; 2]);
        // SAFETY: every pointer is a reference's, with its length.
        let status = unsafe {
            mali_inst_draw_dependencies(
                &raw const target,
                BUFFERS.as_ptr(),
                2,
                ATTRIBUTES.as_ptr(),
                2,
                of_buffers.as_mut_ptr(),
                of_attributes.as_mut_ptr(),
                null_mut(),
            )
        };
        assert_eq!(status, MALI_INST_OK);
        let (_, input, lengths, _) = input(&target, &BUFFERS, &ATTRIBUTES);
        let tables = |change: Change<'_>| {
            let (mut call, mut ranges) = (CALL, RANGES);
            change(&mut call, &mut ranges);
            let mut words = vec![0; words_of(&lengths)];
            assert_eq!(draw(&input, &call, &ranges, &mut words).0, MALI_INST_OK);
            words
        };
        let before = tables(&|_, _| {});
        let mut found = 0;
        for (reason, change) in changes {
            let after = tables(change);
            for word in (0..before.len()).filter(|word| before[*word] != after[*word]) {
                found |= reason;
                let of_word = if word < lengths.buffer_words as usize {
                    of_buffers[word / 8][word % 8]
                } else {
                    let word = word - lengths.buffer_words as usize;
                    of_attributes[word / arch.attribute_words()][word % arch.attribute_words()]
                };
                assert!(of_word & reason != 0, "{arch}, word {word}, {reason}");
            }
        }
        assert!(found & MALI_INST_DEPENDS_ON_ADDRESS != 0);
        assert_eq!(
            found & MALI_INST_DEPENDS_ON_COUNTS != 0,
            arch.has_attribute_buffers()
        );
    }
}

/// A driver that cannot refuse a draw has tables that always can be written: nothing is read through them.
#[test]
fn a_draw_of_empty_buffers_is_written_for_every_pipeline() {
    for arch in Arch::ALL {
        let target = mali_inst_target {
            arch: arch.number().into(),
            ..TARGET
        };
        let buffers = BUFFERS.map(|buffer| mali_inst_vertex_buffer {
            stride: u32::MAX - 3,
            divisor: u32::MAX,
            ..buffer
        });
        let (_, input, lengths, _) = input(&target, &buffers, &ATTRIBUTES);
        let call = mali_inst_draw_call {
            vertices: 1,
            instances: 1,
            ..CALL
        };
        let ranges = RANGES.map(|range| mali_inst_buffer_range {
            address: 0,
            size: 0,
            ..range
        });
        let mut words = vec![0; words_of(&lengths)];
        assert_eq!(
            draw(&input, &call, &ranges, &mut words).0,
            MALI_INST_OK,
            "{arch}"
        );
    }
}

#[test]
fn a_draw_may_use_index_driven_shading_where_its_pipeline_does_not_say_so() {
    let with_idvs = mali_inst_target { idvs: 1, ..TARGET };
    let plain = mali_inst_draw_call {
        vertices: 37,
        ..CALL
    };
    let mut padded_vertices = 0;
    // SAFETY: every pointer is a reference's, or null.
    let status = unsafe {
        mali_inst_padded_vertices(
            &raw const with_idvs,
            &raw const plain,
            &raw mut padded_vertices,
            null_mut(),
        )
    };
    assert_eq!(status, MALI_INST_OK);
    let of_draw = mali_inst_draw_call {
        padded_vertices,
        ..plain
    };
    let write = |target: &mali_inst_target, call: &mali_inst_draw_call| {
        let (_, input, lengths, _) = input(target, &BUFFERS, &ATTRIBUTES);
        let mut words = vec![0; words_of(&lengths)];
        assert_eq!(draw(&input, call, &RANGES, &mut words).0, MALI_INST_OK);
        words
    };
    assert_eq!(write(&TARGET, &of_draw), write(&with_idvs, &plain));
    assert_ne!(write(&TARGET, &of_draw), write(&TARGET, &plain));
}

#[test]
fn the_bits_of_a_draws_words_are_those_of_its_fields() {
    let mut masks = [0; 2];
    for field in mali_instancing::descriptor::Draw::FIELDS {
        for (word, mask) in masks.iter_mut().enumerate() {
            *mask |= field.mask(word);
        }
    }
    assert_eq!(
        masks,
        [MALI_INST_DRAW_WORD_0_MASK, MALI_INST_DRAW_WORD_1_MASK]
    );
}

/// A driver streams the elements of a draw: its tables read what those of the whole buffers do.
#[test]
fn ranges_that_begin_with_later_elements_have_the_addresses_of_whole_buffers() {
    let call = mali_inst_draw_call {
        first_vertex: 10,
        first_instance: 6,
        ..CALL
    };
    for arch in Arch::ALL {
        let target = mali_inst_target {
            arch: arch.number().into(),
            ..TARGET
        };
        let (_, input, lengths, _) = input(&target, &BUFFERS, &ATTRIBUTES);
        let tables = |ranges: &[_], first_elements: &[u32]| {
            let mut words = vec![0; words_of(&lengths)];
            let (status, ..) = draw_from(&input, &call, ranges, first_elements, &mut words);
            assert_eq!(status, MALI_INST_OK);
            let attributes = words.split_off(lengths.buffer_words as usize);
            (words, attributes)
        };
        let later = [64, 32];
        let mut moved = RANGES;
        for ((range, buffer), element) in moved.iter_mut().zip(&BUFFERS).zip(later) {
            range.address += u64::from(buffer.stride * element);
            range.size = 64;
        }
        let (_, whole) = tables(&RANGES, &[]);
        assert_eq!(tables(&RANGES, &[0, 0]).1, whole);
        let (_, parts) = tables(&moved, &later);
        let words = arch.attribute_words();
        let offset = if words == 2 { 1 } else { 2 };
        for (number, (buffer, element)) in BUFFERS.iter().zip(later).enumerate() {
            let at = words * number + offset;
            assert_eq!(
                parts[at],
                whole[at].wrapping_sub(buffer.stride * element),
                "{arch}"
            );
        }
    }
}

#[test]
fn elements_are_aligned_to_their_components() {
    let attribute = |offset| mali_inst_vertex_attribute {
        format: number(Format::R16G16_SFLOAT),
        offset,
        ..ATTRIBUTES[0]
    };
    let buffer = |stride| mali_inst_vertex_buffer {
        stride,
        ..BUFFERS[0]
    };
    for arch in [4, 5, 6, 7, 9, 14] {
        let target = mali_inst_target { arch, ..TARGET };
        let made = |target: &mali_inst_target, stride, offset| {
            let (status, made, _, error) = input(target, &[buffer(stride)], &[attribute(offset)]);
            (status, made, error)
        };
        let (status, _, error) = made(&target, 20, 13);
        assert_eq!(
            (status, error.element),
            (MALI_INST_ERROR_ELEMENT_ALIGNMENT, 0)
        );
        assert_eq!(
            text(&error.text),
            "attribute 0: offset 13 is not a multiple of 2: a Mali converts unaligned elements of R16G16_SFLOAT wrongly"
        );
        let (status, _, _) = made(&target, 7, 0);
        assert_eq!(status, MALI_INST_ERROR_ELEMENT_ALIGNMENT);

        let (status, pipeline, _) = made(&target, 6, 2);
        assert_eq!(status, MALI_INST_OK);
        let bound = mali_inst_target {
            bound_strides: 1,
            ..target
        };
        let (status, of_bound, _) = made(&bound, 7, 2);
        assert_eq!(status, MALI_INST_OK);
        let check = |pipeline: &[u32], address, stride| {
            let range = mali_inst_buffer_range {
                address,
                size: 1400,
                stride,
            };
            // SAFETY: every pointer is a reference's, with its length.
            unsafe {
                let (words, count) = (pipeline.as_ptr(), pipeline.len());
                mali_inst_check_ranges(words, count, &raw const range, 1, null_mut())
            }
        };
        for (pipeline, address, stride, status) in [
            (&pipeline, 0x1000_0002, 7, MALI_INST_OK),
            (&pipeline, 0x1000_0001, 0, MALI_INST_ERROR_ELEMENT_ALIGNMENT),
            (&of_bound, 0x1000_0002, 6, MALI_INST_OK),
            (&of_bound, 0x1000_0002, 7, MALI_INST_ERROR_ELEMENT_ALIGNMENT),
        ] {
            assert_eq!(
                check(pipeline, address, stride),
                status,
                "V{arch} {address:#x}"
            );
        }
        let none = [0; 24];
        assert_eq!(check(&none, 0, 0), MALI_INST_ERROR_UNINITIALISED);

        let unaligned = mali_inst_target {
            unaligned: 1,
            ..target
        };
        let (status, ..) = input(&unaligned, &[buffer(18)], &ATTRIBUTES[..1]);
        let expected = if arch <= 5 {
            MALI_INST_OK
        } else {
            MALI_INST_ERROR_UNUSED
        };
        assert_eq!(status, expected, "V{arch}");
    }
}

#[test]
fn a_range_has_a_size_and_a_draw_has_vertices_and_instances_on_every_architecture() {
    for arch in [4, 7, 9, 14] {
        let target = mali_inst_target { arch, ..TARGET };
        let (_, input, lengths, _) = input(&target, &BUFFERS, &ATTRIBUTES);
        let mut words = vec![0; words_of(&lengths)];
        let ranges = RANGES.map(|range| mali_inst_buffer_range {
            size: MALI_INST_NO_SIZE,
            ..range
        });
        let (status, error) = draw(&input, &CALL, &ranges, &mut words);
        assert_eq!(status, MALI_INST_ERROR_MISSING_BUFFER_SIZE);
        assert!(text(&error.text).starts_with("buffer 0: it has no size"));
        for (call, status) in [
            (
                mali_inst_draw_call {
                    vertices: 0,
                    ..CALL
                },
                MALI_INST_ERROR_VERTEX_COUNT,
            ),
            (
                mali_inst_draw_call {
                    instances: 0,
                    ..CALL
                },
                MALI_INST_ERROR_INSTANCE_COUNT,
            ),
        ] {
            assert_eq!(
                draw(&input, &call, &RANGES, &mut words).0,
                status,
                "V{arch}"
            );
        }
    }
}
