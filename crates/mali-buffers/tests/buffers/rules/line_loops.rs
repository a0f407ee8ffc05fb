//! Line loops, for targets that draw none.

use crate::drawing::Drawing;
use mali_buffers::{
    Decision, ElementArray, IndexType, LineLoops, Location, Mode, Obstacle, Plan, Residence,
    StreamingReason, Target, Usage,
};
use mali_instancing::Arch;

use super::{Blocks, World, source};

const TREATMENTS: [LineLoops; 3] = [
    LineLoops::Drawn,
    LineLoops::ClosingSegment,
    LineLoops::Strip,
];

fn world(line_loops: LineLoops, indices: &[u8]) -> World {
    let target = Target::new(Arch::V7).with_line_loops(line_loops);
    World::new(target).with_bytes(1, indices.to_vec())
}

fn arrays(line_loops: LineLoops, count: u32) -> Option<Plan> {
    let draw = Drawing::arrays(Mode::LineLoop, 4, count, &[]);
    world(line_loops, &[0]).prepare(&draw).unwrap()
}

fn elements(
    line_loops: LineLoops,
    indices: &[u8],
    restart_index: Option<u32>,
) -> Option<(Plan, World)> {
    let mut array = ElementArray::new(source(1), IndexType::U8, indices.len() as u32);
    array.restart_index = restart_index;
    let mut world = world(line_loops, indices);
    let plan = world
        .prepare(&Drawing::elements(Mode::LineLoop, array, &[]))
        .unwrap()?;
    Some((plan, world))
}

/// What was written of 16-bit indices.
fn written(plan: &Plan, world: &World) -> Vec<u16> {
    let mut blocks = Blocks::default();
    plan.execute(&world.data, &mut blocks).unwrap();
    let Some(input) = plan.index_data().unwrap().indices else {
        panic!("no indices")
    };
    let bytes = blocks.bytes(input.location.place);
    let begin = input.location.offset as usize;
    let (indices, _) = bytes[begin..begin + 2 * input.count as usize].as_chunks();
    indices.iter().copied().map(u16::from_le_bytes).collect()
}

#[test]
fn a_loop_of_fewer_than_two_vertices_is_nothing() {
    for treatment in TREATMENTS {
        let is_drawn = treatment == LineLoops::Drawn;
        assert_eq!(arrays(treatment, 1).is_some(), is_drawn);
        assert_eq!(elements(treatment, &[7], None).is_some(), is_drawn);
        assert_eq!(
            elements(treatment, &[7, 255, 8, 255], Some(255)).is_some(),
            is_drawn
        );
        assert!(arrays(treatment, 2).is_some());
        assert!(elements(treatment, &[7, 8], None).is_some());
        assert!(elements(treatment, &[7, 255, 8, 9], Some(255)).is_some());
    }
}

#[test]
fn a_loop_without_indices_is_a_strip_and_a_segment() {
    let plan = arrays(LineLoops::ClosingSegment, 3).unwrap();
    let data = plan.index_data().unwrap();
    assert_eq!(
        (data.mode, data.indices, data.decision),
        (Mode::LineStrip, None, None)
    );
    let segment = data.closing_segment.unwrap();
    assert_eq!((segment.count, segment.index_type), (2, IndexType::U16));
    let mut blocks = Blocks::default();
    plan.execute(&world(LineLoops::Drawn, &[0]).data, &mut blocks)
        .unwrap();
    assert_eq!(
        blocks.bytes(segment.location.place)[..4],
        [2, 0, 0, 0],
        "from the first vertex on"
    );
    assert_eq!(data.vertices.offset_start, 4);
}

#[test]
fn a_loop_without_indices_is_a_strip_of_indices() {
    let plan = arrays(LineLoops::Strip, 3).unwrap();
    let data = plan.index_data().unwrap();
    assert_eq!(
        (data.mode, data.decision),
        (Mode::LineStrip, Some(Decision::Generated))
    );
    assert_eq!(written(&plan, &world(LineLoops::Strip, &[0])), [0, 1, 2, 0]);
}

