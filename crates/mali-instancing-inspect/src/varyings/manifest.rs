//! The contents of a manifest of varyings.

use mali_instancing_codegen::choice::Named;
use mali_instancing_codegen::read::{Fault, Location, Number, Reason, read_document, wrong};
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{RegisterTarget, Rules};
use mali_varyings_shader::{Declaration, Name, Stage, StageVaryings};
use serde::Deserialize;

use super::choices::{
    InterpolationNames, PrecisionNames, RegisterTargetNames, SamplingNames, StageNames, TypeNames,
};
use super::name::{self, check_unique};
use super::slots::{self, DeclaredSlot, Slots, StageSlots};

/// A manifest of varyings: the values that a vertex shader passes to a fragment shader; or of slots.
#[derive(Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// The number of registers. Absent: the number of the rules.
    #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = 64)))]
    registers: Option<Number<u32>>,
    /// The rules by which varyings are packed. Absent: es320.
    rules: Option<Named<RegisterTargetNames>>,
    /// Whether declarations that the edition does not have are accepted. Absent: false, they are
    /// errors.
    lenient: Option<bool>,
    /// The varyings, in the order in which they are declared.
    #[serde(default)]
    varying: Vec<DeclaredVarying>,
    /// The slots of both stages, in place of varyings: what a driver's compiler leaves of them.
    slot: Option<Vec<DeclaredSlot>>,
}

/// A varying.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(extend("dependencies" = { "component": ["location"] }))
)]
#[serde(deny_unknown_fields)]
struct DeclaredVarying {
    /// The name, which must differ from all others of the stage.
    name: String,
    /// The type of an element, as in GLSL.
    r#type: Named<TypeNames>,
    /// The number of elements of an array. Absent: the varying is not an array.
    #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
    array: Option<Number<u32>>,
    /// The interpolation between vertices. Absent: flat for integers, smooth for others.
    interpolation: Option<Named<InterpolationNames>>,
    /// The place in a pixel at which the value is taken. Absent: center.
    sampling: Option<Named<SamplingNames>>,
    /// The precision. Absent: highp.
    precision: Option<Named<PrecisionNames>>,
    /// The location, as in a shader's `layout`.
    location: Option<Number<u32>>,
    /// The component of the location at which the varying begins, as in a shader's `layout`. Absent: 0.
    #[cfg_attr(feature = "schemars", schemars(range(max = 3)))]
    component: Option<Number<u32>>,
    /// The one stage that has the varying: out of the vertex shader, or in to the fragment shader. Absent: both.
    stage: Option<Named<StageNames>>,
}

impl Manifest {
    /// Checks that a manifest of slots has some, and nothing that is for varyings.
    fn check_slots_alone(&self, slots: &[DeclaredSlot]) -> Result<(), Fault> {
        if slots.is_empty() {
            let reason = "0 slots are nothing: at least 1 is allowed";
            return Err(wrong(&Location::default(), "slot", reason));
        }
        if !self.varying.is_empty() {
            let location = Location::default().in_element("slot", 0, None);
            let reason =
                "a manifest has varyings or slots, which are what a compiler leaves of them";
            return Err(Fault::new(location, Reason::Wrong(reason.to_owned())));
        }
        let keys = [
            ("registers", self.registers.is_some()),
            ("rules", self.rules.is_some()),
            ("lenient", self.lenient.is_some()),
        ];
        match keys.iter().find(|(_, is_present)| *is_present) {
            Some((key, _)) => {
                let reason = "only varyings are packed into registers: slots are in memory";
                Err(wrong(&Location::default(), key, reason))
            }
            None => Ok(()),
        }
    }
}

/// The varyings of a manifest and the registers that they are packed into, or its slots.
pub(super) struct Contents {
    pub(super) target: RegisterTarget,
    /// The varyings of each stage.
    pub(super) stages: [StageVaryings; 2],
    /// The first varying that one stage alone has, and the byte of the key that says so.
    of_one_stage: Option<(Name, usize)>,
    pub(super) slots: Slots,
}

impl Contents {
    pub(super) fn read(source: &Source) -> Result<Self, TextError> {
        let contents = read_document(source, |manifest: Manifest, root| {
            if let Some(slots) = &manifest.slot {
                manifest.check_slots_alone(slots)?;
            }
            let mut target = manifest
                .rules
                .map_or(RegisterTarget::ES320, |Named(rules)| rules);
            if let Some(Number(registers)) = manifest.registers {
                let counted = target.with_registers(registers);
                target =
                    counted.map_err(|error| wrong(&Location::default(), "registers", error))?;
            }
            target.is_lenient = manifest.lenient == Some(true);
            let mut stages = [StageVaryings::default(), StageVaryings::default()];
            let mut of_one_stage = None;
            for (index, varying) in manifest.varying.into_iter().enumerate() {
                let name = Some(varying.name.clone());
                let location = Location::default().in_element("varying", index, name);
                let made = varying.declared().varying(varying.r#type.0);
                let made = made.map_err(|(key, error)| wrong(&location, key, error))?;
                // What is wrong with a pair is found later, without the document: names keep their bytes for it.
                let offset = root.find(&location.clone().with_key("name"));
                let only = varying.stage.map(|Named(stage)| stage);
                for stage in Stage::ALL {
                    if only.is_none_or(|only| only == stage) {
                        stages[stage as usize].push(&varying.name, offset, made);
                    }
                }
                if only.is_some() {
                    // An error only if registers are packed, so it waits.
                    of_one_stage.get_or_insert_with(|| {
                        let text = varying.name.clone();
                        (
                            Name { text, offset },
                            root.find(&location.with_key("stage")),
                        )
                    });
                }
            }
            Ok(Self {
                slots: slots::read_slots(manifest.slot.unwrap_or_default(), root)?,
                target,
                stages,
                of_one_stage,
            })
        })?;
        for stage in &contents.stages {
            check_unique(source, &stage.names)?;
        }
        Ok(contents)
    }

    /// Whether the manifest has slots, and no varyings.
    pub(super) fn has_slots(&self) -> bool {
        self.slots.iter().any(|stage| !stage.slots.is_empty())
    }

    /// Checks that no varying has a `stage`, which is only for memory: registers are those of one stage.
    pub(super) fn check_one_stage(&self, source: &Source) -> Result<(), TextError> {
        if let Some(offset) = self.slots.iter().find_map(StageSlots::first) {
            let message =
                "registers are packed for varyings: slots are only for memory, which --arch shows";
            return Err(source.error(offset, None, message.to_owned()));
        }
        match &self.of_one_stage {
            Some((name, byte)) => Err(name::error_at(
                name,
                ("stage", *byte),
                source,
                "registers are packed for one stage: this is only for memory, which --arch shows",
            )),
            None => Ok(()),
        }
    }
}

/// The name of rules, as a manifest has it.
pub(super) const fn rules_name(rules: Rules) -> &'static str {
    match rules {
        Rules::Es100 => "es100",
        Rules::Es300 => "es300",
        Rules::Es310 => "es310",
        Rules::Es320 => "es320",
    }
}

impl DeclaredVarying {
    fn declared(&self) -> Declaration {
        Declaration {
            array: self.array.map(|Number(length)| length),
            interpolation: self.interpolation.map(|Named(chosen)| chosen),
            sampling: self.sampling.map(|Named(chosen)| chosen),
            precision: self.precision.map(|Named(chosen)| chosen),
            location: self.location.map(|Number(location)| location),
            component: self.component.map(|Number(component)| component),
        }
    }
}
