//! Mesa's way from a shader's stores to offsets, store by store: a model of `pan_varying_collect_formats` and
//! `pan_build_varying_layout_compact`, written from their description. Declarations are compared with it as well as slots.

use mali_instancing::Arch;
use mali_varyings::{
    BaseType, BuiltIn, BuiltIns, Error, Linkage, Linking, MemoryLayout, MesaVersion, Precision,
    Section, Slot, Varying, VaryingType,
};
use proptest::prelude::*;

use super::{interface, interfaces, link_located, placed};

/// A store of the vertex shader: components of one location of Mesa's `gl_varying_slot`.
#[derive(Clone, Copy, Debug)]
struct Store {
    location: usize,
    first: u32,
    components: u32,
    base_type: BaseType,
    bits: u32,
    /// Whether the variable is `mediump` or `lowp`.
    is_relaxed: bool,
}

/// The knowledge of a location after all stores.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Collected {
    base_type: BaseType,
    bits: u32,
    /// Components that are written are counted from the first of the location.
    components: u32,
    offset: Option<u32>,
}

/// Collects stores by their locations, and places the locations one after the other. A location has 16 bits if all its
/// floats of 32 bits are relaxed, and begins at a multiple of the smallest power of two that is not below its size.
fn collect(stores: &[Store]) -> (Vec<(usize, Collected)>, u32) {
    let mut end = 0;
    let mut all = Vec::new();
    for location in 0..64 {
        let here: Vec<_> = stores
            .iter()
            .filter(|store| store.location == location)
            .collect();
        let Some(first) = here.first() else { continue };
        let is_exact = here
            .iter()
            .any(|store| store.bits == 32 && !store.is_relaxed);
        let is_narrow = first.base_type == BaseType::Float && first.bits == 32 && !is_exact;
        let bits = if is_narrow { 16 } else { first.bits };
        let components = here
            .iter()
            .map(|store| store.first + store.components)
            .max();
        let components = components.unwrap();
        // Position, point size, primitive ID, layer and viewport are elsewhere.
        let is_generic = !matches!(location, 0 | 12 | 21..=23);
        let offset = is_generic.then(|| {
            let size = components * bits / 8;
            let mut alignment = 1;
            while alignment < size {
                alignment *= 2;
            }
            while end % alignment != 0 {
                end += 1;
            }
            let begin = end;
            end += size;
            begin
        });
        all.push((
            location,
            Collected {
                base_type: first.base_type,
                bits,
                components,
                offset,
            },
        ));
    }
    (all, end)
}

/// The stores of a varying at a location: one for each vector.
fn stores(varying: Varying, location: u32) -> impl Iterator<Item = Store> {
    let varying_type = varying.varying_type();
    let vectors = varying.length() * varying_type.columns();
    (0..vectors).map(move |vector| Store {
        location: (32 + location + vector) as usize,
        first: varying.component(),
        components: varying_type.components(),
        base_type: varying_type.base_type(),
        bits: varying_type.bits(),
        is_relaxed: varying.precision() != Precision::High,
    })
}

/// The stores of built-in variables: those that Panfrost lowers to outputs, and the position.
fn built_in_stores(texture_coordinates: u8, clip_distances: u8, colours: bool) -> Vec<Store> {
    let float = |location, components| Store {
        location,
        first: 0,
        components,
        base_type: BaseType::Float,
        bits: 32,
        is_relaxed: false,
    };
    let mut all = vec![float(0, 4)];
    if colours {
        all.extend([float(1, 4), float(13, 4), float(3, 1), float(12, 1)]);
    }
    let coordinates = (0..8).filter(|element| texture_coordinates >> element & 1 != 0);
    all.extend(coordinates.map(|element| float(4 + element, 4)));
    // An array of distances is stored as one or two vectors up to its last element.
    let distances = 8 - clip_distances.leading_zeros();
    for (location, distances) in [(17, distances.min(4)), (18, distances.saturating_sub(4))] {
        if distances > 0 {
            all.push(float(location, distances));
        }
    }
    all
}

/// The elements of a built-in array that are stored, a bit each: often none.
fn elements() -> impl Strategy<Value = u8> {
    prop_oneof![Just(0), any::<u8>()]
}

/// The stores of a linkage, location by location.
fn linked(linkage: &Linkage) -> (Vec<(usize, Collected)>, u32) {
    let layout = placed(linkage);
    let outputs = layout
        .outputs()
        .iter()
        .zip(0..)
        .map(|(slot, rank): (&Slot, u8)| {
            assert_eq!(slot.index, rank);
            let offset = match layout.place_of(slot.location) {
                Some((Section::Generic, offset)) => Some(offset),
                _ => None,
            };
            let collected = Collected {
                base_type: slot.base_type,
                bits: slot.bits.into(),
                components: slot.width(),
                offset,
            };
            (slot.location.into(), collected)
        });
    (outputs.collect(), layout.bytes())
}

