//! The tables of single draws: their order, their ends, and the numbers at the limits.

use mali_instancing::descriptor::Attribute;
use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, Pipeline, VertexAttribute, VertexBuffer, VertexInput,
    VertexInputState, words_needed, write,
};
use mali_instancing::model::{Fetched, Memory, fetch};
use mali_instancing::{Arch, Format, InputRate, PaddedCount};

#[test]
fn the_tables_of_the_readmes_cube() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(70, 100);
    let buffers = [
        VertexBuffer::new(20, InputRate::Vertex).with_size(Some(1400)),
        VertexBuffer::new(64, InputRate::from_gl_divisor(3)).with_size(Some(2176)),
    ];
    let attributes = [
        VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
        VertexAttribute::new(0, Format::R16G16_UNORM, 12),
        VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 0),
    ];
    let ranges = [BufferRange::at(0x1000_0000), BufferRange::at(0x2000_0010)];
    let mut words = [0xdead_beef; 27];
    let tables = write(
        &pipeline,
        &counts,
        &buffers,
        &attributes,
        &ranges,
        &mut words,
    )
    .unwrap();
    assert_eq!((tables.buffers, tables.attributes), (0..20, 20..26));
    let expected = [
        // A pair begins at an even index: the descriptor in between is a copy.
        [
            0x1000_0003,
            0x8300_0000,
            20,
            1400,
            0x1000_0003,
            0x8300_0000,
            20,
            1400,
        ],
        [
            0x2000_0004,
            0x2700_0000,
            64,
            2176 + 16,
            0x20,
            0x17b4_25ed,
            0,
            3,
        ],
    ];
    assert_eq!(words[..16], *expected.as_flattened());
    assert_eq!(words[16..20], [0; 4]);
    assert_eq!(
        words[20..26],
        [0x2dc0_4200, 0, 0x2b00_4200, 12, 0x2fc0_0202, 16]
    );
    assert_eq!(words[26], 0xdead_beef);
    assert_eq!(
        pipeline.draw(&counts).unwrap().unwrap().words(),
        [0x0083_0000, 0]
    );
    assert_eq!(
        pipeline.invocation(&counts).unwrap().unwrap().words(),
        [0b11_0001_1100_0101, 2 << 28 | 7 << 22]
    );
}

#[test]
fn the_table_of_buffers_ends_as_the_architecture_wants_it() {
    let buffers = [VertexBuffer::new(20, InputRate::Vertex); 2];
    let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
    let ranges = [BufferRange::new(0, 0); 2];
    let length = |arch, attributes: &[VertexAttribute]| {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::any_instances(70);
        let mut words = [0; 100];
        write(
            &pipeline, &counts, &buffers, attributes, &ranges, &mut words,
        )
        .map(|tables| tables.buffers.len())
    };
    for &arch in Arch::ALL {
        let plain = match arch {
            Arch::V4 | Arch::V5 => 8,
            Arch::V6 | Arch::V7 => 12,
            _ => 16,
        };
        assert_eq!(length(arch, &[]), Ok(plain), "{arch}");
        match arch {
            Arch::V4 | Arch::V5 => {
                assert_eq!(length(arch, &ids[..1]), Ok(12));
                assert_eq!(length(arch, &ids[1..]), Ok(12));
                assert_eq!(length(arch, &ids), Ok(16));
            }
            _ => {
                let error = DrawError::BuiltInId { attribute: 0, arch };
                assert_eq!(length(arch, &ids), Err(error));
            }
        }
    }
}

/// Their descriptors come after two for each buffer, and are counted in the index.
#[test]
fn vertex_and_instance_id_come_after_all_buffers() {
    let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
    let pipeline = Pipeline::new(Arch::V5);
    for (attributes, descriptors) in [(&[][..], 64), (&ids[..1], 65), (&ids[1..], 65), (&ids, 66)] {
        let words = 4 * descriptors + 2 * attributes.len();
        assert_eq!(words_needed(&pipeline, 32, attributes), Ok(words));
    }
}

