//! Slots of a driver: placed by the rule of its compiler, which the tests state themselves.

use mali_instancing::Arch;
use mali_varyings::{
    BaseType, BuiltIn, BuiltIns, Driver, Error, Linking, MemoryLayout, MesaVersion, Section, Slot,
    SlotProblem, Stage, Treatment, Varying, VaryingDescriptors, VaryingType,
};
use proptest::prelude::*;

use super::{in_buffers, in_mesa, link_located};

/// The places that Mesa's compiler gives to slots, written from its documentation: by a search for the first byte that is
/// a multiple of the alignment, past everything before.
fn rule(slots: &[Slot]) -> (Vec<Option<(Section, u32)>>, u32) {
    let mut memory = Vec::new();
    let places = slots.iter().map(|slot| {
        let fixed = match slot.location {
            0 => Some((Section::Position, 0)),
            12 => Some((Section::Attributes, 0)),
            21 => Some((Section::Attributes, 12)),
            22 | 23 => Some((Section::Attributes, 2)),
            _ => None,
        };
        if slot.is_only_captured && fixed.is_none() {
            return None;
        }
        Some(fixed.unwrap_or_else(|| {
            let size = usize::from(slot.component + slot.components) * usize::from(slot.bits / 8);
            let alignment = [1, 2, 4, 8, 16]
                .into_iter()
                .find(|&power| power >= size)
                .unwrap();
            while memory.len() % alignment != 0 {
                memory.push(false);
            }
            let begin = memory.len();
            memory.extend(std::iter::repeat_n(true, size));
            (Section::Generic, begin as u32)
        }))
    });
    let places = places.collect();
    (places, memory.len() as u32)
}

/// Slots at any locations that a vertex stage stores, in any order of locations, with gaps in the indices.
pub(crate) fn outputs() -> impl Strategy<Value = Vec<Slot>> {
    let locations: Vec<u8> = (0..24).chain(32..64).collect();
    let fields = (
        0..3_u8,
        prop::sample::select(vec![BaseType::Float, BaseType::Int, BaseType::Uint]),
        any::<bool>(),
        (0..4_u8).prop_flat_map(|component| (Just(component), 1..=4 - component)),
        prop::bool::weighted(0.1),
    );
    let shuffled = prop_oneof![
        prop::sample::subsequence(locations.clone(), 0..=37),
        prop::sample::subsequence(locations, 0..=37).prop_shuffle(),
    ];
    (shuffled, prop::collection::vec(fields, 56)).prop_map(|(locations, fields)| {
        let mut next = 0;
        let slots = locations.into_iter().zip(fields);
        let slot = |(location, (gap, base_type, is_half, (component, components), captured))| {
            let index = next + gap;
            next = index + 1;
            Slot {
                bits: if is_half { 16 } else { 32 },
                component,
                is_only_captured: captured,
                ..Slot::new(location, index, base_type, components)
            }
        };
        slots.map(slot).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50_000))]

    #[test]
    fn slots_are_where_the_rule_says(slots in outputs()) {
        let layout = MemoryLayout::place(&slots).unwrap();
        let (places, bytes) = rule(&slots);
        let ours: Vec<_> = slots.iter().map(|slot| layout.place_of(slot.location)).collect();
        let captured = |slot: &Slot| slot.is_only_captured && !matches!(slot.location, 0 | 12 | 21..=23);
        for ((slot, ours), place) in slots.iter().zip(ours).zip(places) {
            if !slot.is_only_captured {
                prop_assert_eq!(ours, place);
            } else if captured(slot) {
                prop_assert_eq!(ours, None);
            }
        }
        prop_assert_eq!(layout.bytes(), bytes);
        prop_assert_eq!(layout.outputs(), &slots[..]);
        // No two slots share a byte, each is aligned to its next power of two, and the section ends with the last.
        let mut end = 0;
        for slot in &slots {
            if let Some(offset) = layout.offset(slot.location) {
                prop_assert!(offset >= end && offset % slot.bytes().next_power_of_two() == 0);
                end = offset + slot.bytes();
            }
        }
        prop_assert_eq!(layout.bytes(), end);
        // Mesa has 12 bits with a sign for an offset.
        prop_assert!(end < 2048);
    }
}

