//! Line loops, checked by the lines that are drawn.

use mali_buffers::{
    ApplicationDraw, BufferId, DataSource, Decision, ElementArray, Error, IndexType, LineLoop,
    LoopIndices, OutOfBounds, Target, Vertices,
};
use mali_instancing::Arch;
use proptest::prelude::*;

use crate::drawing::Drawing;
use crate::indices::to_bytes;
use crate::rules::{World, source};
use crate::soft_driver::runs::from_bytes;

const TARGET: Target = Target::new(Arch::V7);

type Line = [u32; 2];

fn world(indices: &[u32]) -> World {
    World::new(TARGET).with_bytes(1, to_bytes(IndexType::U32, indices))
}

/// The lines of a strip.
fn strip(vertices: &[u32]) -> Vec<Line> {
    vertices.windows(2).map(|line| [line[0], line[1]]).collect()
}

/// The lines of loops, as the API defines them: one for each vertex, except for a loop of one vertex.
fn loops(vertices: &[u32], restart_index: Option<u32>) -> Vec<Line> {
    let all = vertices.split(|&vertex| Some(vertex) == restart_index);
    let lines = all
        .filter(|vertices| vertices.len() > 1)
        .flat_map(|vertices| {
            let next = vertices.iter().cycle().skip(1);
            let lines = vertices.iter().zip(next).map(|(&from, &to)| [from, to]);
            lines.collect::<Vec<Line>>()
        });
    lines.collect()
}

/// The indices that are written, as numbers. None of them restarts if none of the draw does.
fn written(world: &World, indices: &LoopIndices) -> (ElementArray, Vec<u32>) {
    let mut bytes = vec![0xee; indices.size() as usize];
    indices.write(&world.data, &mut bytes).unwrap();
    let Vertices::Elements(elements) = indices.draw(DataSource::Client(0)).vertices else {
        panic!("no indices");
    };
    assert_eq!(
        u64::from(elements.count) * u64::from(elements.index_type.size()),
        indices.size()
    );
    (elements, from_bytes(elements.index_type, &bytes))
}

/// The lines that are drawn, in their order.
fn drawn(world: &World, target: Target, draw: &ApplicationDraw, vertices: &[u32]) -> Vec<Line> {
    match LineLoop::of(draw, target, &world.data).unwrap() {
        None => Vec::new(),
        Some(LineLoop::Closed(closing)) => {
            let (_, line) = written(world, &closing);
            let mut lines = strip(vertices);
            lines.push(line.try_into().unwrap());
            lines
        }
        Some(LineLoop::Rewritten(indices)) => {
            let (elements, all) = written(world, &indices);
            let bounds = elements.bounds.unwrap();
            let strips = all.split(|&index| Some(index) == elements.restart_index);
            assert!(
                strips
                    .clone()
                    .flatten()
                    .all(|index| (bounds.minimum..=bounds.maximum).contains(index))
            );
            strips.flat_map(strip).collect()
        }
    }
}

proptest! {
    #[test]
    fn the_lines_are_those_of_the_loops(
        indices in prop::collection::vec(0..6_u32, 1..20),
        restart_index in prop::option::of(0..6_u32),
        instances in 1..3_u32,
        large in any::<bool>(),
    ) {
        let far = |index: u32| if large { index + 0xfffd } else { index };
        let indices: Vec<u32> = indices.into_iter().map(far).collect();
        let restart_index = restart_index.map(far);
        let mut elements = ElementArray::new(source(1), IndexType::U32, indices.len() as u32);
        elements.restart_index = restart_index;
        let draw = ApplicationDraw::elements(elements).with_instances(instances);
        prop_assert_eq!(drawn(&world(&indices), TARGET, &draw, &indices), loops(&indices, restart_index));
    }

    #[test]
    fn with_robust_access_they_are_those_of_the_indices_that_exist(
        indices in prop::collection::vec(0..6_u32, 1..12),
        missing in 0..4_u32,
        skipped in 0..14_usize,
        restart_index in prop::option::of(0..6_u32),
        instances in 1..3_u32,
    ) {
        let count = indices.len() as u32 + missing;
        let mut elements = ElementArray::new(source(1), IndexType::U32, count).with_offset(4 * skipped as u64);
        elements.restart_index = restart_index;
        let draw = ApplicationDraw::elements(elements).with_instances(instances);
        let existing = indices.get(skipped..).unwrap_or_default();
        let target = TARGET.with_out_of_bounds(OutOfBounds::Clamp);
        prop_assert_eq!(drawn(&world(&indices), target, &draw, existing), loops(existing, restart_index));
    }

    #[test]
    fn so_they_are_of_vertices_without_indices(first in 0..0x1_0010_u32, count in 0..9_u32, instances in 1..3_u32) {
        let draw = ApplicationDraw::arrays(first, count).with_instances(instances);
        let vertices: Vec<u32> = (first..first + count).collect();
        prop_assert_eq!(drawn(&world(&[0]), TARGET, &draw, &vertices), loops(&vertices, None));
    }
}