#[test]
fn a_draw_has_at_most_32_buffers() {
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch);
        assert!(words_needed(&pipeline, 32, &[]).is_ok());
        let error = DrawError::TooManyBuffers {
            buffers: 33,
            maximum: 32,
        };
        assert_eq!(words_needed(&pipeline, 33, &[]), Err(error));
        assert_eq!(
            error.to_string(),
            "buffer 32: 33 buffers are too many for a draw: at most 32 are allowed"
        );
    }
}

#[test]
fn a_constant_draw_has_its_descriptors_and_the_length_of_its_tables() {
    let buffers = [VertexBuffer::new(4, InputRate::Vertex); 3];
    let attributes = [VertexAttribute::new(0, Format::R32_SFLOAT, 0); 5];
    let counts = DrawCounts::instanced(70, 100).with_first_vertex(7);
    let pipeline = Pipeline::new(Arch::V7);
    let input = VertexInput::<3, 5, 2>::new(pipeline, counts, buffers, attributes).unwrap();
    assert_eq!(input.draw_words(), Some([0x0083_0000, 7]));
    assert_eq!(input.invocation_words(), Some([0x31c5, 0x21c0_0000]));
    assert_eq!(input.words_needed(), 3 * 4 + 4 + 5 * 2);
    let pipeline = pipeline.with_arch(Arch::V9);
    let input = VertexInput::<3, 5, 8>::new(pipeline, counts, buffers, attributes).unwrap();
    assert_eq!((input.draw_words(), input.invocation_words()), (None, None));
    assert_eq!(input.words_needed(), 3 * 8 + 5 * 8);
}

/// 80 = 5 · 2^4, instead of the count that the rule gives for 70 vertices: R is 4, and P 2.
#[test]
fn a_padded_count_that_is_known_is_taken() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts =
        DrawCounts::any_instances(70).with_padded_vertices(PaddedCount::from_exact(80).ok());
    let buffers = [VertexBuffer::new(20, InputRate::Vertex)];
    let mut words = [0; 12];
    let ranges = [BufferRange::new(0x1000_0000, 1400)];
    let tables = write(&pipeline, &counts, &buffers, &[], &ranges, &mut words).unwrap();
    assert_eq!(words[..4], [0x1000_0003, 2 << 29 | 4 << 24, 20, 1400]);
    assert_eq!(tables.padded_vertices, counts.padded_vertices);
    let draw = pipeline.draw(&counts).unwrap().unwrap().words();
    assert_eq!(draw, [(2 << 5 | 4) << 16, 0]);
}

#[test]
fn no_word_depends_on_the_counts_on_v9_and_later() {
    let buffers = [VertexBuffer::new(64, InputRate::from_gl_divisor(3))];
    let attributes = [VertexAttribute::new(0, Format::R32_SFLOAT, 16)];
    let ranges = [BufferRange::new(0x1000_0004, 6400)];
    let written = |vertices, instances| {
        let pipeline = Pipeline::new(Arch::V10);
        let counts = DrawCounts::any_instances(vertices)
            .with_instances(instances)
            .with_first_instance(2);
        let mut words = [0; 16];
        write(
            &pipeline,
            &counts,
            &buffers,
            &attributes,
            &ranges,
            &mut words,
        )
        .map(|tables| (tables, words))
    };
    let expected = written(70, Some(100));
    assert_eq!(expected.as_ref().unwrap().1[10], 16 + 2 * 64);
    assert_eq!(written(1, Some(1)), expected);
    assert_eq!(written(u32::MAX, Some(u32::MAX)), expected);
    assert_eq!(written(3, None), expected);
}

