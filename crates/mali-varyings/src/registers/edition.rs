use super::rules::{Feature, Rules};
use crate::base_type::BaseType;
use crate::declaration::{Interpolation, Sampling, Varying};
use crate::error::Error;

/// Checks that the edition of the rules has every part of the declarations.
pub(super) const fn check_edition(varyings: &[Varying], rules: Rules) -> Result<(), Error> {
    each!(varying, 0..varyings.len(), {
        if let Some(feature) = missing(varyings[varying], rules) {
            return Err(Error::NotInEdition {
                varying,
                rules,
                feature,
            });
        }
    });
    Ok(())
}

/// The first part of a declaration that the edition does not have.
const fn missing(varying: Varying, rules: Rules) -> Option<Feature> {
    let varying_type = varying.varying_type();
    let is_first = matches!(rules, Rules::Es100);
    let is_float = matches!(varying_type.base_type(), BaseType::Float);
    let is_square = varying_type.columns() == varying_type.components();
    let is_in_first = is_float && (is_square || !varying_type.is_matrix());
    // `gl_FrontFacing` is counted as a flat `int`, which GLSL ES 1.00 lets no shader declare.
    Some(if is_first && varying.is_built_in() {
        return None;
    } else if varying_type.bits() != 32 || is_first && !is_in_first {
        Feature::Type(varying_type)
    } else if is_first && !matches!(varying.interpolation(), Interpolation::Smooth) {
        Feature::Interpolation(varying.interpolation())
    } else if is_first && !matches!(varying.sampling(), Sampling::Center) {
        Feature::Sampling(varying.sampling())
    } else if varying.location().is_some() && matches!(rules, Rules::Es100 | Rules::Es300) {
        Feature::Location
    } else if varying.component() != 0 {
        Feature::Component
    } else {
        return None;
    })
}
