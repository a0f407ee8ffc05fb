//! The place of an error: the part of a draw, and its argument.

use std::num::NonZeroU32;

use mali_instancing::descriptor::{
    Attribute, AttributeFields, Invocation, ValhallAttribute, ValhallAttributeFields,
    ValhallFetchMode,
};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, DrawError, Pipeline, VertexAttribute, VertexBuffer,
    VertexInput, check_overlap, write,
};
use mali_instancing::{
    Arch, Argument, BufferAddress, Error, Format, InputRate, PaddedCount, Part, Place,
};

const MESH: VertexBuffer = VertexBuffer::new(20, InputRate::Vertex);
const POSITION: VertexAttribute = VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0);

/// The place of the error in a draw of two buffers and two attributes.
fn place(
    pipeline: Pipeline,
    counts: DrawCounts,
    buffer: VertexBuffer,
    attribute: VertexAttribute,
    range: BufferRange,
) -> Place {
    let ranges = [BufferRange::new(0, 64), range];
    let buffers = [MESH, buffer];
    let attributes = [POSITION, attribute];
    let mut words = [0; 64];
    write(
        &pipeline,
        &counts,
        &buffers,
        &attributes,
        &ranges,
        &mut words,
    )
    .unwrap_err()
    .place()
}

const RANGE: BufferRange = BufferRange::new(0x40, 64);

#[test]
fn an_error_of_the_draw_is_at_its_argument() {
    let v7 = Pipeline::new(Arch::V7);
    let counts = DrawCounts::any_instances(70);
    for (pipeline, counts, argument) in [
        (v7, counts.with_vertices(0), Argument::Vertices),
        (
            v7,
            counts.with_padded_vertices(Some(PaddedCount::from_exact(64).unwrap())),
            Argument::PaddedVertices,
        ),
        (v7, counts.with_instances(Some(0)), Argument::Instances),
        (
            Pipeline::new(Arch::V5).with_idvs(true),
            counts,
            Argument::Idvs,
        ),
        (
            Pipeline::new(Arch::V9).with_resource_table(64),
            counts,
            Argument::ResourceTable,
        ),
    ] {
        let part = Part::Draw;
        let found = place(pipeline, counts, MESH, POSITION, RANGE);
        assert_eq!(found, Place { part, argument }, "{pipeline:?} {counts:?}");
    }
}

#[test]
fn a_table_that_does_not_exist_is_an_error_of_a_draw_without_attributes() {
    let pipeline = Pipeline::new(Arch::V10).with_resource_table(64);
    let counts = DrawCounts::any_instances(70);
    let expected = DrawError::Draw(Error::Table { table: 64 });
    let constant = VertexInput::<1, 0, 8>::new(pipeline, counts, [MESH], []).unwrap_err();
    assert_eq!(constant, expected);
    assert_eq!(
        write(&pipeline, &counts, &[], &[], &[], &mut []).unwrap_err(),
        expected
    );
    let highest = pipeline.with_resource_table(63);
    assert!(VertexInput::<1, 0, 8>::new(highest, counts, [MESH], []).is_ok());
}

/// Each number fits 32 bits, and so do its padded threads, but the two together do not.
#[test]
fn an_invocation_of_a_draw_that_takes_too_many_bits_is_at_the_instances() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced((1 << 16) + 1, (1 << 15) + 1);
    let error = VertexInput::<0, 0, 2>::new(pipeline, counts, [], []).unwrap_err();
    let expected = Place {
        part: Part::Draw,
        argument: Argument::Instances,
    };
    assert_eq!(error.place(), expected);
}

#[test]
fn an_error_of_a_buffer_is_at_its_argument() {
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::any_instances(70);
    let divisor = NonZeroU32::MAX;
    let divided = VertexBuffer::new(64, InputRate::Instance { divisor });
    for (buffer, range, argument) in [
        (divided, RANGE, Argument::Divisor),
        (MESH, BufferRange::at(1 << 56), Argument::Address),
        (MESH, BufferRange::new(1, u32::MAX), Argument::Size),
    ] {
        let part = Part::Buffer(1);
        let found = place(pipeline, counts, buffer, POSITION, range);
        assert_eq!(found, Place { part, argument }, "{buffer:?} {range:?}");
    }
}

#[test]
fn a_buffer_too_many_is_the_first_that_has_no_place() {
    let pipeline = Pipeline::new(Arch::V5);
    let counts = DrawCounts::any_instances(70);
    let error =
        VertexInput::<33, 1, 2>::new(pipeline, counts, [MESH; 33], [VertexAttribute::VERTEX_ID]);
    let expected = Place {
        part: Part::Buffer(32),
        argument: Argument::Buffers,
    };
    assert_eq!(error.unwrap_err().place(), expected);
}

