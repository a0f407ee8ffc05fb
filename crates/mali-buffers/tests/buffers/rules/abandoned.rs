//! Plans that could not be executed, and streams that are not waited for.

use mali_buffers::{
    Attribute, ConstantValue, Decision, Error, Placement, Sequence, Stream, StreamKind, Target,
    Usage, WhenFull,
};
use mali_instancing::Arch;

use super::{World, array, points, source};

fn decisions(world: &mut World, attributes: &[Attribute]) -> Vec<Decision> {
    let plan = world.prepare(&points(3, attributes)).unwrap().unwrap();
    let data = plan.vertex_data().unwrap();
    data.decisions()
        .iter()
        .map(|decision| decision.unwrap())
        .collect()
}

/// A copy and a constant that were not written are not found by the next draw.
#[test]
fn what_an_abandoned_plan_would_have_written_is_written_by_the_next() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let earlier = [Attribute::Constant(ConstantValue::Float([0.5; 4]))];
    world.draw(&points(3, &earlier));
    let attributes = [
        Attribute::Array(array(source(1), "R64_SFLOAT")),
        Attribute::Constant(ConstantValue::Float([1.0; 4])),
    ];
    let draw = points(3, &attributes);
    let plan = world.prepare(&draw).unwrap().unwrap();
    assert_eq!(plan.copies().len(), 2);
    world.planner.abandon(&plan, &mut world.data);
    assert_eq!(world.buffer(1).copies(), 0);
    let again = world.prepare(&draw).unwrap().unwrap();
    assert_eq!(again.copies().len(), 2);
    assert_eq!(again.allocations().len(), 1);
    let found = decisions(&mut world, &attributes);
    assert!(matches!(found[0], Decision::CopyFound { .. }));
    assert_eq!(found[1], Decision::ConstantFound);
    assert_eq!(decisions(&mut world, &earlier), [Decision::ConstantFound]);
}

/// What an earlier plan has written is found still.
#[test]
fn abandoning_a_plan_leaves_what_it_found() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let attributes = [
        Attribute::Array(array(source(1), "R64_SFLOAT")),
        Attribute::Constant(ConstantValue::Float([1.0; 4])),
    ];
    let draw = points(3, &attributes);
    world.draw(&draw);
    let plan = world.prepare(&draw).unwrap().unwrap();
    world.planner.abandon(&plan, &mut world.data);
    assert!(world.prepare(&draw).unwrap().unwrap().copies().is_empty());
}

/// A block that could not be allocated is not streamed to.
#[test]
fn a_generation_that_came_to_nothing_is_followed_by_another() {
    let mut world = World::new(Target::new(Arch::V7));
    let attributes = [Attribute::Array(array(
        mali_buffers::DataSource::Client(0),
        "R32G32B32A32_SFLOAT",
    ))];
    // 1280 bytes of the 1536 that the stream grows to.
    let large = world.prepare(&points(80, &attributes)).unwrap().unwrap();
    let (stream, grown) = large.reservations()[0];
    assert_eq!((stream, grown.generation), (StreamKind::Vertex, 1));
    assert!(matches!(grown.placement, Placement::Grown(_)));
    world.planner.abandon(&large, &mut world.data);
    let next = world.prepare(&points(1, &attributes)).unwrap().unwrap();
    assert_eq!(next.reservations()[0].1.generation, 2);
    assert_eq!(next.allocations()[0].size, 1536);
    let behind = world.prepare(&points(1, &attributes)).unwrap().unwrap();
    assert_eq!(behind.reservations()[0].1.placement, Placement::Behind);
}

/// A caller that waits may answer otherwise once.
#[test]
fn a_stream_that_is_discarded_is_not_waited_for() {
    let stream = Stream::new(64).unwrap().with_when_full(WhenFull::Wait);
    let mut world = World::with_streams(Target::new(Arch::V7), &stream);
    let attributes = [Attribute::Array(array(
        mali_buffers::DataSource::Client(0),
        "R32G32B32A32_SFLOAT",
    ))];
    world.draw(&points(4, &attributes));
    world.sequence = Sequence::new(2);
    let until = Sequence::new(1);
    assert_eq!(
        world.error(&points(4, &attributes)),
        Error::InFlight { until }
    );
    world.planner.discard(StreamKind::Vertex);
    let plan = world.prepare(&points(4, &attributes)).unwrap().unwrap();
    assert_eq!(plan.reservations()[0].1.generation, 1);
    assert_eq!(plan.retired()[0].until, until);
}
