//! A packed descriptor of any kind, and what is said of it beside its words.

use mali_instancing::Arch;
use serde::Serialize;

/// What is generated of a descriptor.
pub struct PackedDescriptor {
    pub arch: Arch,
    pub details: Details,
    pub words: Vec<u32>,
    /// What the descriptor is, in a sentence.
    pub summary: String,
}

/// What JSON says of a descriptor of one kind that others do not have.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub enum Details {
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
pub struct DescriptorJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    arch: &'static str,
    #[serde(flatten)]
    details: Details,
    words: Vec<String>,
}

impl PackedDescriptor {
    /// What generated code says of the descriptor.
    pub fn sentence(&self) -> String {
        format!("Mali {}, {}.", self.arch, self.summary)
    }

    pub fn to_json<'a>(&self, name: Option<&'a str>) -> DescriptorJson<'a> {
        DescriptorJson {
            name,
            arch: self.arch.name(),
            details: self.details.clone(),
            words: self.words.iter().copied().map(word).collect(),
        }
    }
}

/// A word as it stands in everything that is printed or generated.
pub fn word(word: u32) -> String {
    format!("{word:#010x}")
}
