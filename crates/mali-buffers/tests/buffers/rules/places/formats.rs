//! The formats that a Mali reads, and the formats that are converted to them.

use mali_buffers::{
    Attribute, AttributeArray, AttributePlace, CopyPolicy, Decision, Obstacle, Target, Usage,
};
use mali_instancing::{Arch, Format};

use crate::rules::{World, points, source};

/// The place of two elements from byte `offset` of a static buffer on, 64 bytes apart, and the bytes that are copied.
fn place(arch: Arch, format: Format, offset: u64) -> (AttributePlace, u64) {
    let mut world = World::new(Target::new(arch)).with_buffer(1, 1024, Usage::Static);
    let array = AttributeArray::new(source(1), format);
    let array = array.with_stride(64).with_offset(offset);
    let drawn = world.draw(&points(2, &[Attribute::Array(array)]));
    (drawn.place(0), drawn.bytes_copied)
}

/// The expected name is made by replacing letters of the format's name.
#[test]
fn every_format_is_read_in_place_or_becomes_one_that_every_mali_fetches() {
    let mut narrowed = 0;
    for &format in Format::ALL {
        for &arch in Arch::ALL {
            let (place, copied) = place(arch, format, 0);
            let read = place.format;
            assert!(read.hardware(arch).is_some(), "{format}, {arch}");
            let is_fetched = format.hardware(arch).is_some();
            let expected = match format.name().strip_suffix("64_SFLOAT") {
                Some(components) => format!("{}32_SFLOAT", components.replace("64", "32")),
                None => format.name().to_owned(),
            };
            assert_eq!(read.name(), expected);
            let expected = if is_fetched {
                Decision::InPlace
            } else {
                Decision::CopyMade {
                    obstacle: Obstacle::Format,
                    copy_policy: CopyPolicy::Static,
                }
            };
            assert_eq!(place.decision, expected, "{format}, {arch}");
            if !is_fetched {
                // Sixteen elements, without what was between them.
                assert_eq!(copied, 16 * u64::from(read.size()), "{format}");
                assert_eq!(2 * read.size(), format.size(), "{format}");
                narrowed += 1;
            }
        }
    }
    assert_eq!(narrowed, 4 * Arch::ALL.len());
}

/// The digits in a format's name are the bits of its components.
#[test]
fn an_element_is_aligned_to_a_component_or_to_itself_if_packed() {
    for &format in Format::ALL {
        let name = format.name();
        let bits = match name.split_once("_PACK") {
            Some((_, bits)) => bits,
            None => name[1..]
                .split(|digit: char| !digit.is_ascii_digit())
                .next()
                .unwrap(),
        };
        let alignment = bits.parse::<u64>().unwrap() / 8;
        let is_aligned = |offset| match place(Arch::V7, format, offset).0.decision {
            Decision::InPlace => true,
            Decision::CopyMade {
                obstacle: Obstacle::Unaligned,
                ..
            } => false,
            // No Mali fetches it at any address.
            Decision::CopyMade { .. } => alignment == 8,
            other => panic!("{format} at {offset}: {other:?}"),
        };
        assert!(is_aligned(alignment), "{format}");
        assert!(
            alignment == 1 || alignment == 8 || !is_aligned(alignment / 2),
            "{format}"
        );
    }
}
