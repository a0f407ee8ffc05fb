//! Data that is read in place.

use mali_buffers::{
    Attribute, AttributeArray, CopyPolicy, DataSource, Decision, Obstacle, Sequence,
    StreamingReason, Target, Usage,
};
use mali_instancing::Arch;

use crate::rules::{ADDRESS, Blocks, World, array, points, source};

fn obstacle(target: Target, address: Option<u64>, array: AttributeArray) -> Option<Obstacle> {
    let mut world = World::new(target);
    world.data.add(1, 400, Usage::Static, address);
    match world.decide(3, array) {
        Decision::InPlace => None,
        Decision::CopyMade {
            obstacle,
            copy_policy: CopyPolicy::Static,
        } => Some(obstacle),
        other => panic!("{other:?}"),
    }
}

#[test]
fn components_are_aligned_and_not_elements() {
    let mali = Target::new(Arch::V7);
    let unaligned = Some(Obstacle::Unaligned);
    for (format, address, offset, stride, expected) in [
        ("R32G32B32_SFLOAT", 4, 0, 12, None),
        ("R32G32B32_SFLOAT", 2, 0, 12, unaligned),
        ("R32G32B32_SFLOAT", 0, 2, 12, unaligned),
        ("R32G32B32_SFLOAT", 0, 0, 14, unaligned),
        // Only the sum of address and offset must be aligned.
        ("R32G32B32_SFLOAT", 2, 2, 12, None),
        ("R16G16B16A16_SNORM", 2, 0, 10, None),
        ("R16G16B16A16_SNORM", 1, 0, 10, unaligned),
        ("R16G16B16A16_SNORM", 0, 0, 9, unaligned),
        ("R8G8B8A8_UNORM", 1, 2, 5, None),
        // The element is packed into one number.
        ("A8B8G8R8_UNORM_PACK32", 2, 0, 4, unaligned),
        ("R5G6B5_UNORM_PACK16", 1, 0, 2, unaligned),
        ("R5G6B5_UNORM_PACK16", 2, 0, 2, None),
    ] {
        let array = array(source(1), format)
            .with_offset(offset)
            .with_stride(stride);
        let address = Some(ADDRESS + address);
        let case = format!("{format} at {address:?} + {offset}, stride {stride}");
        assert_eq!(obstacle(mali, address, array), expected, "{case}");
    }
}

#[test]
fn a_buffer_that_the_gpu_has_no_address_of_is_copied() {
    let array = array(source(1), "R32_SFLOAT");
    let found = obstacle(Target::new(Arch::V9), None, array);
    assert_eq!(found, Some(Obstacle::NotMapped));
}

#[test]
fn client_memory_is_always_streamed() {
    let client = DataSource::Client(0);
    let mut world = World::new(Target::new(Arch::V7));
    let expected = Decision::Streamed {
        obstacle: Obstacle::ClientMemory,
        reason: StreamingReason::ClientMemory,
    };
    for _ in 0..100 {
        world.sequence = Sequence::new(world.sequence.get() + 1);
        assert_eq!(world.decide(200, array(client, "R8G8B8A8_UNORM")), expected);
    }
}

/// An update waits for the last draw that reads the buffer, unless the data moves.
#[test]
fn a_buffer_is_in_flight_until_the_last_draw_that_reads_it_in_place() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 400, Usage::Dynamic);
    for number in [3, 5] {
        world.sequence = Sequence::new(number);
        world.decide(3, array(source(1), "R32_SFLOAT"));
    }
    let in_flight = |world: &mut World, completed| {
        let completed = Sequence::new(completed);
        let mut memory = Blocks::default();
        let buffer = world.buffer(1);
        let update = buffer.buffer_sub_data(0..1, completed, &mut memory);
        update.unwrap().map(Sequence::get)
    };
    assert_eq!(in_flight(&mut world, 4), Some(5));
    assert_eq!(in_flight(&mut world, 5), None);
    let last_read = world.buffer(1).moved_to(ADDRESS + 4096);
    assert_eq!(last_read, Sequence::new(5));
    assert_eq!(
        in_flight(&mut world, 0),
        None,
        "nothing reads the new memory yet"
    );
}

#[test]
fn attributes_of_one_buffer_in_place_are_one_descriptor() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 400, Usage::Static);
    let array = array(source(1), "R32_SFLOAT").with_stride(20);
    let attributes = [0, 4, 16].map(|offset| Attribute::Array(array.with_offset(offset)));
    let drawn = world.draw(&points(10, &attributes));
    // One attribute buffer of linear elements, and the end of the table.
    assert_eq!(drawn.buffers()[..4], [ADDRESS as u32 | 1, 0, 20, 400]);
    assert_eq!((drawn.buffers().len(), drawn.bytes_copied), (8, 0));
}
