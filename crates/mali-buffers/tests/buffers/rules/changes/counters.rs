//! The planner's counters.

use crate::drawing::state_of;
use mali_buffers::{
    Attribute, ConstantValue, DataSource, Drawn, Sequence, Target, UploadRing, Usage, VertexState,
    WhenFull,
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
        assert_eq!((counters.written, counters.unchanged), (draws, 0));
        assert_eq!((counters.copies_made, counters.bytes_kept), (1, 40));
        assert_eq!(counters.bytes_streamed, 12 * draws);
        assert_eq!(counters.constant_bytes, 16);
    }
}

#[test]
fn each_wait_is_counted() {
    let ring = UploadRing::new(64).unwrap().with_when_full(WhenFull::Wait);
    let mut world = World::with_ring(Target::new(Arch::V7), ring);
    let array = array(DataSource::Client(0), "R8_UNORM");
    let mut state: VertexState = state_of(&[Attribute::Array(array)]).unwrap();
    let draw = points(64, &[]).draw();
    for number in 1..4 {
        world.sequence = Sequence::new(number);
        let before = Sequence::new(number - 1);
        for _ in 1..number {
            let refused = world.draw_with(&mut state, &draw, &mut [0; 64]);
            assert_eq!(refused, Ok(Drawn::Wait(before)));
        }
        world.planner.complete(before);
        let drawn = world.draw_with(&mut state, &draw, &mut [0; 64]);
        assert!(matches!(drawn, Ok(Drawn::Written(_))));
    }
    let counters = world.planner.counters();
    assert_eq!(counters.waits, 1 + 2);
    assert_eq!((counters.recycled, counters.blocks), (2, 0));
}
