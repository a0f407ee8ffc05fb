//! Draws that are the same as the last draw of their state, and those that are not.

use crate::drawing::state_of;
use mali_buffers::{
    ApplicationDraw, Attribute, ConstantValue, DataSource, Drawn, ElementArray, Error, IndexType,
    Sequence, Target, Usage, VertexState,
};
use mali_instancing::Arch;

use crate::rules::{ADDRESS, World, array, id, source};

const DRAW: ApplicationDraw = ApplicationDraw::arrays(0, 3);

/// A buffer of 16 elements, and one of the indices 3, 1 and 2.
fn world() -> World {
    World::new(Target::new(Arch::V7))
        .with_buffer(1, 64, Usage::Static)
        .with_bytes(2, vec![3, 1, 2])
}

fn state(attributes: &[Attribute]) -> VertexState {
    state_of(attributes).unwrap()
}

fn colors() -> Attribute {
    Attribute::Array(array(source(1), "R8G8B8A8_UNORM"))
}

/// A wide element of a static buffer, and a constant.
fn copied() -> [Attribute; 2] {
    let wide = Attribute::Array(array(source(1), "R64_SFLOAT"));
    [wide, Attribute::Constant(ConstantValue::Uint([7; 4]))]
}

/// Whether a draw is written; otherwise it is unchanged. What is written equals what a state without a last draw writes.
fn is_written(world: &mut World, state: &mut VertexState, draw: &ApplicationDraw) -> bool {
    let (mut other, mut fresh) = (world.clone(), state.clone());
    let (mut words, mut expected) = ([0; 64], [0; 64]);
    match world.draw_with(state, draw, &mut words).unwrap() {
        Drawn::Written(tables) => {
            let again = other.draw_with(&mut fresh, draw, &mut expected);
            assert_eq!(again, Ok(Drawn::Written(tables)));
            assert_eq!((words, state.index_data()), (expected, fresh.index_data()));
            true
        }
        Drawn::Unchanged => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_draw_that_did_not_change_is_written_once() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    assert!(is_written(&mut world, &mut state, &DRAW));
    for number in 1..4 {
        world.sequence = Sequence::new(number);
        assert!(!is_written(&mut world, &mut state, &DRAW));
        // The GPU reads the buffer until the last of these draws is finished.
        assert_eq!(world.clone().update(1, 0..4), Some(world.sequence));
    }
}

#[test]
fn copies_and_constants_stay_until_their_data_changes() {
    let (mut world, mut state) = (world(), state(&copied()));
    assert!(is_written(&mut world, &mut state, &DRAW));
    world.sequence = Sequence::new(2);
    assert!(!is_written(&mut world, &mut state, &DRAW));
    assert!(is_written(&mut world, &mut state, &DRAW.with_instances(7)));
    // The GPU reads the copy until the last of these draws is finished.
    world.update(1, 0..4);
    assert_eq!(world.memory.retired, [(0, Sequence::new(2))]);
    assert!(is_written(&mut world, &mut state, &DRAW.with_instances(7)));
}

/// V9 restarts only at the largest index, so other restart indices are rewritten.
#[test]
fn copied_indices_stay_until_they_change() {
    let mut world = World::new(Target::new(Arch::V9))
        .with_buffer(1, 64, Usage::Static)
        .with_bytes(2, vec![3, 1, 2, 7]);
    let mut state = state(&[colors()]);
    let elements = ElementArray::new(source(2), IndexType::U8, 4).with_restart_index(7);
    let restarting = ApplicationDraw::elements(elements);
    assert!(is_written(&mut world, &mut state, &restarting));
    assert!(!is_written(&mut world, &mut state, &restarting));
    world.update(2, 0..1);
    assert!(is_written(&mut world, &mut state, &restarting));
}

#[test]
fn indices_in_place_are_drawn_again_until_they_change() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    let draw = ApplicationDraw::elements(ElementArray::new(source(2), IndexType::U8, 3));
    assert!(is_written(&mut world, &mut state, &draw));
    assert!(!is_written(&mut world, &mut state, &draw));
    world.update(2, 0..1);
    assert!(is_written(&mut world, &mut state, &draw));
}

