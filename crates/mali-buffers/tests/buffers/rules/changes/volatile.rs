//! Data that changes without a call: persistent mappings, transform feedback, storage buffers.

use crate::drawing::Drawing;
use mali_buffers::{
    CopyPolicy, Decision, ElementArray, IndexType, Obstacle, StreamingReason, Target, Usage,
};
use mali_instancing::Arch;

use crate::rules::{World, array, id, source};

fn streamed(copy_policy: CopyPolicy) -> Decision {
    Decision::Streamed {
        obstacle: Obstacle::Format,
        reason: StreamingReason::Buffer(copy_policy),
    }
}

/// The number of draws does not matter.
#[test]
fn volatile_data_is_never_copied() {
    for usage in [Usage::Static, Usage::Dynamic, Usage::Stream] {
        let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, usage);
        world.set_volatile(1, true);
        for _ in 0..20 {
            let decision = world.decide(8, array(source(1), "R64_SFLOAT"));
            assert_eq!(decision, streamed(CopyPolicy::Volatile));
        }
        assert_eq!(world.buffer(1).copies(), 0);
    }
}

/// New storage does not end a mapping or a use by the GPU.
#[test]
fn it_is_volatile_until_the_application_says_otherwise() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    world.set_volatile(1, true);
    world.renew(1, 64, Usage::Static, Some(0x1000));
    assert_eq!(world.buffer(1).copy_policy(), CopyPolicy::Volatile);
    world.set_volatile(1, false);
    let decision = world.decide(8, array(source(1), "R64_SFLOAT"));
    assert_eq!(decision, streamed(CopyPolicy::Updated));
}

#[test]
fn what_becomes_volatile_gives_up_its_copies() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    world.decide(8, array(source(1), "R64_SFLOAT"));
    for _ in 0..2 {
        world.set_volatile(1, true);
        assert_eq!(world.memory.retired, [(0, world.sequence)]);
    }
}

#[test]
fn volatile_data_is_read_in_place_where_it_can_be() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    world.set_volatile(1, true);
    assert_eq!(
        world.decide(8, array(source(1), "R32_SFLOAT")),
        Decision::InPlace
    );
}

/// The largest index changes when the application writes another.
#[test]
fn the_bounds_of_volatile_indices_are_not_remembered() {
    let mut world = World::new(Target::new(Arch::V7)).with_bytes(1, vec![3, 1, 2]);
    let elements = ElementArray::new(source(1), IndexType::U8, 3);
    let draw = Drawing::elements(elements, &[]);
    let vertices = |world: &mut World| world.draw(&draw).index_data().vertices.vertices;
    assert_eq!(vertices(&mut world), 3);
    world.set_volatile(1, true);
    for largest in [9, 200] {
        world.data.buffers.get_mut(&id(1)).unwrap().1[0] = largest;
        assert_eq!(vertices(&mut world), u32::from(largest));
    }
}
