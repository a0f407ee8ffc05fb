//! Mesa before 26: descriptors that its GL driver wrote, and its rules, which the tests state themselves.

use mali_instancing::Arch;
use mali_varyings::{
    BaseType, Driver, Error, Linking, MemoryLayout, MesaVersion, Precision, Section, Slot,
    SlotProblem, Stage, Varying, VaryingAccess, VaryingDescriptors, VaryingType,
};
use proptest::prelude::*;

use super::slots::{float, outputs};
use super::{in_mesa, in_packets, link_located, placed};

/// A link of the driver's: the slots of both stages, and the words that it wrote for each stage.
struct Link {
    version: MesaVersion,
    arch: Arch,
    slots: [Vec<Slot>; 2],
    words: [Vec<u32>; 2],
}

fn recorded() -> Vec<Link> {
    let text = include_str!("panfrost.txt");
    let links = text.split("\nlink ").skip(1);
    let links = links.map(|link| {
        let mut rows = link.lines();
        let (version, arch) = rows.next().unwrap().split_once(' ').unwrap();
        let mut link = Link {
            version: MesaVersion::from_name(version).unwrap(),
            arch: Arch::from_name(arch).unwrap(),
            slots: [Vec::new(), Vec::new()],
            words: [Vec::new(), Vec::new()],
        };
        for row in rows.filter(|row| !row.is_empty()) {
            let fields: Vec<_> = row.split(' ').collect();
            let [stage, location, kind, components, first, second] = fields[..] else {
                panic!("{row}");
            };
            let stage = ["out", "in"]
                .iter()
                .position(|&name| name == stage)
                .unwrap();
            let base_type = match &kind[..1] {
                "f" => BaseType::Float,
                "i" => BaseType::Int,
                _ => BaseType::Uint,
            };
            let slots = &mut link.slots[stage];
            slots.push(Slot {
                bits: kind[1..].parse().unwrap(),
                ..Slot::new(
                    location.parse().unwrap(),
                    slots.len() as u8,
                    base_type,
                    components.parse().unwrap(),
                )
            });
            let words = [first, second].map(|word| u32::from_str_radix(word, 16).unwrap());
            link.words[stage].extend(words);
        }
        link
    });
    links.collect()
}

#[test]
fn descriptors_are_the_gl_drivers() {
    let links = recorded();
    assert!(links.len() > 30);
    for Link {
        version,
        arch,
        slots: [outputs, inputs],
        words,
    } in &links
    {
        let layout = MemoryLayout::place(outputs).unwrap();
        let layout = in_mesa(&layout, *version, Driver::Panfrost, *arch, inputs).unwrap();
        let linked =
            VaryingDescriptors::link(Driver::Panfrost, *arch, &layout, inputs, true).unwrap();
        for (stage, words) in Stage::ALL.into_iter().zip(words) {
            let mut ours = vec![0; linked.words(stage) as usize];
            linked.write(stage, &mut ours);
            assert_eq!(
                &ours, words,
                "Mesa {version}, {arch}, {stage:?}, {outputs:?}, {inputs:?}"
            );
        }
    }
}

/// Places of the newest version that the recorded links do not have.
#[test]
fn the_newest_version_places_otherwise() {
    let differ = recorded().into_iter().filter(|link| {
        let [outputs, inputs] = &link.slots;
        let newest = MemoryLayout::place(outputs).unwrap();
        let same = in_mesa(
            &newest,
            MesaVersion::V26,
            Driver::Panfrost,
            link.arch,
            inputs,
        );
        assert_eq!(same, Ok(newest));
        newest != in_mesa(&newest, link.version, Driver::Panfrost, link.arch, inputs).unwrap()
    });
    assert!(differ.count() > 20);
}

/// Slots of both stages: the fragment stage reads some locations of the vertex stage and some others.
fn stages() -> impl Strategy<Value = [Vec<Slot>; 2]> {
    let locations: Vec<u8> = (1..=11).chain(13..=20).chain(32..64).collect();
    let read = prop::sample::subsequence(locations, 0..=37);
    let fields = (any::<bool>(), any::<bool>(), 1..=4_u8);
    (outputs(), read, prop::collection::vec(fields, 51)).prop_map(|(outputs, read, fields)| {
        let inputs = (0..).zip(read).zip(fields);
        let inputs = inputs.map(|((index, location), (is_half, is_flat, components))| {
            let base_type = if is_flat {
                BaseType::Uint
            } else {
                BaseType::Float
            };
            Slot {
                bits: if is_half && !is_flat { 16 } else { 32 },
                ..Slot::new(location, index, base_type, components)
            }
        });
        [outputs, inputs.collect()]
    })
}

