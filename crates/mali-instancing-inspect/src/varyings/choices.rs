//! The names of what manifests and options choose.

use mali_instancing_codegen::choice::Choice;
use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::suggestion::unknown;
use mali_instancing_codegen::{choices, names_of_all};
use mali_varyings::{
    Driver, Interpolation, Matching, MesaVersion, Precision, RegisterTarget, Sampling, VaryingType,
};
use mali_varyings_shader::Stage;

choices! {
    /// The names of editions whose rules are followed.
    pub RegisterTargetNames of RegisterTarget { "es100" => ES100, "es300" => ES300, "es310" => ES310, "es320" => ES320 }
    pub(super) StageNames of Stage { "out" => Vertex, "in" => Fragment }
    /// The names of APIs whose rules match stages.
    pub MatchingNames of Matching { "vulkan" => Vulkan, "gl" => GlEs }
    /// The names of versions of Mesa. 22.3 places as 25.0 does.
    pub MesaVersionNames of MesaVersion { "22.3" => V25_0, "25.0" => V25_0, "26" => V26 }
}

choices! {
    /// The names of drivers.
    pub DriverNames of Driver;
    pub(super) InterpolationNames of Interpolation;
    pub(super) SamplingNames of Sampling;
    pub(super) PrecisionNames of Precision;
}

/// The names of the types of varyings.
pub(super) enum TypeNames {}

impl Choice for TypeNames {
    type Value = VaryingType;

    const NAMES: &'static [(&'static str, VaryingType)] = names_of_all!(VaryingType);

    fn parse(text: &str) -> Result<VaryingType, String> {
        type_of(text, Self::NAMES)
    }
}

/// The names of the types of slots: those of varyings without matrices, which come last.
pub(super) enum SlotTypeNames {}

impl Choice for SlotTypeNames {
    type Value = VaryingType;

    const NAMES: &'static [(&'static str, VaryingType)] = {
        let mut names = TypeNames::NAMES;
        while let [rest @ .., (_, last)] = names {
            if !last.is_matrix() {
                break;
            }
            names = rest;
        }
        names
    };

    fn parse(text: &str) -> Result<VaryingType, String> {
        let of = type_of(text, Self::NAMES)?;
        if of.is_matrix() {
            return Err(format!("{text} takes several slots, one for each column"));
        }
        Ok(of)
    }
}

/// The type with this name, or an error that lists the known ones.
fn type_of(text: &str, known: &[(&str, VaryingType)]) -> Result<VaryingType, String> {
    VaryingType::from_name(text).ok_or_else(|| {
        if VaryingType::is_64_bits(text) {
            let text = Quoted::new(text);
            return format!("`{text}` is not supported: a component has at most 32 bits");
        }
        let known: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        unknown(text, &known)
    })
}
