//! The smallest and the largest index, which are found once.

use crate::drawing::Drawing;
use crate::drawing::state_of;
use mali_buffers::{DataSource, ElementArray, IndexType, Target, Usage, VertexState};
use mali_instancing::Arch;
use mali_instancing::draw::{IndexBounds, IndexedVertices};

use crate::rules::{ADDRESS, MESHES, World, source};

fn world() -> World {
    World::new(Target::new(Arch::V7)).with_bytes(1, (1..=64).collect())
}

fn elements(offset: u64, count: u32) -> ElementArray {
    ElementArray::new(source(1), IndexType::U8, count).with_offset(offset)
}

/// The number of times that the indices of a draw were read.
fn scans(world: &mut World, elements: ElementArray) -> u32 {
    let before = world.data.read_count();
    world.draw(&Drawing::elements(elements, &[]));
    world.data.read_count() - before
}

#[test]
fn the_bounds_of_indices_in_a_buffer_are_found_once() {
    let mut world = world();
    assert_eq!(scans(&mut world, elements(8, 8)), 1);
    assert_eq!(scans(&mut world, elements(8, 8)), 0);
    let drawn = world.draw(&Drawing::elements(elements(8, 8), &[]));
    let expected = IndexedVertices {
        vertices: 8,
        first_vertex: 9,
        base_vertex_offset: -9,
    };
    assert_eq!(drawn.index_data().vertices, expected);
}

#[test]
fn bounds_are_those_of_an_offset_a_count_a_type_and_a_restart_index() {
    let mut world = world();
    scans(&mut world, elements(8, 8));
    let others = [
        elements(9, 8),
        elements(8, 7),
        elements(8, 8).with_restart_index(9),
        elements(8, 8).with_restart_index(10),
        ElementArray::new(source(1), IndexType::U16, 8).with_offset(8),
    ];
    for other in others {
        assert_eq!(scans(&mut world, other), 1, "{other:?}");
        assert_eq!(scans(&mut world, other), 0, "{other:?}");
    }
    assert_eq!(scans(&mut world, elements(8, 8).with_base_vertex(7)), 0);
    assert_eq!(
        scans(&mut world, elements(8, 8).with_restart_index(256)),
        0,
        "it restarts nothing"
    );
}

#[test]
fn bounds_are_forgotten_when_their_indices_change() {
    for (changed, expected) in [
        (0..8, 0),
        (16..64, 0),
        (0..9, 1),
        (15..16, 1),
        (10..12, 1),
        (0..64, 1),
    ] {
        let mut world = world();
        scans(&mut world, elements(8, 8));
        world.update(1, changed.clone());
        assert_eq!(scans(&mut world, elements(8, 8)), expected, "{changed:?}");
    }
    let mut world = world();
    scans(&mut world, elements(8, 8));
    world.renew(1, 64, Usage::Static, Some(ADDRESS));
    assert_eq!(scans(&mut world, elements(8, 8)), 1);
}

/// The same for a state that has drawn before.
fn scans_again(world: &mut World, state: &mut VertexState, elements: ElementArray) -> u32 {
    let before = world.data.read_count();
    let draw = Drawing::elements(elements, &[]).draw();
    world.draw_with(state, &draw, &mut [0; 64]).unwrap();
    world.data.read_count() - before
}

fn meshes() -> (World, impl Fn(usize) -> ElementArray) {
    let world =
        World::new(Target::new(Arch::V7)).with_bytes(1, (0..=255).cycle().take(1024).collect());
    (world, |mesh| elements(4 * mesh as u64, 4))
}

#[test]
fn as_many_bounds_are_remembered_as_the_caller_keeps() {
    let (mut world, mesh) = meshes();
    let mut state = state_of(&[]).unwrap();
    for frame in 0..3 {
        for number in 0..MESHES {
            let scans = match frame {
                0 => scans(&mut world, mesh(number)),
                _ => scans_again(&mut world, &mut state, mesh(number)),
            };
            assert_eq!(
                scans,
                u32::from(frame == 0),
                "mesh {number} of frame {frame}"
            );
        }
    }
}

