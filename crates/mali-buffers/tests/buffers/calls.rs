//! Draws of one call: where their data is found, what is allocated and written for them, and what a failure leaves.

use crate::drawing::state_of;
use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, BufferObject, ClientData,
    ConstantValue, ContextId, CopyPolicy, DataSource, Decision, Drawn, ElementArray, Error,
    FoundBounds, IndexType, MappedMemory, Obstacle, OutOfBounds, Planner, Sequence,
    StreamingReason, Target, UploadRing, Usage, VertexState,
};
use mali_instancing::draw::IndexBounds;
use mali_instancing::{Arch, Format};

use crate::drawing::decision;
use crate::rules::{World, id};

fn work(number: u64) -> Sequence {
    Sequence::new(number)
}

impl World {
    fn v7() -> Self {
        let mut world = Self::new(Target::new(Arch::V7));
        world.data.client = (0..=255).cycle().take(4096).collect();
        world
    }

    fn try_draw(
        &mut self,
        state: &mut VertexState,
        draw: &ApplicationDraw,
        number: u64,
    ) -> Result<Drawn, Error> {
        self.sequence = work(number);
        self.draw_with(state, draw, &mut [0; 300])
    }

    fn written(&mut self, state: &mut VertexState, draw: &ApplicationDraw, number: u64) {
        let drawn = self.try_draw(state, draw, number);
        assert!(matches!(drawn, Ok(Drawn::Written(_))), "{drawn:?}");
    }
}

fn array(source: DataSource, format: Format, stride: u32, offset: u64) -> Attribute {
    let array = AttributeArray::new(source, format);
    Attribute::Array(array.with_stride(stride).with_offset(offset))
}

fn state(attributes: &[Attribute]) -> VertexState {
    state_of(attributes).unwrap()
}

const TWO: Format = Format::R32G32_SFLOAT;
const WIDE: Format = Format::R64_SFLOAT;
const NOT_MAPPED: Decision = Decision::CopyFound {
    obstacle: Obstacle::NotMapped,
};

#[test]
fn one_copy_serves_all_attributes_all_layouts_and_indices() {
    let mut world = World::v7();
    // An odd number of bytes: indices are copied with the last of them.
    let mesh = world.data.add(1, 1031, Usage::Static, None);
    let all: Vec<_> = (0..16)
        .map(|number| array(mesh, TWO, 128, 8 * number))
        .collect();
    let mut all = state(&all);
    let elements = ElementArray::new(mesh, IndexType::U16, 3).with_bounds(IndexBounds {
        minimum: 0,
        maximum: 2,
    });
    world.written(&mut all, &ApplicationDraw::elements(elements), 1);
    assert_eq!(world.memory.sizes(), [1031]);
    assert_eq!(world.memory.bytes[0], world.bytes(1));
    let mut subset = state(&[array(mesh, Format::R8_UNORM, 64, 3)]);
    world.written(&mut subset, &ApplicationDraw::arrays(5, 9), 1);
    assert_eq!(world.memory.sizes(), [1031]);
    assert_eq!(decision(&subset, 0), Some(NOT_MAPPED));
    assert_eq!(all.explain_indices(), Some(NOT_MAPPED));
    assert_eq!(world.buffer(1).copies(), 1);
}

#[test]
fn an_array_that_is_converted_or_unaligned_does_not_take_its_neighbours_with_it() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 400, Usage::Static, Some(0x1000_0000));
    let mut state = state(&[
        array(mesh, TWO, 40, 0),
        array(mesh, WIDE, 40, 8),
        array(mesh, Format::R16_UNORM, 40, 17),
        array(mesh, TWO, 40, 24),
    ]);
    world.written(&mut state, &ApplicationDraw::arrays(0, 10), 1);
    let decisions: Vec<_> = (0..4)
        .map(|number| decision(&state, number).unwrap())
        .collect();
    let made = |obstacle| Decision::CopyMade {
        obstacle,
        copy_policy: CopyPolicy::Static,
    };
    let (format, unaligned) = (made(Obstacle::Format), made(Obstacle::Unaligned));
    assert_eq!(
        decisions,
        [Decision::InPlace, format, unaligned, Decision::InPlace]
    );
    // Ten elements of a float of 32 bits, and of 16 bits.
    assert_eq!(world.memory.sizes(), [40, 20]);
}

