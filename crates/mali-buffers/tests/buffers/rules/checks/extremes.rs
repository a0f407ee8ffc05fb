//! Numbers of any size: a draw is written, or is an error. No number causes a panic, no write leaves its block, and no
//! descriptor covers bytes outside its memory.

use crate::drawing::Drawing;
use mali_buffers::{
    Attribute, AttributeArray, Buffer, DataSource, Decision, ElementArray, Error, IndexType,
    OutOfBounds, Sequence, Target, Usage, Vertices,
};
use mali_instancing::decode::{self, Descriptor};
use mali_instancing::draw::IndexBounds;
use mali_instancing::{Arch, Format, InputRate};
use proptest::prelude::*;
use proptest::sample::select;

use crate::cases;
use crate::rules::{ADDRESS, Blocks, Draw, World, id, source};

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

/// Up to three arrays, of which some are neighbours: with the source, the stride and the rate of the array before them.
fn attributes() -> impl Strategy<Value = Vec<Attribute>> {
    let neighbours = prop::option::of(-40..40_i64);
    prop::collection::vec((arrays(), neighbours), 0..4).prop_map(|all| {
        let mut attributes = Vec::new();
        let mut before: Option<AttributeArray> = None;
        for (mut array, distance) in all {
            if let Some((before, distance)) = before.zip(distance) {
                let offset = before.offset.wrapping_add_signed(distance);
                let format = array.format;
                array = AttributeArray {
                    offset,
                    format,
                    ..before
                };
            }
            before = Some(array);
            attributes.push(Attribute::Array(array));
        }
        attributes
    })
}

fn arrays() -> impl Strategy<Value = AttributeArray> {
    let array = (
        sources(),
        select(Format::ALL),
        short_numbers(),
        numbers(),
        rates(),
    );
    array.prop_map(|(source, format, stride, offset, rate)| {
        let array = AttributeArray::new(source, format);
        array
            .with_stride(stride)
            .with_offset(offset)
            .with_rate(rate)
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
    let large = Buffer::new(id(2), size, usage).with_address(ADDRESS + remainder);
    world.data.buffers.insert(id(2), (large, Vec::new()));
    world
}

/// Checks that the descriptors of a draw cover only bytes of the memory that they name: on V4 to V7, from the aligned
/// address before it on.
fn assert_within(world: &World, drawn: &Draw, attributes: &[Attribute]) {
    let arch = drawn.pipeline().arch;
    let followed = decode::attributes(arch, drawn.buffers(), drawn.attributes());
    for ((number, attribute), followed) in attributes.iter().enumerate().zip(followed) {
        let Attribute::Array(array) = attribute else {
            continue;
        };
        let (begin, size) = match followed.buffer.unwrap().unwrap().descriptor {
            Descriptor::AttributeBuffer(fields) => (fields.address.get(), fields.size.into()),
            Descriptor::Buffer(fields) => (fields.address, fields.size),
            other => panic!("{other:?}"),
        };
        let (address, held) = match (drawn.place(number).decision, array.source) {
            (Decision::InPlace, DataSource::Buffer(id)) => {
                let buffer = &world.data.buffers[&id].0;
                (buffer.address().unwrap(), buffer.size())
            }
            _ => {
                let (block, offset) = Blocks::at(begin);
                let length = world.memory.bytes[block].len() as u64;
                (begin - offset as u64, length)
            }
        };
        let first = if arch.has_attribute_buffers() {
            address / 64 * 64
        } else {
            address
        };
        assert!(
            first <= begin && begin + size <= address + held,
            "attribute {number}: {:?}",
            drawn.place(number)
        );
    }
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn no_number_is_too_large_for_a_draw_or_an_error(
        target in targets(),
        size in numbers().prop_map(|size| size % ADDRESSES),
        remainder in 0..64_u64,
        usage in select(vec![Usage::Static, Usage::Dynamic, Usage::Stream]),
        vertices in vertices(),
        instances in short_numbers(),
        first_instance in short_numbers(),
        attributes in attributes(),
    ) {
        let mut world = world(target, size, remainder, usage);
        let draw = Drawing { vertices, instances, first_instance, attributes: &attributes };
        if let Ok(Some(drawn)) = world.prepare(&draw) {
            assert_within(&world, &drawn, &attributes);
        }
        for (block, range) in &world.memory.written {
            prop_assert!(range.end <= world.memory.bytes[*block as usize].len() as u64);
        }
    }

    /// An update changes a buffer only if the buffer contains all its bytes.
    #[test]
    fn an_update_past_the_end_changes_nothing(begin in numbers(), end in numbers(), size in numbers()) {
        let mut world = world(Target::new(Arch::V7), size.max(1), 0, Usage::Static);
        let before = world.buffer(2).clone();
        let mut memory = Blocks::default();
        let update = world.buffer(2).buffer_sub_data(begin..end, Sequence::new(1), &mut memory);
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
