//! The formats that a Mali reads, and the formats that are converted to them.

use mali_buffers::two_phase::{
    Attribute, AttributeArray, Contents, Conversion, Decision, Obstacle, Plan, Target, Usage,
};
use mali_instancing::{Arch, Format};

use crate::rules::{World, points, source};

/// The plan of a draw of two vertices from byte `offset` of a static buffer on, 64 bytes apart.
fn plan(arch: Arch, format: Format, offset: u64) -> Plan {
    let mut world = World::new(Target::new(arch)).with_buffer(1, 1024, Usage::Static);
    let array = AttributeArray::new(source(1), format);
    let array = array.with_stride(64).with_offset(offset);
    world.draw(&points(2, &[Attribute::Array(array)]))
}

fn decision(plan: &Plan) -> Decision {
    plan.vertex_data().unwrap().decisions()[0].unwrap()
}

fn conversion(plan: &Plan) -> Option<Conversion> {
    plan.copies().next().map(|copy| match copy.contents {
        Contents::Elements { conversion, .. } => conversion,
        contents => panic!("{contents:?} of an array"),
    })
}

/// The expected name is made by replacing letters of the format's name.
#[test]
fn every_format_is_read_in_place_or_becomes_one_that_every_mali_fetches() {
    let mut narrowed = 0;
    for &format in Format::ALL {
        for &arch in Arch::ALL {
            let plan = plan(arch, format, 0);
            let read = plan.vertex_data().unwrap().attributes()[0].format;
            assert!(read.hardware(arch).is_some(), "{format}, {arch}");
            let is_fetched = format.hardware(arch).is_some();
            let is_in_place = decision(&plan) == Decision::InPlace;
            assert_eq!(is_in_place, is_fetched, "{format}, {arch}");
            let expected = match format.name().strip_suffix("64_SFLOAT") {
                Some(components) => format!("{}32_SFLOAT", components.replace("64", "32")),
                None => format.name().to_owned(),
            };
            assert_eq!(read.name(), expected);
            if let Some(conversion) = conversion(&plan) {
                let Conversion::NarrowFloats(count) = conversion else {
                    panic!("{format} is copied unchanged");
                };
                assert_eq!(count as u32, format.components());
                assert_eq!(conversion.source_size(), format.size(), "{format}");
                assert_eq!(conversion.size(), read.size(), "{format}");
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
        let is_aligned = |offset| match decision(&plan(Arch::V7, format, offset)) {
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
