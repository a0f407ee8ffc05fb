//! Plans that are never committed, and draws for which memory is short.

use mali_buffers::two_phase::{
    ApplicationDraw, Attribute, ConstantValue, DataSource, Decision, Error, InPlace, Obstacle,
    Placement, Plan, Sequence, StreamKind, StreamingReason, Target, UploadRing, Usage, VertexState,
    WhenFull,
};
use mali_instancing::Arch;

use crate::rules::{Blocks, Everywhere, World, array, id, points, source};

fn client() -> [Attribute; 1] {
    let array = array(DataSource::Client(0), "R32G32B32A32_SFLOAT");
    [Attribute::Array(array)]
}

fn decision(plan: &Plan) -> Decision {
    plan.vertex_data().unwrap().decisions()[0].unwrap()
}

/// A draw with copies, constants, streamed bytes and data in place.
#[test]
fn a_plan_that_is_not_committed_never_was() {
    let world = World::new(Target::new(Arch::V7))
        .with_buffer(1, 64, Usage::Static)
        .with_buffer(2, 64, Usage::Dynamic);
    let attributes = [
        Attribute::Array(array(source(1), "R64_SFLOAT")),
        Attribute::Array(array(source(1), "R32_SFLOAT")),
        Attribute::Array(array(source(2), "R64_SFLOAT")),
        Attribute::Constant(ConstantValue::Float([1.0; 4])),
    ];
    let draw = points(3, &attributes);
    let mut abandoning = world.clone();
    for number in 1..=10 {
        abandoning.sequence = Sequence::new(number);
        abandoning.prepare_only(&draw).unwrap().unwrap();
    }
    assert_eq!(abandoning.planner, world.planner);
    assert_eq!(abandoning.data.buffers, world.data.buffers);
    // The buffer was never drawn: an update does not make it streamed, and nothing reads it.
    let update = abandoning.buffer(1).buffer_sub_data(0..4, Sequence::NONE);
    assert_eq!(update.unwrap().in_flight, None);
    assert!(abandoning.buffer(1).copy_policy().is_static());
}

fn value(number: u32) -> Attribute {
    Attribute::Constant(ConstantValue::Uint([number, 0, 0, 1]))
}

/// The first component of the constant that a draw reads, in memory that keeps what was written.
fn constant_read(plan: &Plan, blocks: &Blocks) -> u32 {
    let location = plan.vertex_data().unwrap().locations()[0];
    let bytes = &blocks.bytes(location.memory)[location.offset as usize..][..4];
    u32::from_le_bytes(bytes.try_into().unwrap())
}

/// A world whose work 1 has read as many constants as there are cells, and is finished.
fn world_of_constants(blocks: &mut Blocks) -> World {
    let mut world = World::new(Target::new(Arch::V7));
    for number in 0..64 {
        let plan = world.draw(&points(3, &[value(number)]));
        plan.execute(&world.data, blocks).unwrap();
    }
    world.planner.complete(Sequence::new(1));
    world.sequence = Sequence::new(2);
    world
}

#[test]
fn a_plan_that_is_executed_and_not_committed_spoils_no_constant() {
    let mut blocks = Blocks::default();
    let mut world = world_of_constants(&mut blocks);
    let given_up: Vec<Attribute> = (100..116).map(value).collect();
    let plan = world.prepare_only(&points(3, &given_up)).unwrap().unwrap();
    plan.execute(&world.data, &mut blocks).unwrap();
    for number in 0..64 {
        let plan = world.draw(&points(3, &[value(number)]));
        plan.execute(&world.data, &mut blocks).unwrap();
        assert_eq!(constant_read(&plan, &blocks), number);
    }
}

#[test]
fn a_plan_whose_constant_has_lost_its_cell_is_outdated() {
    let mut world = World::new(Target::new(Arch::V7));
    for number in 0..64 {
        world.draw(&points(3, &[value(number)]));
    }
    world.sequence = Sequence::new(2);
    let [first, last] = [0, 63].map(|number| {
        let plan = world.prepare_only(&points(3, &[value(number)]));
        plan.unwrap().unwrap()
    });
    assert_eq!(decision(&first), Decision::ConstantFound);
    world.planner.complete(Sequence::new(1));
    assert_eq!(
        world.planner.commit(&first, &mut world.data),
        Err(Error::OutdatedPlan)
    );
    assert_eq!(world.planner.commit(&last, &mut world.data), Ok(()));
}

/// Two plans that would write to the same space, if both were executed.
#[test]
fn of_two_plans_of_the_same_state_only_one_is_committed() {
    let mut world = World::new(Target::new(Arch::V7));
    let attributes = client();
    let draw = points(3, &attributes);
    let [first, second] = [(); 2].map(|()| world.prepare_only(&draw).unwrap().unwrap());
    assert_eq!(first.reservations(), second.reservations());
    assert_eq!(world.planner.commit(&second, &mut world.data), Ok(()));
    let before = world.planner.clone();
    for plan in [&first, &second, &Plan::new()] {
        let outdated = world.planner.commit(plan, &mut world.data);
        assert_eq!(outdated, Err(Error::OutdatedPlan));
    }
    assert_eq!(world.planner, before);
}

