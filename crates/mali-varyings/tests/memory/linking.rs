use mali_instancing::{Arch, Format};
use mali_varyings::{
    BaseType, Driver, Error, Interface, Interpolation, Linkage, Linking, Matching, MemoryLayout,
    MesaVersion, Mismatch, NamedVarying, Precision, Sampling, Slot, Varying, VaryingType,
    check_exact_match,
};
use proptest::prelude::*;

use super::{in_buffers, interface, interfaces, located, named, names, placed};

fn linked(producer: &[Varying], consumer: &[(usize, Varying)]) -> Result<Linkage, Error> {
    linked_by(Matching::Vulkan, producer, consumer)
}

fn linked_by(
    matching: Matching,
    producer: &[Varying],
    consumer: &[(usize, Varying)],
) -> Result<Linkage, Error> {
    let names = names();
    let read: Vec<_> = consumer
        .iter()
        .map(|&(name, varying)| NamedVarying {
            name: &names[name],
            varying,
        })
        .collect();
    Linkage::new(&named(producer, &names), &read, matching, Linking::Linked)
}

/// A stage that is compiled without the other one.
fn by_name(varyings: &[NamedVarying<'_>]) -> Result<Interface, Error> {
    let linkage = Linkage::new(varyings, &[], Matching::Gl, Linking::Separable)?;
    Ok(linkage.producer)
}

proptest! {
    /// A varying of both stages has the location of both; a varying of only one stage takes no memory.
    #[test]
    fn only_what_both_stages_have_is_stored(producer in interfaces(), read: u64, extra: bool) {
        let mut consumer: Vec<_> = producer
            .iter()
            .copied()
            .enumerate()
            .filter(|&(number, _)| read >> number & 1 != 0)
            .collect();
        if extra {
            consumer.push((63, Varying::new(VaryingType::Ivec2)));
        }
        let Ok(linkage) = linked(&producer, &consumer) else {
            // No location is left.
            prop_assert!(extra);
            return Ok(());
        };
        let layout = placed(&linkage);
        let mut stored = Vec::new();
        for (position, &(number, varying)) in consumer.iter().enumerate() {
            let read = linkage.consumer.location(position).unwrap();
            if number == 63 {
                prop_assert_eq!(layout.offset(32 + read as u8), None);
                continue;
            }
            prop_assert_eq!(linkage.producer.location(number), Some(read));
            stored.extend(read..read + varying.vectors() as u32);
        }
        stored.sort_unstable();
        let kept = (0..32).filter(|&location| layout.offset(32 + location as u8).is_some());
        prop_assert_eq!(kept.collect::<Vec<u32>>(), stored);
    }

    #[test]
    fn a_separable_stage_stays_where_it_is(producer in interfaces(), read in any::<u64>()) {
        let producer = located(&producer);
        let consumer: Vec<_> = (0..producer.len())
            .filter(|number| read >> number & 1 != 0)
            .map(|number| producer[number])
            .collect();
        let link = |read: &[_]| {
            let linked = Linkage::new(&producer, read, Matching::Vulkan, Linking::Separable);
            placed(&linked.unwrap())
        };
        prop_assert_eq!(link(&consumer), link(&[]));
    }

    /// The rule of the standard for programs that are linked separately: the same name, or the same location.
    #[test]
    fn stages_compiled_apart_find_each_other_in_any_order(
        (written, read) in interfaces().prop_flat_map(|varyings| {
            let numbered: Vec<_> = varyings.into_iter().enumerate().collect();
            (Just(numbered.clone()).prop_shuffle(), Just(numbered).prop_shuffle())
        }),
    ) {
        let names = names();
        let [producer, consumer] = [&written, &read].map(|stage| {
            let varyings = stage.iter();
            let named = varyings.map(|&(name, varying)| NamedVarying { name: &names[name], varying });
            named.collect::<Vec<_>>()
        });
        let interface = by_name(&producer);
        // Arrays can be placed so that no gap is long enough.
        prop_assume!(interface.is_ok());
        let linkage = Linkage::new(&producer, &consumer, Matching::GlEs, Linking::Separable).unwrap();
        prop_assert_eq!(&linkage.producer, &interface.unwrap());
        for (number, &(name, varying)) in written.iter().enumerate() {
            let location = linkage.producer.location(number);
            let other = read.iter().position(|&(other, _)| other == name).unwrap();
            prop_assert_eq!(location, linkage.consumer.location(other));
            prop_assert!(varying.location().is_none_or(|explicit| location == Some(explicit)));
        }
    }

    /// The order is a stable sort by the names of variables, which end at the first part of a path.
    #[test]
    fn without_locations_a_sort_by_name_says_where_everything_is(
        paths in prop::collection::vec("(a{13,17}|b?)[ab]{0,2}([.\\[][ab]{0,18})?", 0..=32),
    ) {
        let varying = Varying::new(VaryingType::Float);
        let named: Vec<_> = paths.iter().map(|name| NamedVarying { name, varying }).collect();
        let interface = by_name(&named).unwrap();
        let mut sorted: Vec<_> = (0..paths.len()).collect();
        sorted.sort_by_key(|&number| paths[number].split(['.', '[']).next());
        for (location, number) in sorted.into_iter().enumerate() {
            prop_assert_eq!(interface.location(number), Some(location as u32));
        }
    }
}

/// Variables are in the order of their names. Structures and arrays of structures keep that of their members: `a[10]` comes
/// after `a[2]`. So it is for paths of any length that differ at any place.
#[test]
fn without_locations_variables_are_in_the_order_of_names() {
    for paths in [
        [
            ("uv", 6),
            ("light.size", 2),
            ("light.depth", 3),
            ("a[2]", 0),
            ("a[10]", 1),
            ("u", 4),
            ("u1", 5),
        ],
        [
            ("light.specular_power", 3),
            ("light.size", 4),
            ("light.specular_angle", 5),
            ("light.attenuation_of_it", 6),
            ("another_variable_of_that_beginning.z", 1),
            ("another_variable_of_that_beginning.a", 2),
            ("another_variable_of_that", 0),
        ],
    ] {
        let interface = by_name(&paths.map(|(name, _)| vec2(name))).unwrap();
        for (number, (name, location)) in paths.into_iter().enumerate() {
            assert_eq!(interface.location(number), Some(location), "{name}");
        }
    }
}

/// `uv` is the second of the vertex stage's names, and the first of the fragment stage's.
#[test]
fn a_varying_of_stages_compiled_apart_is_where_its_stage_has_it() {
    let written = [vec2("uv"), vec2("light")];
    let link = |read| Linkage::new(&written, &[read], Matching::GlEs, Linking::Separable);
    let apart = Error::Mismatch {
        varying: 2,
        producer: 0,
        mismatch: Mismatch::Location(0, 1),
    };
    assert_eq!(link(vec2("uv")), Err(apart));
    // An input that the other stage does not have at all is undefined, but not an error.
    assert!(link(vec2("nobody")).is_ok());
    let explicit = NamedVarying {
        name: "uv",
        varying: Varying::new(VaryingType::Vec2).with_location(9).unwrap(),
    };
    assert!(link(explicit).is_ok());
}

fn vec2(name: &str) -> NamedVarying<'_> {
    let varying = Varying::new(VaryingType::Vec2);
    NamedVarying { name, varying }
}