/// Bytes 1 to 8 of a vertex of 8 bytes: a descriptor of all three attributes would begin at byte 1, and the second one would
/// be an odd number of bytes after it, also in a copy of the buffer.
#[test]
fn an_attribute_is_aligned_in_a_copy_whose_elements_begin_at_an_odd_byte() {
    for address in [None, Some(0x1000_0000)] {
        let mut world = World::v7();
        let mesh = world.data.add(1, 400, Usage::Static, address);
        let mut state = state(&[
            array(mesh, Format::R8_UNORM, 8, 1),
            array(mesh, Format::R16_UNORM, 8, 2),
            array(mesh, Format::R8G8B8_UNORM, 8, 6),
        ]);
        let mut words = [0; 300];
        world.sequence = work(1);
        let drawn = world.draw_with(&mut state, &ApplicationDraw::arrays(0, 10), &mut words);
        let Ok(Drawn::Written(tables)) = drawn else {
            panic!("{drawn:?}");
        };
        let (buffers, attributes) = (&words[tables.buffers], &words[tables.attributes]);
        // The second attribute: the index of its descriptor, and its offset from the address there.
        let address = buffers[4 * (attributes[2] & 0x1ff) as usize] & !0x3f;
        assert_eq!(address.wrapping_add(attributes[3]) % 2, 0);
    }
}

#[test]
fn copies_that_are_not_used_give_way_to_one_that_is_asked_for_again() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 4000, Usage::Static, None);
    let draw = ApplicationDraw::arrays(0, 10);
    // Elements of other strides are other copies, of which a buffer keeps four.
    let mut states: Vec<_> = (0..6)
        .map(|n| state(&[array(mesh, WIDE, 40 + 8 * n, 0)]))
        .collect();
    for (number, state) in states.iter_mut().take(4).enumerate() {
        world.written(state, &draw, number as u64 + 1);
    }
    let (obstacle, reason) = (Obstacle::NotMapped, StreamingReason::NoRoom);
    let streamed = Some(Decision::Streamed { obstacle, reason });
    // All four are read when work 5 asks for another one, and the first is read no more.
    for number in [1, 2, 3] {
        assert_eq!(
            world.try_draw(&mut states[number], &draw, 5),
            Ok(Drawn::Unchanged)
        );
    }
    // Neither another one nor the same work is a reason to forget that it was asked for, or to make it.
    states.push(states[4].clone());
    for number in [4, 6, 5] {
        world.written(&mut states[number], &draw, 5);
        assert_eq!(decision(&states[number], 0), streamed);
    }
    assert_eq!(world.memory.retired, []);
    for number in [1, 2, 3] {
        assert_eq!(
            world.try_draw(&mut states[number], &draw, 6),
            Ok(Drawn::Unchanged)
        );
    }
    world.written(&mut states[4], &draw, 6);
    assert!(matches!(
        decision(&states[4], 0),
        Some(Decision::CopyMade { .. })
    ));
    assert_eq!(world.memory.retired, [(0, work(1))]);
    // The state that has drawn from it finds out.
    world.written(&mut states[0], &draw, 6);
    assert_eq!(decision(&states[0], 0), streamed);
    // Work 6 reads all four now, and so does work 7.
    for again in [6, 7] {
        world.written(&mut states[5], &draw, again);
        assert_eq!(decision(&states[5], 0), streamed);
        for number in [1, 2, 3, 4] {
            world.try_draw(&mut states[number], &draw, again).unwrap();
        }
    }
    assert_eq!(world.memory.retired.len(), 1);
}

/// Six meshes of other strides in one buffer, in every frame of two works.
#[test]
fn layouts_for_which_there_is_no_room_do_not_replace_each_others_copies() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 4000, Usage::Static, None);
    let draw = ApplicationDraw::arrays(0, 10);
    let mut states: Vec<_> = (0..6)
        .map(|n| state(&[array(mesh, WIDE, 40 + 8 * n, 0)]))
        .collect();
    for frame in 0..20 {
        let before = world.planner.counters();
        for (number, state) in states.iter_mut().enumerate() {
            let work = 2 * frame + 1 + number as u64 / 3;
            world.try_draw(state, &draw, work).unwrap();
        }
        let after = world.planner.counters();
        if frame > 0 {
            assert_eq!(after.bytes_kept, before.bytes_kept, "frame {frame}");
            // Ten elements of a float each, of two layouts.
            let streamed = after.bytes_streamed - before.bytes_streamed;
            assert_eq!(streamed, 2 * 10 * 4, "frame {frame}");
        }
        world.planner.complete(work(2 * frame));
    }
    assert_eq!(world.memory.retired, []);
}

