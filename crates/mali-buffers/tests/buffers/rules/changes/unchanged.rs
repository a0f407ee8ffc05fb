//! Draws without a plan: all data is in place, and the facts about it are kept.

use std::ops::Range;

use mali_buffers::two_phase::{
    ApplicationDraw, Attribute, ConstantValue, DataSource, ElementArray, Error, GpuMemory, InPlace,
    IndexType, MemoryRef, Plan, Sequence, Target, Usage, VertexState,
};
use mali_instancing::{Arch, InputRate};

use crate::drawing::Drawing;
use crate::rules::{Everywhere, World, array, id, source};

const DRAW: ApplicationDraw = ApplicationDraw::arrays(0, 3);

/// A buffer of 16 elements, and one of the indices 3, 1 and 2.
fn world() -> World {
    World::new(Target::new(Arch::V7))
        .with_buffer(1, 64, Usage::Static)
        .with_bytes(2, vec![3, 1, 2])
}

fn state(attributes: &[Attribute]) -> VertexState {
    VertexState::new(attributes).unwrap()
}

fn colors() -> Attribute {
    Attribute::Array(array(source(1), "R8G8B8A8_UNORM"))
}

fn indexed(count: u32) -> ApplicationDraw {
    let elements = ElementArray::new(source(2), IndexType::U8, count);
    ApplicationDraw::elements(elements)
}

/// Draws, and compares the written tables with those of a plan for the same draw.
fn draw(world: &mut World, state: &mut VertexState, draw: &ApplicationDraw) -> InPlace {
    let mut words = [0; 64];
    let (planner, data) = (&mut world.planner, &mut world.data);
    let drawn = planner.draw_in_place(state, draw, data, &Everywhere, world.sequence, &mut words);
    let drawn = drawn.unwrap();
    if let InPlace::Written(tables) = &drawn {
        let mut plan: Plan = Plan::new();
        let application = &world.data;
        world
            .planner
            .prepare(state, draw, application, world.sequence, &mut plan)
            .unwrap();
        let input = plan.vertex_data().unwrap();
        let mut expected = [0; 64];
        assert_eq!(input.write(&Everywhere, &mut expected), Ok(tables.clone()));
        assert_eq!(words, expected);
        assert_eq!(state.vertex_data(), Some(input));
        assert_eq!(state.index_data(), plan.index_data());
    }
    drawn
}

fn is_written(drawn: &InPlace) -> bool {
    matches!(drawn, InPlace::Written(_))
}

#[test]
fn a_draw_that_did_not_change_is_written_once() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    for number in 1..4 {
        world.sequence = Sequence::new(number);
        assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::Unchanged);
        // The GPU reads the buffer until the last of these draws is finished.
        let update = world
            .buffer(1)
            .clone()
            .buffer_sub_data(0..4, Sequence::NONE);
        assert_eq!(update.unwrap().in_flight, Some(world.sequence));
    }
}

/// A wide element of a static buffer, and a constant.
fn copied() -> [Attribute; 2] {
    let wide = Attribute::Array(array(source(1), "R64_SFLOAT"));
    [wide, Attribute::Constant(ConstantValue::Uint([7; 4]))]
}

/// Plans a draw, and commits it as if it were executed.
fn plan(world: &mut World, attributes: &[Attribute], draw: ApplicationDraw) {
    let drawing = Drawing {
        vertices: draw.vertices,
        instances: draw.instances,
        first_instance: draw.first_instance,
        attributes,
    };
    world.prepare(&drawing).unwrap().unwrap();
}

#[test]
fn what_earlier_draws_have_copied_needs_no_plan() {
    let (mut world, mut state) = (world(), state(&copied()));
    assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::NeedsPlan);
    plan(&mut world, &copied(), DRAW);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    world.sequence = Sequence::new(2);
    assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::Unchanged);
    assert!(is_written(&draw(
        &mut world,
        &mut state,
        &DRAW.with_instances(7)
    )));
    // The GPU reads the copy until the last of these draws is finished.
    let released = world.buffer(1).clone().release();
    assert_eq!(released.retired()[1].until, Sequence::new(2));
    world
        .buffer(1)
        .buffer_sub_data(0..4, Sequence::NONE)
        .unwrap();
    assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::NeedsPlan);
}

#[test]
fn indices_that_earlier_draws_have_copied_need_no_plan() {
    let mut world = World::new(Target::new(Arch::V9))
        .with_buffer(1, 64, Usage::Static)
        .with_bytes(2, vec![3, 1, 2, 7]);
    let mut state = state(&[colors()]);
    // V9 restarts only at the largest index, so other restart indices are rewritten.
    let elements = ElementArray::new(source(2), IndexType::U8, 4).with_restart_index(7);
    let restarting = ApplicationDraw::elements(elements);
    plan(&mut world, &[colors()], restarting);
    assert!(is_written(&draw(&mut world, &mut state, &restarting)));
    assert_eq!(
        draw(&mut world, &mut state, &restarting),
        InPlace::Unchanged
    );
    world
        .buffer(2)
        .buffer_sub_data(0..1, Sequence::NONE)
        .unwrap();
    assert_eq!(
        draw(&mut world, &mut state, &restarting),
        InPlace::NeedsPlan
    );
}

