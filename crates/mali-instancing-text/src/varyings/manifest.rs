//! What a manifest of varyings says.

use mali_varyings::{Interpolation, Sampling, Target, Varying, VaryingType};

use crate::error::{Rejected, reject};
use crate::manifest::document::{Fault, Name, Node};
use crate::manifest::keys::{Keys, choice, number, text};
use crate::manifest::{check_names, document};
use crate::notation::Choice;
use crate::notation::source::Source;
use crate::notation::suggestion::unknown;

const KIND: &str = "varying";

/// The varyings of a manifest, and what they are to be packed for.
pub(super) struct Interface {
    pub(super) rules: &'static str,
    pub(super) target: Target,
    pub(super) names: Vec<Name>,
    pub(super) varyings: Vec<Varying>,
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

impl Interface {
    pub(super) fn read(source: &Source) -> Result<Self, Fault> {
        let mut document = document(source)?;
        document.check_known(&["registers", "rules", KIND])?;
        let rules = match document.take("rules") {
            Some(entry) => entry.read(choice::<Target>)?,
            None => Target::ES320,
        };
        let target = match document.take("registers") {
            Some(entry) => entry.read(|node| {
                rules
                    .with_registers(number(node)?)
                    .map_err(|error| error.to_string())
            })?,
            None => rules,
        };
        let records = match document.take(KIND) {
            Some(entry) => Keys::of_records(KIND, entry, None)?,
            None => Vec::new(),
        };
        let mut names = Vec::with_capacity(records.len());
        let mut varyings = Vec::with_capacity(records.len());
        for (name, keys) in records {
            keys.check_known(&["name", "type", "array", "interpolation", "sampling"])?;
            varyings.push(varying(&keys).map_err(|rejected| keys.fault(&rejected))?);
            names.push(name);
        }
        check_names(source, &names)?;
        Ok(Self {
            rules: rules.name(),
            target,
            names,
            varyings,
        })
    }
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
    Ok(match keys.optional("sampling", choice)? {
        Some(sampling) => varying.with_sampling(sampling),
        None => varying,
    })
}

fn varying_type(node: &Node) -> Result<VaryingType, String> {
    let name = text(node)?;
    VaryingType::from_name(name).ok_or_else(|| {
        let known: Vec<_> = VaryingType::ALL.iter().map(|known| known.name()).collect();
        unknown(name, &known)
    })
}
