//! Elements that are farther from the start of their buffer than a descriptor's offset can hold.

use crate::drawing::Drawing;
use mali_buffers::{Attribute, AttributeArray};
use mali_instancing::model::Fetched;
use mali_instancing::{Arch, InputRate};

use super::limits::with_large_buffer as world;
use crate::rules::{ADDRESS, Draw, World, array, source};

const MIB: u32 = 1 << 20;

/// Elements of four bytes with a stride of one mebibyte.
fn far_apart(rate: InputRate) -> AttributeArray {
    let array = array(source(1), "R32_SFLOAT").with_stride(MIB);
    array.with_rate(rate)
}

/// Whether the hardware reads element `number` of an array for a vertex of an instance.
fn is_read(drawn: &Draw, array: AttributeArray, (id, number): ([u32; 2], u32)) -> bool {
    let bytes = [7; 4];
    let address = ADDRESS + array.offset + u64::from(number) * u64::from(array.stride);
    drawn.fetch(0, id, (address, &bytes)) == Some(Fetched::Bytes(&bytes))
}

/// Checks that every vertex of every instance gets the right element.
fn assert_drawn(world: &mut World, draw: &Drawing<'_>, elements: impl Fn(u32, u32) -> u32) {
    let Attribute::Array(array) = draw.attributes[0] else {
        panic!("no array")
    };
    let drawn = world.draw(draw);
    let counts = drawn.counts();
    for vertex in 0..counts.vertices {
        for instance in 0..draw.instances {
            let read = ([vertex, instance], elements(vertex, instance));
            assert!(
                is_read(&drawn, array, read),
                "{}: vertex {vertex} of instance {instance} of {draw:?}",
                drawn.pipeline().arch
            );
        }
    }
}

/// In a buffer of up to 4 GiB, the descriptor's offset would be the sum of the attribute's offset and the first
/// instance's, minus the offset start's on V4 to V7.
#[test]
fn instances_may_begin_anywhere_in_a_buffer() {
    let size = u64::from(u32::MAX) - 63;
    for &arch in Arch::ALL {
        for (offset, first_instance, first_vertex) in [
            (0, 2047, 0),
            (0, 2048, 0),
            (0, 4000, 0),
            (1 << 30, 1024, 3),
            ((1 << 31) - 64, 0, 0),
            ((1 << 31) - 60, 0, 0),
            (3 << 30, 1000, 1),
            (0, 4000, 2048),
            (0, 5, 2048),
            (0, 5, 2049),
            (0, 4000, 4100),
        ] {
            // One instance has one element. All instances have one if the divisor is too large to divide by.
            for (divisor, instances) in [(1, 5), (3, 5), (1, 1), (1 << 30, 5)] {
                let array = far_apart(InputRate::from_gl_divisor(divisor)).with_offset(offset);
                let attributes = [Attribute::Array(array)];
                let draw = Drawing::arrays(first_vertex, 4, &attributes)
                    .with_instances(instances)
                    .with_first_instance(first_instance);
                assert_drawn(&mut world(arch, size), &draw, |_, instance| {
                    first_instance + instance / divisor
                });
                let constant = [Attribute::Array(AttributeArray {
                    rate: InputRate::Constant,
                    ..array
                })];
                let draw = Drawing {
                    attributes: &constant,
                    ..draw
                };
                assert_drawn(&mut world(arch, size), &draw, |_, _| first_instance);
            }
        }
    }
}

/// In a buffer of more than 4 GiB, the descriptor begins at the element from which its offset can subtract the elements
/// that the draw skips.
#[test]
fn vertices_may_begin_anywhere_in_a_large_buffer() {
    for &arch in Arch::ALL {
        for (offset, first) in [(0, 2048), (0, 2049), (1 << 32, 3000), (1 << 31, 4095)] {
            let attributes = [Attribute::Array(
                far_apart(InputRate::Vertex).with_offset(offset),
            )];
            let draw = Drawing::arrays(first, 4, &attributes).with_instances(2);
            assert_drawn(&mut world(arch, 1 << 34), &draw, |vertex, _| first + vertex);
        }
    }
}
