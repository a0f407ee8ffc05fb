//! What a manifest of varyings says.

use mali_instancing::data::Number;
use mali_instancing_codegen::Source;
use mali_instancing_codegen::read::{self, Location};
use mali_instancing_codegen::suggestion::unknown;
use mali_varyings::{Interpolation, Precision, Sampling, Target, Varying, VaryingType};
use serde::Deserialize;

use super::shader::{Stage, StageVaryings};
use crate::document::{Fault, Name, check_names, read_document, wrong};
use crate::notation::{Choice, Named, library_names, quote};

const KIND: &str = "varying";

/// A manifest of varyings: what a vertex shader hands on to a fragment shader.
#[derive(Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// How many registers there are. Absent: as many as the rules have.
    #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = 64)))]
    registers: Option<Number<u32>>,
    /// The rules that varyings are packed by. Absent: es320.
    rules: Option<Named<Target>>,
    /// The varyings, in the order in which they are declared.
    #[serde(default)]
    varying: Vec<DeclaredVarying>,
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
    /// The name, which differs from all others of its stage.
    name: String,
    /// The type of an element, as GLSL has it.
    r#type: Named<VaryingType>,
    /// How many elements the array has. Absent: it is no array.
    #[cfg_attr(feature = "schemars", schemars(range(min = 1)))]
    array: Option<Number<u32>>,
    /// How values between vertices are found. Absent: flat for integers, smooth for others.
    interpolation: Option<Named<Interpolation>>,
    /// Where in a pixel the value is taken. Absent: center.
    sampling: Option<Named<Sampling>>,
    /// The precision. Absent: highp.
    precision: Option<Named<Precision>>,
    /// The location, as in a shader's `layout`.
    location: Option<Number<u32>>,
    /// The component of the location at which it begins, as in a shader's `layout`. Absent: 0.
    #[cfg_attr(feature = "schemars", schemars(range(max = 3)))]
    component: Option<Number<u32>>,
    /// The one stage that has it: out of the vertex shader, or in to the fragment shader. Absent: both.
    stage: Option<Named<Stage>>,
}

/// The varyings of a manifest, and what they are to be packed for.
pub(super) struct Interface {
    pub(super) rules: &'static str,
    pub(super) target: Target,
    pub(super) names: Vec<Name>,
    pub(super) varyings: Vec<Varying>,
    /// Of each varying, the one stage that has it.
    stages: Vec<Option<Stage>>,
}

impl Choice for Target {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("es100", Self::ES100),
        ("es300", Self::ES300),
        ("es310", Self::ES310),
        ("es320", Self::ES320),
        ("relaxed", Self::RELAXED),
        ("chosen", Self::CHOSEN),
    ];
}

impl Choice for Interpolation {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("smooth", Self::Smooth),
        ("flat", Self::Flat),
        ("noperspective", Self::Noperspective),
    ];
}

impl Choice for Sampling {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("center", Self::Center),
        ("centroid", Self::Centroid),
        ("sample", Self::Sample),
    ];
}

impl Choice for Precision {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("highp", Self::High),
        ("mediump", Self::Medium),
        ("lowp", Self::Low),
    ];
}

impl Choice for Stage {
    const NAMES: &'static [(&'static str, Self)] = &[("out", Self::Vertex), ("in", Self::Fragment)];
}

impl Choice for VaryingType {
    const NAMES: &'static [(&'static str, Self)] = library_names!();

    fn parse(text: &str) -> Result<Self, String> {
        Self::from_name(text).ok_or_else(|| {
            if Self::is_64_bits(text) {
                return format!(
                    "`{}` is not supported: a component has at most 32 bits",
                    quote(text)
                );
            }
            let known: Vec<_> = Self::ALL.iter().map(|known| known.name()).collect();
            unknown(text, &known)
        })
    }
}

impl Interface {
    pub(super) fn read(source: &Source) -> Result<Self, Fault> {
        let interface = read_document(source, |manifest: Manifest, root| {
            let rules = manifest.rules.map_or(Target::ES320, |Named(rules)| rules);
            let mut interface = Self {
                rules: rules.name(),
                target: match manifest.registers {
                    Some(Number(registers)) => rules
                        .with_registers(registers)
                        .map_err(|error| wrong(&Location::default(), "registers", error))?,
                    None => rules,
                },
                names: Vec::new(),
                varyings: Vec::new(),
                stages: Vec::new(),
            };
            for (index, declared) in manifest.varying.into_iter().enumerate() {
                let name = Some(declared.name.clone());
                let location = Location::default().in_element(KIND, index, name);
                interface.varyings.push(declared.varying(&location)?);
                interface
                    .stages
                    .push(declared.stage.map(|Named(stage)| stage));
                interface.names.push(Name {
                    kind: KIND.to_owned(),
                    text: declared.name,
                    offset: root.find(&location.with_key("name")),
                });
            }
            Ok(interface)
        })?;
        for stage in [Stage::Vertex, Stage::Fragment] {
            let of_stage = interface.names.iter().zip(&interface.stages);
            let of_stage = of_stage.filter(|&(_, &of)| is_of(of, stage));
            check_names(source, of_stage.map(|(name, _)| name))?;
        }
        Ok(interface)
    }

    /// What a stage of a shader declares, which is packed by the rules of GLSL ES 3.2.
    pub(super) fn of_shader(stage: StageVaryings) -> Self {
        Self {
            rules: Target::ES320.name(),
            target: Target::ES320,
            names: stage.names,
            varyings: stage.varyings,
            stages: Vec::new(),
        }
    }

    /// What only one stage has goes with memory: registers are those of one stage.
    pub(super) fn check_one_stage(&self) -> Result<(), Fault> {
        match self.stages.iter().position(Option::is_some) {
            Some(number) => Err(self.names[number].fault(
                "registers are those of one stage: `stage` goes with memory, which --arch shows",
            )),
            None => Ok(()),
        }
    }

    /// The varyings that a stage has.
    pub(super) fn of_stage(&self, stage: Stage) -> StageVaryings {
        let numbers = (0..self.names.len()).filter(|&number| is_of(self.stages[number], stage));
        let mut found = StageVaryings::default();
        for number in numbers {
            let Name { text, offset, .. } = &self.names[number];
            found.push(text, *offset, self.varyings[number]);
        }
        found
    }
}

fn is_of(one: Option<Stage>, stage: Stage) -> bool {
    one.is_none_or(|one| one == stage)
}

impl DeclaredVarying {
    fn varying(&self, location: &Location) -> Result<Varying, read::Fault> {
        let at = |key| move |error: mali_varyings::Error| wrong(location, key, error);
        let mut varying = Varying::new(self.r#type.0);
        if let Some(Number(length)) = self.array {
            varying = varying.with_array(length).map_err(at("array"))?;
        }
        if let Some(Named(interpolation)) = self.interpolation {
            varying = varying
                .with_interpolation(interpolation)
                .map_err(at("interpolation"))?;
        }
        if let Some(Named(sampling)) = self.sampling {
            varying = varying.with_sampling(sampling);
        }
        if let Some(Named(precision)) = self.precision {
            varying = varying.with_precision(precision);
        }
        if let Some(Number(number)) = self.location {
            varying = varying.with_location(number).map_err(at("location"))?;
        }
        if let Some(Number(component)) = self.component {
            varying = varying.with_component(component).map_err(at("component"))?;
        }
        Ok(varying)
    }
}
