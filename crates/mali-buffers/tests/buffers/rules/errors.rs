//! Draws that are impossible, and their errors. Nothing changes after an error.

use crate::drawing::Drawing;
use mali_buffers::{
    Attribute, AttributeArray, Block, Buffer, BufferId, ConstantValue, Conversion, DataSource,
    ElementArray, Error, IndexType, Sequence, Target, UploadRing, Usage, WhenFull, convert_indices,
};
use mali_instancing::Arch;
use mali_instancing::draw::{DrawError, IndexBounds};

use super::{ADDRESS, Blocks, World, array, id, points, source};

fn world() -> World {
    World::new(Target::new(Arch::V9)).with_buffer(1, 80, Usage::Static)
}

fn elements(world: &mut World, array: ElementArray) -> Error {
    world.error(&Drawing::elements(array, &[]))
}

fn attribute(world: &mut World, array: AttributeArray) -> Error {
    let attributes = [
        Attribute::Constant(ConstantValue::default()),
        Attribute::Array(array),
    ];
    world.error(&points(10, &attributes))
}

#[test]
fn a_draw_of_nothing_is_no_error() {
    // A buffer that does not exist is not an error either.
    let attributes = [Attribute::Array(array(source(7), "R8_UNORM"))];
    let none = ElementArray::new(source(7), IndexType::U8, 0);
    let draws = [
        points(0, &attributes),
        points(3, &attributes).with_instances(0),
        Drawing::elements(none, &attributes),
    ];
    for draw in draws {
        assert!(matches!(world().prepare(&draw), Ok(None)));
    }
}

#[test]
fn a_buffer_of_no_bytes_has_no_elements() {
    let mut world = world();
    world.renew(1, 0, Usage::Static, None);
    let expected = Error::AttributePastEnd {
        attribute: 1,
        end: 10,
        size: 0,
    };
    assert_eq!(
        attribute(&mut world, array(source(1), "R8_UNORM")),
        expected
    );
    let indices = ElementArray::new(source(1), IndexType::U8, 1);
    assert_eq!(
        elements(&mut world, indices),
        Error::IndicesPastEnd { end: 1, size: 0 }
    );
}

#[test]
fn a_buffer_that_there_is_not_is_an_error() {
    let error = Error::UnknownBuffer { buffer: id(2) };
    assert_eq!(attribute(&mut world(), array(source(2), "R8_UNORM")), error);
    assert_eq!(
        elements(&mut world(), ElementArray::new(source(2), IndexType::U8, 1)),
        error
    );
}

/// The last element needs its own size, not the stride.
#[test]
fn an_attribute_may_end_where_its_buffer_ends() {
    let array = array(source(1), "R32_SFLOAT").with_stride(8);
    let attributes = [Attribute::Array(array.with_offset(4))];
    assert!(world().prepare(&points(10, &attributes)).is_ok());
    let expected = Error::AttributePastEnd {
        attribute: 1,
        end: 81,
        size: 80,
    };
    assert_eq!(attribute(&mut world(), array.with_offset(5)), expected);
}

#[test]
fn indices_may_end_where_their_buffer_ends() {
    let array = ElementArray::new(source(1), IndexType::U16, 4);
    let bounds = IndexBounds {
        minimum: 0,
        maximum: 9,
    };
    let array = array.with_bounds(bounds);
    let draw = Drawing::elements(array.with_offset(72), &[]);
    assert!(world().prepare(&draw).is_ok());
    let expected = Error::IndicesPastEnd { end: 81, size: 80 };
    assert_eq!(elements(&mut world(), array.with_offset(73)), expected);
}

/// An index past the last vertex makes an attribute end past its buffer.
#[test]
fn an_index_past_the_last_vertex_is_an_error() {
    let mut world = world().with_bytes(2, vec![0, 9, 10]);
    let vertices = array(source(1), "R32G32_SFLOAT");
    let attributes = [Attribute::Array(vertices)];
    let draw = |count| {
        let array = ElementArray::new(source(2), IndexType::U8, count);
        Drawing::elements(array, &attributes)
    };
    assert!(world.prepare(&draw(2)).is_ok());
    let expected = Error::AttributePastEnd {
        attribute: 0,
        end: 88,
        size: 80,
    };
    assert_eq!(world.error(&draw(3)), expected);
}

#[test]
fn sums_that_leave_64_bits_are_errors() {
    let offset = u64::MAX - 3;
    for source in [source(1), DataSource::Client(0)] {
        // Ten elements.
        let array = array(source, "R32_SFLOAT").with_offset(offset);
        let expected = Error::EndOverflow { offset, size: 40 };
        assert_eq!(attribute(&mut world(), array), expected);
        let array = ElementArray::new(source, IndexType::U32, 1).with_offset(offset);
        let expected = Error::EndOverflow { offset, size: 4 };
        assert_eq!(elements(&mut world(), array), expected);
    }
}

