//! The limits of descriptors.

use crate::drawing::Drawing;
use mali_buffers::{Attribute, AttributeArray, DataSource, Error, Target, UploadRing, Usage};
use mali_instancing::draw::DrawError;
use mali_instancing::{Arch, Error as CallError, InputRate};

use crate::rules::{ADDRESS, World, array, points, source};

/// The largest size that the descriptor of a buffer at any address can hold.
const MAXIMUM: u64 = 0xffff_ffff - 63;

/// A world with a buffer that is too large to have its bytes here.
pub(super) fn with_large_buffer(arch: Arch, size: u64) -> World {
    let mut world = World::new(Target::new(arch)).with_buffer(1, 0, Usage::Static);
    world.renew(1, size, Usage::Static, Some(ADDRESS));
    world
}

/// The address and the size that the first descriptor has.
fn descriptor(arch: Arch, size: u64, array: AttributeArray) -> (u64, u32) {
    let attributes = [Attribute::Array(array)];
    let mut world = with_large_buffer(arch, size);
    let words = world.draw(&points(4, &attributes)).words;
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
            (MAXIMUM + 1, 0, (ADDRESS, 0xffff_ffc0)),
            (1 << 33, 1 << 32, (ADDRESS + (1 << 32), 0xffff_ffc0)),
            (1 << 33, (1 << 33) - 256, (ADDRESS + (1 << 33) - 256, 256)),
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

#[test]
fn what_a_draw_reads_of_a_large_buffer_is_found_from_its_first_element_on() {
    let array = array(source(1), "R32_SFLOAT").with_stride(64);
    let attributes = [Attribute::Array(array.with_offset(1 << 32))];
    let draw = Drawing::arrays(5, 4, &attributes);
    for &arch in Arch::ALL {
        let mut world = with_large_buffer(arch, 1 << 33);
        let drawn = world.draw(&draw);
        let place = drawn.place(0);
        assert_eq!(place.address, ADDRESS + (1 << 32) + 5 * 64, "{arch}");
        assert_eq!(place.first_element, 5, "{arch}");
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

/// Elements are not streamed if they are one more than a descriptor can hold. Of as many there is no memory here.
#[test]
fn as_much_is_streamed_as_a_descriptor_holds() {
    let client = DataSource::Client(0);
    let attributes = [Attribute::Array(array(client, "R8_UNORM"))];
    let ring = UploadRing::new(1024).unwrap();
    let mut world = World::with_ring(Target::new(Arch::V9), ring);
    world.memory.is_full = true;
    let mut error = |count| world.error(&Drawing::arrays(0, count, &attributes));
    let (size, capacity) = (MAXIMUM, 0);
    assert_eq!(error(MAXIMUM as u32), Error::NoMemory { size, capacity });
    let expected = Error::TooLarge {
        size: MAXIMUM + 1,
        maximum: MAXIMUM,
    };
    assert_eq!(error(MAXIMUM as u32 + 1), expected);
}

/// Addresses of V4 to V7 have 56 bits.
#[test]
fn a_buffer_that_no_descriptor_reaches_is_an_error() {
    let attributes = [Attribute::Array(array(source(1), "R8_UNORM"))];
    let prepare = |arch, address| {
        let mut world = World::new(Target::new(arch)).with_buffer(1, 64, Usage::Static);
        world.buffer(1).moved_to(address);
        world.prepare(&points(3, &attributes)).map(|_| ())
    };
    let address = 1 << 56;
    let error = CallError::AddressRange { address };
    let expected = Error::Draw(DrawError::Buffer { buffer: 0, error });
    assert_eq!(prepare(Arch::V7, address), Err(expected));
    assert_eq!(prepare(Arch::V7, address - 64), Ok(()));
    assert_eq!(prepare(Arch::V9, address), Ok(()));
}
