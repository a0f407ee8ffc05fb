//! The descriptors that words are, from front to back.

use std::fmt;

use mali_instancing::decode::{Kind, descriptors};
use mali_instancing::descriptor::DecodeErrorKind;
use mali_instancing::{Arch, DecodeError};

use serde::{Serialize, Serializer};

use super::decoded::DecodedDescriptor;
use super::kind::length;
use crate::rejected::{Rejected, reject};

/// The descriptors that words are.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::decode::Kind;
/// use mali_instancing_inspect::decode::DecodedDescriptors;
///
/// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3, 9, 0, 0, 0];
/// let descriptors = DecodedDescriptors::new(Arch::V7, Kind::Buffers, &words)?;
/// assert!(descriptors.to_string().contains("divides by 216 = 72 · 3"));
/// assert!(mali_instancing_inspect::to_json(&descriptors).contains("\"hardware_divisor\": 216"));
/// assert!(descriptors.errors()[0].to_string().starts_with("word 8: 0x00000009 has no type"));
/// # Ok::<(), mali_instancing_inspect::Rejected>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DecodedDescriptors {
    descriptors: Vec<DecodedDescriptor>,
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<String>"))]
    errors: Vec<DescriptorError>,
}

/// What is wrong with words that are not decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptorError {
    arch: Arch,
    kind: Kind,
    error: DecodeError,
}

/// Writes the word, what is wrong with it, and of a descriptor that ends too soon how many words it has.
impl fmt::Display for DescriptorError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)?;
        match self.error.kind {
            DecodeErrorKind::Truncated { .. } => {
                write!(formatter, ": {}", length(self.arch, self.kind))
            }
            _ => Ok(()),
        }
    }
}

impl std::error::Error for DescriptorError {}

impl Serialize for DescriptorError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl DecodedDescriptors {
    /// Decodes a table of descriptors of one kind. Words that no such descriptor has are left out, and are among
    /// the [`errors`](Self::errors).
    ///
    /// # Errors
    ///
    /// A kind that the architecture has not.
    pub fn new(arch: Arch, kind: Kind, words: &[u32]) -> Result<Self, Rejected> {
        let mut decoded = Self {
            descriptors: Vec::new(),
            errors: Vec::new(),
        };
        for descriptor in descriptors(arch, kind, words) {
            match descriptor {
                Ok(descriptor) => {
                    let descriptor = DecodedDescriptor::new(arch, &descriptor, words);
                    decoded.descriptors.push(descriptor);
                }
                Err(error) if matches!(error.kind, DecodeErrorKind::Arch { .. }) => {
                    return Err(reject("descriptor")(format!(
                        "Mali V{} has no such descriptor: only V4 to V7 have one",
                        arch.number()
                    )));
                }
                Err(error) => decoded.errors.push(DescriptorError { arch, kind, error }),
            }
        }
        Ok(decoded)
    }

    /// What is wrong with the words that are not decoded.
    #[must_use]
    pub fn errors(&self) -> &[DescriptorError] {
        &self.errors
    }
}

/// Writes a paragraph a descriptor: what it is, how it finds an element, and a line a word.
impl fmt::Display for DecodedDescriptors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, decoded) in self.descriptors.iter().enumerate() {
            if number > 0 {
                writeln!(formatter)?;
            }
            decoded.print(formatter, "", &[])?;
        }
        Ok(())
    }
}