#[test]
fn the_vertex_stage_decides_the_bits_and_the_fragment_stage_the_type() {
    let at = |varying_type, precision| {
        let varying = Varying::new(varying_type).with_precision(precision);
        varying.with_location(5).unwrap()
    };
    for (written, read, bits) in [
        (Precision::High, Precision::Medium, 32),
        (Precision::Medium, Precision::High, 16),
    ] {
        let linkage = linked(
            &[at(VaryingType::Vec3, written)],
            &[(0, at(VaryingType::Vec2, read))],
        );
        let linkage = linkage.unwrap();
        assert_eq!(read_as(&linkage, Driver::Panfrost), (bits, 3));
        // PanVK's descriptors of V6 and V7 have the components of the fragment stage.
        assert_eq!(read_as(&linkage, Driver::PanVk), (bits, 2));
    }
    // Slots of stages that are compiled separately can differ in their types.
    let at = |base_type| Slot::new(37, 0, base_type, 3);
    let layout = MemoryLayout::place(&[at(BaseType::Uint)]).unwrap();
    let inputs = [at(BaseType::Float)];
    let mali = in_buffers(Driver::PanVk, Arch::V7, &layout, &inputs).unwrap();
    let slot = mali.linked.read_as(0).unwrap();
    assert_eq!(slot.format(), Some(Format::R32G32B32_SFLOAT));
}

