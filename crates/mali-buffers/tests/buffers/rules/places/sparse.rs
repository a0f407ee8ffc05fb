//! Few indices of many vertices: the vertices that they name are gathered, and drawn without the indices.

use mali_buffers::{
    Attribute, AttributeArray, DataSource, Decision, ElementArray, Error, IndexType, OutOfBounds,
    Target, Usage,
};
use mali_instancing::draw::IndexBounds;
use mali_instancing::{Arch, InputRate};
use proptest::prelude::*;

use crate::drawing::Drawing;
use crate::indices::to_bytes;
use crate::rules::{Draw, World, array, source};

const CLIENT: DataSource = DataSource::Client(0);

/// A world with `bytes` bytes in client memory, each different from its neighbours.
fn world(target: Target, bytes: usize) -> World {
    let mut world = World::new(target);
    world.data.client = (0..bytes).map(|at| (at * 7 + at / 256) as u8).collect();
    world
}

fn v7(bytes: usize) -> World {
    world(Target::new(Arch::V7), bytes)
}

/// 32-bit indices in buffer 9.
fn with_indices(world: World, indices: &[u32]) -> (World, ElementArray) {
    let elements = ElementArray::new(source(9), IndexType::U32, indices.len() as u32);
    let world = world.with_bytes(9, to_bytes(IndexType::U32, indices));
    (world, elements)
}

/// The bytes that an attribute gets for each drawn vertex.
fn streamed(world: &World, drawn: &Draw, attribute: usize, size: usize) -> Vec<Vec<u8>> {
    let place = drawn.place(attribute);
    let begin = |vertex| place.address + u64::from(vertex) * u64::from(place.stride);
    let vertices = 0..drawn.counts().vertices;
    vertices
        .map(|vertex| world.at(begin(vertex), size).to_vec())
        .collect()
}

fn is_gathered(drawn: &Draw) -> bool {
    drawn.decisions().contains(&Decision::Gathered)
}

#[test]
fn two_vertices_that_are_a_million_apart_are_48_bytes() {
    let (mut world, elements) = with_indices(v7(16_000_000), &[0, 999_999, 0]);
    let attributes = [Attribute::Array(array(CLIENT, "R32G32B32A32_SFLOAT"))];
    let draw = Drawing::elements(elements, &attributes);
    let drawn = world.gather(&draw);
    assert_eq!(drawn.bytes_copied, 48);
    let data = drawn.index_data();
    assert_eq!((data.indices, drawn.index_decision()), (None, None));
    assert_eq!(
        (
            data.vertices.vertices,
            data.vertices.first_vertex,
            data.vertices.base_vertex_offset
        ),
        (3, 0, 0)
    );
    assert_eq!(drawn.decisions(), [Decision::Gathered]);
    let elements = [0, 15_999_984, 0].map(|at| world.data.client[at..at + 16].to_vec());
    assert_eq!(streamed(&world, &drawn, 0, 16), elements);
    // They are not gathered if the shader may read the vertex's number.
    let drawn = world.draw(&draw);
    assert_eq!(
        (is_gathered(&drawn), drawn.bytes_copied),
        (false, 16_000_000)
    );
}

