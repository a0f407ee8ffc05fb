//! The slots of a manifest: varyings as a driver has them once its compiler has lowered inputs and outputs.

use mali_instancing::Arch;
use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::{Fault, Location, Node, Number, Reason, wrong};
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{BaseType, BuiltIn, Error, Slot, Stage};
use serde::Deserialize;

use super::choices::{SlotTypeNames, StageNames};

/// A location that one stage accesses once the driver's compiler has lowered inputs and outputs.
#[derive(Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct DeclaredSlot {
    /// The stage: out of the vertex stage, or in to the fragment stage.
    stage: Named<StageNames>,
    /// The location, Mesa's `gl_varying_slot`: 0 is the position, 12 the point size, 32 the application's location 0.
    #[cfg_attr(feature = "schemars", schemars(range(max = 63)))]
    location: Number<u32>,
    /// The number by which the stage's instructions name the slot, and the number of its descriptor. Absent: one more
    /// than that of the stage's slot before.
    #[cfg_attr(feature = "schemars", schemars(range(max = 255)))]
    index: Option<Number<u32>>,
    /// The type of the components: float, ivec2, f16vec3.
    r#type: Named<SlotTypeNames>,
    /// The first component that is accessed. Absent: 0.
    #[cfg_attr(feature = "schemars", schemars(range(max = 3)))]
    component: Option<Number<u32>>,
    /// Whether the fragment stage reads the slot without interpolation. Absent: true for integers.
    flat: Option<bool>,
    /// Whether only transform feedback reads what the vertex stage stores, so that it takes no memory. Absent: false.
    captured: Option<bool>,
}

/// The slots of a stage.
#[derive(Default)]
pub(super) struct StageSlots {
    pub(super) slots: Vec<Slot>,
    /// The place of each in the manifest, and its byte.
    places: Vec<(Location, usize)>,
}

/// The slots of the vertex stage and of the fragment stage.
pub(super) type Slots = [StageSlots; 2];

pub(super) fn read_slots(declared: Vec<DeclaredSlot>, root: &Node) -> Result<Slots, Fault> {
    let mut stages = Slots::default();
    for (number, slot) in declared.into_iter().enumerate() {
        let place = Location::default().in_element("slot", number, None);
        let Named(stage) = slot.stage;
        let slots = &mut stages[stage as usize];
        // The index after 255 is refused like one that is given.
        let index = slots
            .slots
            .last()
            .map_or(0, |last| u32::from(last.index) + 1);
        let slot = slot
            .slot(index)
            .map_err(|(key, reason)| wrong(&place, key, reason))?;
        slots.slots.push(slot);
        let offset = root.find(&place);
        slots.places.push((place, offset));
    }
    Ok(stages)
}

impl DeclaredSlot {
    fn slot(&self, next_index: u32) -> Result<Slot, (&'static str, String)> {
        let byte = |key, number: u32, last: u32| {
            let byte = u8::try_from(number).ok().filter(|_| number <= last);
            byte.ok_or_else(|| {
                (
                    key,
                    format!("{number} does not exist: 0 to {last} are allowed"),
                )
            })
        };
        let Named(of) = self.r#type;
        if let (Named(Stage::Fragment), Some(true)) = (self.stage, self.captured) {
            let reason = "transform feedback captures what is `out` of the vertex stage";
            return Err(("captured", reason.to_owned()));
        }
        let location = byte("location", self.location.0, 63)?;
        let index = self.index.map_or(next_index, |Number(index)| index);
        let component = self.component.map_or(0, |Number(component)| component);
        // The type cannot be wrong here: without matrices it has up to 4 components, of up to 32 bits.
        let slot = Slot::new(
            location,
            byte("index", index, 255)?,
            of.base_type(),
            byte("component", of.components(), 4)?,
        );
        Ok(Slot {
            bits: byte("type", of.bits(), 32)?,
            component: byte("component", component, 3)?,
            is_flat: self.flat.unwrap_or(of.base_type() != BaseType::Float),
            is_only_captured: self.captured == Some(true),
            ..slot
        })
    }
}

impl StageSlots {
    /// The byte of the first slot in the manifest.
    pub(super) fn first(&self) -> Option<usize> {
        self.places.first().map(|(_, offset)| *offset)
    }

    /// The number of the first slot at a location of a built-in variable.
    fn slot_of(&self, built_in: BuiltIn) -> Option<usize> {
        let mut slots = self.slots.iter();
        slots.position(|slot| built_in.locations().contains(&slot.location))
    }

    /// The error of a slot, at its place in the manifest.
    pub(super) fn error(&self, error: Error, source: &Source, arch: Arch) -> TextError {
        let (slot, reason) = match error {
            Error::InvalidSlot { slot, problem } => {
                let reason = format!("{} (on {arch})", problem.message().as_str());
                (Some(slot), reason)
            }
            Error::BuiltIn { built_in, .. } => (self.slot_of(built_in), error.to_string()),
            _ => (None, error.to_string()),
        };
        match slot.and_then(|slot| self.places.get(slot)) {
            Some((place, offset)) => {
                Fault::new(place.clone(), Reason::Wrong(reason)).in_text(source, *offset)
            }
            None => source.error(0, None, reason),
        }
    }
}

/// The error of the slots of two stages that are linked, at its place in the manifest.
pub(super) fn link_error(
    [written, read]: &Slots,
    error: Error,
    source: &Source,
    arch: Arch,
) -> TextError {
    let stage = match error {
        // The outputs are checked first.
        Error::BuiltIn {
            built_in,
            stage: Stage::Vertex,
            ..
        } if written.slot_of(built_in).is_some() => written,
        _ => read,
    };
    stage.error(error, source, arch)
}
