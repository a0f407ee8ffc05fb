//! The names to choose from.

use mali_instancing::draw::TableLayout;
use mali_instancing::{Arch, Format, Padding, Rounding};
use mali_instancing_codegen::shader::ShaderLanguage;
use serde::{Deserialize, Serialize};

/// A question for all names.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NamesQuestion {}

/// All names that can be chosen.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Known {
    /// The version of the libraries.
    version: &'static str,
    architectures: Vec<Architecture>,
    paddings: Vec<&'static str>,
    roundings: Vec<&'static str>,
    layouts: Vec<&'static str>,
    shader_languages: Vec<&'static str>,
}

/// An architecture and its abilities.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Architecture {
    name: &'static str,
    number: u8,
    /// Whether it pads vertex counts: up to V7.
    pads: bool,
    /// Whether it has index-driven vertex shading, and pads for it.
    has_idvs: bool,
    /// Whether an attribute can read an ID.
    has_ids: bool,
    /// The formats that it can fetch.
    formats: Vec<&'static str>,
}

pub(crate) fn names(_: NamesQuestion) -> Known {
    let architectures = Arch::ALL.iter().map(|&arch| {
        let formats = Format::ALL
            .iter()
            .filter(|format| format.hardware(arch).is_some());
        Architecture {
            name: arch.name(),
            number: arch.number(),
            pads: arch.has_attribute_buffers(),
            has_idvs: arch.has_idvs(),
            has_ids: arch.has_id_descriptors(),
            formats: formats.map(|format| format.name()).collect(),
        }
    });
    Known {
        version: env!("CARGO_PKG_VERSION"),
        architectures: architectures.collect(),
        paddings: Padding::ALL.iter().map(|one| one.name()).collect(),
        roundings: Rounding::ALL.iter().map(|one| one.name()).collect(),
        layouts: TableLayout::ALL.iter().map(|one| one.name()).collect(),
        shader_languages: ShaderLanguage::ALL.iter().map(|one| one.name()).collect(),
    }
}