/// The bits and components as which the first input is read on V7.
fn read_as(linkage: &Linkage, driver: Driver) -> (u8, u8) {
    let (layout, inputs) = (placed(linkage), linkage.inputs(MesaVersion::V26, Arch::V7));
    let mali = in_buffers(driver, Arch::V7, &layout, &inputs).unwrap();
    let slot = mali.linked.read_as(0).unwrap();
    (slot.bits, slot.components)
}

#[test]
fn types_that_do_not_match_are_refused() {
    let vec3 = Varying::new(VaryingType::Vec3);
    let at = |varying: Varying| varying.with_location(0).unwrap();
    let unsigned = Varying::new(VaryingType::Uvec3);
    let mismatch = |varying, written: Varying| {
        Err(Error::Mismatch {
            varying,
            producer: 0,
            mismatch: Mismatch::Type(written.varying_type(), written.length()),
        })
    };
    let vec4 = at(Varying::new(VaryingType::Vec4));
    let array = vec3.with_array(2).unwrap();
    for (written, read) in [
        (at(vec3), at(unsigned)),
        (vec3, unsigned),
        (at(vec3), vec4),
        (vec3, array),
        (array, vec3),
    ] {
        assert_eq!(linked(&[written], &[(0, read)]), mismatch(1, written));
    }
    assert!(linked(&[vec4], &[(0, at(vec3))]).is_ok());
    // The error names neither the varying after it nor the locations that the array would need.
    let shifted = linked(&[vec3; 2], &[(0, array), (1, vec3)]);
    assert_eq!(shifted, mismatch(2, vec3));
    let too_long = vec3.with_array(32).unwrap();
    let second = Err(Error::Mismatch {
        varying: 2,
        producer: 1,
        mismatch: Mismatch::Type(VaryingType::Vec3, 1),
    });
    assert_eq!(linked(&[vec3; 2], &[(1, too_long)]), second);
}

#[test]
fn what_does_not_match_is_told_what_does() {
    let error = Error::Mismatch {
        varying: 4,
        producer: 2,
        mismatch: Mismatch::Type(VaryingType::Vec2, 3),
    };
    assert_eq!(
        error.to_string(),
        "varying 4 does not match the vertex stage, which writes vec2[3]: the same type is allowed, in \
         Vulkan also a shorter vector"
    );
}

#[test]
fn what_has_no_location_to_be_at_is_refused() {
    let float = Varying::new(VaryingType::Float);
    let last = float.with_array(2).unwrap().with_location(31).unwrap();
    let error = Error::LocationRange {
        varying: 0,
        location: 31,
        needed: 2,
    };
    assert_eq!(interface(&[last]), Err(error));
    let shared = [float.with_location(4).unwrap(); 2];
    let error = Error::SharedLocation {
        varying: 1,
        other: 0,
        location: 4,
    };
    assert_eq!(interface(&shared), Err(error));
    // In the second stage both are counted on from those of the first.
    let fourth = float.with_location(4).unwrap();
    let error = Error::SharedLocation {
        varying: 2,
        other: 1,
        location: 4,
    };
    assert_eq!(
        linked(&[float], &[(7, fourth), (8, fourth)]).map(|_| ()),
        Err(error)
    );
    let full = Varying::new(VaryingType::Vec4)
        .with_array(u32::MAX)
        .unwrap();
    let error = Error::NoLocations {
        varying: 1,
        needed: u64::from(u32::MAX),
    };
    assert_eq!(linked(&[float], &[(7, full)]), Err(error));
    let many = [float; 129];
    assert!(matches!(
        interface(&many),
        Err(Error::TooManyVaryings { .. })
    ));
}