/// Attributes of four layouts and the indices are in one buffer. The draw's attributes are placed before its indices, for
/// which no room is left.
#[test]
fn indices_do_not_replace_the_copies_that_their_draw_reads() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 4000, Usage::Static, None);
    let attributes: Vec<_> = (0..4).map(|n| array(mesh, WIDE, 40 + 8 * n, 0)).collect();
    let mut state = state(&attributes);
    let bounds = IndexBounds {
        minimum: 0,
        maximum: 9,
    };
    let elements = ElementArray::new(mesh, IndexType::U8, 10).with_bounds(bounds);
    let draw = ApplicationDraw::elements(elements);
    for number in 1..10 {
        world.written(&mut state, &draw, number);
        assert_eq!(world.planner.counters().copies_made, 4, "work {number}");
        world.planner.complete(work(number - 1));
    }
}

/// A draw reads one of four copies, and asks for a fifth for which only that one could give way.
#[test]
fn a_draw_does_not_replace_a_copy_that_it_reads() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 4000, Usage::Static, None);
    let layout = |number: u32| array(mesh, WIDE, 40 + 8 * number, 0);
    let draw = ApplicationDraw::arrays(0, 10);
    let mut others: Vec<_> = (1..4).map(|number| state(&[layout(number)])).collect();
    let mut both = state(&[layout(0), layout(4)]);
    let mut fifth = state(&[layout(4)]);
    for number in 1..3 {
        for other in &mut others {
            world.try_draw(other, &draw, number).unwrap();
        }
        let asking = if number == 1 { &mut both } else { &mut fifth };
        world.written(asking, &draw, number);
    }
    world.written(&mut both, &draw, 3);
    assert_eq!(world.memory.retired, []);
    assert_eq!(decision(&both, 0), Some(NOT_MAPPED));
}

/// The indices of a draw are in the one copy that gives way to that of its attribute.
#[test]
fn indices_whose_copy_gives_way_to_the_attributes_are_placed_again() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 4000, Usage::Static, None);
    let layout = |number: u32| [array(mesh, WIDE, 40 + 8 * number, 0)];
    let bounds = IndexBounds {
        minimum: 0,
        maximum: 9,
    };
    let elements = ElementArray::new(mesh, IndexType::U8, 10).with_bounds(bounds);
    let (draw, indexed) = (
        ApplicationDraw::arrays(0, 10),
        ApplicationDraw::elements(elements),
    );
    let mut others: Vec<_> = (1..4).map(|number| state(&layout(number))).collect();
    let (mut both, mut attribute) = (state(&layout(0)), state(&layout(0)));
    for number in 1..3 {
        for other in &mut others {
            world.try_draw(other, &draw, number).unwrap();
        }
        if number == 1 {
            world.written(&mut state(&[]), &indexed, number);
            world.written(&mut both, &indexed, number);
            assert_eq!(both.explain_indices(), Some(NOT_MAPPED));
        } else {
            world.written(&mut attribute, &draw, number);
        }
    }
    world.written(&mut both, &indexed, 3);
    assert!(matches!(
        decision(&both, 0),
        Some(Decision::CopyMade { .. })
    ));
    assert_eq!(world.memory.retired.len(), 1);
    let (obstacle, reason) = (Obstacle::NotMapped, StreamingReason::NoRoom);
    let streamed = Decision::Streamed { obstacle, reason };
    assert_eq!(both.explain_indices(), Some(streamed));
}

#[test]
fn a_copy_for_which_there_is_no_memory_is_tried_again_at_the_next_work() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 400, Usage::Static, None);
    let mut client = state(&[array(DataSource::Client(0), TWO, 8, 0)]);
    let mut mesh = state(&[array(mesh, TWO, 8, 0)]);
    let draw = ApplicationDraw::arrays(0, 10);
    world.written(&mut client, &draw, 1); // the ring's block
    world.memory.is_full = true;
    world.written(&mut mesh, &draw, 1);
    let (obstacle, reason) = (Obstacle::NotMapped, StreamingReason::NoMemory);
    assert_eq!(
        decision(&mesh, 0),
        Some(Decision::Streamed { obstacle, reason })
    );
    world.memory.is_full = false;
    assert_eq!(world.try_draw(&mut mesh, &draw, 1), Ok(Drawn::Unchanged));
    world.written(&mut mesh, &draw, 2);
    assert!(matches!(
        decision(&mesh, 0),
        Some(Decision::CopyMade { .. })
    ));
}

