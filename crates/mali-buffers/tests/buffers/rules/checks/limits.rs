//! The limits of descriptors.

use crate::drawing::Drawing;
use mali_buffers::two_phase::{
    Attribute, AttributeArray, Buffer, BufferId, Error, GpuMemory, MemoryRef, Target, Usage,
};
use mali_instancing::draw::DrawError;
use mali_instancing::{Arch, Error as CallError, InputRate};

use crate::rules::{ADDRESS, World, array, id, points, source};

/// The largest size that the descriptor of a buffer at any address can hold.
const MAXIMUM: u64 = 0xffff_ffff - 63;

struct NoMemory;

impl GpuMemory for NoMemory {
    fn address(&self, _: MemoryRef) -> Option<u64> {
        None
    }

    fn write(&mut self, _: MemoryRef, _: std::ops::Range<u64>) -> Option<&mut [u8]> {
        None
    }
}

/// A world with a buffer that is too large to have its bytes here.
fn with_large_buffer(arch: Arch, size: u64) -> World {
    let mut world = World::new(Target::new(arch));
    let id: BufferId = id(1);
    let buffer = Buffer::new(id, size, Usage::Static);
    let entry = (buffer.with_address(ADDRESS), Vec::new());
    world.data.buffers.insert(id, entry);
    world
}

/// The address and the size that the first descriptor has.
fn descriptor(arch: Arch, size: u64, array: AttributeArray) -> (u64, u32) {
    let attributes = [Attribute::Array(array)];
    let mut world = with_large_buffer(arch, size);
    let plan = world.prepare(&points(4, &attributes)).unwrap().unwrap();
    let mut words = [0; 40];
    plan.vertex_data()
        .unwrap()
        .write(&NoMemory, &mut words)
        .unwrap();
    if arch.has_attribute_buffers() {
        let high = u64::from(words[1] & 0x00ff_ffff);
        (high << 32 | u64::from(words[0] & !0x3f), words[3])
    } else {
        (u64::from(words[3]) << 32 | u64::from(words[2]), words[1])
    }
}

#[test]
fn a_buffer_in_place_may_be_larger_than_a_descriptor_can_say() {
    for &arch in Arch::ALL {
        for (size, first, expected) in [
            (MAXIMUM, 0, (ADDRESS, 0xffff_ffc0)),
            (MAXIMUM + 1, 0, (ADDRESS, 3 * 64 + 4)),
            (1 << 33, 1 << 32, (ADDRESS + (1 << 32), 3 * 64 + 4)),
        ] {
            let array = array(source(1), "R32_SFLOAT")
                .with_stride(64)
                .with_offset(first);
            assert_eq!(
                descriptor(arch, size, array),
                expected,
                "{arch}, {size} bytes"
            );
        }
    }
}

#[test]
fn elements_in_place_that_are_further_apart_than_a_descriptor_can_say_are_an_error() {
    for &arch in Arch::ALL {
        let mut world = with_large_buffer(arch, 1 << 33);
        let array = array(source(1), "R32_SFLOAT").with_stride(1 << 20);
        let attributes = [Attribute::Array(array)];
        let size = (4096 << 20) + 4;
        let error = world.error(&points(4097, &attributes));
        let maximum = MAXIMUM;
        assert_eq!(error, Error::TooLarge { size, maximum }, "{arch}");
        assert!(world.prepare(&points(4096, &attributes)).is_ok());
        let per_instance = [Attribute::Array(
            array.with_rate(InputRate::from_gl_divisor(2)),
        )];
        let draw = points(1, &per_instance).with_instances(2 * 4096 + 1);
        let expected = Error::TooLarge { size, maximum };
        assert_eq!(world.error(&draw), expected, "{arch}");
    }
}