#[test]
fn a_plan_of_another_planner_is_outdated() {
    let mut world = World::new(Target::new(Arch::V7));
    let mut other = World::new(Target::new(Arch::V7));
    let plan = world.prepare_only(&points(3, &client())).unwrap().unwrap();
    let committed = other.planner.commit(&plan, &mut other.data);
    assert_eq!(committed, Err(Error::OutdatedPlan));
    assert_eq!(world.planner.commit(&plan, &mut world.data), Ok(()));
}

/// Its space in the streams would count as free already, or be freed too early.
#[test]
fn a_plan_for_work_before_the_last_draw_or_for_finished_work_is_refused() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let attributes = client();
    let plan = world
        .prepare_only(&points(3, &attributes))
        .unwrap()
        .unwrap();
    let refuse = |mut world: World, minimum| {
        let before = (world.planner.clone(), world.data.buffers.clone());
        let error = Error::Sequence {
            sequence: Sequence::new(1),
            minimum: Sequence::new(minimum),
        };
        assert_eq!(world.planner.commit(&plan, &mut world.data), Err(error));
        assert_eq!((world.planner, world.data.buffers), before);
    };
    let mut finished = world.clone();
    finished.planner.complete(Sequence::new(1));
    refuse(finished, 2);

    // A draw in place is no commit, and leaves the plan's facts as they are.
    let mut state = VertexState::new(&[Attribute::Array(array(source(1), "R32_SFLOAT"))]).unwrap();
    let mut later = world.clone();
    let (planner, data) = (&mut later.planner, &mut later.data);
    let draw = ApplicationDraw::arrays(0, 3);
    let drawn = planner.draw_in_place::<_, _, 16>(
        &mut state,
        &draw,
        data,
        &Everywhere,
        Sequence::new(3),
        &mut [0; 64],
    );
    assert!(matches!(drawn, Ok(InPlace::Written(_))));
    refuse(later, 3);
    assert_eq!(world.planner.commit(&plan, &mut world.data), Ok(()));
}

/// A later draw would find a copy of the old data, and data in place would be written or freed while it is read.
#[test]
fn a_plan_whose_data_has_changed_since_is_outdated() {
    let changes: [fn(&mut World); 4] = [
        |world| {
            let update = world.buffer(1).buffer_sub_data(0..1, Sequence::NONE);
            update.unwrap();
        },
        |world| {
            world.buffer(1).buffer_data(64, Usage::Static, Some(0x9000));
        },
        |world| {
            world.buffer(1).release();
        },
        |world| {
            world.data.buffers.clear();
        },
    ];
    for format in ["R64_SFLOAT", "R32_SFLOAT"] {
        let attributes = [Attribute::Array(array(source(1), format))];
        let draw = points(3, &attributes);
        for change in changes {
            let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
            let plan = world.prepare_only(&draw).unwrap().unwrap();
            change(&mut world);
            let before = world.planner.clone();
            let committed = world.planner.commit(&plan, &mut world.data);
            assert_eq!(committed, Err(Error::OutdatedPlan), "{format}");
            assert_eq!(world.planner, before);
        }
        let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
        let plan = world.prepare_only(&draw).unwrap().unwrap();
        world.buffer(1).moved_to(0x9000);
        let committed = world.planner.commit(&plan, &mut world.data);
        // The copy contains the same data at any address.
        let is_copied = format == "R64_SFLOAT";
        assert_eq!(committed.is_ok(), is_copied, "{format}");
    }
}

/// Each change counts, whatever else has changed.
#[test]
fn changes_of_several_buffers_do_not_cancel_each_other() {
    let plan_of = |world: &mut World| {
        let attributes = [1, 2].map(|number| Attribute::Array(array(source(number), "R32_SFLOAT")));
        world
            .prepare_only(&points(3, &attributes))
            .unwrap()
            .unwrap()
    };
    for updates in 1..=8 {
        for is_deleted in [false, true] {
            let mut world = World::new(Target::new(Arch::V7))
                .with_buffer(1, 64, Usage::Static)
                .with_buffer(2, 64, Usage::Static);
            let plan = plan_of(&mut world);
            if is_deleted {
                world.data.buffers.remove(&id(1));
            }
            for _ in 0..updates {
                world
                    .buffer(2)
                    .buffer_sub_data(0..4, Sequence::NONE)
                    .unwrap();
            }
            let committed = world.planner.commit(&plan, &mut world.data);
            assert_eq!(committed, Err(Error::OutdatedPlan), "{updates} updates");
        }
    }
}