/// Each planner has a block of constants.
#[test]
fn the_constants_of_another_planner_are_not_found() {
    let (mut world, mut state) = (world(), state(&copied()));
    plan(&mut world, &copied(), DRAW);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    let fresh = World::new(Target::new(Arch::V7));
    let mut other = World {
        data: world.data.clone(),
        ..fresh
    };
    assert_eq!(draw(&mut other, &mut state, &DRAW), InPlace::NeedsPlan);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
}

/// After a reset, a driver makes a context again, where the old one was.
#[test]
fn the_constants_of_a_planner_that_was_replaced_are_not_found() {
    let (mut world, mut state) = (world(), state(&copied()));
    plan(&mut world, &copied(), DRAW);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    world.planner = World::new(Target::new(Arch::V7)).planner;
    assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::NeedsPlan);
}

#[test]
fn a_planner_that_was_moved_keeps_its_constants() {
    let (mut world, mut state) = (world(), state(&copied()));
    plan(&mut world, &copied(), DRAW);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    let mut moved = Box::new(world);
    assert_eq!(draw(&mut moved, &mut state, &DRAW), InPlace::Unchanged);
}

/// Memory whose addresses are not known yet.
struct Nowhere;

impl GpuMemory for Nowhere {
    fn address(&self, _: MemoryRef) -> Option<u64> {
        None
    }

    fn write(&mut self, _: MemoryRef, _: Range<u64>) -> Option<&mut [u8]> {
        None
    }
}

#[test]
fn memory_that_gets_an_address_later_is_found_then() {
    let (mut world, mut state) = (world(), state(&copied()));
    plan(&mut world, &copied(), DRAW);
    let (planner, data, words) = (&mut world.planner, &mut world.data, &mut [0; 64]);
    for _ in 0..2 {
        let drawn = planner.draw_in_place(&mut state, &DRAW, data, &Nowhere, world.sequence, words);
        assert_eq!(drawn, Ok(InPlace::NeedsPlan));
    }
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
}

#[test]
fn a_constant_that_has_lost_its_cell_is_planned_again() {
    let (mut world, mut state) = (world(), state(&copied()));
    plan(&mut world, &copied(), DRAW);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    world.sequence = Sequence::new(2);
    for number in 100..163 {
        let other = [Attribute::Constant(ConstantValue::Uint([number; 4]))];
        plan(&mut world, &other, DRAW);
    }
    world.planner.complete(Sequence::new(1));
    assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::NeedsPlan);
}

/// Results that were found for one Mali are not used for another.
#[test]
fn a_draw_for_another_mali_is_written_for_it() {
    let (mut v7, mut state) = (world(), state(&[colors()]));
    let mut v9 = World::new(Target::new(Arch::V9));
    v9.data = v7.data.clone();
    for world in [&mut v7, &mut v9] {
        assert!(is_written(&draw(world, &mut state, &DRAW)));
        assert_eq!(draw(world, &mut state, &DRAW), InPlace::Unchanged);
    }
}

#[test]
fn new_counts_are_written() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    for other in [DRAW, DRAW.with_instances(7), DRAW.with_first_instance(1)] {
        assert!(is_written(&draw(&mut world, &mut state, &other)));
    }
}

#[test]
fn a_buffer_that_moved_is_looked_at_again() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    draw(&mut world, &mut state, &DRAW);
    world.buffer(1).moved_to(0x4000);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    world.buffer(1).moved_to(0x4002);
    let aligned_to_two = Attribute::Array(array(source(1), "R16G16_UNORM"));
    state.set_attributes(&[aligned_to_two]).unwrap();
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    world.buffer(1).moved_to(0x4001);
    assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::NeedsPlan);
    world.buffer(1).moved_to(0x4000);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
}

#[test]
fn a_smaller_buffer_has_fewer_vertices() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    let all = ApplicationDraw::arrays(0, 16);
    assert!(is_written(&draw(&mut world, &mut state, &all)));
    world
        .buffer(1)
        .buffer_data(63, Usage::Static, Some(crate::rules::ADDRESS));
    assert_eq!(draw(&mut world, &mut state, &all), InPlace::NeedsPlan);
    assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
}