#[test]
fn an_error_of_an_attribute_is_at_its_argument() {
    let v7 = (Pipeline::new(Arch::V7), DrawCounts::any_instances(70));
    let v5 = (
        Pipeline::new(Arch::V5),
        DrawCounts::instanced((1 << 31) + 1, 1),
    );
    let in_buffer = |buffer| AttributeSource::Buffer(buffer);
    for ((pipeline, counts), source, format, offset, argument) in [
        (v7, in_buffer(2), Format::R32_SFLOAT, 0, Argument::Buffer),
        (v7, in_buffer(1), Format::R64_SFLOAT, 0, Argument::Format),
        (v7, in_buffer(1), Format::R8_UINT, 1 << 31, Argument::Offset),
        (
            v7,
            AttributeSource::VertexId,
            Format::R32_UINT,
            0,
            Argument::Source,
        ),
        (
            v5,
            AttributeSource::InstanceId,
            Format::R32_UINT,
            0,
            Argument::Source,
        ),
    ] {
        let attribute = VertexAttribute {
            source,
            format,
            offset,
        };
        let part = Part::Attribute(1);
        let found = place(pipeline, counts, MESH, attribute, RANGE);
        assert_eq!(found, Place { part, argument }, "{attribute:?}");
    }
    let past = VertexAttribute {
        offset: 9,
        ..POSITION
    };
    let error = check_overlap(&[MESH], &[POSITION, past], &[]).unwrap_err();
    let expected = Place {
        part: Part::Attribute(1),
        argument: Argument::Offset,
    };
    assert_eq!(error.place(), expected);
}

#[test]
fn an_error_of_a_descriptor_is_at_its_argument() {
    let attribute = |buffer_index, format| {
        Attribute::new(AttributeFields {
            buffer_index,
            offset_enable: false,
            format,
            offset: 0,
        })
        .unwrap_err()
    };
    let packet = ValhallAttribute::new(ValhallAttributeFields {
        mode: ValhallFetchMode::VertexPacket { packet_stride: 0 },
        format: 0,
        table: 0,
        offset: 0,
        buffer_index: 0,
        stride: 1 << 16,
    });
    for (error, argument) in [
        (attribute(512, 0), Argument::BufferIndex),
        (attribute(0, 1 << 22), Argument::Format),
        (packet.unwrap_err(), Argument::AttributeStride),
        (BufferAddress::new(1).unwrap_err(), Argument::Address),
        (BufferAddress::new(1 << 56).unwrap_err(), Argument::Address),
        (InputRate::instance(0).unwrap_err(), Argument::Divisor),
        (Arch::from_product_id(1).unwrap_err(), Argument::ProductId),
        (Arch::from_gpu_id(1).unwrap_err(), Argument::GpuId),
    ] {
        let part = Part::Draw;
        assert_eq!(error.place(), Place { part, argument }, "{error}");
    }
}

#[test]
fn an_error_of_an_invocation_is_at_the_dimension() {
    let dimensions = [
        Argument::SizeX,
        Argument::SizeY,
        Argument::SizeZ,
        Argument::WorkgroupsX,
        Argument::WorkgroupsY,
        Argument::WorkgroupsZ,
    ];
    for (number, argument) in dimensions.into_iter().enumerate() {
        let place = |count, others: u32| {
            let mut counts = [others; 6];
            counts[number] = count;
            let [x, y, z, workgroups @ ..] = counts;
            let error = Invocation::compute([x, y, z], workgroups).unwrap_err();
            error.place().argument
        };
        assert_eq!(place(0, 1), argument);
        // 5 times 6 bits and once 7 bits are more than 32.
        assert_eq!(place(1 << 7, 1 << 6), argument);
    }
    // There are 17 bits before the workgroups.
    let split = Invocation::compute([2, 1 << 10, 1 << 6], [1; 3]).unwrap_err();
    assert_eq!(split.place().argument, Argument::SizeY);
}

/// The arguments on which no word of vertex input depends.
#[test]
fn an_argument_that_changes_nothing_is_unused() {
    for &arch in Arch::ALL {
        let unused: Vec<&str> = Argument::ALL
            .iter()
            .filter(|argument| arch.check_argument(**argument).is_err())
            .map(|argument| argument.name())
            .collect();
        if arch.number() < 6 {
            assert_eq!(unused, ["resource_table"], "{arch}");
        } else if arch.number() < 9 {
            assert_eq!(unused, ["resource_table", "unaligned"], "{arch}");
        } else {
            let expected = [
                "first_vertex",
                "primitive_vertices",
                "padded_vertices",
                "padding",
                "idvs",
                "layout",
                "unaligned",
            ];
            assert_eq!(unused, expected, "{arch}");
        }
    }
}

#[test]
fn a_text_names_the_part_by_its_number_or_leaves_it_to_the_caller() {
    let error = DrawError::Offset {
        attribute: 3,
        offset: 1 << 31,
    };
    let reason = error.reason().to_string();
    assert!(reason.starts_with("offset 2147483648 does not fit 32 bits"));
    assert_eq!(error.to_string(), format!("attribute 3: {reason}"));
    let error = DrawError::Buffer {
        buffer: 2,
        error: Error::ZeroDivisor,
    };
    assert_eq!(error.reason().to_string(), Error::ZeroDivisor.to_string());
    assert_eq!(
        error.to_string(),
        format!("buffer 2: {}", Error::ZeroDivisor)
    );
    let error = DrawError::Draw(Error::ZeroDivisor);
    assert_eq!(error.to_string(), Error::ZeroDivisor.to_string());
}
