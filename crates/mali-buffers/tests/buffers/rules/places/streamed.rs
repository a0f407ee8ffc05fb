//! Streamed data: the elements that a draw reads, one attribute after the other.

use std::ops::Range;

use crate::drawing::Drawing;
use mali_buffers::two_phase::{
    Attribute, AttributeArray, Contents, Conversion, DataSource, Error, GpuMemory, Location,
    MemoryRef, Plan, Retired, Sequence, StreamKind, Target, UploadRing, Usage, WhenFull,
};
use mali_instancing::{Arch, InputRate};

use crate::rules::{Blocks, World, array, points, source};

const CLIENT: DataSource = DataSource::Client(0);

fn world() -> World {
    World::new(Target::new(Arch::V7))
}

/// The first byte and the number of the copied elements of each copy.
fn elements(plan: &Plan) -> Vec<(u64, u32)> {
    plan.copies()
        .map(|copy| match copy.contents {
            Contents::Elements {
                offset, elements, ..
            } => (offset, elements),
            other => panic!("{other:?}"),
        })
        .collect()
}

fn streamed(offset: u64) -> Location {
    Location {
        memory: MemoryRef::Stream {
            stream: StreamKind::Vertex,
            generation: 0,
        },
        offset,
    }
}

#[test]
fn the_elements_of_a_draw_alone_are_streamed() {
    let array = array(CLIENT, "R8G8B8A8_UNORM");
    for (rate, expected) in [
        (InputRate::Vertex, (4 * 5, 7)),
        (InputRate::from_gl_divisor(1), (4 * 3, 10)),
        (InputRate::from_gl_divisor(3), (4 * 3, 4)),
        (InputRate::from_gl_divisor(5), (4 * 3, 2)),
        (InputRate::from_gl_divisor(10), (4 * 3, 1)),
        (InputRate::from_gl_divisor(11), (4 * 3, 1)),
        (InputRate::Constant, (4 * 3, 1)),
    ] {
        let attributes = [Attribute::Array(array.with_rate(rate))];
        let draw = Drawing::arrays(5, 7, &attributes)
            .with_instances(10)
            .with_first_instance(3);
        let plan = world().draw(&draw);
        assert_eq!(elements(&plan), [expected], "{rate}");
        assert_eq!(plan.bytes_copied(), 4 * u64::from(expected.1), "{rate}");
        let first_element = plan.vertex_data().unwrap().first_elements()[0];
        assert_eq!(u64::from(first_element) * 4, expected.0, "{rate}");
    }
}

#[test]
fn a_draw_goes_on_behind_the_one_before() {
    let mut world = world();
    let attributes = [Attribute::Array(array(CLIENT, "R8_UNORM"))];
    let locations = [5, 20, 1].map(|count| {
        let plan = world.draw(&points(count, &attributes));
        plan.vertex_data().unwrap().locations()[0]
    });
    assert_eq!(locations, [0, 64, 128].map(streamed));
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
    let plan = world().draw(&points(3, &attributes));
    let data = plan.vertex_data().unwrap();
    assert_eq!(
        (data.buffers().len(), data.locations()),
        (1, &[streamed(0)][..])
    );
    // Each attribute is aligned to its components, and the whole element to the largest of them.
    assert_eq!(data.buffers()[0].stride, 16);
    assert_eq!(
        data.attributes()
            .iter()
            .map(|attribute| attribute.offset)
            .collect::<Vec<_>>(),
        [0, 8, 10]
    );
    assert_eq!(elements(&plan), [(0, 3), (33, 3), (20, 3)]);
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
        let plan = world().draw(&points(3, &attributes).with_instances(2));
        let data = plan.vertex_data().unwrap();
        assert_eq!(data.locations(), [0, 64].map(streamed), "{other:?}");
    }
}

/// There is one copy, with the application's layout.
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
    let plan = world().draw(&points(3, &attributes));
    let copies: Vec<_> = plan.copies().collect();
    let [copy] = copies[..] else {
        panic!("{copies:?}")
    };
    let expected = Contents::Elements {
        source: CLIENT,
        offset: 4,
        source_stride: 16,
        conversion: Conversion::Copy { size: 16 },
        stride: 16,
        elements: 3,
        is_gathered: false,
    };
    assert_eq!((copy.contents, copy.size), (expected, 48));
    let data = plan.vertex_data().unwrap();
    assert_eq!(
        data.attributes()
            .iter()
            .map(|attribute| attribute.offset)
            .collect::<Vec<_>>(),
        [12, 0]
    );
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
    let plan = world().draw(&points(3, &attributes));
    assert_eq!(plan.copies().count(), 2);
    assert_eq!(plan.vertex_data().unwrap().buffers()[0].stride, 16);
    assert_eq!(plan.vertex_data().unwrap().buffers()[0].size, Some(48));
}

/// They are not copied together with all the data between them.
#[test]
fn arrays_that_are_apart_become_elements() {
    let positions = array(CLIENT, "R32G32B32_SFLOAT");
    let attributes =
        [0, 120, 12 * 21].map(|offset| Attribute::Array(positions.with_offset(offset)));
    for (count, expected) in [(2, 24), (3, 36)] {
        let plan = world().draw(&points(10, &attributes[..count]));
        assert_eq!(plan.copies().count(), count);
        let buffer = plan.vertex_data().unwrap().buffers()[0];
        assert_eq!(
            (buffer.stride, buffer.size),
            (expected, Some(10 * expected))
        );
    }
}