#[test]
fn without_memory_a_draw_waits_where_that_helps_and_fails_where_it_does_not() {
    let mut world = World::v7();
    let mut state = state(&[array(DataSource::Client(0), TWO, 8, 0)]);
    let draw = |count| ApplicationDraw::arrays(0, count);
    world.memory.is_full = true;
    let error = world.try_draw(&mut state, &draw(10), 1);
    let (size, capacity) = (80, 0);
    assert_eq!(error, Err(Error::NoMemory { size, capacity }));
    world.memory.is_full = false;
    world.written(&mut state, &draw(100), 1);
    world.memory.is_full = true;
    assert_eq!(
        world.try_draw(&mut state, &draw(100), 2),
        Ok(Drawn::Wait(work(1)))
    );
    assert_eq!((state.index_data(), state.counts()), (None, None));
    world.planner.complete(work(1));
    world.written(&mut state, &draw(100), 2);
    let (size, capacity) = (1600, 1024);
    let error = world.try_draw(&mut state, &draw(200), 2);
    assert_eq!(error, Err(Error::NoMemory { size, capacity }));
    // What failed is not remembered.
    world.written(&mut state, &draw(1), 3);
    assert_eq!(world.planner.counters().waits, 1);
}

/// A copy is dropped for another one. There is no memory for it, nor for the ring, until the GPU has read the first.
#[test]
fn a_draw_waits_for_a_copy_that_gave_way_if_there_is_no_other_memory() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 24_000, Usage::Static, None);
    let mut states: Vec<_> = (0..5)
        .map(|n| state(&[array(mesh, WIDE, 40 + 8 * n, 0)]))
        .collect();
    let draw = |count| ApplicationDraw::arrays(0, count);
    for state in &mut states[..4] {
        world.written(state, &draw(10), 1);
    }
    world.written(&mut states[4], &draw(10), 2);
    world.memory.is_full = true;
    // 1200 bytes, of which the ring has 1024.
    let drawn = world.try_draw(&mut states[4], &draw(300), 3);
    assert_eq!(drawn, Ok(Drawn::Wait(work(1))));
    assert_eq!(world.memory.retired, [(0, work(1))]);
    // First that is all the memory that there is, and then there is more.
    world.planner.complete(work(1));
    let (size, capacity) = (1200, 1024);
    let none = world.try_draw(&mut states[4], &draw(300), 3);
    assert_eq!(none, Err(Error::NoMemory { size, capacity }));
    world.memory.is_full = false;
    world.written(&mut states[4], &draw(300), 3);
    world.written(&mut states[4], &draw(300), 4);
    assert!(matches!(
        decision(&states[4], 0),
        Some(Decision::CopyMade { .. })
    ));
}

#[test]
fn a_draw_waits_for_memory_that_the_planner_gave_back() {
    let streamed = array(DataSource::Client(0), TWO, 8, 0);
    // A draw of constants alone has no block of the ring.
    for attribute in [streamed, Attribute::Constant(ConstantValue::default())] {
        let mut world = World::v7();
        let mut state = state(&[attribute]);
        let draw = ApplicationDraw::arrays(0, 10);
        world.written(&mut state, &draw, 1);
        world.planner.release(&mut world.memory);
        world.memory.is_full = true;
        let drawn = world.try_draw(&mut state, &draw, 2);
        assert_eq!(drawn, Ok(Drawn::Wait(work(1))));
        world.planner.complete(work(1));
        world.memory.is_full = false;
        world.written(&mut state, &draw, 2);
    }
}

/// There is no memory for the blocks of 1024 bytes with which the ring begins.
#[test]
fn a_ring_without_a_block_begins_with_a_smaller_one() {
    for (left, count, expected) in [
        (1023, 10, Some(512)),
        (200, 10, Some(128)),
        (127, 10, Some(80)),
        (80, 10, Some(80)),
        (79, 10, None),
        (2000, 200, Some(1600)),
    ] {
        let mut world = World::v7();
        world.memory.left = Some(left);
        let mut state = state(&[array(DataSource::Client(0), TWO, 8, 0)]);
        let drawn = world.try_draw(&mut state, &ApplicationDraw::arrays(0, count), 1);
        assert_eq!(
            world.memory.sizes().first().copied(),
            expected,
            "{left} bytes"
        );
        assert_eq!(drawn.is_ok(), expected.is_some(), "{left} bytes");
    }
}

