//! Indices: the places that they are read from, and their conversions.

use crate::drawing::Drawing;
use mali_buffers::{
    CopyPolicy, DataSource, Decision, ElementArray, IndexInput, IndexType, Obstacle,
    StreamingReason, Target, Usage,
};
use mali_instancing::Arch;
use mali_instancing::draw::IndexBounds;

use crate::rules::{ADDRESS, Draw, World, source};

/// A target that restarts only at the index whose bits are all set.
const V9: Target = Target::new(Arch::V9);

fn drawn(world: &mut World, elements: ElementArray) -> (Draw, IndexInput) {
    let drawn = world.draw(&Drawing::elements(elements, &[]));
    let indices = drawn.index_data().indices.unwrap();
    (drawn, indices)
}

/// The bytes at the place from which the indices are read.
fn written(world: &World, indices: &IndexInput) -> Vec<u8> {
    let size = indices.count * indices.index_type.size();
    world.at(indices.address, size as usize).to_vec()
}

#[test]
fn indices_in_a_buffer_are_read_in_place() {
    for (index_type, restart_index, expected) in [
        (IndexType::U8, None, None),
        // The type does not hold it, so it restarts nothing.
        (IndexType::U8, Some(0x100), None),
        (IndexType::U16, Some(0xffff), Some(0xffff)),
        (IndexType::U32, Some(u32::MAX), Some(u32::MAX)),
    ] {
        let mut world = World::new(V9).with_bytes(1, vec![0; 48]);
        let mut elements = ElementArray::new(source(1), index_type, 6).with_offset(12);
        elements.restart_index = restart_index;
        let (drawn, input) = drawn(&mut world, elements);
        assert_eq!(drawn.bytes_copied, 0);
        assert_eq!(drawn.index_decision(), Some(Decision::InPlace));
        assert_eq!((input.index_type, input.count), (index_type, 6));
        assert_eq!(
            (input.address, input.restart_index),
            (ADDRESS + 12, expected)
        );
    }
}

/// From V9 on, no other index restarts primitives.
#[test]
fn another_restart_index_becomes_the_one_whose_bits_are_all_set() {
    let mut world = World::new(V9).with_bytes(1, vec![1, 0, 7, 0, 2, 0, 7, 1]);
    let elements = ElementArray::new(source(1), IndexType::U16, 4).with_restart_index(7);
    let (data, input) = drawn(&mut world, elements);
    let obstacle = Obstacle::RestartIndex;
    let copy_policy = CopyPolicy::Static;
    let made = Decision::CopyMade {
        obstacle,
        copy_policy,
    };
    assert_eq!(data.index_decision(), Some(made));
    assert_eq!(input.restart_index, Some(0xffff));
    assert_eq!(written(&world, &input), [1, 0, 0xff, 0xff, 2, 0, 7, 1]);
    let (data, _) = drawn(&mut world, elements);
    assert_eq!(
        data.index_decision(),
        Some(Decision::CopyFound { obstacle })
    );
    // Another restart index needs another copy.
    let (data, _) = drawn(&mut world, elements.with_restart_index(2));
    assert_eq!(data.index_decision(), Some(made));
    assert_eq!(world.buffer(1).copies(), 2);

    let mut v7 = World::new(Target::new(Arch::V7)).with_bytes(1, vec![0; 8]);
    let (data, input) = drawn(&mut v7, elements);
    assert_eq!(data.index_decision(), Some(Decision::InPlace));
    assert_eq!(input.restart_index, Some(7));
}

#[test]
fn unaligned_indices_are_streamed() {
    let mut world = World::new(V9).with_bytes(1, (1..=13).collect());
    let elements = ElementArray::new(source(1), IndexType::U32, 2).with_offset(3);
    let elements = elements.with_bounds(IndexBounds {
        minimum: 0,
        maximum: 9,
    });
    let (data, input) = drawn(&mut world, elements);
    let obstacle = Obstacle::Unaligned;
    let reason = StreamingReason::Unaligned;
    assert_eq!(
        data.index_decision(),
        Some(Decision::Streamed { obstacle, reason })
    );
    assert_eq!(input.address, 0x2000_0000);
    assert_eq!(written(&world, &input), [4, 5, 6, 7, 8, 9, 10, 11]);
}

