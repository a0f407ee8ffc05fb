//! Streamed data: the elements that a draw reads, one group of attributes after the other.

use crate::drawing::Drawing;
use crate::drawing::state_of;
use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, DataSource, ElementArray, Error, IndexType,
    Sequence, Target, UploadRing, Usage, VertexState, WhenFull,
};
use mali_instancing::draw::IndexBounds;
use mali_instancing::{Arch, InputRate};

use crate::rules::{Draw, World, array, points, source};

const CLIENT: DataSource = DataSource::Client(0);

/// The address of the first block.
const RING: u64 = 0x2000_0000;

fn world() -> World {
    World::new(Target::new(Arch::V7))
}

/// The offset of each attribute in the ring.
fn offsets(drawn: &Draw) -> Vec<u64> {
    let numbers = 0..drawn.state.attributes();
    numbers
        .map(|number| drawn.place(number).address - RING)
        .collect()
}

#[test]
fn the_elements_of_a_draw_alone_are_streamed() {
    let array = array(CLIENT, "R8G8B8A8_UNORM");
    for (rate, first, elements) in [
        (InputRate::Vertex, 5, 7),
        (InputRate::from_gl_divisor(1), 3, 10),
        (InputRate::from_gl_divisor(3), 3, 4),
        (InputRate::from_gl_divisor(5), 3, 2),
        (InputRate::from_gl_divisor(10), 3, 1),
        (InputRate::from_gl_divisor(11), 3, 1),
        (InputRate::Constant, 3, 1),
    ] {
        let attributes = [Attribute::Array(array.with_rate(rate))];
        let draw = Drawing::arrays(5, 7, &attributes)
            .with_instances(10)
            .with_first_instance(3);
        let mut world = world();
        let drawn = world.draw(&draw);
        assert_eq!(drawn.place(0).first_element, first, "{rate}");
        assert_eq!(drawn.bytes_copied, 4 * elements, "{rate}");
        let bytes = &world.data.client[4 * first as usize..][..4 * elements as usize];
        assert_eq!(world.at(RING, bytes.len()), bytes, "{rate}");
    }
}

#[test]
fn a_draw_goes_on_behind_the_one_before() {
    let mut world = world();
    let attributes = [Attribute::Array(array(CLIENT, "R8_UNORM"))];
    let begun = [5, 20, 1].map(|count| offsets(&world.draw(&points(count, &attributes)))[0]);
    assert_eq!(begun, [0, 64, 128]);
}

#[test]
fn attributes_of_one_source_stride_and_rate_are_interleaved() {
    let with_stride = |format, offset| {
        let array = array(CLIENT, format).with_stride(40).with_offset(offset);
        Attribute::Array(array)
    };
    let attributes = [
        with_stride("R32G32_FIXED", 0),
        with_stride("R8_UNORM", 33),
        with_stride("R16G16_SNORM", 20),
    ];
    let mut world = world();
    let drawn = world.draw(&points(3, &attributes));
    // Each attribute is aligned to its components, and the whole element to the largest of them.
    assert_eq!(drawn.place(0).stride, 16);
    assert_eq!(offsets(&drawn), [0, 12, 8]);
    for element in 0..3 {
        let source = &world.data.client[40 * element..];
        let record = world.at(RING + 16 * element as u64, 13);
        assert_eq!(record[..8], source[..8]);
        assert_eq!((&record[8..12], record[12]), (&source[20..24], source[33]));
    }
}

#[test]
fn attributes_of_other_sources_strides_and_rates_are_apart() {
    let first = array(CLIENT, "R8G8B8A8_UNORM");
    for other in [
        AttributeArray {
            source: DataSource::Client(1),
            ..first
        },
        first.with_stride(8),
        first.with_rate(InputRate::from_gl_divisor(1)),
        first.with_rate(InputRate::from_gl_divisor(2)),
    ] {
        let attributes = [Attribute::Array(first), Attribute::Array(other)];
        let drawn = world().draw(&points(3, &attributes).with_instances(2));
        assert_eq!(offsets(&drawn), [0, 64], "{other:?}");
    }
}

#[test]
fn elements_of_which_nothing_is_left_out_are_copied_as_they_are() {
    let with_stride = |format, offset| {
        let array = array(CLIENT, format).with_stride(16).with_offset(offset);
        Attribute::Array(array)
    };
    let attributes = [
        with_stride("R8G8B8A8_UNORM", 16),
        with_stride("R32G32B32_SFLOAT", 4),
    ];
    let mut world = world();
    let drawn = world.draw(&points(3, &attributes));
    assert_eq!((offsets(&drawn), drawn.bytes_copied), (vec![12, 0], 48));
    assert_eq!(world.at(RING, 48), &world.data.client[4..52]);
}

#[test]
fn elements_with_something_between_them_are_packed() {
    let with_stride = |format, offset| {
        let array = array(CLIENT, format).with_stride(20).with_offset(offset);
        Attribute::Array(array)
    };
    let attributes = [
        with_stride("R8G8B8A8_UNORM", 12),
        with_stride("R32G32B32_SFLOAT", 0),
    ];
    let drawn = world().draw(&points(3, &attributes));
    assert_eq!((drawn.place(0).stride, drawn.bytes_copied), (16, 48));
}