#[test]
fn gpu_buffers_and_client_memory_are_gathered_and_converted_but_not_what_steps_by_instance() {
    let world = v7(64_000).with_buffer(1, 64_000, Usage::Dynamic);
    let (mut world, elements) = with_indices(world, &[1000, 3, 990, 3]);
    let in_place = array(source(1), "R32G32_SFLOAT")
        .with_offset(4)
        .with_stride(60);
    let attributes = [
        Attribute::Array(in_place),
        Attribute::Array(array(CLIENT, "R64_SFLOAT").with_stride(20)),
        Attribute::Array(in_place.with_rate(InputRate::from_gl_divisor(1))),
    ];
    let elements = elements.with_base_vertex(-2);
    let drawn = world.gather(&Drawing::elements(elements, &attributes).with_instances(5));
    let decisions = [Decision::Gathered, Decision::Gathered, Decision::InPlace];
    assert_eq!(drawn.decisions(), decisions);
    // The elements of a buffer keep their distance, and those of client memory are packed.
    assert_eq!(drawn.bytes_copied, 3 * 60 + 8 + 4 * 4);
    let bytes = world.bytes(1);
    let expected = [998, 1, 988, 1].map(|vertex| bytes[4 + 60 * vertex..][..8].to_vec());
    assert_eq!(streamed(&world, &drawn, 0, 8), expected);
    let floats = [998, 1, 988, 1].map(|vertex| {
        let wide = world.data.client[20 * vertex..][..8].try_into().unwrap();
        (f64::from_le_bytes(wide) as f32).to_le_bytes().to_vec()
    });
    assert_eq!(streamed(&world, &drawn, 1, 4), floats);
}

#[test]
fn interleaved_arrays_are_gathered_as_one_block() {
    let (mut world, elements) = with_indices(v7(64_000), &[999, 0, 500]);
    let attributes = [0, 4].map(|offset| {
        let array = array(CLIENT, "R8G8B8A8_UNORM").with_stride(8);
        Attribute::Array(array.with_offset(offset))
    });
    let drawn = world.gather(&Drawing::elements(elements, &attributes));
    assert_eq!((drawn.bytes_copied, drawn.place(0).stride), (24, 8));
    for (number, offset) in [(0, 0), (1, 4)] {
        let expected =
            [999, 0, 500].map(|vertex| world.data.client[8 * vertex + offset..][..4].to_vec());
        assert_eq!(streamed(&world, &drawn, number, 4), expected);
    }
}

#[test]
fn nothing_is_gathered_where_it_would_be_wrong_or_of_no_use() {
    let client = Attribute::Array(array(CLIENT, "R8G8B8A8_UNORM"));
    let of_buffer = |number, format| Attribute::Array(array(source(number), format));
    let once = Attribute::Array(array(CLIENT, "R8G8B8A8_UNORM").with_stride(0));
    let robust = Target::new(Arch::V7).with_out_of_bounds(OutOfBounds::Clamp);
    let none = None::<u32>;
    for (target, restart_index, attributes, expected) in [
        (Target::new(Arch::V7), none, &[client][..], true),
        // Indices may restart primitives, although none of these does.
        (Target::new(Arch::V7), Some(7), &[client], false),
        // All data is in place, or in a copy that is worth keeping.
        (
            Target::new(Arch::V7),
            none,
            &[of_buffer(1, "R8G8B8A8_UNORM")],
            false,
        ),
        (
            Target::new(Arch::V7),
            none,
            &[of_buffer(1, "R64_SFLOAT")],
            false,
        ),
        // What is streamed is the same for all vertices.
        (Target::new(Arch::V7), none, &[once], false),
        // The shader reads the vertex's number.
        (Target::new(Arch::V5), none, &[client], true),
        (
            Target::new(Arch::V5),
            none,
            &[client, Attribute::VertexId],
            false,
        ),
        // The application does not provide all vertices of a buffer.
        (robust, none, &[client], true),
        (robust, none, &[client, of_buffer(2, "R8_UNORM")], false),
    ] {
        let world = world(target, 64_000)
            .with_buffer(1, 64_000, Usage::Static)
            .with_buffer(2, 100, Usage::Dynamic);
        let (mut world, mut elements) = with_indices(world, &[0, 999, 500]);
        elements.restart_index = restart_index;
        let drawn = world.gather(&Drawing::elements(elements, attributes));
        assert_eq!(is_gathered(&drawn), expected, "{attributes:?}");
    }
}

