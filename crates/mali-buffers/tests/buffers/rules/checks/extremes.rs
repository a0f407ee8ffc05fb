//! Numbers of any size: a draw is planned, or is an error that changes nothing. No number causes a panic, and no plan
//! accesses bytes outside its memory.

use crate::drawing::Drawing;
use mali_buffers::two_phase::{
    Attribute, AttributeArray, Contents, DataSource, ElementArray, Error, GpuMemory, InPlace,
    IndexType, MemoryRef, OutOfBounds, Plan, Target, Usage, VertexData, VertexState, Vertices,
};
use mali_instancing::decode::{self, Descriptor};
use mali_instancing::draw::{AttributeSource, IndexBounds, Tables};
use mali_instancing::{Arch, Format, InputRate};
use proptest::prelude::*;
use proptest::sample::select;

use crate::cases;
use crate::rules::{Everywhere, World, source};

/// The largest size of a buffer, which the GPU can address.
const ADDRESSES: u64 = 1 << 55;

/// A number with any number of bits.
fn numbers() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 0..20_u64,
        1 => (any::<u64>(), 0..64_u32).prop_map(|(bits, shift)| bits >> shift),
        1 => (0..64_u32, 0..3_u64).prop_map(|(shift, less)| (1_u64 << shift).wrapping_sub(less)),
    ]
}

/// A 32-bit number with any number of bits.
fn short_numbers() -> impl Strategy<Value = u32> {
    numbers().prop_map(|number| u32::try_from(number).unwrap_or(number as u32))
}

fn sources() -> impl Strategy<Value = DataSource> {
    select(vec![source(1), source(2), source(3), DataSource::Client(0)])
}

fn rates() -> impl Strategy<Value = InputRate> {
    prop_oneof![
        Just(InputRate::Vertex),
        Just(InputRate::Constant),
        short_numbers().prop_map(InputRate::from_gl_divisor),
    ]
}

fn attributes() -> impl Strategy<Value = Attribute> {
    let array = (
        sources(),
        select(Format::ALL),
        short_numbers(),
        numbers(),
        rates(),
    );
    array.prop_map(|(source, format, stride, offset, rate)| {
        let array = AttributeArray::new(source, format);
        Attribute::Array(
            array
                .with_stride(stride)
                .with_offset(offset)
                .with_rate(rate),
        )
    })
}

fn vertices() -> impl Strategy<Value = Vertices> {
    let types = select(vec![IndexType::U8, IndexType::U16, IndexType::U32]);
    let bounds = prop::option::of((short_numbers(), short_numbers()));
    let elements = (
        sources(),
        types,
        numbers(),
        short_numbers(),
        any::<i32>(),
        prop::option::of(short_numbers()),
        bounds,
    );
    prop_oneof![
        (short_numbers(), short_numbers())
            .prop_map(|(first, count)| Vertices::Arrays { first, count }),
        elements.prop_map(
            |(source, index_type, offset, count, base_vertex, restart_index, bounds)| {
                Vertices::Elements(ElementArray {
                    source,
                    index_type,
                    offset,
                    count,
                    base_vertex,
                    restart_index,
                    bounds: bounds.map(|(minimum, maximum)| IndexBounds { minimum, maximum }),
                })
            }
        ),
    ]
}

fn targets() -> impl Strategy<Value = Target> {
    (select(Arch::ALL), any::<[bool; 2]>()).prop_map(|(arch, [checked, clamps])| {
        let out_of_bounds = if clamps {
            OutOfBounds::Clamp
        } else {
            OutOfBounds::Refuse
        };
        Target::new(arch)
            .with_out_of_bounds(out_of_bounds)
            .with_checks_indices(checked)
    })
}

/// A small buffer, and one of any size that has no bytes, `remainder` after an aligned address.
fn world(target: Target, size: u64, remainder: u64, usage: Usage) -> World {
    let mut world = World::new(target).with_buffer(1, 64, Usage::Static);
    let (mut large, _) = world.data.buffers[&crate::rules::id(1)].clone();
    large = mali_buffers::two_phase::Buffer::new(crate::rules::id(2), size, usage)
        .with_address(large.address().unwrap() + remainder);
    world
        .data
        .buffers
        .insert(crate::rules::id(2), (large, Vec::new()));
    world
}

/// The number of bytes at a place.
fn size_of(world: &World, plan: &Plan, memory: MemoryRef) -> u64 {
    let mut allocations = plan.allocations();
    let allocated = allocations.find(|allocation| allocation.memory == memory);
    match (allocated, memory) {
        (Some(allocation), _) => allocation.size,
        (None, MemoryRef::Stream { stream, .. }) => world.planner.rings().get(stream).capacity(),
        (None, MemoryRef::Constants) => 1024,
        (None, MemoryRef::Buffer { buffer, .. }) => world.data.buffers[&buffer].0.size(),
        (None, memory) => panic!("{memory} is not allocated"),
    }
}