/// The slots without those of built-in variables that the driver does not support: clip vertices and cull distances; what
/// only OpenGL has, in Vulkan's; the hardware's outputs except the position and the point size.
fn supported(slots: &[Slot], driver: Driver) -> Vec<Slot> {
    let is_supported = |slot: &Slot| match slot.location {
        16 | 19..=24 => false,
        1..=11 | 13..=18 => driver == Driver::Panfrost,
        _ => true,
    };
    let mut removed = 0;
    let kept = slots.iter().filter_map(|slot| {
        if !is_supported(slot) {
            removed += 1;
            return None;
        }
        Some(Slot {
            index: slot.index - removed,
            ..*slot
        })
    });
    kept.collect()
}

/// Whether the hardware itself reads an output.
fn is_hardware(location: u8) -> bool {
    matches!(location, 0 | 12 | 21..=23)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// `pan_assign_varyings` and panvk's `link_shaders`: what both stages have, a byte after the other.
    #[test]
    fn attribute_buffers_have_what_both_stages_have([outputs, inputs] in stages()) {
        let (panfrost, panvk) = (Driver::Panfrost, Driver::PanVk);
        for (driver, arch) in [(panfrost, Arch::V4), (panfrost, Arch::V7), (panvk, Arch::V6), (panvk, Arch::V7)] {
            let [outputs, inputs] = [&outputs, &inputs].map(|slots| supported(slots, driver));
            let layout = MemoryLayout::place(&outputs).unwrap();
            let layout = in_mesa(&layout, MesaVersion::V25_0, driver, arch, &inputs).unwrap();
            let mut memory: Vec<u8> = Vec::new();
            // `pan_assign_varyings` goes by the driver's list of outputs, `link_shaders` by the bits of a set of locations.
            let mut placed: Vec<&Slot> = outputs.iter().filter(|output| !is_hardware(output.location)).collect();
            if driver == Driver::PanVk {
                placed.sort_by_key(|output| output.location);
            }
            for output in placed {
                let read = inputs.iter().find(|input| input.location == output.location);
                let read = read.filter(|_| !output.is_only_captured);
                prop_assert_eq!(layout.offset(output.location), read.map(|_| memory.len() as u32));
                let Some(read) = read else { continue };
                let components = match driver {
                    Driver::Panfrost => read.components,
                    Driver::PanVk => output.component + output.components,
                };
                let bits = if driver == Driver::Panfrost { read.bits } else { 32 };
                memory.extend(vec![output.location; usize::from(components) * usize::from(bits / 8)]);
                let stored = layout.slot(output.location).unwrap();
                prop_assert_eq!(stored, Slot { index: output.index, ..*read });
            }
            prop_assert_eq!(layout.bytes() as usize, memory.len());
        }
    }

    /// `bi_varying_base_bytes` and `panfrost_vertex_attribute_stride`: 16 bytes for each built-in variable that is
    /// stored, and for each location of the application up to the last of either stage.
    #[test]
    fn packets_have_16_bytes_for_a_location([outputs, inputs] in stages()) {
        for (driver, arch) in [(Driver::Panfrost, Arch::V9), (Driver::Panfrost, Arch::V10), (Driver::PanVk, Arch::V10)] {
            let [outputs, inputs] = [&outputs, &inputs].map(|slots| supported(slots, driver));
            let layout = MemoryLayout::place(&outputs).unwrap();
            let layout = in_mesa(&layout, MesaVersion::V25_0, driver, arch, &inputs).unwrap();
            let linked = in_packets(driver, arch, &layout, &inputs, false).unwrap();
            let built_ins = |below: u8| {
                let stored = outputs.iter().filter(|output| {
                    let is_counted = !matches!(output.location, 0 | 12) && driver == Driver::Panfrost;
                    is_counted && output.location < below.min(32)
                });
                stored.count() as u32
            };
            let offset = |location: u8| 16 * (built_ins(location) + u32::from(location).saturating_sub(32));
            for output in &outputs {
                if !is_hardware(output.location) && !output.is_only_captured {
                    prop_assert_eq!(layout.offset(output.location), Some(offset(output.location)));
                }
            }
            let application = |slots: &[Slot]| {
                let locations = slots.iter().map(|slot| u32::from(slot.location) + 1);
                locations.map(|end| end.saturating_sub(32)).max().unwrap_or(0)
            };
            let bytes = 16 * (built_ins(32) + application(&outputs).max(application(&inputs)));
            // A job of V9 has no varying shader, and no room then; V10 has a register that is always set.
            let has_shader = outputs.iter().any(|output| !matches!(output.location, 0 | 12 | 22));
            let has_section = has_shader || arch != Arch::V9;
            prop_assert_eq!(layout.bytes(), if has_section { bytes } else { 0 });

            let is_baked = driver == Driver::Panfrost || inputs.len() <= 16;
            for (number, input) in (0..).zip(&inputs) {
                let access = if is_baked { VaryingAccess::Baked } else { VaryingAccess::Descriptors };
                prop_assert_eq!(linked.linked.access(number), Some(access));
                prop_assert_eq!(linked.linked.read_as(number), Some(Slot { bits: 32, ..*input }));
                let words = linked.fragment_descriptor(number).map(|descriptor| descriptor.words());
                let expected = (!is_baked).then(|| (61, 1024 + offset(input.location)));
                prop_assert_eq!(words.map(|words| (words[1], words[2])), expected);
            }
            prop_assert_eq!(linked.linked.descriptors(Stage::Fragment), if is_baked { 0 } else { inputs.len() as u32 });
        }
    }
}

