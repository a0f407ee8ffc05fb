//! How many copies a buffer may have, and which is given up for another.

use mali_buffers::{
    Attribute, AttributeArray, Buffer, CopyId, Decision, Obstacle, Place, Residence, Retired,
    Sequence, StreamingReason, Target, Usage,
};
use mali_instancing::Arch;

use super::{World, array, id, points, source};

const MADE: Decision = Decision::CopyMade {
    obstacle: Obstacle::Format,
    residence: Residence::Static,
};
const FOUND: Decision = Decision::CopyFound {
    obstacle: Obstacle::Format,
};
const NO_ROOM: Decision = Decision::Streamed {
    obstacle: Obstacle::Format,
    reason: StreamingReason::NoRoom,
};

/// A target for which a byte becomes four.
fn world(size: u64) -> World {
    let target = Target::new(Arch::V7).with_normalized(false);
    World::new(target).with_buffer(1, size, Usage::Static)
}

fn bytes(format: &str) -> AttributeArray {
    array(source(1), format)
}

fn retired(number: u32, until: u64) -> Retired {
    Retired {
        place: Place::Copy(CopyId {
            buffer: id(1),
            number,
        }),
        until: Sequence::new(until),
    }
}

#[test]
fn copies_may_take_four_times_the_size_of_their_buffer() {
    let mut world = world(2000);
    assert_eq!(world.decide(3, bytes("R8_UNORM")), MADE);
    assert_eq!(world.buffer(1).copied_size(), 8000);
    world.sequence = Sequence::new(2);
    let attributes = [Attribute::Array(bytes("R8G8_UNORM"))];
    let plan = world.draw(&points(3, &attributes));
    assert_eq!(plan.vertex_data().unwrap().decisions(), [Some(MADE)]);
    assert_eq!(
        plan.retired(),
        [retired(0, 1)],
        "both would take 16000 bytes"
    );
    // Two floats for every byte but the last.
    assert_eq!(world.decide(3, bytes("R8G8_UNORM").with_stride(1)), NO_ROOM);
    assert_eq!(
        world.decide(3, bytes("R8G8_UNORM")),
        FOUND,
        "nothing was dropped for it"
    );
}

#[test]
fn a_little_more_than_four_times_the_size_is_too_much() {
    let mut world = world(2000);
    assert_eq!(world.decide(3, bytes("R8_UNORM")), MADE);
    assert_eq!(world.decide(2, bytes("R8_UNORM").with_stride(1000)), MADE);
    assert_eq!(world.buffer(1).copied_size(), 8, "the other was dropped");
}

/// Of a buffer that the GPU does not see, any number of bytes is copied.
#[test]
fn a_byte_more_than_four_kibibytes_is_too_much_of_a_small_buffer() {
    for (stride, copies, size) in [(64, 2, 4096), (61, 1, 17)] {
        let mut world = World::new(Target::new(Arch::V7)).with_buffer(1, 1023, Usage::Static);
        *world.buffer(1) = Buffer::new(id(1), 1023, Usage::Static).unwrap();
        world.decide(3, bytes("R8G8B8A8_UINT").with_stride(1));
        assert_eq!(world.buffer(1).copied_size(), 4080);
        world.decide(3, bytes("R8_UINT").with_stride(stride));
        assert_eq!(world.buffer(1).copies(), copies, "stride {stride}");
        assert_eq!(world.buffer(1).copied_size(), size, "stride {stride}");
    }
}

#[test]
fn copies_may_take_four_kibibytes_of_a_small_buffer() {
    let mut first = world(257);
    assert_eq!(first.decide(1, bytes("R8G8_UNORM").with_stride(1)), MADE);
    assert_eq!(first.buffer(1).copied_size(), 2048);
    assert_eq!(first.decide(1, bytes("R8G8_SNORM").with_stride(2)), MADE);
    assert_eq!(first.buffer(1).copies(), 2);
    // 255 elements of 16 bytes, and 256.
    assert_eq!(
        world(258).decide(1, bytes("R8G8B8A8_UNORM").with_stride(1)),
        MADE
    );
    assert_eq!(
        world(259).decide(1, bytes("R8G8B8A8_UNORM").with_stride(1)),
        MADE
    );
    assert_eq!(
        world(260).decide(1, bytes("R8G8B8A8_UNORM").with_stride(1)),
        NO_ROOM
    );
}