/// Checks that the bytes which a plan writes are in its allocations, or in memory that existed before.
fn assert_within(world: &World, plan: &Plan) {
    for copy in plan.copies() {
        let end = copy.destination.offset.checked_add(copy.size).unwrap();
        let size = size_of(world, plan, copy.destination.memory);
        assert!(end <= size, "{copy:?} leaves its {size} bytes");
        if let Contents::Elements {
            source: DataSource::Buffer(id),
            offset,
            source_stride,
            conversion,
            elements,
            ..
        } = copy.contents
        {
            let last = u128::from(elements - 1) * u128::from(source_stride);
            let end = u128::from(offset) + last + u128::from(conversion.source_size());
            assert!(
                end <= u128::from(world.data.buffers[&id].0.size()),
                "{copy:?}"
            );
        }
    }
}

/// Checks that the descriptors of a draw cover only bytes of the memory that they name: on V4 to V7, from the aligned
/// address before it on.
fn assert_words_within(
    (world, plan): (&World, &Plan),
    data: &VertexData,
    words: &[u32],
    tables: &Tables,
) {
    let arch = data.call.arch;
    let own = &words[tables.attributes.clone()];
    let attributes = decode::attributes(arch, &words[tables.buffers.clone()], own);
    for (attribute, followed) in data.attributes().iter().zip(attributes) {
        let AttributeSource::Buffer(number) = attribute.source else {
            continue;
        };
        let location = &data.locations()[number];
        let address = match location.memory {
            MemoryRef::Buffer { address, .. } => address,
            memory => Everywhere.address(memory).unwrap(),
        };
        let end = address + size_of(world, plan, location.memory);
        let (first, begin, size) = match followed.buffer.unwrap().unwrap().descriptor {
            Descriptor::AttributeBuffer(fields) => {
                (address / 64 * 64, fields.address.get(), fields.size.into())
            }
            Descriptor::Buffer(fields) => (address, fields.address, fields.size),
            other => panic!("{other:?}"),
        };
        assert!(first <= begin && begin + size <= end, "{location:?}");
    }
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn no_number_is_too_large_for_a_plan_or_an_error(
        target in targets(),
        size in numbers().prop_map(|size| size % ADDRESSES),
        remainder in 0..64_u64,
        vertices in vertices(),
        instances in (short_numbers(), short_numbers()),
        attributes in prop::collection::vec(attributes(), 0..5),
    ) {
        let drawing = Drawing {
            vertices,
            instances: instances.0,
            first_instance: instances.1,
            attributes: &attributes,
        };
        for usage in [Usage::Static, Usage::Dynamic] {
            let mut world = world(target, size.max(1), remainder, usage);
            let before = world.clone();
            let mut made = Plan::new();
            match world.prepare(&drawing) {
                Ok(Some(plan)) => {
                    assert_within(&world, &plan);
                    let data = plan.vertex_data().unwrap();
                    let mut words = vec![0; data.words_needed().unwrap()];
                    let tables = data.write(&Everywhere, &mut words).unwrap();
                    assert_words_within((&world, &plan), data, &words, &tables);
                    data.call.invocation().unwrap();
                    data.call.draw().unwrap();
                    made = plan;
                }
                Ok(None) => prop_assert_eq!(&world.planner, &before.planner),
                Err(_) => {
                    prop_assert_eq!(&world.planner, &before.planner);
                    prop_assert_eq!(&world.data.buffers, &before.data.buffers);
                }
            }
            let mut state: VertexState = VertexState::new(&attributes).unwrap();
            let (mut words, sequence) = ([0; 64], world.sequence);
            let World { planner, data, .. } = &mut world;
            let draw = drawing.draw();
            if let Ok(InPlace::Written(tables)) =
                planner.draw_in_place(&mut state, &draw, data, &Everywhere, sequence, &mut words)
            {
                let data = state.vertex_data().unwrap();
                assert_words_within((&world, &made), data, &words, &tables);
            }
        }
    }

    /// An update changes a buffer only if the buffer contains all its bytes.
    #[test]
    fn an_update_past_the_end_changes_nothing(begin in numbers(), end in numbers(), size in numbers()) {
        let mut world = world(Target::new(Arch::V7), size.max(1), 0, Usage::Static);
        let before = world.buffer(2).clone();
        let sequence = world.sequence;
        let update = world.buffer(2).buffer_sub_data(begin..end, sequence);
        if begin >= end {
            prop_assert_eq!(update, Err(Error::ZeroSize));
        } else if end > size.max(1) {
            prop_assert_eq!(update, Err(Error::PastEnd { end, size: size.max(1) }));
        } else {
            prop_assert!(update.is_ok());
            return Ok(());
        }
        prop_assert_eq!(world.buffer(2), &before);
    }
}
