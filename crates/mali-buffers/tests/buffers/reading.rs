//! What a target reads, and what is converted for it.

use mali_buffers::{Component, ComponentCount, Conversion, Target};
use mali_instancing::{Arch, Format};

fn targets() -> impl Iterator<Item = Target> {
    Arch::ALL.iter().flat_map(|&arch| {
        (0..8).map(move |choices| {
            Target::new(arch)
                .with_three_components(choices & 1 != 0)
                .with_normalized(choices & 2 != 0)
                .with_gl_formats(choices & 4 != 0)
        })
    })
}

#[test]
fn every_format_ends_in_one_that_is_fetched() {
    for target in targets() {
        for &format in Format::ALL {
            let reading = target.reading(format);
            assert!(reading.format.hardware(target.arch).is_some(), "{format}");
            assert_eq!(reading.conversion.source_size(), format.size(), "{format}");
            assert_eq!(reading.conversion.size(), reading.format.size(), "{format}");
        }
    }
}

#[test]
fn a_mali_reads_what_it_fetches_as_it_is() {
    for &arch in Arch::ALL {
        for &format in Format::ALL {
            let reading = Target::new(arch).reading(format);
            let fetched = format.hardware(arch).is_some();
            assert_eq!(reading.is_direct(), fetched, "{format}");
            if fetched {
                assert_eq!(reading.format, format);
            } else {
                assert!(reading.format.name().ends_with("32_SFLOAT"), "{format}");
            }
        }
    }
}

/// The name of what a format becomes, letter by letter.
fn with_alpha(name: &str) -> Option<String> {
    let widened = [
        ("R8G8B8_", "R8G8B8A8_"),
        ("B8G8R8_", "B8G8R8A8_"),
        ("R16G16B16_", "R16G16B16A16_"),
    ];
    widened
        .into_iter()
        .find_map(|(three, four)| Some(format!("{four}{}", name.strip_prefix(three)?)))
}

#[test]
fn three_small_components_get_a_fourth_that_is_1() {
    let mut formats = 0;
    for &arch in Arch::ALL {
        let target = Target::new(arch).with_three_components(false);
        for &format in Format::ALL {
            let reading = target.reading(format);
            let Some(four) = with_alpha(format.name()) else {
                let unchanged = Target::new(arch).reading(format);
                assert_eq!(reading, unchanged, "{format}");
                continue;
            };
            formats += 1;
            assert_eq!(reading.format.name(), four);
            let numeric_type = format.name().rsplit('_').next().unwrap();
            let one = |largest: u16, bits: u32| match numeric_type {
                "UNORM" => largest,
                "SNORM" => largest >> 1,
                "USCALED" | "SSCALED" | "UINT" | "SINT" => 1,
                // Of a half float, the exponent's bias.
                "SFLOAT" if bits == 16 => 15 << 10,
                _ => panic!("{format}"),
            };
            let expected = match format.size() {
                3 => Conversion::Widen8 {
                    alpha: one(0xff, 8) as u8,
                },
                _ => Conversion::Widen16 {
                    alpha: one(0xffff, 16),
                },
            };
            assert_eq!(reading.conversion, expected, "{format}");
        }
    }
    assert_eq!(formats, (6 + 4 + 7) * Arch::ALL.len());
}

#[test]
fn normalized_components_become_floats() {
    let mut formats = 0;
    for three_components in [false, true] {
        let target = Target::new(Arch::V9)
            .with_normalized(false)
            .with_three_components(three_components);
        for &format in Format::ALL {
            let name = format.name();
            if !(name.ends_with("_UNORM") || name.ends_with("_SNORM")) {
                continue;
            }
            formats += 1;
            let reading = target.reading(format);
            let floats = ["R32", "G32", "B32", "A32"][..format.components() as usize].concat();
            assert_eq!(
                reading.format.name(),
                format!("{floats}_SFLOAT"),
                "{format}"
            );
            let component = match (
                name.ends_with("_UNORM"),
                format.size() / format.components(),
            ) {
                (true, 1) => Component::Unorm8,
                (true, 2) => Component::Unorm16,
                (true, 4) => Component::Unorm32,
                (false, 1) => Component::Snorm8,
                (false, 2) => Component::Snorm16,
                (false, 4) => Component::Snorm32,
                _ => panic!("{format}"),
            };
            match reading.conversion {
                Conversion::BgraToFloat => assert_eq!(name, "B8G8R8A8_UNORM"),
                Conversion::ToFloat(from, count) => {
                    assert_eq!(
                        (from, count as u32),
                        (component, format.components()),
                        "{format}"
                    );
                }
                _ => panic!("{format}"),
            }
        }
    }
    assert_eq!(formats, 2 * (17 + 8));
}

#[test]
fn what_vulkan_does_not_have_becomes_floats_of_its_own_kind() {
    let target = Target::new(Arch::V7).with_gl_formats(false);
    let mut formats = 0;
    for &format in Format::ALL {
        let (channels, kind) = format.name().split_once('_').unwrap();
        let component = match kind {
            "FIXED" => Component::Fixed,
            "UNORM" if channels.starts_with("R32") => Component::Unorm32,
            "SNORM" if channels.starts_with("R32") => Component::Snorm32,
            "USCALED" if channels.starts_with("R32") => Component::Uscaled32,
            "SSCALED" if channels.starts_with("R32") => Component::Sscaled32,
            _ => {
                assert_eq!(
                    target.reading(format),
                    Target::new(Arch::V7).reading(format)
                );
                continue;
            }
        };
        let reading = target.reading(format);
        assert_eq!(reading.format.name(), format!("{channels}_SFLOAT"));
        let Conversion::ToFloat(from, count) = reading.conversion else {
            panic!("{format}");
        };
        assert_eq!((from, count as u32), (component, format.components()));
        formats += 1;
    }
    assert_eq!(formats, 20);
}

#[test]
fn what_no_mali_fetches_becomes_floats() {
    let mali = Target::new(Arch::V7);
    let reading = mali.reading(Format::R64G64_SFLOAT);
    assert_eq!(reading.format, Format::R32G32_SFLOAT);
    assert_eq!(
        reading.conversion,
        Conversion::ToFloat(Component::Float64, ComponentCount::Two)
    );
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
        let aligned = Target::new(Arch::V7).alignment(format);
        assert_eq!(aligned, alignment, "{format}");
    }
}