/// The overflow does not depend on the array's offset.
#[test]
fn elements_that_leave_64_bits_are_an_error() {
    let attributes = [Attribute::Array(
        array(DataSource::Client(0), "R32_SFLOAT").with_stride(u32::MAX),
    )];
    let error = |first| world().error(&Drawing::arrays(first, 3, &attributes));
    let size = u64::MAX;
    // (2^32 + 1) * (2^32 - 1) is the largest number of 64 bits, and it is the offset of the last element.
    assert_eq!(error(u32::MAX), Error::EndOverflow { offset: 0, size });
}

/// A neighbour does not hide it, whether it ends before 2^64 or begins far below.
#[test]
fn elements_beside_others_that_leave_64_bits_are_an_error() {
    const LARGE: u64 = 5 << 30;
    let mut world = world();
    world.renew(1, LARGE, Usage::Static, Some(ADDRESS));
    for source in [source(1), DataSource::Client(0)] {
        let at = |offset| {
            let array = array(source, "R32_UINT").with_offset(offset);
            Attribute::Array(array.with_stride(16))
        };
        for other in [0, 4 << 30, u64::MAX - 8] {
            for attributes in [[at(u64::MAX), at(other)], [at(other), at(u64::MAX)]] {
                let error = world.error(&points(1, &attributes));
                let is_of_the_buffer = matches!(error, Error::AttributePastEnd { size: LARGE, .. });
                let overflows = matches!(
                    error,
                    Error::EndOverflow {
                        offset: u64::MAX,
                        size: 4
                    }
                );
                assert!(
                    overflows || is_of_the_buffer && other == u64::MAX - 8,
                    "{source}, {other:#x}: {error}"
                );
            }
        }
    }
}

/// No descriptor holds an element of nearly 4 GiB, from its first attribute to its last one.
#[test]
fn attributes_that_are_nearly_four_gibibytes_apart_are_too_large_an_element() {
    for stride in [u32::MAX, u32::MAX - 15] {
        let mut world = world();
        world.renew(1, 5 << 32, Usage::Static, Some(ADDRESS));
        let at = |offset| {
            let array = array(source(1), "R32_UINT").with_offset(offset);
            Attribute::Array(array.with_stride(stride / 4 * 4))
        };
        let last = u64::from(stride / 4 * 4 - 4);
        let error = world.error(&points(2, &[at(0), at(last)]));
        assert!(
            matches!(error, Error::TooLarge { .. } | Error::Draw(_)),
            "{stride}: {error}"
        );
    }
}

#[test]
fn more_than_sixteen_attributes_are_an_error() {
    let attributes = [Attribute::Constant(ConstantValue::default()); 17];
    assert!(world().prepare(&points(1, &attributes[1..])).is_ok());
    let expected = Error::TooManyAttributes {
        attributes: 17,
        maximum: 16,
    };
    assert_eq!(world().error(&points(1, &attributes)), expected);
}

#[test]
fn a_restart_index_that_cannot_be_rewritten_is_an_error() {
    let mut world = world().with_bytes(2, vec![0xff; 8]);
    let array = ElementArray::new(source(2), IndexType::U32, 2)
        .with_restart_index(7)
        .with_base_vertex(-9);
    let expected = Error::RestartIndex { restart_index: 7 };
    assert_eq!(elements(&mut world, array), expected);
}

#[test]
fn a_base_vertex_that_leads_below_the_first_vertex_is_an_error() {
    let mut world = world().with_bytes(2, vec![5, 9]);
    let array = ElementArray::new(source(2), IndexType::U8, 2).with_base_vertex(-6);
    let error = DrawError::BaseVertex {
        index: 5,
        base_vertex: -6,
    };
    assert_eq!(elements(&mut world, array), Error::Draw(error));
}

#[test]
fn work_out_of_order_is_an_error() {
    let mut world = world();
    let attributes = [Attribute::Array(array(source(1), "R8_UNORM"))];
    world.sequence = Sequence::new(3);
    world.draw(&points(1, &attributes));
    let error = |sequence, minimum| Error::Sequence {
        sequence: Sequence::new(sequence),
        minimum: Sequence::new(minimum),
    };
    world.sequence = Sequence::new(2);
    assert_eq!(world.error(&points(1, &attributes)), error(2, 3));
    world.planner.complete(Sequence::new(3));
    world.sequence = Sequence::new(3);
    assert_eq!(world.error(&points(1, &attributes)), error(3, 4));
    let last = u64::MAX;
    world.planner.complete(Sequence::new(last));
    world.sequence = Sequence::new(last);
    assert_eq!(world.error(&points(1, &attributes)), error(last, last));
    let mut new = self::world();
    new.sequence = Sequence::NONE;
    assert_eq!(new.error(&points(1, &attributes)), error(0, 1));
}

#[test]
fn indices_that_cannot_be_read_are_an_error() {
    let unreadable = ElementArray::new(DataSource::Client(0), IndexType::U8, 5000);
    let expected = Error::Unreadable {
        source: DataSource::Client(0),
        offset: 0,
    };
    assert_eq!(elements(&mut world(), unreadable), expected);
}

