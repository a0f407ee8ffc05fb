//! A draw that cannot be is refused in the same words in all three ways to write it.

use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, Pipeline, Tables, VertexAttribute, VertexBuffer,
    VertexInput, VertexInputState, check_overlap, write,
};
use mali_instancing::{Arch, Argument, Error, Format, InputRate, PaddedCount};

/// The words of a draw of one buffer that is read as floats: of a draw at once, of a state, and of a constant.
fn in_three_ways(
    pipeline: Pipeline,
    counts: DrawCounts,
    buffer: VertexBuffer,
    range: BufferRange,
) -> [Result<Vec<u32>, DrawError>; 3] {
    fn of_constant<const WORDS: usize>(
        (pipeline, counts): (Pipeline, DrawCounts),
        buffer: VertexBuffer,
        attribute: VertexAttribute,
        range: BufferRange,
        words: &mut [u32],
    ) -> Result<Tables, DrawError> {
        VertexInput::<1, 1, WORDS>::new(pipeline, counts, [buffer], [attribute])?
            .write(&[range], words)
    }
    let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 0);
    let written = |write: &dyn Fn(&mut [u32]) -> Result<Tables, DrawError>| {
        let mut words = vec![0; 32];
        let tables = write(&mut words)?;
        words.truncate(tables.attributes.end);
        Ok(words)
    };
    [
        written(&|words| write(&pipeline, &counts, &[buffer], &[attribute], &[range], words)),
        written(&|words| {
            let state = VertexInputState::<1, 1>::new(pipeline, &[buffer], &[attribute])?;
            state.write(&counts, &[range], words)
        }),
        written(&|words| match pipeline.arch.attribute_words() {
            2 => of_constant::<2>((pipeline, counts), buffer, attribute, range, words),
            _ => of_constant::<8>((pipeline, counts), buffer, attribute, range, words),
        }),
    ]
}

#[test]
fn a_draw_of_nothing_is_an_error_on_every_architecture() {
    let buffer = VertexBuffer::new(20, InputRate::Vertex).with_size(Some(1400));
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch);
        for (counts, argument) in [
            (DrawCounts::instanced(0, 100), Argument::Vertices),
            (DrawCounts::any_instances(0), Argument::Vertices),
            (DrawCounts::instanced(70, 0), Argument::Instances),
        ] {
            for written in in_three_ways(pipeline, counts, buffer, BufferRange::at(0x1000_0000)) {
                let error = written.unwrap_err();
                assert_eq!(error.place().argument, argument, "{arch}: {error}");
                assert!(error.to_string().starts_with("0 "), "{arch}: {error}");
            }
        }
    }
}

#[test]
fn a_descriptor_has_the_smaller_size_of_the_buffer_and_its_range() {
    const NO_SIZE: u32 = BufferRange::NO_SIZE;
    for &arch in Arch::ALL {
        let (pipeline, counts) = (Pipeline::new(arch), DrawCounts::instanced(70, 100));
        // The unaligned part of an address is added up to V7, where it is taken off the address.
        let (word, added) = if arch.has_attribute_buffers() {
            (3, 4)
        } else {
            (1, 0)
        };
        for (of_buffer, of_range, expected) in [
            (None, 64, Some(64)),
            (None, 0, Some(0)),
            (Some(1400), NO_SIZE, Some(1400)),
            (Some(1400), 64, Some(64)),
            (Some(64), 1400, Some(64)),
            (Some(1400), 0, Some(0)),
            (Some(0), NO_SIZE, Some(0)),
            (None, NO_SIZE, None),
        ] {
            let buffer = VertexBuffer::new(20, InputRate::Vertex).with_size(of_buffer);
            let range = BufferRange::new(0x1000_0004, of_range);
            for written in in_three_ways(pipeline, counts, buffer, range) {
                assert_eq!(
                    written.map(|words| words[word]),
                    match expected {
                        Some(size) => Ok(size + added),
                        None => Err(DrawError::MissingBufferSize { buffer: 0 }),
                    },
                    "{arch}: {of_buffer:?}, {of_range}"
                );
            }
        }
    }
}

