//! Declarations, made of arbitrary bytes.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use mali_instancing::Arch;
use mali_varyings::{
    BaseType, BuiltIn, BuiltIns, Driver, Interpolation, Precision, Sampling, Varying, VaryingType,
};

pub(super) fn arch(bytes: &mut Unstructured) -> Result<Arch> {
    bytes.choose(Arch::ALL).copied()
}

pub(super) fn driver(bytes: &mut Unstructured) -> Result<Driver> {
    bytes.choose(&Driver::ALL).copied()
}

pub(super) fn base_type(bytes: &mut Unstructured) -> Result<BaseType> {
    bytes
        .choose(&[BaseType::Float, BaseType::Int, BaseType::Uint])
        .copied()
}

/// A declaration. One whose parts do not go together is declared without the part that does not.
pub(super) fn varying(bytes: &mut Unstructured) -> Result<Varying> {
    let varying = Varying::new(*bytes.choose(VaryingType::ALL)?)
        .with_precision(*bytes.choose(&Precision::ALL)?)
        .with_sampling(*bytes.choose(&Sampling::ALL)?);
    let interpolation = *bytes.choose(&Interpolation::ALL)?;
    let mut varying = varying.with_interpolation(interpolation).unwrap_or(varying);
    if bytes.ratio(1, 3)? {
        let length = if bytes.ratio(1, 16)? {
            bytes.arbitrary()?
        } else {
            bytes.int_in_range(0..=40)?
        };
        varying = varying.with_array(length).unwrap_or(varying);
    }
    if bytes.arbitrary()? {
        varying = (varying.with_location(bytes.int_in_range(0..=32)?)).unwrap_or(varying);
        varying = (varying.with_component(bytes.int_in_range(0..=4)?)).unwrap_or(varying);
    }
    Ok(varying)
}

pub(super) fn built_ins(bytes: &mut Unstructured) -> Result<BuiltIns> {
    let mut built_ins = BuiltIns::NONE;
    for _ in 0..bytes.int_in_range(0..=6)? {
        built_ins = built_ins.with_elements(*bytes.choose(BuiltIn::ALL)?, bytes.arbitrary()?);
    }
    Ok(built_ins)
}