#[test]
fn volatile_data_is_always_looked_at() {
    let draw = ApplicationDraw::elements(ElementArray::new(source(2), IndexType::U8, 3));
    let wide = Attribute::Array(array(source(1), "R64_SFLOAT"));
    for (attribute, volatile, draw) in [(colors(), 2, draw), (wide, 1, DRAW)] {
        let (mut world, mut state) = (world(), state(&[attribute]));
        world.set_volatile(volatile, true);
        for _ in 0..3 {
            assert!(is_written(&mut world, &mut state, &draw));
        }
    }
}

/// Client memory may change before the next draw.
#[test]
fn client_memory_is_always_streamed_again() {
    let client = Attribute::Array(array(DataSource::Client(0), "R8G8B8A8_UNORM"));
    let (mut world, mut state) = (world(), state(&[client]));
    for _ in 0..3 {
        assert!(is_written(&mut world, &mut state, &DRAW));
    }
}

/// Each planner has a block of constants. After a reset, a driver makes a context again, where the old one was.
#[test]
fn the_constants_of_another_planner_are_not_found() {
    let (mut world, mut state) = (world(), state(&copied()));
    assert!(is_written(&mut world, &mut state, &DRAW));
    world.planner = World::new(Target::new(Arch::V7)).planner;
    assert!(is_written(&mut world, &mut state, &DRAW));
    let cell = world.memory.bytes.last().unwrap();
    assert_eq!(cell[..16], [7, 0, 0, 0].repeat(4));
}

#[test]
fn a_planner_that_was_moved_keeps_its_constants() {
    let (mut world, mut state) = (world(), state(&copied()));
    assert!(is_written(&mut world, &mut state, &DRAW));
    let mut moved = Box::new(world);
    assert!(!is_written(&mut moved, &mut state, &DRAW));
}

/// Results that were found for one Mali are not used for another.
#[test]
fn a_draw_for_another_mali_is_written_for_it() {
    let (mut v7, mut state) = (world(), state(&[colors()]));
    let mut v9 = World::new(Target::new(Arch::V9));
    v9.data = v7.data.clone();
    for world in [&mut v7, &mut v9] {
        assert!(is_written(world, &mut state, &DRAW));
        assert!(!is_written(world, &mut state, &DRAW));
    }
}

#[test]
fn new_counts_are_written() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    for other in [DRAW, DRAW.with_instances(7), DRAW.with_first_instance(1)] {
        assert!(is_written(&mut world, &mut state, &other));
    }
}

#[test]
fn a_buffer_that_moved_is_looked_at_again() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    for address in [ADDRESS, 0x4000, 0x4001] {
        world.buffer(1).moved_to(address);
        assert!(is_written(&mut world, &mut state, &DRAW));
        assert_eq!(state.explain(0).unwrap().address, address);
    }
    let aligned_to_two = Attribute::Array(array(source(1), "R16G16_UNORM"));
    state.set_arrays(&[aligned_to_two]).unwrap();
    for (address, expected) in [(0x4002, 0x4002), (0x4001, 0x2000_0000), (0x4000, 0x4000)] {
        world.buffer(1).moved_to(address);
        assert!(is_written(&mut world, &mut state, &DRAW));
        assert_eq!(state.explain(0).unwrap().address, expected);
    }
}

#[test]
fn a_smaller_buffer_has_fewer_vertices() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    let all = ApplicationDraw::arrays(0, 16);
    assert!(is_written(&mut world, &mut state, &all));
    world.renew(1, 63, Usage::Static, Some(ADDRESS));
    let past_end = Error::AttributePastEnd {
        attribute: 0,
        end: 64,
        size: 63,
    };
    let refused = world.draw_with(&mut state, &all, &mut [0; 64]);
    assert_eq!(refused, Err(past_end));
    assert!(is_written(&mut world, &mut state, &DRAW));
}