pub(crate) fn float(location: u8, index: u8, components: u8) -> Slot {
    Slot::new(location, index, BaseType::Float, components)
}

/// The shaders c, d and f of the trial in which Mesa's rule was compared with declarations.
#[test]
fn built_in_varyings_come_before_the_applications() {
    // Each slot's location, components and offset, and the bytes of the section.
    for (stage, slots, bytes) in [
        (
            "position, point size, a clip distance, a normal and coordinates",
            &[
                (0, 4, None),
                (12, 1, None),
                (17, 1, Some(0)),
                (32, 3, Some(16)),
                (33, 2, Some(32)),
            ][..],
            40,
        ),
        (
            "position, a colour, a texture coordinate and coordinates",
            &[
                (0, 4, None),
                (1, 4, Some(0)),
                (4, 4, Some(16)),
                (32, 2, Some(32)),
            ],
            40,
        ),
        (
            "position, a vector that nobody reads, and coordinates",
            &[(0, 4, None), (32, 4, Some(0)), (33, 2, Some(16))],
            24,
        ),
    ] {
        let outputs = (0..).zip(slots);
        let outputs =
            outputs.map(|(index, &(location, components, _))| float(location, index, components));
        let layout = MemoryLayout::place(&outputs.collect::<Vec<_>>()).unwrap();
        for &(location, _, offset) in slots {
            assert_eq!(layout.offset(location), offset, "{stage}: {location}");
        }
        assert_eq!(layout.bytes(), bytes, "{stage}");
    }
}

#[test]
fn what_cannot_be_a_slot_is_refused_by_its_number() {
    let valid = float(32, 3, 4);
    let refused = |slot| match MemoryLayout::place(&[valid, slot]) {
        Err(Error::InvalidSlot { slot: 1, problem }) => problem,
        other => panic!("{other:?}"),
    };
    let next = float(33, 4, 4);
    assert_eq!(refused(float(64, 4, 1)), SlotProblem::Location(64));
    assert_eq!(refused(float(32, 4, 1)), SlotProblem::RepeatedLocation(32));
    let index = SlotProblem::Index {
        index: 3,
        before: 3,
    };
    assert_eq!(refused(float(33, 3, 1)), index);
    assert_eq!(refused(Slot { bits: 8, ..next }), SlotProblem::Bits(8));
    for (component, components) in [(0, 0), (0, 5), (1, 4), (3, 2), (255, 255)] {
        let problem = SlotProblem::Components {
            component,
            components,
        };
        assert_eq!(
            refused(Slot {
                component,
                components,
                ..next
            }),
            problem
        );
    }
    // The point coordinate, and what only other stages have.
    for location in 25..32 {
        assert_eq!(
            refused(float(location, 4, 1)),
            SlotProblem::NotAnOutput(location)
        );
    }
    // The hardware decides the type of what it reads.
    let point_size = Slot {
        bits: 8,
        ..float(12, 4, 0)
    };
    assert!(MemoryLayout::place(&[valid, point_size]).is_ok());
}

/// The number, and what is allowed.
#[test]
fn an_error_says_what_is_wrong() {
    let index = SlotProblem::Index {
        index: 3,
        before: 5,
    };
    let components = |component, components| SlotProblem::Components {
        component,
        components,
    };
    for (problem, text) in [
        (SlotProblem::Bits(8), "has 8 bits: 16 and 32 are allowed"),
        (index, "has index 3 after index 5: a larger one is allowed"),
        (
            components(2, 3),
            "has 3 components from component 2 on, and so ends after component 3, the last",
        ),
        (components(0, 0), "has 0 components: 1 to 4 are allowed"),
        (components(0, 5), "has 5 components: 1 to 4 are allowed"),
    ] {
        let error = Error::InvalidSlot { slot: 2, problem };
        assert_eq!(error.to_string(), format!("slot 2 {text}"));
    }
}

