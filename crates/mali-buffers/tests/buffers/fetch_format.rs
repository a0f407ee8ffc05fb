//! The formats that a Mali reads, and the formats that are converted to them.

use mali_buffers::{Conversion, FetchFormat, element_alignment};
use mali_instancing::{Arch, Format};

#[test]
fn every_format_ends_in_one_that_every_mali_fetches() {
    for &format in Format::ALL {
        let reading = FetchFormat::of(format);
        for &arch in Arch::ALL {
            assert!(reading.format.hardware(arch).is_some(), "{format}, {arch}");
            let is_fetched = format.hardware(arch).is_some();
            assert_eq!(reading.is_direct(), is_fetched, "{format}, {arch}");
        }
        assert_eq!(reading.conversion.source_size(), format.size(), "{format}");
        assert_eq!(reading.conversion.size(), reading.format.size(), "{format}");
    }
}

/// The expected name is made by replacing letters of the format's name.
#[test]
fn wide_floats_become_narrow_ones_and_nothing_else_another() {
    let mut narrowed = 0;
    for &format in Format::ALL {
        let reading = FetchFormat::of(format);
        let expected = match format.name().strip_suffix("64_SFLOAT") {
            Some(components) => format!("{}32_SFLOAT", components.replace("64", "32")),
            None => format.name().to_owned(),
        };
        assert_eq!(reading.format.name(), expected);
        if let Conversion::NarrowFloats(count) = reading.conversion {
            assert_eq!(count as u32, format.components());
            narrowed += 1;
        }
    }
    assert_eq!(narrowed, 4);
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
        let alignment = bits.parse::<u32>().unwrap() / 8;
        let aligned = element_alignment(format);
        assert_eq!(aligned, alignment, "{format}");
    }
}
