//! Attributes that are the same for all vertices.

use mali_buffers::two_phase::{
    Attribute, ConstantValue, Decision, MemoryRef, Plan, Sequence, StreamKind, Target,
};
use mali_instancing::Arch;
use proptest::prelude::*;

use crate::rules::{Blocks, World, points};

fn value(number: u32) -> Attribute {
    Attribute::Constant(ConstantValue::Uint([number, 0, 0, 1]))
}

fn decisions(plan: &Plan) -> Vec<Decision> {
    let decisions = plan.vertex_data().unwrap().decisions();
    decisions.iter().map(|decision| decision.unwrap()).collect()
}

fn world() -> World {
    World::new(Target::new(Arch::V7))
}

#[test]
fn a_constant_is_written_once_until_its_value_changes() {
    let mut world = world();
    let mut draw = |number| world.draw(&points(3, &[value(number)]));
    let first = draw(7);
    assert_eq!(decisions(&first), [Decision::ConstantWritten]);
    assert_eq!(first.bytes_copied(), 16);
    let second = draw(7);
    assert_eq!(decisions(&second), [Decision::ConstantFound]);
    assert_eq!(second.bytes_copied(), 0);
    let changed = draw(8);
    assert_eq!(decisions(&changed), [Decision::ConstantWritten]);
    let location = |plan: &Plan| plan.vertex_data().unwrap().locations()[0];
    assert_eq!(location(&first).memory, MemoryRef::Constants);
    assert_eq!(location(&first), location(&second));
    assert_ne!(
        location(&first),
        location(&changed),
        "the draw before may still read it"
    );
}

#[test]
fn a_constant_is_sixteen_bytes_and_no_stride() {
    let plan = world().draw(&points(3, &[value(0x0403_0201)]));
    let buffer = plan.vertex_data().unwrap().buffers()[0];
    assert_eq!((buffer.stride, buffer.size), (0, Some(16)));
    let mut blocks = Blocks::default();
    plan.execute(&world().data, &mut blocks).unwrap();
    let expected = [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0];
    assert_eq!(blocks.bytes(MemoryRef::Constants)[..16], expected);
}

#[test]
fn attributes_of_one_value_are_one_constant() {
    let plan = world().draw(&points(3, &[value(7), value(8), value(7)]));
    let data = plan.vertex_data().unwrap();
    assert_eq!(data.buffers().len(), 2);
    assert_eq!(plan.copies().count(), 2);
    assert_eq!(data.attributes()[0], data.attributes()[2]);
}

#[test]
fn the_65th_value_in_flight_is_streamed() {
    let mut world = world();
    for first in [0, 16, 32, 48] {
        let values: Vec<Attribute> = (first..first + 16).map(value).collect();
        let plan = world.draw(&points(3, &values));
        assert_eq!(decisions(&plan), [Decision::ConstantWritten; 16]);
    }
    world.sequence = Sequence::new(2);
    let plan = world.draw(&points(3, &[value(64), value(0), value(65)]));
    let expected = [
        Decision::ConstantStreamed,
        Decision::ConstantFound,
        Decision::ConstantStreamed,
    ];
    assert_eq!(decisions(&plan), expected);
    let stream = StreamKind::Vertex;
    let generation = 0;
    let data = plan.vertex_data().unwrap();
    let streamed: Vec<u64> = data
        .locations()
        .iter()
        .filter(|location| location.memory == MemoryRef::Stream { stream, generation })
        .map(|location| location.offset)
        .collect();
    assert_eq!(streamed, [0, 16]);
    world.planner.complete(Sequence::new(1));
    world.sequence = Sequence::new(3);
    let plan = world.draw(&points(3, &[value(64), value(0)]));
    assert_eq!(
        decisions(&plan),
        [Decision::ConstantWritten, Decision::ConstantFound]
    );
}

proptest! {
    /// Of two values, each has its own bytes.
    #[test]
    fn the_bytes_of_a_constant_are_its_components(one: [u32; 4], other: [i32; 4]) {
        let attributes = [
            Attribute::Constant(ConstantValue::Uint(one)),
            Attribute::Constant(ConstantValue::Int(other)),
        ];
        let mut world = world();
        let plan = world.draw(&points(1, &attributes));
        let mut blocks = Blocks::default();
        plan.execute(&world.data, &mut blocks).unwrap();
        let expected = [one.map(u32::to_le_bytes), other.map(i32::to_le_bytes)];
        let data = plan.vertex_data().unwrap();
        for (attribute, components) in data.attributes().iter().zip(expected) {
            let mali_instancing::draw::AttributeSource::Buffer(buffer) = attribute.source else {
                panic!("no buffer")
            };
            let begin = data.locations()[buffer].offset as usize;
            let bytes = &blocks.bytes(MemoryRef::Constants)[begin..begin + 16];
            prop_assert_eq!(bytes, components.as_flattened());
        }
    }
}
