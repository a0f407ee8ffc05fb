use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::Arch;
use mali_varyings::{BaseType, Driver, Error, MemoryLayout, MesaVersion, Slot, VaryingDescriptors};

use super::choices;
use super::memory::{
    DrawInput, MAX_SLOTS, are_supported, check_linked, check_places, hardware_place,
    with_descriptors,
};

/// The slots of two stages, right or wrong.
#[derive(Arbitrary, Debug)]
pub struct SlotsInput {
    draw: DrawInput,
    outputs: Vec<SlotInput>,
    inputs: Vec<SlotInput>,
}

#[derive(Arbitrary, Debug)]
struct SlotInput {
    // 64 is not a location of a slot.
    #[arbitrary(with = |bytes: &mut arbitrary::Unstructured| bytes.int_in_range(0..=64))]
    location: u8,
    /// The distance of the index from the one before.
    #[arbitrary(with = |bytes: &mut arbitrary::Unstructured| bytes.int_in_range(0..=7))]
    step: u8,
    #[arbitrary(with = choices::base_type)]
    base_type: BaseType,
    #[arbitrary(with = |bytes: &mut arbitrary::Unstructured| bytes.choose(&[32, 16, 32, 16, 32, 16, 8, 0]).copied())]
    bits: u8,
    #[arbitrary(with = |bytes: &mut arbitrary::Unstructured| bytes.int_in_range(0..=15))]
    components: u8,
    is_flat: bool,
    #[arbitrary(with = |bytes: &mut arbitrary::Unstructured| bytes.ratio(1, 8))]
    is_only_captured: bool,
}

fn slots(inputs: &[SlotInput]) -> Vec<Slot> {
    let mut index = 0_u8;
    let slots = inputs.iter().map(|input| {
        let slot = Slot {
            location: input.location,
            index,
            base_type: input.base_type,
            bits: input.bits,
            component: input.components / 4,
            components: input.components % 4 + 1,
            is_flat: input.is_flat,
            is_only_captured: input.is_only_captured,
        };
        // Mostly the next one.
        index = index.wrapping_add(match input.step {
            0 => 0,
            7 => 9,
            _ => 1,
        });
        slot
    });
    slots.collect()
}

/// Whether the slots of a stage are ones that it can have. `is_known` are the locations.
fn are_valid(
    slots: &[Slot],
    is_known: impl Fn(u8) -> bool,
    is_checked: impl Fn(&Slot) -> bool,
) -> bool {
    let has_namesake = |(number, slot): (usize, &Slot)| {
        slots[..number]
            .iter()
            .any(|other| other.location == slot.location)
    };
    slots
        .iter()
        .all(|slot| is_known(slot.location) && is_checked(slot))
        && slots.windows(2).all(|pair| pair[0].index < pair[1].index)
        && with_descriptors(slots) <= MAX_SLOTS
        && !slots.iter().enumerate().any(has_namesake)
}

fn has_components(slot: Slot) -> bool {
    [16, 32].contains(&slot.bits)
        && slot.components > 0
        && slot
            .component
            .checked_add(slot.components)
            .is_some_and(|end| end <= 4)
}

/// The locations of other stages, and those of the facing and the point coordinate, are no outputs.
fn is_output(location: u8) -> bool {
    location < 24 || (32..64).contains(&location)
}

/// Whether the fragment stage can have these inputs.
fn are_inputs(arch: Arch, slots: &[Slot]) -> bool {
    let is_computed = |location: u8| arch <= Arch::V5 && [0, 24, 25].contains(&location);
    let is_known = |location| {
        is_computed(location) || is_output(location) && hardware_place(location).is_none()
    };
    are_valid(slots, is_known, |slot| {
        // What is computed is not interpolated.
        let has_value =
            is_computed(slot.location) || slot.is_flat || slot.base_type == BaseType::Float;
        !slot.is_only_captured && has_components(*slot) && has_value
    })
}

/// No two outputs of the generic section share a byte, and all are within it.
fn check_apart(layout: &MemoryLayout) {
    let outputs = layout
        .outputs()
        .iter()
        .filter(|slot| !slot.is_only_captured);
    let mut spans: Vec<[u32; 2]> = outputs
        .filter_map(|slot| {
            let begin = layout.offset(slot.location)?;
            Some([begin, begin + slot.bytes()])
        })
        .collect();
    spans.sort_unstable();
    assert!(spans.windows(2).all(|pair| pair[0][1] <= pair[1][0]));
    assert!(spans.iter().all(|[_, end]| *end <= layout.bytes()));
}

impl SlotsInput {
    /// Every version of Mesa places the outputs, and those of before 26 for one architecture.
    fn check_versions(&self, layout: &MemoryLayout, inputs: &[Slot]) {
        let DrawInput { arch, driver, .. } = self.draw;
        // Before 26 `PanVk` makes room for the stored components alone, since Vulkan lets the fragment stage read no others,
        // and none for edge flags.
        let is_within = |input: &Slot| {
            let output = layout.slot(input.location);
            output.is_none_or(|output| input.width() <= output.width())
        };
        let is_edge_flag = |output: &Slot| output.location == 15;
        let is_right = driver == Driver::Panfrost
            || inputs.iter().all(is_within) && !layout.outputs().iter().any(is_edge_flag);
        for version in MesaVersion::ALL {
            let is_supported = are_supported(version, driver, arch, layout.outputs(), inputs);
            let has_rule = version.nearest(driver, arch).is_some();
            let mut placed = *layout;
            match placed.place_in_mesa(version, driver, arch, inputs) {
                Ok(()) => {
                    assert!(has_rule && are_inputs(arch, inputs) && is_supported);
                    assert!(version != MesaVersion::V26 || placed == *layout);
                    if is_right || version == MesaVersion::V26 {
                        check_apart(&placed);
                        if arch.has_attribute_buffers() {
                            check_linked(&self.draw, &placed, inputs);
                        }
                    }
                }
                Err(Error::InvalidSlot { slot, .. }) => assert!(slot < inputs.len()),
                Err(Error::TooManySlots { slots, .. }) => assert!(slots <= inputs.len()),
                Err(Error::BuiltIn { .. }) => assert!(!is_supported),
                Err(_) => assert!(!has_rule),
            }
        }
    }

    pub(super) fn check(&self) {
        let outputs = slots(&self.outputs);
        let layout = MemoryLayout::place(&outputs);
        let is_checked =
            |slot: &Slot| hardware_place(slot.location).is_some() || has_components(*slot);
        assert_eq!(layout.is_ok(), are_valid(&outputs, is_output, is_checked));
        let Ok(layout) = layout else {
            return;
        };
        assert_eq!(layout.outputs(), outputs);
        check_places(&layout);
        let inputs = slots(&self.inputs);
        self.check_versions(&layout, &inputs);
        let DrawInput {
            arch,
            driver,
            is_layout_known,
            ..
        } = self.draw;
        if are_inputs(arch, &inputs) {
            return check_linked(&self.draw, &layout, &inputs);
        }
        let error = VaryingDescriptors::link(driver, arch, &layout, &inputs, is_layout_known).err();
        let is_driver = driver == Driver::PanVk && arch <= Arch::V5;
        match error {
            Some(Error::InvalidSlot { slot, .. }) => assert!(slot < inputs.len()),
            Some(Error::TooManySlots { slots, .. }) => assert!(slots <= inputs.len()),
            Some(Error::DriverArch { .. }) => assert!(is_driver),
            other => panic!("{other:?}"),
        }
    }
}