#[test]
fn other_buffers_are_bound_without_another_layout() {
    let mut world = World::v7();
    let one = world.data.add(1, 400, Usage::Static, Some(0x1000_0000));
    let other = world.data.add(2, 400, Usage::Static, Some(0x1100_0000));
    let bound = |source, offset: u64| {
        [
            array(source, TWO, 16, offset),
            array(source, TWO, 16, offset + 8),
        ]
    };
    let mut state = state(&bound(one, 0));
    let draw = ApplicationDraw::arrays(0, 10);
    let mut words = [0; 64];
    world.draw_with(&mut state, &draw, &mut words).unwrap();
    assert_eq!(words[..4], [0x1000_0001, 0, 16, 400]);
    state.set_arrays(&bound(other, 32)).unwrap();
    world.draw_with(&mut state, &draw, &mut words).unwrap();
    assert_eq!(words[..4], [0x1100_0001, 0, 16, 400]);
    assert_eq!(words[9] & 63, 32, "the offset of the first attribute");
}

#[test]
fn a_draw_is_unchanged_until_its_data_or_its_work_is_another() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 80, Usage::Dynamic, None);
    let mut state = state(&[array(mesh, TWO, 8, 0)]);
    let draw = ApplicationDraw::arrays(0, 10);
    world.written(&mut state, &draw, 1);
    assert_eq!(world.try_draw(&mut state, &draw, 1), Ok(Drawn::Unchanged));
    // The ring's data belongs to work 1.
    world.written(&mut state, &draw, 2);
    world.data.buffers.get_mut(&id(1)).unwrap().1[0] = 0xab;
    assert_eq!(world.update(1, 0..1), None);
    world.written(&mut state, &draw, 2);
    assert_eq!(
        world.memory.bytes[0][256], 0xab,
        "the third range of 64 bytes and more"
    );
    assert_eq!(world.planner.counters().bytes_streamed, 3 * 80);
}

#[test]
fn a_partial_last_element_is_read_as_far_as_it_exists() {
    let target = Target::new(Arch::V7).with_out_of_bounds(OutOfBounds::Clamp);
    let mut world = World::new(target);
    // Two whole elements of 24 bytes, and 8 bytes of a third.
    let mesh = world.data.add(1, 56, Usage::Stream, None);
    let mut state = state(&[array(mesh, WIDE, 24, 8), array(mesh, WIDE, 24, 0)]);
    let (draw, mut words) = (ApplicationDraw::arrays(0, 5), [0; 64]);
    world.draw_with(&mut state, &draw, &mut words).unwrap();
    // Floats of 32 bits: the attribute that ends first is first in a record.
    assert_eq!(words[3], 2 * 8 + 4);
    assert_eq!([words[9], words[11]], [4, 0], "the attributes' offsets");
}

#[test]
fn few_indices_of_many_vertices_gather_them() {
    let mut world = World::v7();
    let client = DataSource::Client(0);
    world.data.client[2000..2006].copy_from_slice(&[1, 0, 0x2c, 1, 2, 0]);
    let elements = ElementArray::new(client, IndexType::U16, 3).with_offset(2000);
    let draw = ApplicationDraw::elements(elements);
    let mut all = state(&[array(client, Format::R32_UINT, 4, 0)]);
    let mut gathered = all.clone().without_vertex_id();
    world.written(&mut gathered, &draw, 1);
    assert_eq!(decision(&gathered, 0), Some(Decision::Gathered));
    let data = gathered.index_data().unwrap();
    assert_eq!((data.indices, data.vertices.vertices), (None, 3));
    let vertices = [1, 300, 2].map(|vertex: usize| [0, 1, 2, 3].map(|at| (4 * vertex + at) as u8));
    assert_eq!(world.memory.bytes[0][..12], *vertices.as_flattened());
    world.written(&mut all, &draw, 1);
    assert_eq!(all.index_data().unwrap().vertices.vertices, 300);
}

