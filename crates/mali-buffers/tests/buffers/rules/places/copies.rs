//! The number of copies that a buffer may have, and the copy that is dropped for another.

use crate::drawing::decision;
use crate::drawing::state_of;
use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, Buffer, CopyPolicy, Decision, Obstacle, Sequence,
    StreamingReason, Target, Usage, VertexState,
};
use mali_instancing::Arch;

use crate::rules::{ADDRESS, World, array, id, points, source};

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
    assert_eq!(
        world.draw(&points(3, &attributes)).decisions(),
        [MADE, NO_ROOM]
    );
    assert_eq!(
        world.draw(&points(3, &attributes)).decisions(),
        [FOUND, NO_ROOM]
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
    let drawn = world.draw(&points(3, &mesh()));
    assert_eq!(
        (drawn.bytes_copied, drawn.allocated.clone()),
        (1280, vec![1280])
    );
    let (first, last) = (drawn.place(0), drawn.place(15));
    assert_eq!((first.stride, last.address - first.address), (128, 120));
    assert_eq!(world.memory.bytes[0], world.bytes(1));
    assert_eq!(world.draw(&points(10, &mesh())).bytes_copied, 0);
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

/// The work reads them all, so none gives way.
#[test]
fn a_buffer_has_four_copies_at_most() {
    let mut world = world(64);
    let with_stride = |stride| bytes("R16_UNORM").with_offset(1).with_stride(stride);
    for stride in [1, 3, 5, 7] {
        assert_eq!(world.decide(1, with_stride(stride)), MADE);
    }
    assert_eq!(world.decide(1, with_stride(9)), NO_ROOM);
    assert_eq!(world.buffer(1).copies(), 4);
    let attributes: Vec<_> = [1, 3, 5, 7, 9]
        .into_iter()
        .map(|stride| Attribute::Array(with_stride(stride)))
        .collect();
    let decisions = self::world(64).draw(&points(1, &attributes)).decisions();
    assert_eq!(decisions, [MADE, MADE, MADE, MADE, NO_ROOM]);
}

/// The GPU reads the copy until the last draw that used it is finished, not the first.
#[test]
fn a_copy_is_read_until_its_last_use() {
    let mut world = world(64);
    world.decide(1, bytes("R8_UNORM"));
    world.sequence = Sequence::new(5);
    world.decide(1, bytes("R8_UNORM"));
    world.renew(1, 64, Usage::Static, None);
    assert_eq!(world.memory.retired, [(0, Sequence::new(5))]);
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
    let mut first = world(4096);
    first.decide(4, bytes("R64_SFLOAT"));
    let mut second = World::new(Target::new(Arch::V7));
    second.data = first.data.clone();
    assert_eq!(second.decide(4, bytes("R32G32_UINT")), MADE);
    assert_eq!(second.decide(4, bytes("R64_SFLOAT")), FOUND);
}

/// A buffer at an odd address, of which the GPU has made a copy in work 6.
fn copied_by_the_gpu() -> World {
    let mut world = world(64);
    world.buffer(1).moved_to(ADDRESS + 1);
    world.memory.copies_buffers = true;
    world.sequence = Sequence::new(6);
    let made = Decision::CopyMade {
        obstacle: Obstacle::Unaligned,
        copy_policy: CopyPolicy::Static,
    };
    assert_eq!(world.decide(3, bytes("R32_UINT")), made);
    assert_eq!(world.memory.copied, [(id(1), 0)]);
    assert_eq!(
        (world.memory.written.len(), world.data.read_count()),
        (0, 0)
    );
    world
}

/// The memory of the buffer is not free before the work in which the GPU makes the copy is finished.
#[test]
fn the_gpu_reads_a_buffer_that_it_copies() {
    let last_read = Sequence::new(6);
    let mut world = copied_by_the_gpu();
    assert_eq!(world.update(1, 0..4), Some(last_read));
    let (memory, mut buffer) = (&mut world.memory, copied_by_the_gpu().buffer(1).clone());
    assert_eq!(buffer.clone().moved_to(ADDRESS), last_read);
    assert_eq!(
        buffer.clone().buffer_data(64, Usage::Static, None, memory),
        last_read
    );
    assert_eq!(buffer.clone().release(memory), last_read);
    let updated = buffer.buffer_sub_data(0..4, last_read, memory);
    assert_eq!(updated, Ok(None), "work 6 is finished");
}

/// The copy is not there yet when the GPU begins work 5.
#[test]
fn a_copy_that_the_gpu_makes_is_not_read_by_earlier_work() {
    let mut world = copied_by_the_gpu();
    // Another context, whose work was begun before.
    world.planner = World::new(Target::new(Arch::V7)).planner;
    world.sequence = Sequence::new(5);
    let obstacle = Obstacle::Unaligned;
    let reason = StreamingReason::LaterCopy;
    let streamed = Decision::Streamed { obstacle, reason };
    let attributes = [Attribute::Array(bytes("R32_UINT"))];
    let mut state: VertexState = state_of(&attributes).unwrap();
    let draw = ApplicationDraw::arrays(0, 3);
    for (work, expected) in [
        (5, streamed),
        (6, Decision::CopyFound { obstacle }),
        (7, Decision::CopyFound { obstacle }),
    ] {
        world.sequence = Sequence::new(work);
        world.draw_with(&mut state, &draw, &mut [0; 64]).unwrap();
        assert_eq!(decision(&state, 0), Some(expected), "work {work}");
    }
    assert_eq!(world.buffer(1).copies(), 1);
}
