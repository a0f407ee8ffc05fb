//! The parts of a table of buffers.

use serde::{Serialize, Serializer};

use super::decoded::DecodedDescriptor;
use crate::output::words::Words;

/// A part of the table of buffers, and the numbers of the attributes that name it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub(super) struct Part {
    #[serde(rename = "attributes")]
    pub(super) readers: Vec<usize>,
    #[serde(flatten)]
    pub(super) content: Content,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Content {
    Descriptor(DecodedDescriptor),
    /// Words that are not a descriptor.
    Words {
        /// The position of the first in the table.
        word: usize,
        #[serde(rename = "descriptor")]
        meaning: Meaning,
        words: Words,
    },
}

/// The reason why words are not a descriptor.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
pub(super) enum Meaning {
    /// An attribute names them, and they cannot be decoded.
    Refused,
    NotRead,
    /// The descriptor that V6 and V7 read after the last.
    NullTerminator,
}

impl Serialize for Meaning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Refused => "not-decoded",
            Self::NotRead => "not-read",
            Self::NullTerminator => "null-terminator",
        })
    }
}
