//! Slots of a driver: placed by the rule of its compiler, which the tests state themselves.

use mali_instancing::Arch;
use mali_varyings::{
    BaseType, BuiltIn, BuiltIns, Driver, Error, Linking, MemoryLayout, MesaVersion, Section, Slot,
    SlotProblem, Stage, Treatment, Varying, VaryingDescriptors, VaryingType,
};
use proptest::prelude::*;

use super::{in_buffers, in_mesa, in_packets, link_located};

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
    }

    /// No two slots share a byte, each is aligned to its next power of two, and the section ends with the last.
    #[test]
    fn slots_do_not_overlap(slots in outputs()) {
        let layout = MemoryLayout::place(&slots).unwrap();
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

fn float(location: u8, index: u8, components: u8) -> Slot {
    Slot::new(location, index, BaseType::Float, components)
}

/// The shaders c, d and f of the trial in which Mesa's rule was compared with declarations.
#[test]
fn built_in_varyings_come_before_the_applications() {
    let offsets = |slots: &[Slot]| {
        let layout = MemoryLayout::place(slots).unwrap();
        let offsets: Vec<_> = slots
            .iter()
            .map(|slot| layout.offset(slot.location))
            .collect();
        (offsets, layout.bytes())
    };
    // Position, point size, a clip distance, a normal and coordinates.
    let clipped = [
        float(0, 0, 4),
        float(12, 1, 1),
        float(17, 2, 1),
        float(32, 3, 3),
        float(33, 4, 2),
    ];
    assert_eq!(
        offsets(&clipped),
        (vec![None, None, Some(0), Some(16), Some(32)], 40)
    );
    // Position, a colour, a texture coordinate and coordinates.
    let compatible = [
        float(0, 0, 4),
        float(1, 1, 4),
        float(4, 2, 4),
        float(32, 3, 2),
    ];
    assert_eq!(
        offsets(&compatible),
        (vec![None, Some(0), Some(16), Some(32)], 40)
    );
    // Position, a vector that nobody reads, and coordinates.
    let unread = [float(0, 0, 4), float(32, 1, 4), float(33, 2, 2)];
    assert_eq!(offsets(&unread), (vec![None, Some(0), Some(16)], 24));
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
    assert!(
        MemoryLayout::place(&[
            valid,
            Slot {
                bits: 8,
                ..float(12, 4, 0)
            }
        ])
        .is_ok()
    );
}

/// The number, and what is allowed.
#[test]
fn an_error_says_what_is_wrong() {
    let text = |problem| Error::InvalidSlot { slot: 2, problem }.to_string();
    assert_eq!(
        text(SlotProblem::Bits(8)),
        "slot 2 has 8 bits: 16 and 32 are allowed"
    );
    assert_eq!(
        text(SlotProblem::Index {
            index: 3,
            before: 5
        }),
        "slot 2 has index 3 after index 5: a larger one is allowed"
    );
    assert_eq!(
        text(SlotProblem::Components {
            component: 2,
            components: 3
        }),
        "slot 2 has 3 components from component 2 on, and so ends after component 3, the last"
    );
    for components in [0, 5] {
        let problem = SlotProblem::Components {
            component: 0,
            components,
        };
        let expected = format!("slot 2 has {components} components: 1 to 4 are allowed");
        assert_eq!(text(problem), expected);
    }
}

/// An integer that is interpolated has no value.
#[test]
fn integers_are_read_flat() {
    let uint = Slot {
        is_flat: false,
        ..Slot::new(32, 0, BaseType::Uint, 1)
    };
    let layout = MemoryLayout::place(&[uint]).unwrap();
    let arch = mali_instancing::Arch::V10;
    let driver = mali_varyings::Driver::PanVk;
    let link = |input| in_packets(driver, arch, &layout, &[input], true).map(|_| ());
    let problem = SlotProblem::InterpolatedInteger;
    assert_eq!(link(uint), Err(Error::InvalidSlot { slot: 0, problem }));
    assert_eq!(
        link(Slot {
            is_flat: true,
            ..uint
        }),
        Ok(())
    );
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
        let (driver, arch) = (Driver::Panfrost, mali_instancing::Arch::V7);
        VaryingDescriptors::link(driver, arch, &empty, inputs, true).map(|_| ())
    };
    assert_eq!(link(&slots(37)), Ok(()));
    assert_eq!(link(&slots(38)), Err(error));
}

#[test]
fn a_fragment_stage_reads_nothing_that_is_only_captured() {
    let inputs = [Slot {
        is_only_captured: true,
        ..float(32, 0, 1)
    }];
    let layout = MemoryLayout::place(&[float(32, 0, 1)]).unwrap();
    for driver in Driver::ALL {
        for arch in [mali_instancing::Arch::V7, mali_instancing::Arch::V10] {
            let linked = VaryingDescriptors::link(driver, arch, &layout, &inputs, true);
            let problem = SlotProblem::CapturedInput;
            assert_eq!(
                linked.map(|_| ()),
                Err(Error::InvalidSlot { slot: 0, problem })
            );
        }
    }
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
        let arch = mali_instancing::Arch::V7;
        let linked = in_buffers(Driver::Panfrost, arch, &layout, &[]).unwrap();
        assert_eq!(linked.linked.descriptors(Stage::Vertex), count);
    }
}