#[test]
fn a_buffer_that_there_was_not_is_looked_for_again() {
    let nowhere = Attribute::Array(array(source(9), "R8_UNORM"));
    for attributes in [&[nowhere][..], &[colors(), nowhere]] {
        let (mut world, mut state) = (world(), state(attributes));
        let unknown = Err(Error::UnknownBuffer { buffer: id(9) });
        assert_eq!(world.draw_with(&mut state, &DRAW, &mut [0; 64]), unknown);
        let mut world = world.with_buffer(9, 64, Usage::Static);
        assert!(is_written(&mut world, &mut state, &DRAW));
        let there = world.data.buffers.remove(&id(9)).unwrap();
        assert_eq!(world.draw_with(&mut state, &DRAW, &mut [0; 64]), unknown);
        world.data.buffers.insert(id(9), there);
        assert!(is_written(&mut world, &mut state, &DRAW));
    }
}

#[test]
fn a_draw_that_failed_is_not_the_last() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    assert!(is_written(&mut world, &mut state, &DRAW));
    let short = world.draw_with(&mut state, &DRAW.with_instances(2), &mut [0; 3]);
    assert!(matches!(short, Err(Error::Draw(_))), "{short:?}");
    assert_eq!((state.index_data(), state.explain(0)), (None, None));
    assert!(is_written(&mut world, &mut state, &DRAW));
    let none = world.draw_with(&mut state, &DRAW.with_instances(0), &mut []);
    assert_eq!(none, Ok(Drawn::Nothing));
    assert!(is_written(&mut world, &mut state, &DRAW));
}

/// The caller drops the words of a draw that failed.
#[test]
fn a_draw_of_work_out_of_order_is_not_the_last() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    world.sequence = Sequence::new(2);
    assert!(is_written(&mut world, &mut state, &DRAW));
    world.sequence = Sequence::new(1);
    let refused = world.draw_with(&mut state, &DRAW, &mut [0; 64]);
    assert!(
        matches!(refused, Err(Error::Sequence { .. })),
        "{refused:?}"
    );
    assert_eq!(state.index_data(), None);
    world.sequence = Sequence::new(2);
    assert!(is_written(&mut world, &mut state, &DRAW));
}

/// The words of the draw are those of the first state.
#[test]
fn a_clone_of_a_state_has_no_last_draw() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    assert!(is_written(&mut world, &mut state, &DRAW));
    let mut clone = state.clone();
    assert_eq!((clone.index_data(), clone.explain(0)), (None, None));
    let drawn = world.draw_with(&mut clone, &DRAW, &mut [0; 64]);
    assert!(matches!(drawn, Ok(Drawn::Written(_))), "{drawn:?}");
    assert!(!is_written(&mut world, &mut state, &DRAW));
}

/// A caller discards a block whose memory it has lost, in the middle of a work.
#[test]
fn what_was_streamed_is_streamed_again_after_a_discard() {
    let mut world = world();
    world.renew(1, 64, Usage::Stream, None);
    let mut state = state(&[colors()]);
    for discards in 0..2 {
        assert!(is_written(&mut world, &mut state, &DRAW));
        assert!(!is_written(&mut world, &mut state, &DRAW));
        let address = 0x2000_0000 + (discards << 32);
        assert_eq!(state.explain(0).unwrap().address, address);
        world.planner.discard();
    }
    // What is read in place is not in the block.
    world.renew(1, 64, Usage::Static, Some(ADDRESS));
    assert!(is_written(&mut world, &mut state, &DRAW));
    world.planner.discard();
    assert!(!is_written(&mut world, &mut state, &DRAW));
}