#[test]
fn data_that_cannot_be_read_is_an_error_and_the_draw_after_it_is_written() {
    let mut world = world();
    let client = DataSource::Client(0);
    let attributes = [Attribute::Array(array(client, "R8_UNORM").with_offset(7))];
    let bytes = std::mem::take(&mut world.data.client);
    let offset = 7;
    let expected = Error::Unreadable {
        source: client,
        offset,
    };
    assert_eq!(world.error(&points(3, &attributes)), expected);
    world.data.client = bytes;
    assert_eq!(world.draw(&points(3, &attributes)).bytes_copied, 3);
}

/// Neither a block for constants nor one for the ring.
#[test]
fn a_draw_without_memory_is_an_error() {
    let mut world = world();
    let attributes = [Attribute::Constant(ConstantValue::default())];
    world.memory.is_full = true;
    let (size, capacity) = (16, 0);
    let expected = Error::NoMemory { size, capacity };
    assert_eq!(world.error(&points(3, &attributes)), expected);
    world.memory.is_full = false;
    assert_eq!(world.draw(&points(3, &attributes)).allocated, [1024]);
}

/// Every error has a text that contains the cause and all its numbers.
#[test]
fn every_error_says_what_is_wrong() {
    let stream = UploadRing::new(10).unwrap().with_when_full(WhenFull::Wait);
    let (mut full, mut memory) = (stream.clone(), Blocks::default());
    full.reserve(10, 1, Sequence::new(1), &mut memory).unwrap();
    let mut buffer = Buffer::new(BufferId::new(1), 64, Usage::Static);
    let block = Block {
        handle: 7,
        address: 0,
        size: 4096,
    };
    let largest = u64::MAX;
    let cases = [
        (
            stream
                .clone()
                .reserve(1, 3, Sequence::new(1), &mut memory)
                .unwrap_err(),
            "alignment 3: a power of two is allowed",
        ),
        (
            UploadRing::new(0).unwrap_err(),
            "0 bytes: at least 1 is allowed",
        ),
        (
            elements(
                &mut world(),
                ElementArray::new(source(1), IndexType::U32, 1).with_offset(largest - 3),
            ),
            "at least 4 bytes from byte 18446744073709551612 on end past byte 18446744073709551615: no \
             data may",
        ),
        (
            Error::TooLarge {
                size: largest,
                maximum: 4_294_967_232,
            },
            "18446744073709551615 bytes are too many: at most 4294967232 are allowed",
        ),
        (
            full.reserve(1, 1, Sequence::NONE, &mut memory).unwrap_err(),
            "work 0 is out of order: at least 1 is allowed",
        ),
        (
            full.reserve(1, 1, Sequence::new(2), &mut memory)
                .unwrap_err(),
            "the GPU still reads what is to be written: work 1 must be finished first",
        ),
        (
            Error::UnknownBuffer {
                buffer: id(u32::MAX),
            },
            "buffer 4294967295 does not exist",
        ),
        (
            buffer
                .buffer_sub_data(60..65, Sequence::NONE, &mut memory)
                .unwrap_err(),
            "byte 65 is past the end of the buffer: it has 64",
        ),
        (
            attribute(&mut world(), array(source(1), "R64_SFLOAT").with_offset(1)),
            "attribute 1 ends at byte 81, past the end of its buffer: it has 80",
        ),
        (
            elements(
                &mut world(),
                ElementArray::new(source(1), IndexType::U8, 81),
            ),
            "the indices end at byte 81, past the end of their buffer: it has 80",
        ),
        (
            Error::TooManyAttributes {
                attributes: 17,
                maximum: 16,
            },
            "17 attributes are too many: at most 16 are allowed",
        ),
        (
            Error::RestartIndex { restart_index: 7 },
            "restart index 7 of draws that have vertex 4294967295 too: only 4294967295 is allowed",
        ),
        (
            world().error(&points(1, &[Attribute::VertexId])),
            "attribute 0: Mali V9 has vertex and instance ID in registers, not as attributes: V4 and V5 \
             have them as attributes",
        ),
        (
            Error::Unreadable {
                source: DataSource::Client(7),
                offset: largest,
            },
            "data cannot be read: client array 7, from byte 18446744073709551615",
        ),
        (
            Error::Unwritable {
                block,
                offset: largest,
                size: largest,
            },
            "memory cannot be written: block 7, 18446744073709551615 bytes from byte 18446744073709551615",
        ),
        (
            Error::NoMemory {
                size: 7,
                capacity: 4,
            },
            "no memory for 7 bytes more: the ring has 4",
        ),
        (
            Conversion::Copy { size: 4 }
                .run(&[0; 3], 4, &mut [0; 4], 4, 1)
                .unwrap_err(),
            "3 bytes are too short: 4 are needed",
        ),
        (
            convert_indices(IndexType::U32, IndexType::U16, None, &[], &mut []).unwrap_err(),
            "16-bit indices are too narrow: at least 32-bit ones are allowed",
        ),
    ];
    for (error, text) in cases {
        assert_eq!(error.to_string(), text);
    }
}
