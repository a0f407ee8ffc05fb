//! The tables of real drivers, decoded from the attributes on, in the order in which the hardware reads them.

use mali_instancing::Arch;
use mali_instancing::decode::{Descriptor, FollowedAttribute, attributes};
use mali_instancing::descriptor::DecodeErrorKind;

use crate::golden::{self, Row};
use crate::parse::{self, hexadecimal, parts};

/// The address of a buffer's first byte, as bound by the application.
type Address = u64;

/// The fetch that the application requires for an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Nothing,
    Buffer(Option<Address>),
    BuiltInId,
    /// A division by a power of two above 32 bits. Mesa's product wraps to 0, and its R is then 32,
    /// which does not fit the field.
    DivisorTooLarge,
}

/// The first byte of each vertex buffer: an address, and an offset if there is one.
fn addresses(row: &Row, has_offset: bool) -> Vec<(usize, Address)> {
    let buffers = parts(row, "vertex_buffers").into_iter();
    buffers
        .map(|fields| {
            let offset: u64 = if has_offset {
                fields[2].parse().unwrap()
            } else {
                0
            };
            let address = hexadecimal(fields[1]) + offset;
            (fields[0].parse().unwrap(), address)
        })
        .collect()
}

fn address_of(addresses: &[(usize, Address)], number: &str) -> Option<Address> {
    let number: usize = number.parse().unwrap();
    let found = addresses.iter().find(|(other, _)| *other == number);
    found.map(|(_, address)| *address)
}

/// GL's attributes, followed by the vertex and instance ID of V4 and V5.
fn asked_of_gl(row: &Row) -> Vec<Asked> {
    let addresses = addresses(row, true);
    let is_padded = !row.text("padded_count").is_empty() && row.text("instances") != "1";
    let padded: u64 = if is_padded {
        row.number("padded_count")
    } else {
        1
    };
    let product_wraps_to_zero = |divisor: &str| {
        let product = padded * divisor.parse::<u64>().unwrap();
        product != 0 && product % (1 << 32) == 0
    };
    let attributes = parts(row, "attributes").into_iter();
    attributes
        .map(|fields| {
            if product_wraps_to_zero(fields[3]) {
                Asked::DivisorTooLarge
            } else {
                Asked::Buffer(address_of(&addresses, fields[0]))
            }
        })
        .chain([Asked::BuiltInId; 2])
        .collect()
}

/// Vulkan's locations, some of which may have no attribute.
fn asked_of_vulkan(row: &Row) -> Vec<Asked> {
    let addresses = addresses(row, false);
    let mut asked = vec![Asked::Nothing; 16];
    for fields in parts(row, "attributes") {
        let location: usize = fields[0].parse().unwrap();
        asked[location] = Asked::Buffer(address_of(&addresses, fields[1]));
    }
    asked
}

/// The address in a descriptor, or the kind of descriptor that it is instead.
fn found(followed: &FollowedAttribute, name: &str) -> Asked {
    let attribute = followed
        .attribute
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let Some(buffer) = followed.buffer else {
        assert_eq!(attribute.descriptor, Descriptor::Empty, "{name}");
        return Asked::Nothing;
    };
    let buffer = match buffer {
        Ok(buffer) => buffer,
        Err(error) => {
            let reserved = 0xe000_0000;
            let is_bit_of_r = error.found & reserved == 0x2000_0000;
            assert!(
                is_bit_of_r && error.kind == DecodeErrorKind::ReservedBits { reserved },
                "{name}: {error}"
            );
            return Asked::DivisorTooLarge;
        }
    };
    match buffer.descriptor {
        Descriptor::AttributeBuffer(fields) => Asked::Buffer(Some(fields.address.get())),
        Descriptor::Buffer(fields) => Asked::Buffer(Some(fields.address)),
        Descriptor::VertexId(_) | Descriptor::InstanceId(_) => Asked::BuiltInId,
        other => panic!("{name}: {other:?}"),
    }
}

/// Decodes the tables of all draws of a file, and counts the attributes.
fn count_attributes(file: &str, rows: usize, asked: fn(&Row) -> Vec<Asked>, first: &str) -> usize {
    let mut count = 0;
    for row in golden::rows(file, rows) {
        let arch = parse::arch(&row);
        let name = format!("{file}, {} draw {}", row.text("chip"), row.text("draw"));
        // The driver's table has other descriptors before the first buffer, which are not in the row.
        let descriptors_before = if arch >= Arch::V9 && !first.is_empty() {
            row.number(first)
        } else {
            0
        };
        let mut buffers = vec![0; 8 * descriptors_before];
        buffers.extend(row.word_list("buffer_words"));
        let words = row.word_list("attribute_words");
        let followed: Vec<_> = attributes(arch, &buffers, &words).collect();
        assert_eq!(
            followed.len(),
            words.len() / arch.attribute_words(),
            "{name}"
        );
        for (followed, asked) in followed.iter().zip(asked(&row)) {
            // A descriptor of V4 to V7 has the address's upper bits, and 0 for a binding without a buffer.
            let lower_bits = if arch.has_attribute_buffers() { 63 } else { 0 };
            let asked = match asked {
                Asked::Buffer(address) => Asked::Buffer(Some(address.unwrap_or(0) & !lower_bits)),
                other => other,
            };
            assert_eq!(found(followed, &name), asked, "{name}");
            count += usize::from(asked != Asked::Nothing);
        }
    }
    count
}

#[test]
fn the_tables_of_every_driver_are_decoded_from_the_attributes_on() {
    assert_eq!(
        count_attributes("driver/draws.csv", 1349, asked_of_gl, ""),
        7998
    );
    assert_eq!(
        count_attributes("driver/draws-products.csv", 105, asked_of_gl, ""),
        953
    );
    assert_eq!(
        count_attributes("driver/draws-v10.csv", 61, asked_of_gl, ""),
        275
    );
    let first = "first_buffer_descriptor";
    assert_eq!(
        count_attributes("driver/draws-vulkan.csv", 336, asked_of_vulkan, first),
        1267
    );
}