#[test]
fn a_full_stream_goes_on_in_a_block_of_twice_the_size() {
    let mut world = world();
    let attributes = [Attribute::Array(array(CLIENT, "R8_UNORM"))];
    world.draw(&points(1000, &attributes));
    world.sequence = Sequence::new(2);
    let plan = world.draw(&points(1000, &attributes));
    let stream = StreamKind::Vertex;
    let memory = |generation| MemoryRef::Stream { stream, generation };
    assert_eq!(plan.allocations().next().unwrap().memory, memory(1));
    assert_eq!(plan.allocations().next().unwrap().size, 2048);
    let until = Sequence::new(1);
    let memory = memory(0);
    assert!(plan.retired().eq([Retired { memory, until }]));
    assert_eq!(world.planner.rings().vertex.generation(), 1);
}

#[test]
fn a_draw_that_does_not_fit_can_wait_for_the_one_before() {
    let stream = UploadRing::new(1024)
        .unwrap()
        .with_when_full(WhenFull::Wait);
    let mut world = World::with_streams(Target::new(Arch::V7), &stream);
    let attributes = [Attribute::Array(array(CLIENT, "R8_UNORM"))];
    world.draw(&points(1000, &attributes));
    world.sequence = Sequence::new(2);
    let until = Sequence::new(1);
    assert_eq!(
        world.error(&points(1000, &attributes)),
        Error::InFlight { until }
    );
    world.planner.complete(until);
    let plan = world.draw(&points(1000, &attributes));
    assert_eq!(plan.vertex_data().unwrap().locations(), [streamed(0)]);
}

/// The reservation of the indices is released with everything else.
#[test]
fn indices_take_no_space_if_the_vertices_find_none() {
    let stream = UploadRing::new(1024)
        .unwrap()
        .with_when_full(WhenFull::Wait);
    let mut world = World::with_streams(Target::new(Arch::V7), &stream);
    let attributes = [Attribute::Array(array(CLIENT, "R32G32B32A32_SFLOAT"))];
    world.draw(&points(60, &attributes));
    world.sequence = Sequence::new(2);
    let loops =
        mali_buffers::two_phase::ElementArray::new(CLIENT, mali_buffers::IndexType::U16, 20)
            .with_bounds(mali_instancing::draw::IndexBounds {
                minimum: 0,
                maximum: 59,
            });
    let draw = Drawing::elements(loops, &attributes);
    let until = Sequence::new(1);
    assert_eq!(world.error(&draw), Error::InFlight { until });
}

#[test]
fn a_buffer_that_the_gpu_does_not_see_is_streamed_from_its_data() {
    let mut world = world().with_buffer(1, 40, Usage::Dynamic);
    world.buffer(1).buffer_data(40, Usage::Dynamic, None);
    let attributes = [Attribute::Array(
        array(source(1), "R32_SFLOAT").with_offset(8),
    )];
    let plan = world.draw(&points(3, &attributes));
    let mut blocks = Blocks::default();
    plan.execute(&world.data, &mut blocks).unwrap();
    let data = &world.data.buffers.values().next().unwrap().1;
    assert_eq!(blocks.bytes(streamed(0).memory)[..12], data[8..20]);
}

/// Memory that records the ranges that are written.
struct Noted(Vec<u8>, Vec<Range<u64>>);

impl GpuMemory for Noted {
    fn address(&self, _: MemoryRef) -> Option<u64> {
        Some(0)
    }

    fn write(&mut self, _: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        self.1.push(range.clone());
        self.0.get_mut(range.start as usize..range.end as usize)
    }
}

/// There are 500 elements, more than are assembled at a time.
#[test]
fn elements_that_lie_between_each_other_are_written_in_the_order_of_their_bytes() {
    let stream = UploadRing::new(1 << 16).unwrap();
    let mut world = World::with_streams(Target::new(Arch::V7), &stream);
    world.data.client = (0..40_000)
        .map(|at: u32| (at * 7 + at / 256) as u8)
        .collect();
    let attributes =
        [(0, "R64G64_SFLOAT"), (20, "R8G8B8_UNORM"), (31, "R16_UINT")].map(|(offset, format)| {
            Attribute::Array(array(CLIENT, format).with_stride(60).with_offset(offset))
        });
    let plan = world.prepare(&points(500, &attributes)).unwrap().unwrap();
    let mut memory = Noted(vec![0xee; 1 << 16], Vec::new());
    plan.execute(&world.data, &mut memory).unwrap();
    // 8 bytes of floats, 3 bytes, a gap of one byte and 2 bytes: 14 bytes, and 2 more to the next element.
    let Noted(bytes, ranges) = memory;
    assert_eq!(
        ranges
            .iter()
            .map(|range| (range.start, range.end))
            .collect::<Vec<_>>(),
        [(0, 499 * 16 + 14)]
    );
    for (element, written) in bytes.chunks(16).take(500).enumerate() {
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
    assert!(bytes[500 * 16 - 2..].iter().all(|&byte| byte == 0xee));
}
