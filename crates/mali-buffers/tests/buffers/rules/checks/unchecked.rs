//! Indices that the planner need not read: from V9 on, if all data is in place or in copies of whole buffers.

use crate::drawing::Drawing;
use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, Binding, DataSource, Decision, Drawn, Element,
    ElementArray, Error, IndexType, Target, Usage, VertexState,
};
use mali_instancing::draw::IndexBounds;
use mali_instancing::model::Fetched;
use mali_instancing::{Arch, Format};

use crate::rules::{ADDRESS, World, array, source};

/// Sixteen vertices of 4 bytes, and the indices 3, 1 and 200.
fn world(arch: Arch) -> World {
    World::new(Target::new(arch).with_checks_indices(false))
        .with_buffer(1, 64, Usage::Static)
        .with_bytes(2, vec![3, 1, 200])
}

fn indices(count: u32) -> ElementArray {
    ElementArray::new(source(2), IndexType::U8, count)
}

fn colors() -> AttributeArray {
    array(source(1), "R8G8B8A8_UNORM")
}

/// The number of times that indices were read, before anything is copied.
fn looks(world: &mut World, elements: ElementArray, array: AttributeArray) -> u32 {
    let attributes = [Attribute::Array(array)];
    let draw = Drawing::elements(elements, &attributes);
    let before = world.data.read_count();
    let drawn = world.draw(&draw);
    let copied = drawn.decisions()[0] != Decision::InPlace && drawn.bytes_copied > 0;
    let indices = drawn.index_decision() != Some(Decision::InPlace);
    world.data.read_count() - before - u32::from(copied && !indices) - u32::from(indices)
}

#[test]
fn indices_in_place_are_not_looked_at() {
    for arch in Arch::ALL.iter().copied().filter(|arch| *arch >= Arch::V9) {
        assert_eq!(looks(&mut world(arch), indices(3), colors()), 0, "{arch}");
    }
}

/// The hardware gets the index itself, and adds the base vertex.
#[test]
fn every_index_gets_the_bytes_of_its_vertex() {
    let mut world = world(Arch::V9);
    let attributes = [Attribute::Array(colors())];
    let elements = indices(2).with_base_vertex(5);
    let draw = Drawing::elements(elements, &attributes);
    let drawn = world.draw(&draw);
    assert_eq!(drawn.decisions(), [Decision::InPlace]);
    assert_eq!(drawn.counts().first_vertex, 5);
    let bytes = world.bytes(1);
    let read = |index| drawn.fetch(0, [index, 0], (ADDRESS, bytes));
    for index in [3, 1] {
        let vertex = 4 * (index as usize + 5);
        let expected = Fetched::Bytes(&bytes[vertex..vertex + 4]);
        assert_eq!(read(index), Some(expected));
    }
    assert_eq!(read(200), Some(Fetched::OutOfRange));
}

/// If indices are read, a vertex past the end is an error. It is also an error in bounds that the application states.
#[test]
fn only_what_is_known_can_be_past_the_end() {
    let attributes = [Attribute::Array(colors())];
    let draw = Drawing::elements(indices(3), &attributes);
    assert!(world(Arch::V9).prepare(&draw).is_ok());
    let past_the_end = Error::AttributePastEnd {
        attribute: 0,
        end: 804,
        size: 64,
    };
    let mut checked = world(Arch::V9);
    checked.planner = World::new(Target::new(Arch::V9)).planner;
    assert_eq!(checked.error(&draw), past_the_end);
    assert_eq!(
        world(Arch::V7).error(&draw),
        past_the_end,
        "V7 needs the bounds"
    );
}