/// The elements before the first one that the draw reads are not in the descriptor and are not read.
#[test]
fn what_a_draw_reads_of_a_large_buffer_is_found_from_its_first_element_on() {
    let array = array(source(1), "R32_SFLOAT").with_stride(64);
    let attributes = [Attribute::Array(array.with_offset(1 << 32))];
    let draw = Drawing::arrays(5, 4, &attributes);
    for &arch in Arch::ALL {
        let mut world = with_large_buffer(arch, 1 << 33);
        let plan = world.prepare(&draw).unwrap().unwrap();
        let data = plan.vertex_data().unwrap();
        assert_eq!(data.locations()[0].offset, (1 << 32) + 5 * 64, "{arch}");
        assert_eq!(data.first_elements()[0], 5, "{arch}");
        assert_eq!(data.buffers()[0].size, Some(3 * 64 + 4), "{arch}");
    }
}

/// The threads can be counted, but an invocation cannot hold their numbers of vertices and instances.
#[test]
fn a_draw_whose_counts_do_not_fit_an_invocation_is_an_error() {
    let draw = points((1 << 16) + 1, &[]).with_instances((1 << 15) + 1);
    for &arch in Arch::ALL {
        let mut world = World::new(Target::new(arch));
        if arch.has_attribute_buffers() {
            let error = CallError::InvocationBits {
                bits: 33,
                largest: 4,
            };
            let expected = Error::Draw(DrawError::Draw(error));
            assert_eq!(world.error(&draw), expected, "{arch}");
        } else {
            assert!(world.prepare(&draw).is_ok());
        }
    }
}

/// Elements are not streamed if they are one more than a descriptor can hold.
#[test]
fn as_much_is_streamed_as_a_descriptor_holds() {
    let client = mali_buffers::two_phase::DataSource::Client(0);
    let attributes = [Attribute::Array(array(client, "R8_UNORM"))];
    let draw = |count| Drawing::arrays(0, count, &attributes);
    let world = || World::new(Target::new(Arch::V9));
    let plan = world().prepare(&draw(MAXIMUM as u32)).unwrap().unwrap();
    assert_eq!(plan.bytes_copied(), MAXIMUM);
    let expected = Error::TooLarge {
        size: MAXIMUM + 1,
        maximum: MAXIMUM,
    };
    assert_eq!(world().error(&draw(MAXIMUM as u32 + 1)), expected);
}

/// Addresses of V4 to V7 have 56 bits.
#[test]
fn a_buffer_that_no_descriptor_reaches_is_an_error() {
    let attributes = [Attribute::Array(array(source(1), "R8_UNORM"))];
    let prepare = |arch, address| {
        let mut world = World::new(Target::new(arch));
        let buffer = Buffer::new(id(1), 64, Usage::Static);
        let buffer = buffer.with_address(address);
        world.data.buffers.insert(id(1), (buffer, vec![0; 64]));
        world.prepare(&points(3, &attributes)).map(|_| ())
    };
    let address = 1 << 56;
    let error = CallError::AddressRange { address };
    let expected = Error::Draw(DrawError::Buffer { buffer: 0, error });
    assert_eq!(prepare(Arch::V7, address), Err(expected));
    assert_eq!(prepare(Arch::V7, address - 64), Ok(()));
    assert_eq!(prepare(Arch::V9, address), Ok(()));
}

/// This includes addresses past the largest one.
#[test]
fn a_buffer_that_leaves_all_addresses_has_none() {
    let array = array(source(1), "R8_UNORM").with_offset(1 << 32);
    let attributes = [Attribute::Array(array)];
    let mut world = World::new(Target::new(Arch::V7));
    let buffer = Buffer::new(id(1), 1 << 33, Usage::Static);
    let address = u64::MAX - 63;
    let entry = (buffer.with_address(address), Vec::new());
    world.data.buffers.insert(id(1), entry);
    let memory = MemoryRef::Buffer {
        buffer: id(1),
        address,
    };
    assert_eq!(
        world.error(&points(3, &attributes)),
        Error::NoAddress { memory }
    );
}

/// So a plan can be static, or in a page of a kernel.
#[test]
fn a_plan_has_less_than_three_and_a_half_kibibytes() {
    assert!(size_of::<mali_buffers::two_phase::Plan>() <= 7 << 9);
}
