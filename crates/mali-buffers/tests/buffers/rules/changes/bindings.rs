//! Bindings and elements: other memory for the same elements, and memory for which they are laid out again.

use mali_buffers::{
    ApplicationDraw, Binding, ConstantValue, DataSource, Decision, Drawn, Element, ElementArray,
    Error, IndexType, Sequence, Target, Usage, VertexState,
};
use mali_instancing::{Arch, Format, InputRate};
use proptest::prelude::*;
use proptest::sample::select;

use crate::drawing::decision;
use crate::rules::{ADDRESS, World, id, source};

const DRAW: ApplicationDraw = ApplicationDraw::arrays(1, 4);
const CLIENT: DataSource = DataSource::Client(0);

/// Position and color of a mesh, and a value.
const ELEMENTS: [Element; 3] = [
    Element::new(0, Format::R32G32B32_SFLOAT, 0),
    Element::new(0, Format::R8G8B8A8_UNORM, 12),
    Element::Constant(ConstantValue::Float([1.0; 4])),
];

/// Two buffers that the GPU sees, one that it does not, one that changes, and one at an odd address.
fn world() -> World {
    let mut world = World::new(Target::new(Arch::V7));
    let buffers = [
        (1, Usage::Static, Some(ADDRESS)),
        (2, Usage::Static, Some(ADDRESS + 0x10000)),
        (3, Usage::Static, None),
        (4, Usage::Stream, None),
        (5, Usage::Dynamic, Some(ADDRESS + 0x20001)),
    ];
    for (number, usage, address) in buffers {
        world.data.add(number, 400, usage, address);
    }
    world
}

fn binding(number: u32) -> Binding {
    Binding::new(source(number), 16)
}

fn state(bindings: &[Binding], elements: &[Element]) -> VertexState {
    VertexState::new(bindings, elements).unwrap()
}

/// Draws with a state and with a new one of the same input. Both write the same, from the same places.
fn assert_as_new(world: &mut World, state: &mut VertexState, new: &mut VertexState) {
    let mut other = world.clone();
    let (mut words, mut expected) = ([0; 256], [0; 256]);
    let drawn = world.draw_with(state, &DRAW, &mut words);
    assert_eq!(drawn, other.draw_with(new, &DRAW, &mut expected));
    if drawn.is_err() {
        return;
    }
    assert_eq!(words, expected);
    for number in 0..state.attributes() {
        assert_eq!(state.explain(number), new.explain(number), "{number}");
    }
    assert_eq!(world.memory.bytes, other.memory.bytes);
}

/// Two indices, a thousand vertices apart.
#[test]
fn what_was_gathered_is_read_in_place_once_other_memory_is_bound() {
    let mut world = world();
    for number in [1, 3] {
        world.data.add(
            number,
            16_000,
            Usage::Static,
            (number == 1).then_some(ADDRESS),
        );
    }
    world.data.client = vec![0; 16_000];
    let indices = [0_u32, 999].into_iter().flat_map(u32::to_le_bytes);
    let mut world = world.with_bytes(9, indices.collect());
    let draw = ApplicationDraw::elements(ElementArray::new(source(9), IndexType::U32, 2));
    let client = Binding::new(CLIENT, 16);
    let mut state = state(&[client], &ELEMENTS[..2]).without_vertex_id();
    let mut decision_of = |bound| {
        world.sequence = Sequence::new(world.sequence.get() + 1);
        state.bind(&[bound]).unwrap();
        world.draw_with(&mut state, &draw, &mut [0; 256]).unwrap();
        state.explain(0).unwrap().decision
    };
    assert_eq!(decision_of(client), Decision::Gathered);
    assert_eq!(decision_of(binding(1)), Decision::InPlace);
    assert_eq!(decision_of(client), Decision::Gathered);
}

