//! A mode in words: how an element's index is found.

use mali_instancing::FetchMode;
use mali_instancing::descriptor::ValhallFetchMode;

use super::fields::Fields;

pub struct Mode {
    /// Its name in everything that a machine reads.
    pub name: &'static str,
    /// Its name in everything that a person reads.
    pub title: String,
    /// The index of the element, by the fields' letters.
    pub element: &'static str,
    pub fields: Fields,
}

impl From<FetchMode> for Mode {
    fn from(mode: FetchMode) -> Self {
        let element = match mode {
            FetchMode::Linear => "id",
            FetchMode::Constant => "the same for every thread",
            FetchMode::Modulus(_) => "id mod ((2·P + 1)·2^R)",
            FetchMode::PotDivisor(_) => "id >> R",
            FetchMode::NpotDivisor { .. } => "((id + E) · (2^31 + D)) >> (32 + R)",
        };
        let fields = match mode {
            FetchMode::Linear | FetchMode::Constant => Fields::default(),
            FetchMode::Modulus(padded) => padded.into(),
            FetchMode::PotDivisor(power) => power.into(),
            FetchMode::NpotDivisor { magic, .. } => magic.into(),
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
        let element = match mode {
            ValhallFetchMode::Vertex => "vertex",
            ValhallFetchMode::Instance => "instance",
            ValhallFetchMode::Constant => "the same for every instance",
            ValhallFetchMode::PotDivisor(_) => "instance >> R",
            ValhallFetchMode::VertexPacket { .. } => "vertex of the packet",
            ValhallFetchMode::NpotDivisor(_) => "((instance + E) · (2^31 + D)) >> (32 + R)",
        };
        let fields = match mode {
            ValhallFetchMode::PotDivisor(power) => power.into(),
            ValhallFetchMode::NpotDivisor(magic) => magic.into(),
            _ => Fields::default(),
        };
        Self {
            name: mode.name(),
            title: mode.to_string(),
            element,
            fields,
        }
    }
}