#[test]
fn a_draw_that_cannot_be_is_an_error_that_names_its_part() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(70, 100);
    let buffer = VertexBuffer::new(64, InputRate::from_gl_divisor(3)).with_size(Some(6400));
    let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 0);
    let range = BufferRange::at(0x1000);
    let attempt = |pipeline: Pipeline, counts: DrawCounts, buffer, attribute, range| {
        let mut words = [0; 100];
        write(
            &pipeline,
            &counts,
            &[buffer],
            &[attribute],
            &[range],
            &mut words,
        )
        .unwrap_err()
    };
    let check = |error: DrawError, expected, text: &str| {
        assert_eq!(error, expected);
        assert!(error.to_string().contains(text), "{error}");
        assert!(error.to_string().len() < 256, "{error}");
    };

    let wrong = counts.with_vertices(0);
    let error = Error::VertexCount {
        vertices: 0,
        maximum: 0xdfff_ffff,
    };
    check(
        attempt(pipeline, wrong, buffer, attribute, range),
        DrawError::Draw(error),
        "0 vertices",
    );
    let wrong = Pipeline::new(Arch::V5).with_idvs(true);
    let error = Error::IdvsArch { arch: 5 };
    check(
        attempt(wrong, counts, buffer, attribute, range),
        DrawError::Draw(error),
        "V6 and later",
    );
    let padded_vertices = PaddedCount::from_exact(64).unwrap();
    let wrong = counts.with_padded_vertices(Some(padded_vertices));
    let error = Error::PaddedVertices {
        vertices: 70,
        padded_vertices,
    };
    assert_eq!(pipeline.padded_vertices(&wrong), Err(error));
    assert_eq!(pipeline.thread_count(&wrong), Err(error));
    check(
        attempt(pipeline, wrong, buffer, attribute, range),
        DrawError::Draw(error),
        "70 vertices are more than a padded vertex count of 64",
    );

    let instances_unknown = counts.with_instances(None);
    let wrong = VertexBuffer::new(64, InputRate::from_gl_divisor(u32::MAX)).with_size(Some(0));
    let padded_vertices = pipeline.padded_vertices(&counts).unwrap();
    let error = Error::Divisor {
        divisor: u32::MAX,
        padded_vertices,
    };
    let expected = DrawError::Buffer { buffer: 0, error };
    check(
        attempt(pipeline, instances_unknown, wrong, attribute, range),
        expected,
        "buffer 0: divisor 4294967295",
    );
    let address = 1 << 56;
    let expected = DrawError::Buffer {
        buffer: 0,
        error: Error::AddressRange { address },
    };
    check(
        attempt(
            pipeline,
            counts,
            buffer,
            attribute,
            BufferRange::at(address),
        ),
        expected,
        "buffer 0: address",
    );
    let large = buffer.with_size(Some(u32::MAX - 1));
    let wrong = BufferRange::at(0x1002);
    let expected = DrawError::BufferSize {
        buffer: 0,
        size: u32::MAX - 1,
        remainder: 2,
    };
    check(
        attempt(pipeline, counts, large, attribute, wrong),
        expected,
        "at most 4294967293",
    );
    let expected = DrawError::MissingBufferSize { buffer: 0 };
    for without in [None, Some(BufferRange::NO_SIZE)] {
        let without = buffer.with_size(without);
        check(
            attempt(pipeline, counts, without, attribute, range),
            expected,
            "buffer 0: it has no size",
        );
    }

    let wrong = VertexAttribute::new(1, Format::R32_SFLOAT, 0);
    let expected = DrawError::UnknownBuffer {
        attribute: 0,
        buffer: 1,
        buffers: 1,
    };
    check(
        attempt(pipeline, counts, buffer, wrong, range),
        expected,
        "buffer 1 does not exist: there are 1",
    );
    let wrong = VertexAttribute::new(0, Format::R64_SFLOAT, 0);
    let (format, arch) = (Format::R64_SFLOAT, Arch::V7);
    let expected = DrawError::Format {
        attribute: 0,
        format,
        arch,
    };
    check(
        attempt(pipeline, counts, buffer, wrong, range),
        expected,
        "V7 cannot fetch R64_SFLOAT",
    );
    let wrong = VertexAttribute::new(0, Format::R32_SFLOAT, 1 << 31);
    let expected = DrawError::Offset {
        attribute: 0,
        offset: 1 << 31,
    };
    check(
        attempt(pipeline, counts, buffer, wrong, range),
        expected,
        "offset 2147483648",
    );
    let wrong = counts.with_first_instance(u32::MAX);
    let expected = DrawError::FirstInstance {
        attribute: 0,
        bytes: 64 * u64::from(u32::MAX),
    };
    check(
        attempt(pipeline, wrong, buffer, attribute, range),
        expected,
        "274877906880 bytes after the start of the buffer of attribute 0",
    );
    for arch in [Arch::V7, Arch::V9] {
        let pipeline = Pipeline::new(arch);
        let first_instance = |first_instance| counts.with_first_instance(first_instance);
        let largest = i32::MAX as u32 / 64;
        let at = |offset| VertexAttribute::new(0, Format::R32_SFLOAT, offset);
        // The element begins within 32 bits, so the attribute's offset is too large.
        let error = attempt(pipeline, first_instance(largest), buffer, at(64), range);
        let expected = DrawError::Offset {
            attribute: 0,
            offset: 1 << 31,
        };
        assert_eq!(error, expected, "{arch}");
        let error = attempt(pipeline, first_instance(largest + 1), buffer, at(0), range);
        let expected = DrawError::FirstInstance {
            attribute: 0,
            bytes: 1 << 31,
        };
        assert_eq!(error, expected, "{arch}");
        assert_eq!(error.place().argument, Argument::FirstInstance);
    }
    let state = VertexInputState::<1, 1>::new(pipeline, &[buffer], &[attribute]).unwrap();
    let attempt_from =
        |first_elements: &[u32]| state.write_from(&counts, &[range], first_elements, &mut [0; 14]);
    let expected = DrawError::Offset {
        attribute: 0,
        offset: -64 * i64::from(u32::MAX),
    };
    check(
        attempt_from(&[u32::MAX]).unwrap_err(),
        expected,
        "offset -274877906880",
    );
    let expected = DrawError::BufferCount {
        given: 2,
        needed: 1,
    };
    check(
        attempt_from(&[0; 2]).unwrap_err(),
        expected,
        "the draw has 1",
    );
    let wrong = VertexAttribute::new(0, Format::R8_UNORM, i32::MAX as u32);
    let expected = DrawError::Offset {
        attribute: 0,
        offset: i64::from(i32::MAX) + 1,
    };
    check(
        attempt(pipeline, counts, buffer, wrong, BufferRange::at(0x1001)),
        expected,
        "offset 2147483648",
    );

    let short = write(
        &pipeline,
        &counts,
        &[buffer],
        &[attribute],
        &[range],
        &mut [0; 13],
    )
    .unwrap_err();
    check(
        short,
        DrawError::OutputTooSmall {
            given: 13,
            needed: 14,
        },
        "14 are needed",
    );
    let none = write(
        &pipeline,
        &counts,
        &[buffer],
        &[attribute],
        &[],
        &mut [0; 14],
    )
    .unwrap_err();
    check(
        none,
        DrawError::BufferCount {
            given: 0,
            needed: 1,
        },
        "the draw has 1",
    );
    let words = VertexInput::<1, 1, 8>::new(pipeline, counts, [buffer], [attribute]).unwrap_err();
    let expected = DrawError::AttributeWords {
        words: 8,
        arch: Arch::V7,
    };
    check(
        words,
        expected,
        "8 words for each attribute are wrong: on Mali V7 an attribute has 2",
    );

    let many = [buffer; 33];
    let error = write(&pipeline, &counts, &many, &[], &[range; 33], &mut [0; 3000]).unwrap_err();
    let expected = DrawError::TooManyBuffers {
        buffers: 33,
        maximum: 32,
    };
    check(error, expected, "at most 32");
    let last = VertexAttribute::new(31, Format::R32_SFLOAT, 0);
    assert!(
        write(
            &pipeline,
            &counts,
            &many[1..],
            &[last],
            &[range; 32],
            &mut [0; 3000]
        )
        .is_ok()
    );

    let overlap = |stride, overlap: &[bool]| {
        let buffers = [VertexBuffer::new(stride, buffer.rate)];
        check_overlap(&buffers, &[attribute, attribute], overlap)
    };
    let past = overlap(3, &[true]).unwrap_err();
    check(
        past,
        DrawError::AttributeExceedsStride {
            attribute: 1,
            end: 4,
            stride: 3,
        },
        "`overlap`",
    );
    assert!(overlap(3, &[true, true]).is_ok());
    // An attribute may extend to the next element.
    assert!(overlap(4, &[]).is_ok());
    assert!(overlap(0, &[]).is_ok());
}

/// The descriptor of a draw of one instance divides by 2^31.
#[test]
fn an_instance_id_is_not_asked_for_where_it_would_be_wrong() {
    let attempt = |vertices| {
        let pipeline = Pipeline::new(Arch::V4);
        let counts = DrawCounts::instanced(vertices, 1);
        write(
            &pipeline,
            &counts,
            &[],
            &[VertexAttribute::INSTANCE_ID],
            &[],
            &mut [0; 6],
        )
    };
    assert!(attempt(1 << 31).is_ok());
    let vertices = (1 << 31) + 1;
    assert_eq!(
        attempt(vertices),
        Err(DrawError::InstanceId {
            attribute: 0,
            vertices
        })
    );
}
