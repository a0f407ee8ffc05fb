//! The hardware's fields of a mode.

use mali_instancing::{MagicDivisor, PaddedCount, PowerOfTwo};
use serde::Serialize;

use super::packed::word;

/// The fields that a mode has, in Mesa's terms.
#[derive(Default, Serialize)]
pub struct Fields {
    #[serde(rename = "divisor_r", skip_serializing_if = "Option::is_none")]
    r: Option<u32>,
    #[serde(rename = "divisor_p", skip_serializing_if = "Option::is_none")]
    p: Option<u32>,
    #[serde(rename = "divisor_e", skip_serializing_if = "Option::is_none")]
    e: Option<u32>,
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
            d: Some(word(magic.divisor_d())),
            p: None,
        }
    }
}

impl Fields {
    /// Each field's letter and its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, String)> {
        [("R", self.r), ("P", self.p), ("E", self.e)]
            .into_iter()
            .filter_map(|(letter, value)| Some((letter, value?.to_string())))
            .chain(self.d.clone().map(|value| ("D", value)))
    }
}
