//! The number of copies that a buffer may have, and the copy that is dropped for another.

use mali_buffers::two_phase::{
    Attribute, AttributeArray, Buffer, CopyId, CopyPolicy, Decision, MemoryRef, Obstacle, Retired,
    Sequence, StreamingReason, Target, Usage,
};
use mali_instancing::Arch;

use crate::rules::{Blocks, World, array, id, points, source};

const MADE: Decision = Decision::CopyMade {
    obstacle: Obstacle::NotMapped,
    copy_policy: CopyPolicy::Static,
};
const FOUND: Decision = Decision::CopyFound {
    obstacle: Obstacle::NotMapped,
};
const NO_ROOM: Decision = Decision::Streamed {
    obstacle: Obstacle::NotMapped,
    reason: StreamingReason::NoRoom,
};

/// A world with a buffer that has no GPU address.
fn world(size: u64) -> World {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, size, Usage::Static);
    *world.buffer(1) = Buffer::new(id(1), size, Usage::Static);
    world
}

/// Elements of four bytes, with a stride of one byte: none is read unchanged, since not all are aligned.
fn overlapping() -> AttributeArray {
    bytes("R16G16_UINT").with_stride(1)
}

fn bytes(format: &str) -> AttributeArray {
    array(source(1), format)
}

fn retired(number: u32, until: u64) -> Retired {
    Retired {
        memory: MemoryRef::Copy(CopyId {
            buffer: id(1),
            number,
        }),
        until: Sequence::new(until),
    }
}

#[test]
fn copies_may_take_four_times_the_size_of_their_buffer() {
    // 1997 elements of 4 bytes, and one of 12 or of 16.
    for (format, expected, size) in [
        ("R32G32B32_UINT", MADE, 8000),
        ("R32G32B32A32_UINT", NO_ROOM, 7988),
    ] {
        let mut world = world(2000);
        assert_eq!(world.decide(3, overlapping()), MADE);
        let one_more = bytes(format).with_stride(1989);
        assert_eq!(world.decide(1, one_more), expected);
        assert_eq!(world.buffer(1).copied_size(), size);
        assert_eq!(world.decide(3, overlapping()), FOUND);
    }
}

#[test]
fn more_than_four_kibibytes_are_too_much_of_a_small_buffer() {
    // 8 elements of 2 bytes, and 9.
    for (stride, copies, size) in [(129, 2, 4096), (127, 1, 4080)] {
        let mut world = world(1023);
        world.decide(3, overlapping());
        assert_eq!(world.buffer(1).copied_size(), 4080);
        world.decide(3, bytes("R16_UINT").with_stride(stride));
        assert_eq!(world.buffer(1).copies(), copies, "stride {stride}");
        assert_eq!(world.buffer(1).copied_size(), size, "stride {stride}");
    }
}

#[test]
fn copies_may_take_four_kibibytes_of_a_small_buffer() {
    // 255 elements of 16 bytes, 256, and 257.
    for (size, expected) in [(270, MADE), (271, MADE), (272, NO_ROOM)] {
        let overlapping = bytes("R32G32B32A32_UINT").with_stride(1);
        assert_eq!(world(size).decide(1, overlapping), expected, "{size} bytes");
    }
}

#[test]
fn the_copies_of_one_draw_are_counted_together() {
    let mut world = world(2000);
    let attributes = [overlapping(), bytes("R8G8_UNORM")].map(Attribute::Array);
    let plan = world.draw(&points(3, &attributes));
    assert_eq!(
        plan.vertex_data().unwrap().decisions(),
        [Some(MADE), Some(NO_ROOM)]
    );
    let plan = world.draw(&points(3, &attributes));
    assert_eq!(
        plan.vertex_data().unwrap().decisions(),
        [Some(FOUND), Some(NO_ROOM)]
    );
}

/// Sixteen attributes of 8 bytes, one after the other in elements of 128 bytes.
fn mesh() -> Vec<Attribute> {
    let attribute = |number: u64| {
        bytes("R32G32_SFLOAT")
            .with_offset(8 * number)
            .with_stride(128)
    };
    (0..16)
        .map(|number| Attribute::Array(attribute(number)))
        .collect()
}

#[test]
fn a_mesh_whose_formats_the_gpu_reads_is_copied_once_as_it_is() {
    let mut world = world(128 * 10);
    let mesh = mesh();
    let plan = world.draw(&points(3, &mesh));
    assert_eq!(plan.bytes_copied(), 128 * 10);
    let data = plan.vertex_data().unwrap();
    assert_eq!((data.buffers().len(), data.buffers()[0].stride), (1, 128));
    assert_eq!(data.attributes()[15].offset, 120);
    let mut blocks = Blocks::default();
    plan.execute(&world.data, &mut blocks).unwrap();
    let copied = &blocks.bytes(data.locations()[0].memory)[..1280];
    assert_eq!(copied, world.data.buffers[&id(1)].1);
    let plan = world.draw(&points(10, &mesh));
    assert_eq!(plan.bytes_copied(), 0);
}

