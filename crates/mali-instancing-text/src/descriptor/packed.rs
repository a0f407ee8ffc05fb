//! A packed descriptor of any kind, and what is said of it beside its words.

use mali_instancing::Arch;
use serde::Serialize;

/// What is generated of a descriptor.
pub(crate) struct PackedDescriptor {
    pub(crate) arch: Arch,
    pub(crate) details: Details,
    pub(crate) words: Vec<u32>,
    /// What the descriptor is, in a sentence.
    pub(crate) summary: String,
}

/// What JSON says of a descriptor of one kind that others do not have.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Details {
    AttributeBuffer {
        mode: &'static str,
        padded_vertices: u32,
        hardware_divisor: Option<u32>,
    },
    Padded {
        padded_vertices: u32,
    },
    Mode {
        mode: &'static str,
    },
    Nothing {},
}

/// A descriptor in JSON.
#[derive(Serialize)]
pub(crate) struct DescriptorJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    arch: &'static str,
    #[serde(flatten)]
    details: Details,
    words: Vec<String>,
}

impl PackedDescriptor {
    /// What generated code says of the descriptor.
    pub(crate) fn sentence(&self) -> String {
        format!("Mali {}, {}.", self.arch, self.summary)
    }

    pub(crate) fn to_json<'a>(&self, name: Option<&'a str>) -> DescriptorJson<'a> {
        DescriptorJson {
            name,
            arch: self.arch.name(),
            details: self.details.clone(),
            words: self.words.iter().copied().map(word).collect(),
        }
    }
}

/// A word as it stands in everything that is printed or generated.
pub(crate) fn word(word: u32) -> String {
    format!("{word:#010x}")
}