/// They are not copied together with all the data between them.
#[test]
fn arrays_that_are_apart_are_streamed_apart() {
    let positions = array(CLIENT, "R32G32B32_SFLOAT");
    let attributes =
        [0, 120, 12 * 21].map(|offset| Attribute::Array(positions.with_offset(offset)));
    for count in [2, 3] {
        let drawn = world().draw(&points(10, &attributes[..count]));
        for number in 0..count {
            assert_eq!(drawn.place(number).stride, 12);
        }
        assert_eq!(drawn.bytes_copied, 10 * 12 * count as u64);
    }
}

#[test]
fn a_full_ring_goes_on_in_a_block_of_twice_the_size() {
    let mut world = world();
    let attributes = [Attribute::Array(array(CLIENT, "R8_UNORM"))];
    world.draw(&points(1000, &attributes));
    world.sequence = Sequence::new(2);
    assert_eq!(world.draw(&points(1000, &attributes)).allocated, [2048]);
    assert_eq!(world.memory.retired, [(0, Sequence::new(1))]);
    // The third draw fits too.
    world.draw(&points(1000, &attributes));
    let counters = world.planner.counters();
    assert_eq!((counters.recycled, counters.blocks), (0, 1));
    assert_eq!(counters.waits, 0);
}

/// Indices and vertices are one range.
#[test]
fn indices_take_no_space_if_the_vertices_find_none() {
    let ring = UploadRing::new(1024).unwrap();
    let ring = ring.with_when_full(WhenFull::Wait);
    let mut world = World::with_ring(Target::new(Arch::V7), ring);
    let attributes = [Attribute::Array(array(CLIENT, "R32G32B32A32_SFLOAT"))];
    world.draw(&points(60, &attributes));
    world.sequence = Sequence::new(2);
    let elements = ElementArray::new(CLIENT, IndexType::U16, 20).with_bounds(IndexBounds {
        minimum: 0,
        maximum: 59,
    });
    let draw = Drawing::elements(elements, &attributes);
    let until = Sequence::new(1);
    assert_eq!(world.error(&draw), Error::InFlight { until });
}

#[test]
fn a_buffer_that_the_gpu_does_not_see_is_streamed_from_its_data() {
    let mut world = world().with_buffer(1, 40, Usage::Dynamic);
    world.renew(1, 40, Usage::Dynamic, None);
    let array = array(source(1), "R32_SFLOAT").with_offset(8);
    world.draw(&points(3, &[Attribute::Array(array)]));
    assert_eq!(world.at(RING, 12), &world.bytes(1)[8..20]);
}

/// There are 500 elements, more than are assembled at a time. The memory may be write-combined.
#[test]
fn all_that_a_draw_streams_is_one_write_in_the_order_of_its_bytes() {
    let ring = UploadRing::new(1 << 16).unwrap();
    let mut world = World::with_ring(Target::new(Arch::V7), ring);
    world.data.client = (0..40_000)
        .map(|at: u32| (at * 7 + at / 256) as u8)
        .collect();
    let attributes =
        [(0, "R64G64_SFLOAT"), (20, "R8G8B8_UNORM"), (31, "R16_UINT")].map(|(offset, format)| {
            Attribute::Array(array(CLIENT, format).with_stride(60).with_offset(offset))
        });
    world.draw(&points(500, &attributes));
    // 8 bytes of floats, 3 bytes, a gap of one byte and 2 bytes: 14 bytes, and 2 more to the next element.
    assert_eq!(world.memory.written, [(0, 0..499 * 16 + 14)]);
    for (element, written) in world.memory.bytes[0].chunks(16).take(500).enumerate() {
        let source = &world.data.client[element * 60..];
        let wide = [0, 8].map(|at| f64::from_le_bytes(source[at..at + 8].try_into().unwrap()));
        assert_eq!(
            written[..8],
            *wide.map(|wide| (wide as f32).to_le_bytes()).as_flattened(),
            "{element}"
        );
        assert_eq!(
            (&written[8..11], &written[12..14]),
            (&source[20..23], &source[31..33]),
            "{element}"
        );
    }
    let rest = &world.memory.bytes[0][500 * 16 - 2..];
    assert!(rest.iter().all(|&byte| byte == 0xee));
}

/// A caller has only the pointer of an array. A peer that is longer than the stride begins before it, and then is bound
/// elsewhere.
#[test]
fn client_memory_before_an_array_is_not_read() {
    let at = |format, offset| {
        let array = array(CLIENT, format).with_offset(offset);
        Attribute::Array(array.with_stride(8))
    };
    let mut world = world();
    let bind = |long| [at("R8G8B8A8_UNORM", 100), at("R32G32B32_UINT", long)];
    let mut state: VertexState = state_of(&bind(96)).unwrap();
    for long in [96, 400] {
        state.set_arrays(&bind(long)).unwrap();
        world.data.reads.borrow_mut().clear();
        let draw = ApplicationDraw::arrays(2, 3);
        world.draw_with(&mut state, &draw, &mut [0; 64]).unwrap();
        let reads = world.data.reads.borrow();
        let ranges: Vec<_> = reads.iter().map(|(_, range)| range.clone()).collect();
        assert_eq!(ranges, [116..136, long + 16..long + 44]);
    }
}
