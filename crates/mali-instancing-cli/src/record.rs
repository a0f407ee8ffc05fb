//! A packed record of any kind, and what is said of it beside its words.

use std::fmt;

use mali_instancing::{Arch, Error};
use serde::Serialize;

/// What is generated of a record.
pub(crate) struct Record {
    pub(crate) arch: Arch,
    pub(crate) details: Details,
    pub(crate) words: Vec<u32>,
    /// What the record is, in a sentence.
    pub(crate) summary: String,
}

/// What JSON says of a record of one kind that others do not have.
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

/// A record in JSON.
#[derive(Serialize)]
pub(crate) struct Json<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    arch: &'static str,
    #[serde(flatten)]
    details: Details,
    words: Vec<String>,
}

impl Record {
    /// What generated code says of the record.
    pub(crate) fn sentence(&self) -> String {
        format!("Mali {}, {}.", self.arch, self.summary)
    }

    pub(crate) fn to_json<'a>(&self, name: Option<&'a str>) -> Json<'a> {
        Json {
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

/// The key whose value cannot be used, and why.
pub(crate) struct Rejected {
    pub(crate) key: &'static str,
    /// What follows the key in a message.
    reason: String,
}

/// Blames `key` for an error.
pub(crate) fn reject<E: ToString>(key: &'static str) -> impl Fn(E) -> Rejected {
    move |error| Rejected {
        key,
        reason: format!(": {}", error.to_string()),
    }
}

impl Rejected {
    /// A key that is not there and must be.
    pub(crate) fn missing(key: &'static str) -> Self {
        Self {
            key,
            reason: " is missing".to_owned(),
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.key, self.reason)
    }
}

/// The keys of an invocation's dimensions, in the order in which it packs them.
pub(crate) const DIMENSIONS: [&str; 6] = [
    "size_x",
    "size_y",
    "size_z",
    "workgroups_x",
    "workgroups_y",
    "workgroups_z",
];

/// Blames the key that the error is about.
impl From<Error> for Rejected {
    fn from(error: Error) -> Self {
        let key = match error {
            Error::InstanceCount { .. } => "instances",
            Error::ZeroDivisor | Error::Divisor { .. } => "divisor",
            Error::MisalignedAddress { .. } | Error::AddressRange { .. } => "address",
            Error::BufferIndex { .. } => "buffer_index",
            Error::FormatField { .. } => "format",
            Error::InvocationDimension { dimension } => DIMENSIONS[dimension % DIMENSIONS.len()],
            Error::AttributeBufferArch { .. } => "arch",
            Error::IdvsArch { .. } => "idvs",
            _ => "vertices",
        };
        reject(key)(error)
    }
}