/// A driver may make a slice of what it is asked for from a pointer alone: the world asserts that each read is within
/// its buffer.
#[test]
fn nothing_past_the_end_of_a_buffer_is_read() {
    let attributes = [Attribute::Array(array(source(1), "R32_SFLOAT"))];
    for out_of_bounds in [OutOfBounds::Refuse, OutOfBounds::Clamp] {
        let target = Target::new(Arch::V7).with_out_of_bounds(out_of_bounds);
        let world = world(target, 0).with_buffer(1, 256, Usage::Stream);
        let (mut world, elements) = with_indices(world, &[0, 1_000_000, 7]);
        // Without an address, the vertices would be gathered if they existed.
        world.renew(1, 256, Usage::Stream, None);
        let draw = Drawing::elements(elements, &attributes);
        if out_of_bounds == OutOfBounds::Clamp {
            world.gather(&draw);
            continue;
        }
        let past_end = Error::AttributePastEnd {
            attribute: 0,
            end: 4_000_004,
            size: 256,
        };
        assert_eq!(world.error(&draw), past_end);
    }
}

/// A copy would be worth keeping.
#[test]
fn a_static_buffer_is_gathered_where_there_is_no_memory_for_a_copy() {
    let world = v7(0).with_buffer(1, 64_000, Usage::Static);
    let (mut world, elements) = with_indices(world, &[0, 999, 500]);
    // The ring has its block.
    let client = [Attribute::Array(array(CLIENT, "R8_UNORM"))];
    world.data.client = vec![0; 8];
    world.draw(&Drawing::arrays(0, 1, &client));
    world.memory.is_full = true;
    let attributes = [Attribute::Array(array(source(1), "R64_SFLOAT"))];
    let drawn = world.gather(&Drawing::elements(elements, &attributes));
    assert_eq!((is_gathered(&drawn), drawn.bytes_copied), (true, 12));
}

/// This is no worse than the hardware, which reads nearby data if bounds are wrong.
#[test]
fn an_index_outside_of_bounds_that_are_stated_names_the_nearest_vertex() {
    let (mut world, elements) = with_indices(v7(64_000), &[9, 5000, 100]);
    let elements = elements.with_bounds(IndexBounds {
        minimum: 50,
        maximum: 999,
    });
    let attributes = [Attribute::Array(array(CLIENT, "R8G8B8A8_UNORM"))];
    let drawn = world.gather(&Drawing::elements(elements, &attributes));
    let expected = [50, 999, 100].map(|vertex| world.data.client[4 * vertex..][..4].to_vec());
    assert_eq!(streamed(&world, &drawn, 0, 4), expected);
}

proptest! {
    #[test]
    fn they_are_gathered_where_mesas_u_vbuf_unrolls_them(
        first in 0_u32..50,
        range in prop_oneof![1_u32..70, 60_u32..300, 250_u32..2000],
        count in 1_usize..80,
        seed in any::<u64>(),
    ) {
        let mut indices: Vec<u32> = (0..count as u64)
            .map(|number| first + (seed.rotate_left(number as u32 * 7) % u64::from(range)) as u32)
            .collect();
        indices[0] = first;
        indices[count - 1] = if count == 1 { first } else { first + range - 1 };
        let vertices = if count == 1 { 1 } else { range as usize };
        let expected = match vertices {
            0..=64 => vertices > 16 * count,
            65..=256 => vertices > 8 * count,
            _ => vertices > 4 * count,
        };
        let (mut world, elements) = with_indices(v7(8 * 2050), &indices);
        let position: AttributeArray = array(CLIENT, "R32G32_SFLOAT");
        let attributes = [Attribute::Array(position)];
        let drawn = world.gather(&Drawing::elements(elements, &attributes));
        prop_assert_eq!(is_gathered(&drawn), expected);
        if expected {
            let named: Vec<_> = indices
                .iter()
                .map(|&index| world.data.client[8 * index as usize..][..8].to_vec())
                .collect();
            prop_assert_eq!(streamed(&world, &drawn, 0, 8), named);
        }
    }
}