#[test]
fn other_memory_is_bound_for_the_same_elements() {
    let mut world = world();
    let mut state = state(&[binding(1)], &ELEMENTS);
    for bound in [
        binding(2),
        binding(2).with_offset(32),
        binding(3),
        binding(4),
        binding(5).with_offset(7),
        binding(1),
        // They are laid out again for another stride or rate, and for client memory.
        Binding::new(source(1), 24),
        Binding::new(source(1), 0),
        Binding::new(CLIENT, 24),
        Binding::new(CLIENT, 16),
        binding(2).with_rate(InputRate::from_gl_divisor(2)),
        Binding::new(source(2), 17),
        binding(2),
    ] {
        world.sequence = Sequence::new(world.sequence.get() + 1);
        state.bind(&[bound]).unwrap();
        let mut new = self::state(&[bound], &ELEMENTS);
        assert_as_new(&mut world, &mut state, &mut new);
    }
}

#[test]
fn what_is_bound_again_is_unchanged() {
    let mut world = world();
    let mut state = state(&[binding(1)], &ELEMENTS);
    let drawn = world.draw_with(&mut state, &DRAW, &mut [0; 64]);
    assert!(matches!(drawn, Ok(Drawn::Written(_))));
    state.bind(&[binding(1), binding(9)]).unwrap();
    state.set(&[binding(1)], &ELEMENTS).unwrap();
    let drawn = world.draw_with(&mut state, &DRAW, &mut [0; 64]);
    assert_eq!(drawn, Ok(Drawn::Unchanged));
}

#[test]
fn another_value_alone_is_written() {
    let mut world = world();
    let mut state = state(&[binding(1)], &ELEMENTS);
    world.draw_with(&mut state, &DRAW, &mut [0; 64]).unwrap();
    let mut others = ELEMENTS;
    others[2] = Element::Constant(ConstantValue::Float([0.5; 4]));
    state.set(&[binding(1)], &others).unwrap();
    let mut new = self::state(&[binding(1)], &others);
    assert_as_new(&mut world, &mut state, &mut new);
    let decisions = [0, 2].map(|number| decision(&state, number).unwrap());
    assert_eq!(decisions, [Decision::InPlace, Decision::ConstantWritten]);
}

#[test]
fn a_binding_that_is_not_there_is_an_error_and_changes_nothing() {
    let unknown = |attribute, binding: usize, bindings| Error::UnknownBinding {
        attribute,
        binding,
        bindings,
    };
    let mut elements = ELEMENTS;
    elements[1] = Element::new(3, Format::R8_UNORM, 0);
    let three = [binding(1); 3];
    let error = VertexState::<16>::new(&three, &elements).unwrap_err();
    assert_eq!(error, unknown(1, 3, 3));
    assert_eq!(
        error.to_string(),
        "attribute 1 is of binding 3, which is not there: there are 3"
    );
    let mut world = world();
    let mut state = state(&[binding(1)], &ELEMENTS);
    world.draw_with(&mut state, &DRAW, &mut [0; 64]).unwrap();
    assert_eq!(state.bind(&[]), Err(unknown(0, 0, 0)));
    assert_eq!(state.set(&three, &elements), Err(unknown(1, 3, 3)));
    let drawn = world.draw_with(&mut state, &DRAW, &mut [0; 64]);
    assert_eq!(drawn, Ok(Drawn::Unchanged));
}

/// Its bytes cannot be read, and then they can.
#[test]
fn a_place_that_was_not_found_is_looked_for_again() {
    let mut world = world();
    let mut state = state(&[binding(1)], &ELEMENTS);
    world.draw_with(&mut state, &DRAW, &mut [0; 64]).unwrap();
    state.bind(&[binding(3)]).unwrap();
    let bytes_of = |world: &mut World, bytes: Vec<u8>| {
        let (_, held) = world.data.buffers.get_mut(&id(3)).unwrap();
        std::mem::replace(held, bytes)
    };
    let bytes = bytes_of(&mut world, Vec::new());
    let drawn = world.draw_with(&mut state, &DRAW, &mut [0; 64]);
    assert!(matches!(drawn, Err(Error::Unreadable { .. })), "{drawn:?}");
    bytes_of(&mut world, bytes);
    let mut new = self::state(&[binding(3)], &ELEMENTS);
    assert_as_new(&mut world, &mut state, &mut new);
}