/// An integer that is interpolated has no value, and what is only captured is in no memory.
#[test]
fn a_fragment_stage_reads_what_has_a_value() {
    let uint = Slot::new(32, 0, BaseType::Uint, 1);
    let interpolated = Slot {
        is_flat: false,
        ..uint
    };
    let captured = Slot {
        is_only_captured: true,
        ..float(32, 0, 1)
    };
    let refused = |problem| Err(Error::InvalidSlot { slot: 0, problem });
    for (input, expected) in [
        (uint, Ok(())),
        (interpolated, refused(SlotProblem::InterpolatedInteger)),
        (captured, refused(SlotProblem::CapturedInput)),
    ] {
        let output = Slot {
            is_only_captured: false,
            ..input
        };
        let layout = MemoryLayout::place(&[output]).unwrap();
        for driver in Driver::ALL {
            for arch in [Arch::V7, Arch::V10] {
                let inputs = [input];
                let linked = VaryingDescriptors::link(driver, arch, &layout, &inputs, true);
                assert_eq!(linked.map(|_| ()), expected, "{input:?} {driver} {arch}");
            }
        }
    }
}

/// The locations and components of `gl_varying_slot` that a stage's built-in variables take, with their ranks.
#[test]
fn the_ranks_of_a_stage_are_those_of_its_locations() {
    let varyings = [Varying::new(VaryingType::Vec3).with_location(5).unwrap()];
    let written = BuiltIns::NONE
        .with(BuiltIn::PointSize)
        .with(BuiltIn::FrontColor)
        .with(BuiltIn::BackColor)
        .with(BuiltIn::FogFragCoord)
        .with_elements(BuiltIn::TexCoord, 0b101)
        .with_elements(BuiltIn::ClipDistance, 0b10_0000);
    let read = BuiltIns::NONE
        .with(BuiltIn::FrontColor)
        .with_elements(BuiltIn::TexCoord, 0b100);
    let slots = |slots: &[Slot]| {
        let slots = slots
            .iter()
            .map(|slot| (slot.location, slot.index, slot.width()));
        slots.collect::<Vec<_>>()
    };
    let link = |linking| {
        let mut linkage = link_located(&varyings, &varyings, linking);
        linkage.built_ins = [written, read];
        linkage
    };
    // All of them.
    let separable = link(Linking::Separable);
    let all = [
        (0, 0, 4),
        (1, 1, 4),
        (3, 2, 1),
        (4, 3, 4),
        (6, 4, 4),
        (12, 5, 1),
        (13, 6, 4),
        (17, 7, 4),
        (18, 8, 2),
        (37, 9, 3),
    ];
    assert_eq!(slots(&separable.outputs()), all);
    // Those that are read, the back colour that may replace a front colour, and the clip distances.
    let linked = link(Linking::Linked);
    let some = [
        (0, 0, 4),
        (1, 1, 4),
        (6, 2, 4),
        (12, 3, 1),
        (13, 4, 4),
        (17, 5, 4),
        (18, 6, 2),
        (37, 7, 3),
    ];
    assert_eq!(slots(&linked.outputs()), some);
    let inputs = linked.inputs(MesaVersion::V26, Arch::V7);
    let read = [(1, 0, 4), (6, 1, 4), (17, 2, 4), (18, 3, 2), (37, 4, 3)];
    assert_eq!(slots(inputs.as_slice()), read);
}

