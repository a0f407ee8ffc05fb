//! The descriptors that words are, from front to back.

use std::fmt::{self, Write};

use mali_instancing::decode::{Decoded, Kind, descriptors};
use mali_instancing::descriptor::DecodeErrorKind;
use mali_instancing::{Arch, DecodeError};

use super::json::{DecodedJson, write_errors};
use super::kind::length;
use super::paragraph::{own_words, print};
use crate::output::answer::Answer;
use mali_instancing_codegen::error::{Rejected, reject};
use mali_instancing_codegen::output::json::write_array;

/// The descriptors that words are.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::decode::Kind;
/// use mali_instancing_inspect::Answer;
/// use mali_instancing_inspect::decode::DecodedDescriptors;
///
/// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3, 9, 0, 0, 0];
/// let descriptors = DecodedDescriptors::new(Arch::V7, Kind::Buffers, &words)?;
/// assert!(descriptors.to_string().contains("divides by 216 = 72 · 3"));
/// assert!(descriptors.json().to_string().contains("\"hardware_divisor\":216"));
/// assert!(descriptors.errors()[0].to_string().starts_with("word 8: 0x00000009 has no type"));
/// # Ok::<(), mali_instancing_codegen::Rejected>(())
/// ```
#[derive(Debug)]
pub struct DecodedDescriptors<'a> {
    arch: Arch,
    words: &'a [u32],
    descriptors: Vec<Decoded>,
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

impl<'a> DecodedDescriptors<'a> {
    /// Decodes a table of descriptors of one kind. Words that no such descriptor has are left out, and are among
    /// the [`errors`](Self::errors).
    ///
    /// # Errors
    ///
    /// A kind that the architecture has not.
    pub fn new(arch: Arch, kind: Kind, words: &'a [u32]) -> Result<Self, Rejected> {
        let mut decoded = Self {
            arch,
            words,
            descriptors: Vec::new(),
            errors: Vec::new(),
        };
        for descriptor in descriptors(arch, kind, words) {
            match descriptor {
                Ok(descriptor) => decoded.descriptors.push(descriptor),
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
impl fmt::Display for DecodedDescriptors<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, decoded) in self.descriptors.iter().enumerate() {
            if number > 0 {
                writeln!(formatter)?;
            }
            print(
                formatter,
                self.arch,
                "",
                decoded,
                &[],
                own_words(decoded, self.words),
            )?;
        }
        Ok(())
    }
}

impl Answer for DecodedDescriptors<'_> {
    fn write_json(&self, output: &mut dyn Write) -> fmt::Result {
        let descriptors = self
            .descriptors
            .iter()
            .map(|decoded| DecodedJson::new(self.arch, decoded, own_words(decoded, self.words)));
        write!(output, "{{")?;
        write_array(output, "descriptors", descriptors)?;
        write_errors(output, &self.errors)
    }
}