/// The copy of a buffer begins at an aligned address.
#[test]
fn indices_of_an_unaligned_buffer_are_copied() {
    let mut world = World::new(V9).with_bytes(1, vec![1; 12]);
    world.buffer(1).moved_to(0x3000_0001);
    let elements = ElementArray::new(source(1), IndexType::U16, 2).with_offset(4);
    let (data, input) = drawn(&mut world, elements);
    let obstacle = Obstacle::Unaligned;
    let copy_policy = CopyPolicy::Static;
    assert_eq!(
        data.index_decision(),
        Some(Decision::CopyMade {
            obstacle,
            copy_policy
        })
    );
    assert_eq!(input.address, 0x2000_0000 + 4);
}

#[test]
fn client_indices_are_streamed() {
    let mut world = World::new(V9);
    for index_type in [IndexType::U8, IndexType::U16] {
        let elements = ElementArray::new(DataSource::Client(0), index_type, 4).with_offset(6);
        let (data, input) = drawn(&mut world, elements);
        let obstacle = Obstacle::ClientMemory;
        let reason = StreamingReason::ClientMemory;
        assert_eq!(
            data.index_decision(),
            Some(Decision::Streamed { obstacle, reason })
        );
        assert_eq!(input.index_type, index_type);
    }
}

#[test]
fn streamed_indices_count_for_promotion() {
    let mut world = World::new(V9).with_buffer(1, 10, Usage::Dynamic);
    let elements = |count| {
        // From V9 on, a restart index other than 255 is rewritten.
        ElementArray::new(source(1), IndexType::U8, count).with_restart_index(7)
    };
    for _ in 0..3 {
        drawn(&mut world, elements(10));
    }
    assert_eq!(
        world.buffer(1).copy_policy(),
        CopyPolicy::Streaming(Usage::Dynamic)
    );
    drawn(&mut world, elements(1));
    assert_eq!(world.buffer(1).copy_policy(), CopyPolicy::Promoted);
}

/// If the index whose bits are all set names a vertex, another restart index cannot become it without a wider type.
/// This is also true if the bounds that the application states are wider than the type.
#[test]
fn indices_are_widened_where_the_fixed_restart_index_may_be_a_vertex() {
    for (maximum, expected) in [
        (0xfffe, IndexType::U16),
        (0xffff, IndexType::U32),
        (0x1_0000, IndexType::U32),
        (u32::MAX, IndexType::U32),
    ] {
        let mut world = World::new(Target::new(Arch::V9)).with_bytes(1, vec![0xfe, 0xff, 7, 0]);
        let bounds = IndexBounds {
            minimum: maximum - 0x7f,
            maximum,
        };
        let elements = ElementArray::new(source(1), IndexType::U16, 2)
            .with_restart_index(7)
            .with_base_vertex(-0xff00)
            .with_bounds(bounds);
        let (_, indices) = drawn(&mut world, elements);
        assert_eq!(indices.index_type, expected, "bounds up to {maximum}");
        assert_eq!(indices.restart_index, Some(expected.largest()));
    }
}

#[test]
fn indices_of_8_bits_are_widened_only_where_they_need_it() {
    let cases = [
        ([1, 2, 3, 254], IndexType::U8, &[2, 255, 254][..]),
        ([1, 2, 3, 255], IndexType::U16, &[2, 0, 255, 255, 255, 0]),
    ];
    for (bytes, expected, expected_bytes) in cases {
        let mut world = World::new(V9).with_bytes(1, bytes.to_vec());
        let elements = ElementArray::new(source(1), IndexType::U8, 3).with_offset(1);
        let (data, input) = drawn(&mut world, elements.with_restart_index(3));
        assert_eq!(input.index_type, expected);
        assert_eq!(input.restart_index, Some(expected.largest()));
        // The whole buffer is copied, and the draw's indices begin inside the copy.
        let size = u64::from(expected.size());
        assert_eq!(input.address, 0x2000_0000 + size);
        assert_eq!(data.allocated, [4 * size]);
        assert_eq!(written(&world, &input), expected_bytes);
    }
}
