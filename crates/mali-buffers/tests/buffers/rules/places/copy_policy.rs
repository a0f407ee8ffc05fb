//! The buffers whose data is worth a copy.

use mali_buffers::{
    Attribute, AttributeArray, CopyPolicy, Decision, Obstacle, Sequence, StreamingReason, Target,
    Usage,
};
use mali_instancing::Arch;

use crate::rules::{ADDRESS, World, array, points, source};

const FORMAT: Obstacle = Obstacle::Format;

/// A world of ten elements of eight bytes, in a format that no Mali fetches.
fn world(usage: Usage) -> World {
    World::new(Target::new(Arch::V7)).with_buffer(1, 80, usage)
}

fn wide() -> AttributeArray {
    array(source(1), "R64_SFLOAT")
}

fn copy_made(copy_policy: CopyPolicy) -> Decision {
    Decision::CopyMade {
        obstacle: FORMAT,
        copy_policy,
    }
}

fn streamed(copy_policy: CopyPolicy) -> Decision {
    Decision::Streamed {
        obstacle: FORMAT,
        reason: StreamingReason::Buffer(copy_policy),
    }
}

const FOUND: Decision = Decision::CopyFound { obstacle: FORMAT };

#[test]
fn static_data_is_converted_whole_at_its_first_use_and_found_later() {
    let mut world = world(Usage::Static);
    let first = world.draw(&points(3, &[Attribute::Array(wide())]));
    assert_eq!(first.decisions(), [copy_made(CopyPolicy::Static)]);
    // Ten elements of four bytes.
    assert_eq!(
        (first.bytes_copied, first.allocated.clone()),
        (40, vec![40])
    );
    assert_eq!(
        (world.buffer(1).copies(), world.buffer(1).copied_size()),
        (1, 40)
    );
    for array in [wide(), wide().with_offset(24), wide().with_stride(8)] {
        let later = world.draw(&points(7, &[Attribute::Array(array)]));
        assert_eq!(
            later.place(0).address - first.place(0).address,
            array.offset / 2,
            "half as many bytes per element"
        );
        assert_eq!(later.decisions(), [FOUND]);
        assert_eq!((later.bytes_copied, later.allocated.len()), (0, 0));
    }
    assert!(world.memory.retired.is_empty());
}

/// A copy contains the elements from one phase of the stride on.
#[test]
fn elements_between_those_of_a_copy_have_a_copy_of_their_own() {
    let mut world = world(Usage::Static);
    assert_eq!(world.decide(3, wide()), copy_made(CopyPolicy::Static));
    assert_eq!(
        world.decide(3, wide().with_offset(4)),
        copy_made(CopyPolicy::Static)
    );
    assert_eq!(
        world.decide(3, wide().with_stride(12)),
        copy_made(CopyPolicy::Static)
    );
    assert_eq!(world.buffer(1).copied_size(), 40 + 36 + 28);
    assert_eq!(world.decide(3, wide().with_offset(12)), FOUND);
}

#[test]
fn two_formats_of_one_draw_are_two_copies() {
    let mut world = world(Usage::Static);
    let attributes =
        ["R64_SFLOAT", "R64G64_SFLOAT"].map(|format| Attribute::Array(array(source(1), format)));
    for expected in [copy_made(CopyPolicy::Static), FOUND] {
        let drawn = world.draw(&points(3, &attributes));
        assert_eq!(drawn.decisions(), [expected; 2]);
    }
}

#[test]
fn data_that_changes_after_a_draw_is_streamed_and_its_copies_are_dropped() {
    let mut world = world(Usage::Static);
    world.decide(3, wide());
    let in_flight = world.update(1, 0..1);
    assert_eq!(in_flight, None, "the draw reads the copy");
    assert_eq!(world.memory.retired, [(0, Sequence::new(1))]);
    assert_eq!(world.buffer(1).copy_policy(), CopyPolicy::Updated);
    assert_eq!(world.decide(3, wide()), streamed(CopyPolicy::Updated));
}

#[test]
fn data_that_changes_before_any_draw_stays_static() {
    let mut world = world(Usage::Static);
    world.update(1, 0..1);
    assert!(world.memory.retired.is_empty());
    assert_eq!(world.decide(3, wide()), copy_made(CopyPolicy::Static));
}