/// Bounds that an earlier place of the vertices needed are not those of a later place: what a draw does is not a matter of
/// the draws before it.
#[test]
fn bounds_are_known_only_while_they_are_needed() {
    let binding = |source| Binding::new(source, 4);
    let colors = Element::new(0, Format::R8G8B8A8_UNORM, 0);
    let draw = ApplicationDraw::elements(indices(3));
    for arch in Arch::ALL.iter().copied().filter(|arch| *arch >= Arch::V9) {
        let mut world = world(arch);
        let client = binding(DataSource::Client(0));
        let mut state: VertexState = VertexState::new(&[client], &[colors]).unwrap();
        let mut words = [0; 32];
        let drawn = world.draw_with(&mut state, &draw, &mut words);
        assert!(matches!(drawn, Ok(Drawn::Written(_))), "{arch}: {drawn:?}");
        assert_eq!(state.counts().unwrap().vertices, 200);

        state.bind(&[binding(source(1))]).unwrap();
        let drawn = world.draw_with(&mut state, &draw, &mut words);
        assert!(matches!(drawn, Ok(Drawn::Written(_))), "{arch}: {drawn:?}");
        assert_eq!(state.counts().unwrap().vertices, u32::MAX, "{arch}");

        state.bind(&[client]).unwrap();
        let drawn = world.draw_with(&mut state, &draw, &mut words);
        assert!(matches!(drawn, Ok(Drawn::Written(_))), "{arch}: {drawn:?}");
        assert_eq!(state.counts().unwrap().vertices, 200, "{arch}");
    }
}

#[test]
fn they_are_looked_at_where_their_bounds_are_needed() {
    let elements = indices(2);
    let asked = |arch, elements, array| looks(&mut world(arch), elements, array);
    assert_eq!(
        asked(Arch::V7, elements, colors()),
        1,
        "the tiler needs them"
    );
    let float64 = array(source(1), "R64_SFLOAT");
    let mut streaming = world(Arch::V9).with_buffer(1, 64, Usage::Stream);
    assert_eq!(
        looks(&mut streaming, elements, float64),
        1,
        "a stream has only the vertices that they name"
    );
    let other = elements.with_restart_index(7);
    assert_eq!(
        asked(Arch::V9, other, colors()),
        1,
        "a restart index is rewritten"
    );
    let below = elements.with_base_vertex(-1);
    assert_eq!(
        asked(Arch::V9, below, colors()),
        1,
        "an offset is not negative"
    );
    let restarting = elements.with_restart_index(255);
    assert_eq!(asked(Arch::V9, restarting, colors()), 0);
    let bounds = IndexBounds {
        minimum: 1,
        maximum: 3,
    };
    assert_eq!(asked(Arch::V9, elements.with_bounds(bounds), float64), 0);
}

/// As in a draw without a plan: the copy has all elements of its buffer, and the hardware checks its end.
#[test]
fn the_indices_of_a_copy_are_not_looked_at() {
    let mut world = world(Arch::V9);
    let float64 = array(source(1), "R64_SFLOAT");
    assert_eq!(
        looks(&mut world, indices(2), float64),
        0,
        "the copy is made"
    );
    assert_eq!(
        looks(&mut world, indices(3), float64),
        0,
        "the copy is found"
    );
}

/// Offsets past the end, up to those that no descriptor can hold.
#[test]
fn no_descriptor_covers_bytes_outside_its_buffer() {
    let bounds = IndexBounds {
        minimum: 0,
        maximum: 2,
    };
    for arch in Arch::ALL.iter().copied().filter(|arch| *arch >= Arch::V9) {
        for offset in [1 << 31, 1 << 32, 1 << 40, u64::MAX - 3, u64::MAX - 15] {
            let attributes = [Attribute::Array(colors().with_offset(offset))];
            let draw = Drawing::elements(indices(3).with_bounds(bounds), &attributes);
            let error = world(arch).error(&draw);
            let is_refused = matches!(
                error,
                Error::AttributePastEnd { size: 64, .. } | Error::EndOverflow { .. }
            );
            assert!(is_refused, "{arch}, {offset:#x}: {error}");
            let unknown = Drawing::elements(indices(3), &attributes);
            // The second word is the size of the buffer's descriptor.
            assert_eq!(
                world(arch).draw(&unknown).words[1],
                0,
                "{arch}, {offset:#x}"
            );
        }
    }
}

/// A descriptor can hold at most 4 GiB.
#[test]
fn the_indices_of_a_buffer_that_no_descriptor_covers_are_looked_at() {
    const SIZE: u64 = (1 << 32) + 8;
    let mut world = world(Arch::V9);
    world.renew(1, SIZE, Usage::Static, Some(ADDRESS));
    let looks = |offset| {
        let array = colors().with_offset(offset);
        looks(&mut world.clone(), indices(3), array)
    };
    assert_eq!(looks(0), 1);
    // The descriptor covers the rest of the buffer from there on.
    assert_eq!(looks(SIZE - 1024), 0);
}