/// A driver gives no place to a built-in variable that it does not support, whatever the version.
#[test]
fn a_slot_that_the_driver_does_not_support_is_refused() {
    let slots = [float(17, 0, 4), float(32, 1, 4)];
    let layout = MemoryLayout::place(&slots).unwrap();
    let empty = MemoryLayout::place(&[]).unwrap();
    let (driver, arch) = (Driver::PanVk, Arch::V10);
    let refused = |stage, version| Error::BuiltIn {
        built_in: BuiltIn::ClipDistance,
        stage,
        version,
        driver,
        arch,
        treatment: Treatment::Unsupported,
    };
    for version in [MesaVersion::V25_0, MesaVersion::V26] {
        let placed = in_mesa(&layout, version, driver, arch, &slots);
        assert_eq!(placed, Err(refused(Stage::Vertex, version)));
        let placed = in_mesa(&empty, version, driver, arch, &slots);
        assert_eq!(placed, Err(refused(Stage::Fragment, version)));
        assert!(in_mesa(&layout, version, Driver::Panfrost, arch, &slots).is_ok());
    }
    let link = |driver, layout, inputs| {
        VaryingDescriptors::link(driver, arch, layout, inputs, true).map(|_| ())
    };
    let newest = MesaVersion::V26;
    let refused = |stage| Err(refused(stage, newest));
    assert_eq!(link(driver, &layout, &[]), refused(Stage::Vertex));
    assert_eq!(link(driver, &empty, &slots), refused(Stage::Fragment));
    assert_eq!(link(Driver::Panfrost, &layout, &slots), Ok(()));
}

/// Of the outputs of the hardware except for position and point size, a driver passes one: `PanVk` the layer, from V10 on.
#[test]
fn only_panvk_stores_a_layer_and_only_from_v10_on() {
    for location in 21..=23 {
        let layout = MemoryLayout::place(&[float(location, 0, 1)]).unwrap();
        for driver in Driver::ALL {
            for &arch in &Arch::ALL[2..] {
                let placed = in_mesa(&layout, MesaVersion::V26, driver, arch, &[]);
                let is_passed = location == 22 && driver == Driver::PanVk && arch >= Arch::V10;
                assert_eq!(placed.is_ok(), is_passed, "{location} {driver} {arch}");
            }
        }
    }
}

/// Mesa's `PAN_MAX_VARYINGS`: 32 varyings and the five special ones. What is only captured has no descriptor.
#[test]
fn a_stage_has_at_most_37_slots() {
    let locations: Vec<u8> = (1..12).chain(32..64).collect();
    let slots = |count: usize| -> Vec<Slot> {
        let locations = (0..).zip(&locations[..count]);
        locations
            .map(|(index, &location)| float(location, index, 1))
            .collect()
    };
    assert!(MemoryLayout::place(&slots(37)).is_ok());
    let error = Error::TooManySlots {
        slots: 38,
        allowed: 37,
    };
    assert_eq!(MemoryLayout::place(&slots(38)), Err(error));
    let mut captured = slots(38);
    captured[20].is_only_captured = true;
    assert!(MemoryLayout::place(&captured).is_ok());
    let empty = MemoryLayout::place(&[]).unwrap();
    let link = |inputs: &[Slot]| {
        let (driver, arch) = (Driver::Panfrost, Arch::V7);
        VaryingDescriptors::link(driver, arch, &empty, inputs, true).map(|_| ())
    };
    assert_eq!(link(&slots(37)), Ok(()));
    assert_eq!(link(&slots(38)), Err(error));
}

/// Mesa counts the outputs that it collects. It does not collect one that is only captured, so that no descriptor of such
/// an output follows the last of the others.
#[test]
fn what_is_only_captured_is_not_counted() {
    let captured = |slot| Slot {
        is_only_captured: true,
        ..slot
    };
    for (slots, count) in [
        (vec![captured(float(32, 0, 1))], 0),
        (vec![float(32, 0, 1), captured(float(33, 5, 1))], 1),
        (vec![captured(float(32, 0, 1)), float(33, 5, 1)], 6),
    ] {
        let layout = MemoryLayout::place(&slots).unwrap();
        let arch = Arch::V7;
        let linked = in_buffers(Driver::Panfrost, arch, &layout, &[]).unwrap();
        assert_eq!(linked.linked.descriptors(Stage::Vertex), count);
    }
}
