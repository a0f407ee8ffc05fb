//! The planner's counters.

use mali_buffers::two_phase::{
    Attribute, ConstantValue, DataSource, Error, Plan, Sequence, Target, UploadRing, Usage,
    VertexState, WhenFull,
};
use mali_instancing::Arch;

use crate::rules::{World, array, points, source};

/// Each byte that is written is counted at its destination, and each copy once.
#[test]
fn bytes_and_copies_are_counted_where_they_go() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 80, Usage::Static);
    let attributes = [
        Attribute::Array(array(source(1), "R64_SFLOAT")),
        Attribute::Array(array(DataSource::Client(0), "R32_SFLOAT")),
        Attribute::Constant(ConstantValue::default()),
    ];
    for draws in 1..4 {
        world.draw(&points(3, &attributes));
        let counters = world.planner.counters();
        assert_eq!(counters.planned, draws);
        assert_eq!((counters.copies_made, counters.bytes_kept), (1, 40));
        assert_eq!(counters.bytes_streamed, 12 * draws);
        assert_eq!(counters.constant_bytes, 16);
    }
}

/// A plan that waited is counted once, when it is committed, with all its waits.
#[test]
fn waits_are_those_of_plans_that_came_about() {
    let stream = UploadRing::new(64).unwrap().with_when_full(WhenFull::Wait);
    let mut world = World::with_streams(Target::new(Arch::V7), &stream);
    let state: VertexState =
        VertexState::new(&[Attribute::Array(array(DataSource::Client(0), "R8_UNORM"))]).unwrap();
    let draw = points(64, &[]).draw();
    let mut plan = Plan::new();
    for number in 1..4 {
        let work = Sequence::new(number);
        let before = Sequence::new(number - 1);
        let World { planner, data, .. } = &mut world;
        for _ in 1..number {
            let refused = planner.prepare(&state, &draw, data, work, &mut plan);
            assert_eq!(refused, Err(Error::InFlight { until: before }));
        }
        planner.complete(before);
        assert_eq!(
            planner.prepare(&state, &draw, data, work, &mut plan),
            Ok(true)
        );
        planner.commit(&plan, data).unwrap();
    }
    let counters = world.planner.counters();
    assert_eq!(counters.waits, 1 + 2);
    assert_eq!((counters.recycled, counters.generations), (2, 0));
}

#[test]
fn new_blocks_are_generations() {
    let mut world = World::with_streams(Target::new(Arch::V7), &UploadRing::new(64).unwrap());
    let attributes = [Attribute::Array(array(DataSource::Client(0), "R8_UNORM"))];
    for _ in 0..3 {
        world.draw(&points(64, &attributes));
    }
    let counters = world.planner.counters();
    // The second block has 128 bytes, which hold the second and the third range.
    assert_eq!((counters.recycled, counters.generations), (0, 1));
    assert_eq!(counters.waits, 0);
}