#[test]
fn other_layouts_and_parts_of_a_mesh_are_read_from_its_copy() {
    let mut world = world(128 * 10);
    world.draw(&points(3, &mesh()));
    for other in [
        bytes("R16_UINT").with_offset(6).with_stride(10),
        bytes("R32G32B32A32_SFLOAT"),
        bytes("R8_UNORM").with_offset(1279),
        bytes("R32_UINT").with_offset(4).with_stride(0),
    ] {
        assert_eq!(world.decide(1, other), FOUND, "{other:?}");
    }
    assert_eq!(world.buffer(1).copied_size(), 128 * 10);
    // Elements that would not be aligned there are copied on their own.
    assert_eq!(world.decide(1, bytes("R32_UINT").with_offset(2)), MADE);
    assert_eq!(world.decide(1, bytes("R64_SFLOAT")), MADE);
}

#[test]
fn a_buffer_has_eight_copies_at_most() {
    let mut world = world(64);
    let with_stride = |stride| bytes("R16_UNORM").with_offset(1).with_stride(stride);
    for stride in 1..=8 {
        assert_eq!(world.decide(1, with_stride(stride)), MADE);
    }
    assert_eq!(world.decide(1, with_stride(9)), NO_ROOM);
    assert_eq!(world.buffer(1).copies(), 8);
    let attributes: Vec<_> = (1..=9)
        .map(|stride| Attribute::Array(with_stride(stride)))
        .collect();
    let mut all_at_once = self::world(64);
    let plan = all_at_once.draw(&points(1, &attributes));
    let decisions = plan.vertex_data().unwrap().decisions();
    assert_eq!(decisions[..8], [Some(MADE); 8]);
    assert_eq!(decisions[8], Some(NO_ROOM));
}

/// The GPU reads the copy until the last draw that used it is finished, not the first.
#[test]
fn a_copy_is_read_until_its_last_use() {
    let mut world = world(64);
    world.decide(1, bytes("R8_UNORM"));
    world.sequence = Sequence::new(5);
    world.decide(1, bytes("R8_UNORM"));
    assert_eq!(world.buffer(1).release().retired(), [retired(0, 5)]);
}

/// Draws that replace each other's copy would convert the whole buffer each time.
#[test]
fn copies_that_take_each_others_place_again_and_again_are_made_no_more() {
    let mut world = world(2000);
    let formats = [
        "R16_UNORM",
        "R16G16_UNORM",
        "R16G16B16_UNORM",
        "R16G16B16A16_UNORM",
    ];
    let mut bytes_copied = 0;
    for turn in 0..100 {
        world.sequence = Sequence::new(turn + 1);
        let format = formats[turn as usize % formats.len()];
        let stride = 4 + turn as u32 % 4;
        let unaligned = bytes(format).with_offset(1).with_stride(stride);
        let attributes = [Attribute::Array(unaligned)];
        bytes_copied += world.draw(&points(3, &attributes)).bytes_copied();
    }
    // The limit is copies of twice the size, and at most three elements of eight bytes for every draw.
    assert!(bytes_copied <= 2 * 8000 + 100 * 24, "{bytes_copied}");
}

/// A copy's contents depend on the conversion of the bytes, not on the format's name.
#[test]
fn formats_that_are_copied_the_same_way_share_a_copy() {
    let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 64, Usage::Static);
    let unaligned = |format| array(source(1), format).with_offset(1);
    for format in ["R16G16_UNORM", "R16G16_SNORM"] {
        world.decide(3, unaligned(format));
    }
    assert_eq!(world.buffer(1).copies(), 1);
}

/// Contexts that share buffers share copies, but not of elements with another layout.
#[test]
fn a_copy_is_found_only_by_those_who_read_it_as_it_is() {
    let plan = |world: &mut World, format| {
        let plan = world.draw(&points(4, &[Attribute::Array(bytes(format))]));
        plan.vertex_data().unwrap().decisions()[0]
    };
    let mut first = world(4096);
    plan(&mut first, "R64_SFLOAT");
    let mut second = World::new(Target::new(Arch::V7));
    second.data = first.data.clone();
    assert_eq!(plan(&mut second, "R32G32_UINT"), Some(MADE));
    assert_eq!(plan(&mut second, "R64_SFLOAT"), Some(FOUND));
}