/// Otherwise two copies would have one name, and the memory of one would be released as that of the other.
#[test]
fn of_two_planners_that_copy_a_buffer_they_share_only_one_commits() {
    let mut first = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let mut second = World::new(Target::new(Arch::V7));
    second.data = first.data.clone();
    let attributes = [Attribute::Array(array(source(1), "R64_SFLOAT"))];
    let unaligned = [Attribute::Array(
        array(source(1), "R32_SFLOAT").with_offset(2),
    )];
    let of_first = first
        .prepare_only(&points(3, &attributes))
        .unwrap()
        .unwrap();
    for attributes in [&attributes, &unaligned] {
        let mut data = first.data.clone();
        let of_second = second
            .prepare_only(&points(3, attributes))
            .unwrap()
            .unwrap();
        assert_eq!(second.planner.clone().commit(&of_second, &mut data), Ok(()));
        let committed = first.planner.commit(&of_first, &mut data);
        assert_eq!(committed, Err(Error::OutdatedPlan));
        assert_eq!(data.buffers[&id(1)].0.copies(), 1);
    }
    assert_eq!(first.planner.commit(&of_first, &mut first.data), Ok(()));
}

/// The stream does not write to a block that could not be allocated, and it does not release its old block for it.
#[test]
fn a_stream_whose_new_block_failed_goes_on_in_the_old_one() {
    let mut world = World::new(Target::new(Arch::V7));
    let attributes = client();
    // 1280 bytes of the 1536 to which the stream would grow.
    let large = world
        .prepare_only(&points(80, &attributes))
        .unwrap()
        .unwrap();
    let (stream, grown) = large.reservations()[0];
    assert_eq!((stream, grown.generation), (StreamKind::Vertex, 1));
    assert!(matches!(grown.placement, Placement::Grown(_)));
    let next = world.prepare(&points(1, &attributes)).unwrap().unwrap();
    assert_eq!(next.reservations()[0].1.placement, Placement::Appended);
    assert_eq!(next.allocations().next(), None);
}

/// Data is streamed if there is no memory for a copy of it.
#[test]
fn without_new_memory_static_data_is_streamed() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let attributes = [Attribute::Array(array(source(1), "R64_SFLOAT"))];
    let draw = points(3, &attributes);
    let wanted = world.prepare_only(&draw).unwrap().unwrap();
    assert_eq!(wanted.allocations().count(), 1);
    let plan = world.prepare_in(&draw, Plan::new().without_new_memory());
    let plan = plan.unwrap().unwrap();
    let expected = Decision::Streamed {
        obstacle: Obstacle::Format,
        reason: StreamingReason::NoMemory,
    };
    assert_eq!(decision(&plan), expected);
    assert_eq!(plan.allocations().next(), None);
}

#[test]
fn without_new_memory_a_copy_that_is_there_is_found() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let attributes = [Attribute::Array(array(source(1), "R64_SFLOAT"))];
    let draw = points(3, &attributes);
    world.draw(&draw);
    let plan = world.prepare_in(&draw, Plan::new().without_new_memory());
    let plan = plan.unwrap().unwrap();
    assert!(matches!(decision(&plan), Decision::CopyFound { .. }));
}

/// The stream waits in this case, whatever its setting is.
#[test]
fn without_new_memory_a_full_stream_waits_or_says_that_there_is_none() {
    for when_full in [WhenFull::Wait, WhenFull::NewGeneration] {
        let stream = UploadRing::new(64).unwrap().with_when_full(when_full);
        let mut world = World::with_streams(Target::new(Arch::V7), &stream);
        let attributes = client();
        let without = |world: &mut World, count| {
            let plan = Plan::new().without_new_memory();
            let plan = world.prepare_in(&points(count, &attributes), plan);
            plan.map(|plan| plan.unwrap().reservations()[0].1.placement)
        };
        let none = |size| Err(Error::NoMemory { size, capacity: 64 });
        assert_eq!(without(&mut world, 5), none(80), "it never fits");
        world.draw(&points(4, &attributes));
        assert_eq!(
            without(&mut world, 4),
            none(64),
            "its own work is in the way"
        );
        let until = world.sequence;
        world.sequence = Sequence::new(2);
        assert_eq!(without(&mut world, 4), Err(Error::InFlight { until }));
        world.planner.complete(until);
        assert_eq!(without(&mut world, 4), Ok(Placement::Recycled));
    }
}

/// A caller that waits may choose otherwise once.
#[test]
fn a_stream_that_is_discarded_is_not_waited_for() {
    let stream = UploadRing::new(64).unwrap().with_when_full(WhenFull::Wait);
    let mut world = World::with_streams(Target::new(Arch::V7), &stream);
    let attributes = client();
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
    assert_eq!(plan.retired().next().unwrap().until, until);
}