#[test]
fn the_least_recently_used_bounds_are_forgotten_first() {
    let (mut world, mesh) = meshes();
    let mut state = state_of(&[]).unwrap();
    for number in 0..MESHES {
        assert_eq!(scans(&mut world, mesh(number)), 1);
    }
    assert_eq!(scans_again(&mut world, &mut state, mesh(0)), 0);
    assert_eq!(scans(&mut world, mesh(1)), 0);
    assert_eq!(scans(&mut world, mesh(MESHES)), 1);
    for number in [0, 1, 3, MESHES] {
        assert_eq!(scans(&mut world, mesh(number)), 0, "mesh {number}");
    }
    assert_eq!(scans(&mut world, mesh(2)), 1);
}

/// The number of meshes of a frame whose indices are read, in the last of some frames.
fn scans_of_frames(world: &mut World, frames: usize, meshes: std::ops::Range<usize>) -> u32 {
    let mut scanned = 0;
    for _ in 0..frames {
        scanned = meshes
            .clone()
            .map(|mesh| scans(world, elements(4 * mesh as u64, 4)))
            .sum();
    }
    scanned
}

/// If the least recently used bounds were always replaced, all 250 would be read in every frame.
#[test]
fn more_meshes_in_turn_than_bounds_are_kept_do_not_replace_each_other() {
    let (mut world, _) = meshes();
    assert_eq!(scans_of_frames(&mut world, 1, 0..MESHES + 50), 250);
    for frame in 1..20 {
        let scanned = scans_of_frames(&mut world, 1, 0..MESHES + 50);
        assert!((50..=125).contains(&scanned), "{scanned} in frame {frame}");
    }
}

#[test]
fn bounds_of_meshes_that_are_drawn_no_more_give_way_to_new_ones() {
    let (mut world, _) = meshes();
    scans_of_frames(&mut world, 10, 0..MESHES);
    assert_eq!(scans_of_frames(&mut world, 1, 200..250), 50);
    assert_eq!(scans_of_frames(&mut world, 60, 200..250), 0);
}

/// There are more changes than ranges of changes are kept, while the buffer is not drawn.
#[test]
fn bounds_last_through_changes_of_other_bytes() {
    let mut world = world();
    for changes in 0..10 {
        for _ in 0..changes {
            world.update(1, 16..20);
        }
        let expected = u32::from(changes == 0 || changes > 4);
        assert_eq!(scans(&mut world, elements(8, 8)), expected, "{changes}");
    }
}

#[test]
fn bounds_that_the_application_gives_are_taken_at_its_word() {
    let mut world = world();
    let bounds = IndexBounds {
        minimum: 3,
        maximum: 90,
    };
    let elements = elements(8, 8).with_bounds(bounds);
    let before = world.data.read_count();
    let drawn = world.draw(&Drawing::elements(elements, &[]));
    assert_eq!(world.data.read_count(), before);
    assert_eq!(drawn.index_data().vertices, bounds.vertices(0).unwrap());
}

#[test]
fn bounds_of_client_memory_are_found_anew_for_every_draw() {
    let mut world = world();
    let client = DataSource::Client(0);
    let elements = ElementArray::new(client, IndexType::U8, 8);
    // Once to find the bounds, and once to copy.
    assert_eq!(scans(&mut world, elements), 2);
    assert_eq!(scans(&mut world, elements), 2);
}

/// Nothing is drawn, and this result is kept.
#[test]
fn a_draw_of_restart_indices_alone_is_nothing() {
    let mut world = World::new(Target::new(Arch::V7)).with_bytes(1, vec![7; 8]);
    let elements = elements(0, 8).with_restart_index(7);
    let draw = Drawing::elements(elements, &[]);
    assert!(matches!(world.prepare(&draw), Ok(None)));
    assert_eq!(world.data.read_count(), 1);
    assert!(matches!(world.prepare(&draw), Ok(None)));
    assert_eq!(world.data.read_count(), 1);
}
