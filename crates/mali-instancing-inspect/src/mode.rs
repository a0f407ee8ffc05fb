//! A mode in words: how an element's index is found, and by which fields.

use mali_instancing::descriptor::ValhallFetchMode;
use mali_instancing::{FetchMode, MagicDivisor, PaddedCount, PowerOfTwo};
use serde::Serialize;

/// A mode, explained.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(crate) struct Mode {
    /// The mode: `linear`, `modulus`, `pot-divisor`, `npot-divisor`, and what V9 has beside them.
    #[serde(rename = "mode")]
    pub(crate) name: &'static str,
    /// Its name for a person.
    #[serde(skip)]
    pub(crate) title: String,
    /// The index of the element, by the fields' letters.
    #[serde(skip)]
    pub(crate) element: &'static str,
    pub(crate) fields: Fields,
}

/// The fields that a mode has, in genxml's terms.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(crate) struct Fields {
    #[serde(rename = "divisor_r", skip_serializing_if = "Option::is_none")]
    r: Option<u32>,
    #[serde(rename = "divisor_p", skip_serializing_if = "Option::is_none")]
    p: Option<u32>,
    #[serde(rename = "divisor_e", skip_serializing_if = "Option::is_none")]
    e: Option<u32>,
    /// In hexadecimal.
    #[serde(rename = "divisor_d", skip_serializing_if = "Option::is_none")]
    d: Option<String>,
}

impl From<PaddedCount> for Fields {
    fn from(padded: PaddedCount) -> Self {
        Self {
            r: Some(padded.shift()),
            p: Some(padded.odd() / 2),
            ..Self::default()
        }
    }
}

impl From<PowerOfTwo> for Fields {
    fn from(power: PowerOfTwo) -> Self {
        Self {
            r: Some(power.divisor_r()),
            ..Self::default()
        }
    }
}

impl From<MagicDivisor> for Fields {
    fn from(magic: MagicDivisor) -> Self {
        Self {
            r: Some(magic.divisor_r()),
            e: Some(u32::from(magic.divisor_e())),
            d: Some(format!("{:#010x}", magic.divisor_d())),
            p: None,
        }
    }
}

impl Fields {
    /// Each field's letter and its value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, String)> {
        [("R", self.r), ("P", self.p), ("E", self.e)]
            .into_iter()
            .filter_map(|(letter, value)| Some((letter, value?.to_string())))
            .chain(self.d.clone().map(|value| ("D", value)))
    }
}

impl From<FetchMode> for Mode {
    fn from(mode: FetchMode) -> Self {
        let (element, fields) = match mode {
            FetchMode::Linear => ("id", Fields::default()),
            FetchMode::Constant => ("the same for every thread", Fields::default()),
            FetchMode::Modulus(padded) => ("id mod ((2·P + 1)·2^R)", padded.into()),
            FetchMode::PotDivisor(power) => ("id >> R", power.into()),
            FetchMode::NpotDivisor { magic, .. } => {
                ("((id + E) · (2^31 + D)) >> (32 + R)", magic.into())
            }
        };
        Self {
            name: mode.name(),
            title: mode.to_string(),
            element,
            fields,
        }
    }
}

impl From<ValhallFetchMode> for Mode {
    fn from(mode: ValhallFetchMode) -> Self {
        let (element, fields) = match mode {
            ValhallFetchMode::Vertex => ("vertex", Fields::default()),
            ValhallFetchMode::Instance => ("instance", Fields::default()),
            ValhallFetchMode::Constant => ("the same for every instance", Fields::default()),
            ValhallFetchMode::PotDivisor(power) => ("instance >> R", power.into()),
            ValhallFetchMode::VertexPacket { .. } => ("vertex of the packet", Fields::default()),
            ValhallFetchMode::NpotDivisor(magic) => {
                ("((instance + E) · (2^31 + D)) >> (32 + R)", magic.into())
            }
        };
        Self {
            name: mode.name(),
            title: mode.to_string(),
            element,
            fields,
        }
    }
}