/// A location that no fragment stage reads from memory has no offset there.
#[test]
fn only_generic_locations_have_offsets_to_read() {
    let layout = MemoryLayout::place(&[]).unwrap();
    let earlier = in_mesa(
        &layout,
        MesaVersion::V25_0,
        Driver::Panfrost,
        Arch::V10,
        &[],
    )
    .unwrap();
    for location in 0..=u8::MAX {
        let is_generic = matches!(location, 1..=11 | 13..=20 | 32..64);
        assert_eq!(
            earlier.input_offset(location).is_some(),
            is_generic,
            "{location}"
        );
        assert_eq!(layout.input_offset(location), None);
    }
}

/// The fragment stage decides: a flat integer is read, and so stored, as an unsigned one, and `mediump` counts there.
#[test]
fn declared_varyings_have_the_types_of_the_fragment_stage() {
    let medium = |of| Varying::new(of).with_precision(Precision::Medium);
    let written = [
        Varying::new(VaryingType::Vec3),
        Varying::new(VaryingType::Ivec2),
    ];
    let read = [medium(VaryingType::Vec3), medium(VaryingType::Ivec2)];
    let linkage = link_located(&written, &read, Linking::Linked);
    let types = |layout: &MemoryLayout| {
        let stored = [32, 33].map(|location| layout.slot(location).unwrap());
        stored.map(|slot| (slot.base_type, slot.bits))
    };
    let newest = placed(&linkage);
    assert_eq!(types(&newest), [(BaseType::Float, 32), (BaseType::Int, 32)]);
    let (version, driver, arch) = (MesaVersion::V25_0, Driver::Panfrost, Arch::V7);
    let inputs = linkage.inputs(version, arch);
    let earlier = in_mesa(&newest, version, driver, arch, &inputs).unwrap();
    assert_eq!(
        types(&earlier),
        [(BaseType::Float, 16), (BaseType::Uint, 32)]
    );
    assert_eq!((earlier.offset(33), earlier.bytes()), (Some(6), 14));
    assert_eq!(inputs[1].base_type, BaseType::Uint);
    let inputs = linkage.inputs(MesaVersion::V26, arch);
    let same = in_mesa(&newest, MesaVersion::V26, driver, arch, &inputs);
    assert_eq!(same, Ok(newest));
}

#[test]
fn what_a_version_does_not_have_is_refused() {
    let layout = MemoryLayout::place(&[]).unwrap();
    for version in MesaVersion::ALL {
        for driver in Driver::ALL {
            for &arch in Arch::ALL {
                let has = match (version, driver) {
                    (MesaVersion::V25_0, Driver::Panfrost) => matches!(arch as u8, 4..=10),
                    (MesaVersion::V25_0, Driver::PanVk) => matches!(arch as u8, 6 | 7 | 10),
                    // Where nothing is built, the rule is that of the nearest.
                    (MesaVersion::V26, Driver::Panfrost) => true,
                    (MesaVersion::V26, Driver::PanVk) => arch >= Arch::V6,
                    _ => panic!("this test does not know Mesa {version}"),
                };
                let expected = match driver {
                    _ if has => Ok(()),
                    _ if version == MesaVersion::V26 => Err(Error::DriverArch { driver, arch }),
                    _ => Err(Error::MesaVersion {
                        version,
                        driver,
                        arch,
                    }),
                };
                let placed = in_mesa(&layout, version, driver, arch, &[]);
                assert_eq!(placed.map(|_| ()), expected);
            }
        }
    }
}

#[test]
fn names_are_read_and_written() {
    for version in MesaVersion::ALL {
        assert_eq!(MesaVersion::from_name(version.name()), Some(version));
    }
    for driver in Driver::ALL {
        assert_eq!(Driver::from_name(driver.name()), Some(driver));
    }
    // 22.3 places as 25.0 does.
    assert_eq!(MesaVersion::from_name("22.3"), Some(MesaVersion::V25_0));
    assert_eq!(MesaVersion::from_name("25"), None);
    assert_eq!(Driver::from_name("lima"), None);
}