/// The planner returns the error.
#[test]
fn what_is_past_the_end_is_planned() {
    for rate in [
        InputRate::Vertex,
        InputRate::from_gl_divisor(3),
        InputRate::Constant,
    ] {
        let attribute = Attribute::Array(array(source(1), "R8G8B8A8_UNORM").with_rate(rate));
        let (mut world, mut state) = (world(), state(&[attribute]));
        let (inside, outside) = match rate {
            InputRate::Vertex => (
                ApplicationDraw::arrays(6, 10),
                ApplicationDraw::arrays(6, 11),
            ),
            InputRate::Instance { .. } => (
                DRAW.with_first_instance(14).with_instances(6),
                DRAW.with_first_instance(14).with_instances(7),
            ),
            InputRate::Constant => (DRAW.with_first_instance(15), DRAW.with_first_instance(16)),
        };
        assert!(is_written(&draw(&mut world, &mut state, &inside)), "{rate}");
        let drawn = draw(&mut world, &mut state, &outside);
        assert_eq!(drawn, InPlace::NeedsPlan, "{rate}");
    }
}

#[test]
fn what_is_not_in_place_is_planned() {
    let client = Attribute::Array(array(DataSource::Client(0), "R8G8B8A8_UNORM"));
    let constant = Attribute::Constant(ConstantValue::Float([1.0; 4]));
    let wide = Attribute::Array(array(source(1), "R64_SFLOAT"));
    let nowhere = Attribute::Array(array(source(9), "R8_UNORM"));
    for other in [client, constant, wide, nowhere] {
        let (mut world, mut state) = (world(), state(&[colors(), other]));
        for _ in 0..2 {
            assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::NeedsPlan);
        }
    }
}

#[test]
fn a_buffer_that_there_was_not_is_looked_for_again() {
    let nowhere = Attribute::Array(array(source(9), "R8_UNORM"));
    for attributes in [&[nowhere][..], &[colors(), nowhere]] {
        let (mut world, mut state) = (world(), state(attributes));
        assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::NeedsPlan);
        let mut world = world.with_buffer(9, 64, Usage::Static);
        assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
        let there = world.data.buffers.remove(&id(9)).unwrap();
        assert_eq!(draw(&mut world, &mut state, &DRAW), InPlace::NeedsPlan);
        world.data.buffers.insert(id(9), there);
        assert!(is_written(&draw(&mut world, &mut state, &DRAW)));
    }
}

/// This needs their bounds, which a plan has found.
#[test]
fn indices_in_place_are_drawn_without_a_plan_too() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    assert_eq!(
        draw(&mut world, &mut state, &indexed(3)),
        InPlace::NeedsPlan
    );
    let mut plan: Plan = Plan::new();
    let (planner, data) = (&mut world.planner, &mut world.data);
    planner
        .prepare(&state, &indexed(3), data, world.sequence, &mut plan)
        .unwrap();
    planner.commit(&plan, data).unwrap();
    assert!(is_written(&draw(&mut world, &mut state, &indexed(3))));
    assert_eq!(
        draw(&mut world, &mut state, &indexed(3)),
        InPlace::Unchanged
    );
    // Other data at the same address.
    let update = world.buffer(2).buffer_sub_data(0..1, Sequence::new(9));
    assert_eq!(update.unwrap().in_flight, None);
    assert_eq!(
        draw(&mut world, &mut state, &indexed(3)),
        InPlace::NeedsPlan
    );
}

/// Their bounds may change without a call.
#[test]
fn volatile_indices_are_always_looked_at() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    world.buffer(2).set_volatile(true);
    let mut plan: Plan = Plan::new();
    for _ in 0..2 {
        assert_eq!(
            draw(&mut world, &mut state, &indexed(3)),
            InPlace::NeedsPlan
        );
        let (planner, data) = (&mut world.planner, &mut world.data);
        planner
            .prepare(&state, &indexed(3), data, world.sequence, &mut plan)
            .unwrap();
        planner.commit(&plan, data).unwrap();
    }
}

#[test]
fn mistakes_change_nothing() {
    let (mut world, mut state) = (world(), state(&[colors()]));
    draw(&mut world, &mut state, &DRAW);
    let none = ApplicationDraw::arrays(0, 0);
    let before = (world.planner.clone(), world.data.buffers.clone());
    for mistake in [none, DRAW.with_instances(0)] {
        let (planner, data) = (&mut world.planner, &mut world.data);
        let error = planner.draw_in_place(
            &mut state,
            &mistake,
            data,
            &Everywhere,
            world.sequence,
            &mut [],
        );
        assert_eq!(error, Ok(InPlace::NeedsPlan));
    }
    let (planner, data) = (&mut world.planner, &mut world.data);
    let draw = DRAW.with_instances(2);
    let short = planner.draw_in_place(
        &mut state,
        &draw,
        data,
        &Everywhere,
        world.sequence,
        &mut [0; 3],
    );
    assert!(matches!(short, Err(Error::Draw(_))), "{short:?}");
    assert_eq!((world.planner.clone(), world.data.buffers.clone()), before);
    // The draw after it is written.
    assert!(is_written(&self::draw(&mut world, &mut state, &draw)));
}