/// The rules of each API for an input at location 2 and an output there, checked by hand, clause by clause.
#[test]
fn each_clause_of_the_rules_decides_by_itself() {
    use Matching::{Gl, GlEs, Vulkan};
    let at = |varying: Varying, location| varying.with_location(location).unwrap();
    let new = |varying_type| at(Varying::new(varying_type), 2);
    let array = |varying: Varying, length| varying.with_array(length).unwrap();
    let flat = new(VaryingType::Vec2)
        .with_interpolation(Interpolation::Flat)
        .unwrap();
    let vec2 = new(VaryingType::Vec2);
    let upper = vec2.with_component(2).unwrap();
    let medium = vec2.with_precision(Precision::Medium);
    let integers = new(VaryingType::Ivec2);
    for (written, read, refused) in [
        (vec2, vec2, &[][..]),
        (flat, vec2, &[GlEs]),
        (vec2, flat, &[GlEs]),
        (medium, vec2, &[]),
        (integers.with_precision(Precision::Low), integers, &[]),
        (vec2.with_sampling(Sampling::Centroid), vec2, &[]),
        (new(VaryingType::Vec4), vec2, &[Gl, GlEs]),
        (
            new(VaryingType::Vec4),
            new(VaryingType::Float),
            &[Vulkan, Gl, GlEs],
        ),
        (vec2, new(VaryingType::Vec4), &[Vulkan, Gl, GlEs]),
        (vec2, new(VaryingType::Ivec2), &[Vulkan, Gl, GlEs]),
        (vec2, new(VaryingType::F16vec2), &[Vulkan, Gl, GlEs]),
        (array(vec2, 3), array(vec2, 2), &[Vulkan, Gl, GlEs]),
        (array(vec2, 1), vec2, &[Vulkan, Gl, GlEs]),
        (new(VaryingType::Mat2), vec2, &[Vulkan, Gl, GlEs]),
        (
            new(VaryingType::Vec4),
            new(VaryingType::Mat2),
            &[Vulkan, Gl, GlEs],
        ),
        (new(VaryingType::Mat2), array(vec2, 2), &[Vulkan, Gl, GlEs]),
        (array(at(vec2, 1), 3), vec2, &[Vulkan, Gl, GlEs]),
        (new(VaryingType::Vec4), upper, &[Vulkan, Gl, GlEs]),
        (at(vec2, 5), vec2, &[]),
        (upper, vec2, &[]),
    ] {
        for matching in [Vulkan, Gl, GlEs] {
            let linked = linked_by(matching, &[written], &[(7, read)]);
            let is_refused = refused.contains(&matching);
            assert_eq!(
                linked.is_err(),
                is_refused,
                "{matching:?}: {written:?}, {read:?}"
            );
            if let Err(error) = linked {
                assert_eq!((error.varying(), error.other()), (Some(1), Some(0)));
            }
            // A location decides in the same way as a name.
            let [written, read] =
                [written, read].map(|varying| [NamedVarying { name: "v", varying }]);
            let apart = Linkage::new(&written, &read, matching, Linking::Separable);
            let [precise, other] = [read, written].map(|stage| stage[0].varying.precision());
            let is_imprecise = matching == GlEs && precise != other;
            assert_eq!(
                apart.is_err(),
                is_refused || is_imprecise,
                "{matching:?}: {written:?}, {read:?}"
            );
        }
    }
}