#[test]
fn a_draw_does_not_give_up_the_copies_that_it_reads() {
    let mut world = world(2000);
    let attributes = ["R8_UNORM", "R8G8_UNORM"].map(|format| Attribute::Array(bytes(format)));
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

#[test]
fn the_ninth_copy_takes_the_place_of_the_one_that_was_not_used_for_the_longest_time() {
    let mut world = world(64);
    let with_stride = |stride| bytes("R8_UNORM").with_stride(stride);
    for stride in 1..=8 {
        world.sequence = Sequence::new(stride.into());
        assert_eq!(world.decide(1, with_stride(stride)), MADE);
    }
    assert_eq!(world.buffer(1).copies(), 8);
    world.sequence = Sequence::new(9);
    assert_eq!(world.decide(1, with_stride(1)), FOUND);
    for (stride, dropped) in [(9, 1), (10, 2)] {
        let attributes = [Attribute::Array(with_stride(stride))];
        let plan = world.draw(&points(1, &attributes));
        assert_eq!(plan.retired(), [retired(dropped, u64::from(dropped) + 1)]);
    }
    assert_eq!(world.decide(1, with_stride(1)), FOUND);
    assert_eq!(world.decide(1, with_stride(2)), MADE);
}

/// The GPU reads it until the last draw that used it is finished, not the first.
#[test]
fn a_copy_is_read_until_its_last_use() {
    let mut world = world(64);
    world.decide(1, bytes("R8_UNORM"));
    world.sequence = Sequence::new(5);
    world.decide(1, bytes("R8_UNORM"));
    assert_eq!(world.buffer(1).release().retired()[1], retired(0, 5));
}

/// Draws that take turns would convert the whole buffer each time.
#[test]
fn copies_that_take_each_others_place_again_and_again_are_made_no_more() {
    let mut world = world(2000);
    let formats = ["R8_UNORM", "R8G8_UNORM", "R8G8B8_UNORM", "R8G8B8A8_UNORM"];
    let mut bytes_copied = 0;
    for turn in 0..100 {
        world.sequence = Sequence::new(turn + 1);
        let format = formats[turn as usize % formats.len()];
        let stride = 4 + turn as u32 % 4;
        let attributes = [Attribute::Array(bytes(format).with_stride(stride))];
        bytes_copied += world.draw(&points(3, &attributes)).bytes_copied();
    }
    // Copies of twice the limit, and at most three elements of four floats for every draw.
    assert!(bytes_copied <= 2 * 8000 + 100 * 48, "{bytes_copied}");
}

/// Positions, and normals behind them: neither takes the bytes of the other for something else.
#[test]
fn arrays_of_one_stride_and_other_bytes_do_not_contradict_each_other() {
    let mut world = World::new(Target::new(Arch::V7).with_normalized(false)).with_buffer(
        1,
        2400,
        Usage::Static,
    );
    let positions = array(source(1), "R32G32B32_UNORM");
    let normals = array(source(1), "R32G32B32_SNORM").with_offset(1200);
    for expected in [MADE, FOUND] {
        assert_eq!(world.decide(100, positions), expected);
        assert_eq!(world.decide(100, normals), expected);
    }
    let overlapping = array(source(1), "R16G16B16A16_SNORM")
        .with_stride(12)
        .with_offset(1188);
    let other_format = Residence::OtherFormat;
    assert_eq!(
        world.decide(100, overlapping),
        Decision::Streamed {
            obstacle: Obstacle::Format,
            reason: StreamingReason::Buffer(other_format),
        }
    );
}

/// Contexts that share buffers may read them otherwise.
#[test]
fn a_copy_is_found_only_by_those_who_read_it_as_it_is() {
    let all = Target::new(Arch::V7);
    let mut first = World::new(all).with_buffer(1, 4096, Usage::Static);
    // Not aligned to its components.
    let fixed = bytes("R32_FIXED").with_offset(2);
    let attributes = [Attribute::Array(fixed)];
    first.draw(&points(4, &attributes));
    let mut second = World::new(all.with_gl_formats(false));
    second.data = first.data.clone();
    let plan = second.draw(&points(4, &attributes));
    let made = plan.vertex_data().unwrap().decisions()[0];
    assert!(matches!(made, Some(Decision::CopyMade { .. })), "{made:?}");
}
