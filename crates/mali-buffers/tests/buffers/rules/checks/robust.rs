//! Robust access: missing elements are not fetched, and no other bytes are fetched in their place.

use crate::drawing::Drawing;
use mali_buffers::{
    Attribute, AttributeArray, DataSource, Decision, ElementArray, IndexType, OutOfBounds, Target,
    Usage,
};
use mali_instancing::draw::IndexBounds;
use mali_instancing::model::Fetched;
use mali_instancing::{Arch, InputRate};

use crate::rules::{ADDRESS, World, array, points, source};

fn world(arch: Arch) -> World {
    let target = Target::new(arch).with_out_of_bounds(OutOfBounds::Clamp);
    World::new(target).with_buffer(1, 64, Usage::Dynamic)
}

/// The source of this number of points of one array, and the number of points whose element exists.
fn elements(arch: Arch, count: u32, array: AttributeArray) -> (Decision, usize) {
    let mut world = world(arch);
    let attributes = [Attribute::Array(array)];
    let drawn = world.draw(&points(count, &attributes));
    let decision = drawn.decisions()[0];
    let memory = match decision {
        Decision::InPlace => (ADDRESS, world.bytes(1)),
        // The block of the ring, which is empty if nothing is streamed.
        _ => (0x2000_0000, &world.memory.bytes[0][..]),
    };
    let is_there = |vertex: &u32| {
        let fetched = drawn.fetch(0, [*vertex, 0], memory);
        match fetched.expect("words that the hardware knows") {
            Fetched::Bytes(_) => true,
            Fetched::OutOfRange => false,
            other @ (Fetched::Id(_) | Fetched::Unaligned) => panic!("{other:?}"),
        }
    };
    (decision, (0..count).filter(is_there).count())
}

/// There are sixteen elements of 4 bytes, and one vertex more.
#[test]
fn in_place_the_elements_that_there_are_are_read() {
    for &arch in Arch::ALL {
        let array = array(source(1), "R8G8B8A8_UNORM");
        assert_eq!(elements(arch, 17, array), (Decision::InPlace, 16), "{arch}");
        let behind = array.with_offset(62);
        assert_eq!(elements(arch, 3, behind).1, 0, "{arch}");
    }
}

#[test]
fn the_elements_that_there_are_are_streamed() {
    for &arch in Arch::ALL {
        for (offset, there) in [
            (0, 4),
            (1, 3),
            (63, 0),
            (64, 0),
            (1 << 40, 0),
            (u64::MAX, 0),
        ] {
            let array = array(source(1), "R64G64_SFLOAT").with_offset(offset);
            let (decision, read) = elements(arch, 9, array);
            assert!(
                matches!(decision, Decision::Streamed { .. }),
                "{arch}: {decision:?}"
            );
            assert_eq!(read, there, "{arch}, from byte {offset}");
        }
    }
}

/// Five indices of a buffer that has three from there on, and of a buffer that has none.
#[test]
fn the_indices_that_there_are_are_drawn() {
    for &arch in Arch::ALL {
        let indices = |offset, count| {
            let elements = ElementArray::new(source(2), IndexType::U16, count).with_offset(offset);
            let mut world = world(arch).with_bytes(2, vec![1, 0, 7, 0, 3, 0, 9]);
            let drawn = world.prepare(&Drawing::elements(elements, &[])).unwrap();
            let input = drawn.map(|drawn| *drawn.index_data());
            input.map(|input| (input.indices.unwrap().count, input.vertices.vertices))
        };
        // The vertices 1 to 7.
        assert_eq!(indices(0, 3), Some((3, 7)), "{arch}");
        assert_eq!(indices(0, 5), Some((3, 7)), "{arch}");
        assert_eq!(indices(4, 5), Some((1, 1)), "{arch}");
        for offset in [6, 7, 8, u64::MAX] {
            assert_eq!(indices(offset, 5), None, "{arch}, from byte {offset}");
        }
    }
}

/// On V4 to V7, an index outside the bounds would name a vertex that was not shaded, and no descriptor holds the
/// bounds.
#[test]
fn bounds_that_an_application_states_are_not_believed_where_nothing_else_guards_them() {
    let stated = IndexBounds {
        minimum: 2,
        maximum: 3,
    };
    let bytes = vec![1, 0, 7, 0, 3, 0];
    let client = DataSource::Client(0);
    for &arch in Arch::ALL {
        let expected = if arch.has_attribute_buffers() {
            // The vertices 1 to 7.
            (1, 7)
        } else {
            (2, 2)
        };
        for source in [source(2), client] {
            let elements = ElementArray::new(source, IndexType::U16, 3).with_bounds(stated);
            let mut world = world(arch).with_bytes(2, bytes.clone());
            world.data.client = bytes.clone();
            let drawing = Drawing::elements(elements, &[]);
            let vertices = world.draw(&drawing).index_data().vertices;
            let drawn = (vertices.first_vertex, vertices.vertices);
            assert_eq!(drawn, expected, "{arch}, {source}");
        }
    }
}

/// The descriptor covers none of the array's bytes.
#[test]
fn an_offset_that_no_descriptor_says_reads_nothing() {
    for &arch in Arch::ALL {
        for offset in [1 << 31, 1 << 40, u64::MAX - 3] {
            let array = array(source(1), "R8G8B8A8_UNORM").with_offset(offset);
            assert_eq!(elements(arch, 3, array), (Decision::InPlace, 0), "{arch}");
        }
    }
}

#[test]
fn arrays_of_one_element_may_have_none() {
    for &arch in Arch::ALL {
        let constant = array(source(1), "R64_SFLOAT")
            .with_rate(InputRate::Constant)
            .with_offset(60);
        assert_eq!(elements(arch, 1, constant).1, 0, "{arch}");
    }
}

/// No element is there. In place, the descriptor of the same draw covers none of the buffer's bytes.
#[test]
fn elements_far_past_the_end_are_not_fetched_from_a_stream_either() {
    let wide = array(source(1), "R64_SFLOAT");
    // Records of four bytes, for elements that are one byte apart.
    let overlapping = array(source(1), "R16G16_UINT").with_stride(1);
    for &arch in Arch::ALL {
        for (first, array) in [
            (1, wide.with_offset(u64::MAX - 3)),
            (4, wide.with_offset(u64::MAX - 15)),
            (800_000_000, overlapping),
            (
                800_000_000,
                overlapping.with_rate(InputRate::from_gl_divisor(1)),
            ),
        ] {
            let attributes = [Attribute::Array(array)];
            let draw = Drawing::arrays(first, 2, &attributes).with_first_instance(first);
            let mut world = world(arch);
            let drawn = world.draw(&draw);
            assert!(matches!(drawn.decisions()[0], Decision::Streamed { .. }));
            assert_eq!(drawn.bytes_copied, 0);
            let memory = (0x2000_0000, &world.memory.bytes[0][..]);
            for vertex in 0..2 {
                let fetched = drawn.fetch(0, [vertex, 0], memory);
                assert_eq!(fetched, Some(Fetched::OutOfRange), "{arch}: {array:?}");
            }
        }
    }
}