#[test]
fn one_instance_without_restarts_is_closed_by_one_line() {
    let world = world(&[7, 8, 9, 10]);
    for draw in [
        ApplicationDraw::arrays(7, 4),
        ApplicationDraw::elements(ElementArray::new(source(1), IndexType::U32, 4)),
    ] {
        let Some(LineLoop::Closed(closing)) = LineLoop::of(&draw, TARGET, &world.data).unwrap()
        else {
            panic!("it is rewritten");
        };
        assert_eq!(
            written(&world, &closing).1,
            [10, 7],
            "the last, then the first"
        );
        let instanced = LineLoop::of(&draw.with_instances(2), TARGET, &world.data).unwrap();
        assert!(matches!(instanced, Some(LineLoop::Rewritten(_))));
    }
}

/// Indices of 16 bits can hold every vertex that is not the restart index.
#[test]
fn indices_have_32_bits_where_a_vertex_needs_them() {
    let world = world(&[0]);
    for (last, expected) in [(0xfffe, IndexType::U16), (0xffff, IndexType::U32)] {
        let draw = ApplicationDraw::arrays(last - 4, 5);
        let Some(LineLoop::Closed(closing)) = LineLoop::of(&draw, TARGET, &world.data).unwrap()
        else {
            panic!("it is rewritten");
        };
        assert_eq!(written(&world, &closing).0.index_type, expected);
    }
}

#[test]
fn the_closing_line_is_streamed_with_the_indices() {
    let mut world = world(&[0]);
    let draw = ApplicationDraw::arrays(7, 4);
    let Some(LineLoop::Closed(closing)) = LineLoop::of(&draw, TARGET, &world.data).unwrap() else {
        panic!("it is rewritten");
    };
    let mut bytes = [0; 4];
    closing.write(&world.data, &mut bytes).unwrap();
    world.data.client = bytes.to_vec();
    let line = world.draw(&Drawing::new(closing.draw(DataSource::Client(0)), &[]));
    assert!(matches!(
        line.index_decision(),
        Some(Decision::Streamed { .. })
    ));
    let indices = line.index_data().indices.unwrap();
    assert_eq!(world.at(indices.address, 4), bytes);
    assert_eq!(line.bytes_copied, 4);
    // The vertices are those of the strip, whose tables are used.
    let strip = world.draw(&Drawing::new(draw, &[]));
    let vertices = [&line, &strip].map(|drawn| {
        let vertices = drawn.index_data().vertices;
        (vertices.first_vertex, vertices.vertices)
    });
    assert_eq!(vertices[0], vertices[1]);
}

#[test]
fn no_indices_or_instances_are_no_error_where_their_buffer_does_not_reach() {
    let world = world(&[0, 1, 2]);
    for (count, instances) in [(0, 1), (0, 2), (3, 0), (0, 0)] {
        let elements = ElementArray::new(source(1), IndexType::U32, count).with_offset(16);
        let draw = ApplicationDraw::elements(elements).with_instances(instances);
        assert_eq!(
            LineLoop::of(&draw, TARGET, &world.data),
            Ok(None),
            "{count} indices, {instances} instances"
        );
    }
}

#[test]
fn what_cannot_be_closed_is_an_error() {
    let world = world(&[0, u32::MAX]);
    let of = |draw: &ApplicationDraw| LineLoop::of(draw, TARGET, &world.data).unwrap_err();
    let elements = ElementArray::new(source(1), IndexType::U32, 2);
    let collides = ApplicationDraw::elements(elements.with_restart_index(3));
    assert_eq!(of(&collides), Error::RestartIndex { restart_index: 3 });
    let missing = ApplicationDraw::elements(ElementArray::new(source(1), IndexType::U32, 3));
    assert_eq!(of(&missing), Error::IndicesPastEnd { end: 12, size: 8 });
    let buffer = BufferId::new(7);
    let unknown = ElementArray::new(DataSource::Buffer(buffer), IndexType::U32, 3);
    assert_eq!(
        of(&ApplicationDraw::elements(unknown)),
        Error::UnknownBuffer { buffer }
    );
    let far = ApplicationDraw::arrays(u32::MAX, 2);
    let (size, maximum) = (1 << 32, u32::MAX.into());
    assert_eq!(of(&far), Error::TooLarge { size, maximum });
    let Some(LineLoop::Closed(closing)) =
        LineLoop::of(&ApplicationDraw::arrays(0, 3), TARGET, &world.data).unwrap()
    else {
        panic!("it is rewritten");
    };
    let (given, needed) = (3, 4);
    assert_eq!(
        closing.write(&world.data, &mut [0; 3]),
        Err(Error::TooShort { given, needed })
    );
}
