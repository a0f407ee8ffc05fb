//! Attributes that are the same for all vertices.

use mali_buffers::{Attribute, ConstantValue, Decision, Sequence, Target};
use mali_instancing::Arch;
use proptest::prelude::*;

use crate::rules::{Draw, World, points};

fn value(number: u32) -> Attribute {
    Attribute::Constant(ConstantValue::Uint([number, 0, 0, 1]))
}

fn world() -> World {
    World::new(Target::new(Arch::V7))
}

/// The bytes that a draw reads of an attribute.
fn read(world: &World, drawn: &Draw, attribute: usize) -> [u8; 16] {
    let bytes = world.at(drawn.place(attribute).address, 16);
    bytes.try_into().unwrap()
}

#[test]
fn a_constant_is_written_once_until_its_value_changes() {
    let mut world = world();
    let mut draw = |number| world.draw(&points(3, &[value(number)]));
    let first = draw(7);
    assert_eq!(first.decisions(), [Decision::ConstantWritten]);
    assert_eq!(first.bytes_copied, 16);
    let second = draw(7);
    assert_eq!(second.decisions(), [Decision::ConstantFound]);
    assert_eq!(second.bytes_copied, 0);
    let changed = draw(8);
    assert_eq!(changed.decisions(), [Decision::ConstantWritten]);
    let address = |drawn: &Draw| drawn.place(0).address;
    assert_eq!(address(&first), address(&second));
    // The draw before may still read it.
    assert_ne!(address(&first), address(&changed));
}

#[test]
fn attributes_of_one_value_are_one_constant() {
    let drawn = world().draw(&points(3, &[value(7), value(8), value(7)]));
    assert_eq!(drawn.bytes_copied, 32);
    assert_eq!(drawn.place(0), drawn.place(2));
    // All are in one buffer.
    assert_eq!(drawn.buffers().len(), 8);
}

#[test]
fn where_the_65th_value_in_flight_finds_no_cell_the_draw_streams_its_values() {
    let mut world = world();
    for first in [0, 16, 32, 48] {
        let values: Vec<Attribute> = (first..first + 16).map(value).collect();
        let drawn = world.draw(&points(3, &values));
        assert_eq!(drawn.decisions(), [Decision::ConstantWritten; 16]);
    }
    world.sequence = Sequence::new(2);
    let drawn = world.draw(&points(3, &[value(64), value(0)]));
    assert_eq!(drawn.decisions(), [Decision::ConstantStreamed; 2]);
    assert_eq!(read(&world, &drawn, 0)[0], 64);
    assert_eq!(drawn.place(1).address - drawn.place(0).address, 16);
    world.planner.complete(Sequence::new(1));
    world.sequence = Sequence::new(3);
    let drawn = world.draw(&points(3, &[value(64), value(0)]));
    assert_eq!(
        drawn.decisions(),
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
        let drawn = world.draw(&points(1, &attributes));
        let expected = [one.map(u32::to_le_bytes), other.map(i32::to_le_bytes)];
        for (number, components) in expected.iter().enumerate() {
            prop_assert_eq!(&read(&world, &drawn, number)[..], components.as_flattened());
            prop_assert_eq!(drawn.place(number).stride, 0);
        }
    }
}
