//! What a manifest of varyings says.

use mali_varyings::{Interpolation, Precision, Sampling, Target, Varying, VaryingType};

use super::shader::{Stage, StageVaryings};
use crate::document::{Fault, Name};
use crate::document::{check_known, check_names, document, read, take};
use crate::keys::{Keys, choice, number, text};
use crate::notation::Choice;
use crate::notation::quote;
use crate::rejected::{Rejected, reject};
use mali_instancing_codegen::Source;
use mali_instancing_codegen::read::Node;
use mali_instancing_codegen::suggestion::unknown;

const KIND: &str = "varying";

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

impl Interface {
    pub(super) fn read(source: &Source) -> Result<Self, Fault> {
        let mut document = document(source)?;
        check_known(&document, &["registers", "rules", KIND])?;
        let rules = match take(&mut document, "rules") {
            Some(entry) => read(&entry, choice::<Target>)?,
            None => Target::ES320,
        };
        let target = match take(&mut document, "registers") {
            Some(entry) => read(&entry, |node| {
                rules
                    .with_registers(number(node)?)
                    .map_err(|error| error.to_string())
            })?,
            None => rules,
        };
        let descriptors = match take(&mut document, KIND) {
            Some(entry) => Keys::of_descriptors(KIND, entry, None)?,
            None => Vec::new(),
        };
        let mut names = Vec::with_capacity(descriptors.len());
        let mut varyings = Vec::with_capacity(descriptors.len());
        let mut stages = Vec::with_capacity(descriptors.len());
        for (name, keys) in descriptors {
            keys.check_known(&[
                "name",
                "type",
                "array",
                "interpolation",
                "sampling",
                "precision",
                "location",
                "component",
                "stage",
            ])?;
            varyings.push(varying(&keys).map_err(|rejected| keys.fault(&rejected))?);
            let stage = keys.optional("stage", choice);
            stages.push(stage.map_err(|rejected| keys.fault(&rejected))?);
            names.push(name);
        }
        for stage in [Stage::Vertex, Stage::Fragment] {
            let of_stage = names
                .iter()
                .zip(&stages)
                .filter(|&(_, &of)| is_of(of, stage));
            check_names(source, of_stage.map(|(name, _)| name))?;
        }
        Ok(Self {
            rules: rules.name(),
            target,
            names,
            varyings,
            stages,
        })
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

fn varying(keys: &Keys) -> Result<Varying, Rejected> {
    let mut varying = Varying::new(keys.required("type", varying_type)?);
    if let Some(length) = keys.optional("array", number)? {
        varying = varying.with_array(length).map_err(reject("array"))?;
    }
    if let Some(interpolation) = keys.optional("interpolation", choice)? {
        varying = varying
            .with_interpolation(interpolation)
            .map_err(reject("interpolation"))?;
    }
    if let Some(sampling) = keys.optional("sampling", choice)? {
        varying = varying.with_sampling(sampling);
    }
    if let Some(precision) = keys.optional("precision", choice)? {
        varying = varying.with_precision(precision);
    }
    if let Some(location) = keys.optional("location", number)? {
        varying = varying
            .with_location(location)
            .map_err(reject("location"))?;
    }
    if let Some(component) = keys.optional("component", number)? {
        varying = varying
            .with_component(component)
            .map_err(reject("component"))?;
    }
    Ok(varying)
}

fn varying_type(node: &Node) -> Result<VaryingType, String> {
    let name = text(node)?;
    VaryingType::from_name(name).ok_or_else(|| {
        if VaryingType::is_64_bits(name) {
            return format!(
                "`{}` is not supported: a component has at most 32 bits",
                quote(name)
            );
        }
        let known: Vec<_> = VaryingType::ALL.iter().map(|known| known.name()).collect();
        unknown(name, &known)
    })
}
