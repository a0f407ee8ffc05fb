//! The descriptors in words, from front to back.

use std::fmt;

use mali_instancing::Arch;
use mali_instancing::decode::{Kind, descriptors};
use mali_instancing::descriptor::DecodeErrorKind;
use serde::Serialize;

use super::decoded::DecodedDescriptor;
use super::kind::length;
use super::plot;
use crate::rejected::Rejected;

/// The descriptors in words.
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
/// assert!(descriptors.errors()[0].starts_with("word 8: 0x00000009 has no type"));
/// # Ok::<(), mali_instancing_inspect::Rejected>(())
/// ```
#[derive(Debug, Default, Serialize)]
pub struct DecodedDescriptors {
    descriptors: Vec<DecodedDescriptor>,
    errors: Vec<String>,
}

impl DecodedDescriptors {
    /// Decodes a table of descriptors of one kind. Invalid words are left out, and are reported by
    /// [`errors`](Self::errors).
    ///
    /// # Errors
    ///
    /// A kind that the architecture does not have.
    pub fn new(arch: Arch, kind: Kind, words: &[u32]) -> Result<Self, Rejected> {
        let mut decoded = Self::default();
        for descriptor in descriptors(arch, kind, words) {
            let error = match descriptor {
                Ok(descriptor) => {
                    let descriptor = DecodedDescriptor::new(arch, &descriptor, words);
                    decoded.descriptors.push(descriptor);
                    continue;
                }
                Err(error) => error,
            };
            decoded.errors.push(match error.kind {
                // This is about the kind that was asked for, not about a word.
                DecodeErrorKind::Arch { .. } => {
                    let number = arch.number();
                    let reason =
                        format!("Mali V{number} has no such descriptor: only V4 to V7 have one");
                    return Err(Rejected::new("descriptor", reason));
                }
                DecodeErrorKind::Truncated { .. } => format!("{error}: {}", length(arch, kind)),
                _ => error.to_string(),
            });
        }
        Ok(decoded)
    }

    /// The words as a picture, in SVG: a row for each word, with its bits and their fields.
    #[must_use]
    pub fn svg(&self) -> String {
        plot::svg(&self.descriptors)
    }

    /// The errors in words that are not decoded, each with its word. The error of a descriptor that is too
    /// short has its length.
    #[must_use]
    pub fn errors(&self) -> &[String] {
        &self.errors
    }
}

/// Writes a paragraph for each descriptor: its kind, its way to an element, and a line for each word.
impl fmt::Display for DecodedDescriptors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, decoded) in self.descriptors.iter().enumerate() {
            formatter.write_str(if number > 0 { "\n" } else { "" })?;
            decoded.print(formatter, "", None)?;
        }
        Ok(())
    }
}