/// Data that was read in place counts as drawn.
#[test]
fn data_that_changes_after_it_was_read_in_place_is_streamed() {
    let mut world = world(Usage::Static);
    assert_eq!(
        world.decide(3, array(source(1), "R32_SFLOAT")),
        Decision::InPlace
    );
    assert_eq!(world.update(1, 0..1), Some(Sequence::new(1)));
    assert_eq!(world.decide(3, wide()), streamed(CopyPolicy::Updated));
}

#[test]
fn new_data_starts_anew() {
    let mut world = world(Usage::Static);
    world.decide(3, wide());
    world.update(1, 0..1);
    world.decide(3, wide());
    world.renew(1, 80, Usage::Static, Some(ADDRESS));
    assert_eq!(world.decide(3, wide()), copy_made(CopyPolicy::Static));
    world.renew(1, 80, Usage::Stream, None);
    // Both copies: block 1 is the ring's.
    let retired: Vec<_> = world.memory.retired.iter().map(|it| it.0).collect();
    assert_eq!(retired, [0, 2]);
    assert_eq!(
        world.buffer(1).copy_policy(),
        CopyPolicy::Streaming(Usage::Stream)
    );
}

#[test]
fn a_buffer_is_promoted_when_more_than_three_times_its_size_was_streamed_unchanged() {
    for usage in [Usage::Dynamic, Usage::Stream] {
        let mut world = world(usage);
        for _ in 0..3 {
            assert_eq!(
                world.decide(10, wide()),
                streamed(CopyPolicy::Streaming(usage))
            );
        }
        assert_eq!(
            world.buffer(1).copy_policy(),
            CopyPolicy::Streaming(usage),
            "240 bytes"
        );
        world.decide(1, wide());
        assert_eq!(
            world.buffer(1).copy_policy(),
            CopyPolicy::Promoted,
            "248 bytes"
        );
        assert_eq!(world.decide(1, wide()), copy_made(CopyPolicy::Promoted));
        assert_eq!(world.decide(1, wide()), FOUND);
    }
}

/// The bytes between the elements are not drawn.
#[test]
fn the_bytes_of_elements_count_and_not_their_strides() {
    let mut world = world(Usage::Dynamic);
    for _ in 0..6 {
        world.decide(5, wide().with_stride(16));
    }
    assert_eq!(
        world.buffer(1).copy_policy(),
        CopyPolicy::Streaming(Usage::Dynamic),
        "240 bytes"
    );
    world.decide(1, wide());
    assert_eq!(
        world.buffer(1).copy_policy(),
        CopyPolicy::Promoted,
        "248 bytes"
    );
}

#[test]
fn data_that_changed_is_promoted_again() {
    let mut world = world(Usage::Static);
    world.decide(1, wide());
    world.update(1, 0..1);
    for _ in 0..4 {
        assert_eq!(world.decide(10, wide()), streamed(CopyPolicy::Updated));
    }
    assert_eq!(world.decide(10, wide()), copy_made(CopyPolicy::Promoted));
}

#[test]
fn an_update_begins_the_count_anew() {
    let mut world = world(Usage::Dynamic);
    for _ in 0..3 {
        world.decide(10, wide());
    }
    world.update(1, 79..80);
    for _ in 0..3 {
        world.decide(10, wide());
    }
    assert_eq!(
        world.buffer(1).copy_policy(),
        CopyPolicy::Streaming(Usage::Dynamic)
    );
    world.decide(1, wide());
    assert_eq!(world.buffer(1).copy_policy(), CopyPolicy::Promoted);
}

/// Data that is read in place is never worth a copy, for any number of draws.
#[test]
fn only_what_is_streamed_counts() {
    let mut world = world(Usage::Dynamic);
    for _ in 0..10 {
        assert_eq!(
            world.decide(10, array(source(1), "R32G32_SFLOAT")),
            Decision::InPlace
        );
    }
    assert_eq!(
        world.decide(1, wide()),
        streamed(CopyPolicy::Streaming(Usage::Dynamic))
    );
}