/// The descriptor is the same in place, in a copy and in the ring.
#[test]
fn a_buffer_has_one_layout_wherever_it_is_read() {
    let element = [Element::new(0, Format::R32G32B32_SFLOAT, 4)];
    for number in 1..6 {
        let mut world = world();
        let mut state = state(&[Binding::new(source(number), 32)], &element);
        world.draw_with(&mut state, &DRAW, &mut [0; 64]).unwrap();
        assert_eq!(state.explain(0).unwrap().stride, 32, "buffer {number}");
    }
    // Client memory is packed: a draw streams the bytes of its attributes alone.
    let mut state = state(&[Binding::new(CLIENT, 32)], &element);
    world().draw_with(&mut state, &DRAW, &mut [0; 64]).unwrap();
    assert_eq!(state.explain(0).unwrap().stride, 12);
}

/// Two elements of one binding. A copy of records has none of them, one, or both.
#[test]
fn a_copy_is_of_the_elements_that_it_was_made_of() {
    let mut world = world();
    let wide = Element::new(0, Format::R64_SFLOAT, 1);
    let byte = Element::new(0, Format::R8_UNORM, 0);
    let odd = Element::new(0, Format::R16_UNORM, 9);
    for elements in [
        &[wide][..],
        &[wide, byte],
        &[wide, odd],
        &[odd],
        &[odd, odd],
    ] {
        let mut new = state(&[Binding::new(source(1), 16)], elements);
        let mut again = new.clone();
        world.draw_with(&mut new, &DRAW, &mut [0; 64]).unwrap();
        assert_as_new(&mut world, &mut again, &mut new.clone());
    }
}

fn bindings() -> impl Strategy<Value = Vec<Binding>> {
    let sources = vec![
        source(1),
        source(2),
        source(3),
        source(4),
        source(5),
        CLIENT,
    ];
    let rates = vec![
        InputRate::Vertex,
        InputRate::Constant,
        InputRate::from_gl_divisor(1),
        InputRate::from_gl_divisor(3),
    ];
    let binding = (
        select(sources),
        prop_oneof![Just(16_u32), 0..40_u32],
        prop_oneof![Just(0_u64), 0..40_u64],
        select(rates),
    );
    let binding = binding.prop_map(|(source, stride, offset, rate)| {
        Binding::new(source, stride)
            .with_offset(offset)
            .with_rate(rate)
    });
    prop::collection::vec(binding, 3)
}

fn elements() -> impl Strategy<Value = Vec<Element>> {
    let format = select(Format::ALL);
    let bound = (0..3_u8, format, 0..24_u32);
    let bound = bound.prop_map(|(binding, format, offset)| Element::new(binding, format, offset));
    let value = (0..4_u32).prop_map(|value| Element::Constant(ConstantValue::Uint([value; 4])));
    prop::collection::vec(prop_oneof![5 => bound, 1 => value], 1..6)
}

proptest! {
    /// A state that was bound to other memory, or of other elements, draws as a new one does.
    #[test]
    fn a_state_draws_as_a_new_one(
        inputs in prop::collection::vec((bindings(), prop::option::weighted(0.4, elements())), 1..12),
        first in elements(),
    ) {
        let mut world = world();
        let mut elements = first;
        let mut state = state(&inputs[0].0, &elements);
        for (bindings, others) in inputs {
            world.sequence = Sequence::new(world.sequence.get() + 1);
            match others {
                Some(others) => {
                    state.set(&bindings, &others).unwrap();
                    elements = others;
                }
                None => state.bind(&bindings).unwrap(),
            }
            let mut new = self::state(&bindings, &elements);
            // What is bound again is unchanged, but in a clone.
            state = state.clone();
            assert_as_new(&mut world, &mut state, &mut new);
        }
    }
}