/// The words of Mesa's driver: its shaders add the first vertex, so it takes the unit to add it to neither ID.
#[test]
fn offset_enable_is_set_on_both_ids() {
    let pipeline = Pipeline::new(Arch::V5);
    let counts = DrawCounts::instanced(70, 100).with_first_vertex(7);
    let ids = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
    let mut words = [0; 12];
    let tables = write(&pipeline, &counts, &[], &ids, &[], &mut words).unwrap();
    let offset_enable = 1 << 9;
    let r32_uint = 0x8_5b20 << 10;
    let expected = [r32_uint | offset_enable, 0, r32_uint | offset_enable | 1, 0];
    assert_eq!(words[tables.attributes.clone()], expected);
    let draw = pipeline.draw(&counts).unwrap().unwrap().words();
    let nothing = Memory {
        address: 0,
        bytes: &[],
    };
    let (buffers, attributes) = words.split_at(tables.attributes.start);
    let id = |attribute| {
        fetch(
            pipeline.arch,
            buffers,
            attributes,
            draw,
            attribute,
            72 * 5 + 3,
            nothing,
        )
    };
    assert_eq!(id(0), Some(Fetched::Id(3)));
    assert_eq!(id(1), Some(Fetched::Id(5)));
}

/// Two instances of stride 2048 from vertex 1,100,000: 2048 · 1,100,000 is above 2^31.
#[test]
fn an_offset_that_does_not_fit_is_without_the_offset_start() {
    let buffers = [VertexBuffer::new(2048, InputRate::from_gl_divisor(1))];
    let ranges = [BufferRange::new(0x1000_0000, 4096)];
    let attribute = |arch, first_vertex, first_instance, offset| {
        let attributes = [VertexAttribute::new(0, Format::R32_UINT, offset)];
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(3, 2)
            .with_first_vertex(first_vertex)
            .with_first_instance(first_instance);
        let mut words = [0; 24];
        let tables = write(
            &pipeline,
            &counts,
            &buffers,
            &attributes,
            &ranges,
            &mut words,
        )?;
        let words: [u32; 2] = *words[tables.attributes].first_chunk().unwrap();
        let input = VertexInput::<1, 1, 2>::new(pipeline, counts, buffers, attributes)?;
        assert_eq!(input.attributes(), &[words]);
        let fields = Attribute::decode(words);
        Ok((fields.offset_enable, fields.offset))
    };
    assert_eq!(attribute(Arch::V7, 1_100_000, 0, 16), Ok((false, 16)));
    assert_eq!(
        attribute(Arch::V7, 1_100_000, 3, 16),
        Ok((false, 3 * 2048 + 16))
    );
    // The last offsets that fit, and the first that does not.
    for arch in [Arch::V5, Arch::V7] {
        for (offset, expected) in [(0, i32::MIN), (16, i32::MIN + 16)] {
            assert_eq!(attribute(arch, 1 << 20, 0, offset), Ok((true, expected)));
        }
        assert_eq!(attribute(arch, (1 << 20) + 1, 0, 16), Ok((false, 16)));
    }
    let error = DrawError::FirstInstance {
        attribute: 0,
        bytes: 1 << 31,
    };
    assert_eq!(attribute(Arch::V7, 0, 1 << 20, 16), Err(error));
}

/// The word of a descriptor that has the size is that of the pipeline, if it has one.
#[test]
fn a_size_is_the_pipelines_or_the_ranges() {
    let known = VertexBuffer::new(64, InputRate::Vertex).with_size(Some(1400));
    let buffers = [known, VertexBuffer::new(64, InputRate::Vertex)];
    let ranges = [0x1000, 0x2000].map(|address| BufferRange::new(address, 6400));
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(70, 1);
        let mut words = [[0; 20]; 3];
        write(&pipeline, &counts, &buffers, &[], &ranges, &mut words[0]).unwrap();
        let state = VertexInputState::<2, 0>::new(pipeline, &buffers, &[]).unwrap();
        state.write(&counts, &ranges, &mut words[1]).unwrap();
        let (size, next) = if arch.attribute_words() == 2 {
            let input = VertexInput::<2, 0, 2>::new(pipeline, counts, buffers, []).unwrap();
            input.write(&ranges, &mut words[2]).unwrap();
            (3, 4)
        } else {
            let input = VertexInput::<2, 0, 8>::new(pipeline, counts, buffers, []).unwrap();
            input.write(&ranges, &mut words[2]).unwrap();
            (1, 8)
        };
        for words in words {
            assert_eq!([words[size], words[next + size]], [1400, 6400], "{arch}");
        }
    }
}