#[test]
fn equal_constants_are_written_once_for_all_states() {
    let mut world = World::v7();
    let white = Attribute::Constant(ConstantValue::Float([1.0; 4]));
    let black = Attribute::Constant(ConstantValue::Float([0.0; 4]));
    let draw = ApplicationDraw::arrays(0, 3);
    let mut both = state(&[white, black, white]);
    world.written(&mut both, &draw, 1);
    let mut one = state(&[white]);
    world.written(&mut one, &draw, 2);
    assert_eq!(decision(&one, 0), Some(Decision::ConstantFound));
    assert_eq!(world.planner.counters().constant_bytes, 32);
    assert_eq!(world.memory.sizes(), [1024]);
    world.planner.release(&mut world.memory);
    assert_eq!(world.memory.retired, [(0, work(2))]);
}

#[test]
fn known_bounds_are_not_read_again_and_a_changed_index_is() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 4096, Usage::Static, Some(0x1000_0000));
    let indices = world.data.add(2, 6, Usage::Static, Some(0x1100_0000));
    let draw = ApplicationDraw::elements(ElementArray::new(indices, IndexType::U8, 6));
    let mut state = state(&[array(mesh, TWO, 8, 0)]);
    world.written(&mut state, &draw, 1);
    world.written(&mut state, &draw.with_instances(2), 1);
    assert_eq!(world.data.read_count(), 1);
    assert_eq!(world.update(2, 0..1), Some(work(1)));
    world.written(&mut state, &draw.with_instances(2), 1);
    assert_eq!(world.data.read_count(), 2);
}

#[test]
fn a_value_that_has_lost_its_cell_is_written_again() {
    let mut world = World::v7();
    let draw = ApplicationDraw::arrays(0, 3);
    let constant = |number: u32| state(&[Attribute::Constant(ConstantValue::Uint([number; 4]))]);
    let mut first = constant(0);
    world.written(&mut first, &draw, 1);
    world.planner.complete(work(1));
    // As many others as the block has cells.
    for number in 1..=64 {
        world.written(&mut constant(number), &draw, 2);
    }
    assert_eq!(world.memory.bytes[0][..16], [[64, 0, 0, 0]; 4].concat());
    world.planner.complete(work(2));
    world.written(&mut first, &draw, 3);
    assert_eq!(decision(&first, 0), Some(Decision::ConstantWritten));
}

#[test]
fn a_buffer_that_is_drawn_often_unchanged_is_copied() {
    let mut world = World::v7();
    let mesh = world.data.add(1, 80, Usage::Dynamic, None);
    let mut state = state(&[array(mesh, TWO, 8, 0)]);
    let draw = ApplicationDraw::arrays(0, 10);
    // More than three times its size is streamed first.
    for number in 1..=4 {
        world.written(&mut state, &draw, number);
        assert!(matches!(
            decision(&state, 0),
            Some(Decision::Streamed { .. })
        ));
    }
    world.written(&mut state, &draw, 5);
    let (obstacle, copy_policy) = (Obstacle::NotMapped, CopyPolicy::Promoted);
    let made = Decision::CopyMade {
        obstacle,
        copy_policy,
    };
    assert_eq!(decision(&state, 0), Some(made));
}

#[test]
fn client_data_keeps_the_bounds_of_a_buffer_wherever_the_buffer_is_in_it() {
    let object = |number, bytes: [u8; 4]| BufferObject {
        buffer: Buffer::new(BufferId::new(number), 4, Usage::Static).with_address(number << 12),
        bytes,
        found: [FoundBounds::NONE],
    };
    let mut buffers = [object(8, [0; 4]), object(7, [3, 0, 1, 0])];
    let mut objects = ClientData {
        buffers: &mut buffers,
        arrays: &[[0; 4]],
    };
    let ring = UploadRing::new(1024).unwrap();
    let mut planner = Planner::new(ContextId::new(1), Target::new(Arch::V7), ring);
    let mut memory = MappedMemory::new(0x2000_0000, [0; 1024]);
    let mut state = state(&[array(DataSource::Client(0), Format::R8_UNORM, 1, 0)]);
    let indices = DataSource::Buffer(BufferId::new(7));
    let draw = ApplicationDraw::elements(ElementArray::new(indices, IndexType::U16, 2));
    let (memory, words) = (&mut memory, &mut [0; 64]);
    let drawn = planner.draw(&mut state, &draw, &mut objects, memory, work(1), words);
    assert!(matches!(drawn, Ok(Drawn::Written(_))), "{drawn:?}");
    assert_eq!(state.index_data().unwrap().vertices.vertices, 3);
    let kept = buffers.map(|object| object.found != [FoundBounds::NONE]);
    assert_eq!(kept, [false, true]);
}
