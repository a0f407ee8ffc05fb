//! Vertex formats against Mesa's tables.

mod golden;

use std::collections::BTreeSet;

use mali_instancing::{Arch, Format};

#[test]
fn every_format_is_mesas_on_every_architecture() {
    let files = [("vertex_formats.csv", 109), ("driver/formats.csv", 20)];
    let mut named = BTreeSet::new();
    for row in files
        .iter()
        .flat_map(|&(file, rows)| golden::rows(file, rows))
    {
        let name = golden::format_name(row.text("format"));
        let format = Format::from_name(&name).unwrap_or_else(|| panic!("no {name}"));
        for &arch in Arch::ALL {
            let column = arch.min(Arch::V9).to_string();
            let expected = (!row.text(&column).is_empty()).then(|| row.number(&column));
            assert_eq!(format.hardware(arch), expected, "{name} on {arch}");
        }
        named.insert(name);
    }
    // Sixteen formats are in both files.
    assert_eq!(named.len(), 93 + 20);
    let fetched = Format::ALL
        .iter()
        .filter(|format| format.hardware(Arch::V7).is_some());
    // A8B8G8R8 is R8G8B8A8 on a little-endian GPU, under six more names. B8G8R8A8_SNORM is in the rows of 2025, and
    // B8G8R8_UNORM in those of sRGB.
    assert_eq!(fetched.count(), named.len() + 6 + 2);
}

/// The digits of a format's name are the bits of its channels.
#[test]
fn sizes_and_components_are_those_of_the_name() {
    for format in Format::ALL {
        let channels: &str = format.name().split('_').next().unwrap();
        let bits: u32 = channels
            .split(|character: char| !character.is_ascii_digit())
            .filter_map(|digits| digits.parse::<u32>().ok())
            .sum();
        assert_eq!(format.size() * 8, bits, "{format}");
        let components = channels
            .chars()
            .filter(|channel| "RGBA".contains(*channel))
            .count();
        assert_eq!(format.components() as usize, components, "{format}");
        assert_eq!(Format::from_name(format.name()), Some(*format));
    }
}

/// Components that are not packed into one number all have the bits of the first.
#[test]
fn an_element_is_aligned_to_its_components_or_to_the_number_that_it_is_packed_into() {
    let digits = |text: &str| {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<u32>().unwrap()
    };
    for format in Format::ALL {
        let name: &str = format.name();
        let bits = match name.split_once("_PACK") {
            Some((_, bits)) => digits(bits),
            None => digits(
                name.split(['_', 'G', 'B'])
                    .find(|part| !part.is_empty())
                    .unwrap(),
            ),
        };
        assert_eq!(format.alignment() * 8, bits, "{format}");
    }
}

#[test]
fn no_mali_fetches_64_bit_floats() {
    for format in Format::ALL
        .iter()
        .filter(|format| format.name().starts_with("R64"))
    {
        assert!(
            Arch::ALL
                .iter()
                .all(|arch| format.hardware(*arch).is_none())
        );
    }
}

#[test]
fn packed_bytes_are_the_unpacked_ones_little_end_first() {
    for kind in ["UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT"] {
        let packed = Format::from_name(&format!("A8B8G8R8_{kind}_PACK32")).unwrap();
        let unpacked = Format::from_name(&format!("R8G8B8A8_{kind}")).unwrap();
        for &arch in Arch::ALL {
            assert_eq!(packed.hardware(arch), unpacked.hardware(arch));
        }
    }
}