/// Scalars and vectors that share locations, each with components of its own, of one base type and number of bits.
fn sharing() -> impl Strategy<Value = Vec<Varying>> {
    let bases = vec![
        [VaryingType::Float, VaryingType::Vec2, VaryingType::Vec3],
        [VaryingType::Uint, VaryingType::Uvec2, VaryingType::Uvec3],
        [VaryingType::F16, VaryingType::F16vec2, VaryingType::F16vec3],
    ];
    let precisions = vec![Precision::High, Precision::Medium, Precision::Low];
    let part = (0..3_usize, prop::sample::select(precisions), 0..4_u32);
    let one = (
        0..8_u32,
        prop::sample::select(bases),
        prop::collection::vec(part, 1..4),
    );
    prop::collection::vec(one, 1..9).prop_map(|locations| {
        let mut all = Vec::new();
        let mut seen = [false; 8];
        for (location, types, parts) in locations {
            if std::mem::replace(&mut seen[location as usize], true) {
                continue;
            }
            let mut taken = [false; 4];
            for (size, precision, component) in parts {
                let varying = Varying::new(types[size]).with_precision(precision);
                let varying = varying.with_location(location).unwrap();
                let Ok(varying) = varying.with_component(component) else {
                    continue;
                };
                let wanted = &mut taken[component as usize..=component as usize + size];
                if !wanted.contains(&true) {
                    wanted.fill(true);
                    all.push(varying);
                }
            }
        }
        all
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60_000))]

    #[test]
    fn declarations_are_where_their_stores_are(
        varyings in prop_oneof![interfaces(), sharing()],
        texture_coordinates in elements(),
        clip_distances in elements(),
        colours in any::<bool>(),
    ) {
        let stage = interface(&varyings).unwrap();
        let mut all = built_in_stores(texture_coordinates, clip_distances, colours);
        for (number, &varying) in varyings.iter().enumerate() {
            all.extend(stores(varying, stage.location(number).unwrap()));
        }
        let mut written = BuiltIns::NONE
            .with_elements(BuiltIn::TexCoord, texture_coordinates)
            .with_elements(BuiltIn::ClipDistance, clip_distances);
        if colours {
            let variables =
                [BuiltIn::FrontColor, BuiltIn::BackColor, BuiltIn::FogFragCoord, BuiltIn::PointSize];
            written = variables.into_iter().fold(written, BuiltIns::with);
        }
        let mut linkage = link_located(&varyings, &[], Linking::Monolithic);
        linkage.built_ins[0] = written;
        let expected = collect(&all);
        let (slots, allowed) = (expected.0.len(), 37);
        if slots > allowed {
            let refused = MemoryLayout::place(&linkage.outputs());
            prop_assert_eq!(refused, Err(Error::TooManySlots { slots, allowed }));
        } else {
            prop_assert_eq!(linked(&linkage), expected);
        }
    }

    /// In a linked program of OpenGL the stores that nobody reads are gone before, except for what fixed functions read.
    #[test]
    fn linked_stages_store_what_is_read(varyings in interfaces(), read in any::<u64>()) {
        let stage = interface(&varyings).unwrap();
        let is_read = |number: &usize| read >> number & 1 != 0;
        let kept: Vec<usize> = (0..varyings.len()).filter(is_read).collect();
        let mut all = built_in_stores(0, 0b1_0001, false);
        let located = |&number: &usize| {
            let location = stage.location(number).unwrap();
            (varyings[number], location)
        };
        let read: Vec<_> = kept.iter().map(located).collect();
        all.extend(read.iter().flat_map(|&(varying, location)| stores(varying, location)));
        let read: Vec<_> = read
            .iter()
            .map(|&(varying, location)| varying.with_location(location).unwrap())
            .collect();
        let written = BuiltIns::NONE.with_elements(BuiltIn::ClipDistance, 0b1_0001);
        let mut linkage = link_located(&varyings, &read, Linking::Linked);
        linkage.built_ins[0] = written;
        prop_assert_eq!(linked(&linkage), collect(&all));
        prop_assert!(linkage.inputs(MesaVersion::V26, Arch::V7).len() >= 2);
    }
}

#[test]
fn thirty_two_vectors_fit_and_no_more() {
    let full = [Varying::new(VaryingType::Vec4).with_array(32).unwrap()];
    let layout = placed(&link_located(&full, &[], Linking::Monolithic));
    assert_eq!((layout.offset(63), layout.bytes()), (Some(496), 512));
    let more = [Varying::new(VaryingType::Float).with_array(33).unwrap()];
    assert!(interface(&more).is_err());
}