#[test]
fn blocks_of_one_name_have_the_same_members() {
    let stage =
        |names: &[&'static str]| -> Vec<_> { names.iter().map(|name| vec2(name)).collect() };
    let written = stage(&[
        "lighter",
        "light[0].a",
        "light[0].b",
        "light[1].a",
        "light[1].b",
        "b.x",
    ]);
    for (read, differs) in [
        (
            &["light[0].a", "light[0].b", "light[1].a", "light[1].b"][..],
            None,
        ),
        (&["lighter", "b.x"], None),
        (&["light[0].a", "light[0].b"], Some((7, 3))),
        (&["b.x", "b.y"], Some((7, 5))),
        (
            &[
                "lighter",
                "light[0].b",
                "light[0].a",
                "light[1].a",
                "light[1].b",
            ],
            Some((7, 1)),
        ),
        (&["b.y"], Some((6, 5))),
        (
            &[
                "light[0].a",
                "light[0].b",
                "light[1].a",
                "light[1].b",
                "light[1].c",
            ],
            Some((10, 4)),
        ),
    ] {
        for linking in [Linking::Linked, Linking::Separable] {
            let linked = Linkage::new(&written, &stage(read), Matching::Gl, linking);
            match differs {
                Some((varying, producer)) => {
                    let error = Error::Mismatch {
                        varying,
                        producer,
                        mismatch: Mismatch::Member,
                    };
                    assert_eq!(linked, Err(error));
                }
                None if linking == Linking::Linked => assert!(linked.is_ok(), "{read:?}"),
                None => {}
            }
            assert!(!matches!(
                Linkage::new(&written, &stage(read), Matching::Vulkan, linking),
                Err(Error::Mismatch {
                    mismatch: Mismatch::Member,
                    ..
                })
            ));
        }
    }
}

/// The explicit locations of either stage's declarations are taken, whatever the names of the varyings.
#[test]
fn a_name_gets_no_location_that_the_other_stage_names() {
    let varying = Varying::new(VaryingType::Vec4);
    let explicit = varying.with_location(0).unwrap();
    let written = [NamedVarying { name: "a", varying }];
    let read = [
        NamedVarying {
            name: "b",
            varying: explicit,
        },
        written[0],
    ];
    let linkage = Linkage::new(&written, &read, Matching::GlEs, Linking::Linked).unwrap();
    assert_eq!(linkage.producer.location(0), Some(1));
    assert_eq!(linkage.consumer.location(1), Some(1));
    assert_eq!(placed(&linkage).offset(32), None);
}

#[test]
fn what_shares_a_location_is_interpolated_alike_and_as_wide() {
    let at = |varying_type, component| {
        let varying = Varying::new(varying_type).with_location(3).unwrap();
        varying.with_component(component).unwrap()
    };
    let first = at(VaryingType::Vec2, 0);
    let flat = at(VaryingType::Float, 2)
        .with_interpolation(Interpolation::Flat)
        .unwrap();
    let centroid = at(VaryingType::Float, 2).with_sampling(Sampling::Centroid);
    let shared = Err(Error::SharedLocation {
        varying: 1,
        other: 0,
        location: 3,
    });
    for other in [
        flat,
        centroid,
        at(VaryingType::F16, 2),
        at(VaryingType::Int, 2),
    ] {
        assert_eq!(interface(&[first, other]).map(|_| ()), shared);
    }
    let medium = at(VaryingType::Float, 2).with_precision(Precision::Medium);
    let shared = interface(&[first, medium]).unwrap();
    assert_eq!(shared.location(0), shared.location(1));
}

/// Every pair of sets of four declarations, two of them with locations. By OpenGL ES 3.1, 7.4.1: sets that are equal match;
/// if all inputs have locations, only outputs without one need their inputs.
#[test]
fn separable_programs_of_gl_es_declare_the_same() {
    // The declarations with a location, a bit each.
    const LOCATED: u32 = 0b1100;
    let float = Varying::new(VaryingType::Float);
    let all = [
        ("a", float),
        ("b", float),
        ("c", float.with_location(1).unwrap()),
        ("d", float.with_location(2).unwrap()),
    ];
    let declared = |set: u32| -> Vec<NamedVarying<'_>> {
        let members = (0..4).filter(|bit| set >> bit & 1 != 0);
        let named = members.map(|bit| NamedVarying {
            name: all[bit].0,
            varying: all[bit].1,
        });
        named.collect()
    };
    for written in 0..16 {
        for read in 0..16 {
            let found = check_exact_match(&declared(written), &declared(read));
            let is_right = if read & !LOCATED == 0 {
                written & !LOCATED == 0
            } else {
                read == written
            };
            assert_eq!(found.is_ok(), is_right, "{written:#b} {read:#b}");
            let blamed = match found {
                Err(Error::NoOutput { varying }) => {
                    let number = varying - written.count_ones() as usize;
                    assert!(!declared(written).contains(&declared(read)[number]));
                    true
                }
                Err(Error::NoInput { varying }) => {
                    assert!(!declared(read).contains(&declared(written)[varying]));
                    true
                }
                other => other.is_ok(),
            };
            assert!(blamed);
        }
    }
}

/// An input at a later element of an array of structures reads a part of a variable, as one of an array of vectors does.
#[test]
fn an_element_of_an_array_of_structures_is_no_variable() {
    let at = |name, location| NamedVarying {
        name,
        varying: Varying::new(VaryingType::Vec4)
            .with_location(location)
            .unwrap(),
    };
    let written = [
        at("s[0].a", 2),
        at("s[0].b", 3),
        at("s[1].a", 4),
        at("s[1].b", 5),
    ];
    for matching in [Matching::Vulkan, Matching::Gl, Matching::GlEs] {
        for linking in [Linking::Linked, Linking::Monolithic, Linking::Separable] {
            let link = |read: &[_]| Linkage::new(&written, read, matching, linking).map(|_| ());
            let same = ["t[0].a", "t[0].b", "t[1].a", "t[1].b"];
            let same: Vec<_> = (2..)
                .zip(same)
                .map(|(location, name)| at(name, location))
                .collect();
            assert_eq!(link(&same), Ok(()));
            let mismatch = Mismatch::Begin(2, 0);
            let error = Error::Mismatch {
                varying: 4,
                producer: 2,
                mismatch,
            };
            assert_eq!(link(&[at("x", 4)]), Err(error));
            assert_eq!(link(&[at("t[0].a", 4), at("t[0].b", 5)]), Err(error));
        }
    }
}