/// The index whose bits are all set is none of a vertex's.
#[test]
fn a_long_loop_without_indices_has_32_bit_ones() {
    for (count, expected) in [(0xffff, IndexType::U16), (0x1_0000, IndexType::U32)] {
        for treatment in [LineLoops::ClosingSegment, LineLoops::Strip] {
            let plan = arrays(treatment, count).unwrap();
            let data = plan.index_data().unwrap();
            let written = data.indices.or(data.closing_segment).unwrap();
            assert_eq!(written.index_type, expected, "{count} vertices");
        }
    }
}

#[test]
fn a_loop_of_indices_is_read_in_place_and_a_segment_written() {
    let (plan, world) = elements(LineLoops::ClosingSegment, &[5, 7, 9], None).unwrap();
    let data = plan.index_data().unwrap();
    assert_eq!(
        (data.mode, data.decision),
        (Mode::LineStrip, Some(Decision::InPlace))
    );
    let mut blocks = Blocks::default();
    plan.execute(&world.data, &mut blocks).unwrap();
    let segment = data.closing_segment.unwrap();
    assert_eq!(blocks.bytes(segment.location.place)[..4], [9, 0, 5, 0]);
}

/// The segment has the type that its own two indices need.
#[test]
fn a_loop_of_indices_that_are_copied_is_closed_by_a_segment_too() {
    let target = Target::new(Arch::V7)
        .with_line_loops(LineLoops::ClosingSegment)
        .with_index_8(false);
    let mut world = World::new(target).with_bytes(1, vec![5, 7, 9]);
    let array = ElementArray::new(source(1), IndexType::U8, 3);
    let draw = Drawing::elements(Mode::LineLoop, array, &[]);
    for decision in [
        Decision::CopyMade {
            obstacle: Obstacle::IndexType,
            residence: Residence::Static,
        },
        Decision::CopyFound {
            obstacle: Obstacle::IndexType,
        },
    ] {
        let plan = world.draw(&draw);
        let data = plan.index_data().unwrap();
        assert_eq!(data.decision, Some(decision));
        let mut blocks = Blocks::default();
        plan.execute(&world.data, &mut blocks).unwrap();
        let Location { place, offset } = data.closing_segment.unwrap().location;
        let segment = &blocks.bytes(place)[offset as usize..offset as usize + 4];
        assert_eq!(segment, [9, 0, 5, 0]);
    }
}

/// Its strip is of use to no other draw.
#[test]
fn a_loop_does_not_count_for_promotion() {
    let target = Target::new(Arch::V7).with_line_loops(LineLoops::Strip);
    let mut world = World::new(target).with_buffer(1, 4, Usage::Dynamic);
    let array = ElementArray::new(source(1), IndexType::U8, 4);
    for _ in 0..20 {
        world.draw(&Drawing::elements(Mode::LineLoop, array, &[]));
    }
    let expected = Residence::Streaming(Usage::Dynamic);
    assert_eq!(world.buffer(1).residence(), expected);
}

#[test]
fn loops_that_restart_become_strips() {
    let reason = StreamingReason::LineLoop;
    let obstacle = Obstacle::LineLoop;
    for treatment in [LineLoops::ClosingSegment, LineLoops::Strip] {
        for restart_index in [255, 3] {
            let separator = restart_index as u8;
            let loops = [1, 2, separator, 4, separator, 5, 6, 7];
            let (plan, world) = elements(treatment, &loops, Some(restart_index)).unwrap();
            let data = plan.index_data().unwrap();
            assert_eq!(data.decision, Some(Decision::Streamed { obstacle, reason }));
            assert_eq!(data.closing_segment, None);
            assert_eq!(data.indices.unwrap().restart_index, Some(0xffff));
            let strips = [1, 2, 1, 0xffff, 5, 6, 7, 5];
            assert_eq!(
                written(&plan, &world),
                strips,
                "restart index {restart_index}"
            );
        }
    }
}

#[test]
fn a_mali_draws_loops() {
    let (plan, _) = elements(LineLoops::Drawn, &[1, 2, 3], None).unwrap();
    let data = plan.index_data().unwrap();
    assert_eq!(
        (data.mode, data.decision),
        (Mode::LineLoop, Some(Decision::InPlace))
    );
    assert_eq!(data.closing_segment, None);
}