/// The words depend on what the layout was placed for.
#[test]
fn an_earlier_layout_is_linked_by_its_driver_alone() {
    let newest = MemoryLayout::place(&[]).unwrap();
    let placed = |arch| in_mesa(&newest, MesaVersion::V25_0, Driver::Panfrost, arch, &[]).unwrap();
    let link = |layout: &MemoryLayout, driver, arch| {
        VaryingDescriptors::link(driver, arch, layout, &[], true).map(|_| ())
    };
    let driver = Driver::Panfrost;
    let placed_for = |arch| Err(Error::PlacedLayout { driver, arch });
    let (v7, v10) = (placed(Arch::V7), placed(Arch::V10));
    assert_eq!(link(&v7, driver, Arch::V7), Ok(()));
    assert_eq!(link(&v7, Driver::PanVk, Arch::V7), placed_for(Arch::V7));
    assert_eq!(link(&v7, driver, Arch::V10), placed_for(Arch::V7));
    assert_eq!(link(&v10, driver, Arch::V10), Ok(()));
    assert_eq!(link(&v10, driver, Arch::V9), placed_for(Arch::V10));
    for version in MesaVersion::ALL {
        let again = in_mesa(&v7, version, driver, Arch::V7, &[]).map(|_| ());
        assert_eq!(again, placed_for(Arch::V7));
    }
    assert_eq!(link(&newest, Driver::PanVk, Arch::V10), Ok(()));
}

/// By hand, as `pan_assign_varyings` of 25.0.7 goes through indices. The position is in a buffer of its own, and
/// `gl_FragCoord` moves what follows nevertheless. What has no slot is zeros, and so at location 0, that of `gl_FragCoord`,
/// whose 16 bytes it gets. A missing index of the inputs comes first in the same search, and has no format.
#[test]
fn a_missing_index_takes_the_bytes_of_the_fragments_position() {
    let outputs = |holes: [u8; 2]| {
        let second = 1 + holes[0];
        let third = second + 1 + holes[1];
        [float(0, 0, 4), float(32, second, 2), float(33, third, 3)]
    };
    let with = [float(0, 0, 4), float(32, 1, 2), float(33, 2, 3)];
    let after_hole = [float(0, 1, 4), float(32, 2, 2), float(33, 3, 3)];
    let without = [float(32, 0, 2), float(33, 1, 3)];
    // What is read, the holes before the second and the third output, their offsets and the bytes.
    for (inputs, holes, expected) in [
        (&with[..], [0, 0], [16, 24, 36]),
        (&with, [1, 0], [32, 40, 52]),
        (&with, [0, 2], [16, 56, 68]),
        (&after_hole, [1, 0], [0, 8, 20]),
        (&without, [0, 0], [0, 8, 20]),
        (&without, [1, 1], [0, 8, 20]),
    ] {
        for arch in [Arch::V4, Arch::V5] {
            let newest = MemoryLayout::place(&outputs(holes)).unwrap();
            let placed = in_mesa(&newest, MesaVersion::V25_0, Driver::Panfrost, arch, inputs);
            let placed = placed.unwrap();
            assert_eq!(placed.place_of(0), Some((Section::Position, 0)));
            let [second, third] = [32, 33].map(|location| placed.offset(location).unwrap());
            let found = [second, third, placed.bytes()];
            assert_eq!(found, expected, "{arch} {holes:?}");
        }
    }
}

/// The largest vertex by hand: each of the 255 indices before the last one counts as 16 bytes of the position.
#[test]
fn what_a_missing_index_takes_is_at_most_a_vector() {
    let layout = MemoryLayout::place(&[float(0, 0, 4), float(32, 255, 4)]).unwrap();
    let place = |position: Slot| {
        let inputs = [position, float(32, 1, 4)];
        let placed = in_mesa(
            &layout,
            MesaVersion::V25_0,
            Driver::Panfrost,
            Arch::V5,
            &inputs,
        );
        placed.map(|placed| (placed.offset(32), placed.bytes()))
    };
    let position = float(0, 0, 4);
    assert_eq!(place(position), Ok((Some(255 * 16), 256 * 16)));
    let refused = |problem| Err(Error::InvalidSlot { slot: 0, problem });
    let wide = Slot {
        bits: 255,
        ..position
    };
    assert_eq!(place(wide), refused(SlotProblem::Bits(255)));
    for (component, components) in [(0, 0), (0, 5), (255, 255)] {
        let long = Slot {
            component,
            components,
            ..position
        };
        let problem = SlotProblem::Components {
            component,
            components,
        };
        assert_eq!(place(long), refused(problem));
    }
}
