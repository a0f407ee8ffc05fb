//! The records that words are, from front to back.

use std::fmt::{self, Write};

use mali_instancing::decode::{Decoded, Kind, records};
use mali_instancing::descriptor::Fault;
use mali_instancing::{Arch, DecodeError};

use super::json::{DecodedJson, write_errors};
use super::kind::length;
use super::paragraph::{own_words, print};
use crate::error::{Rejected, reject};
use crate::output::answer::Answer;
use crate::output::json::write_array;

/// The records that words are.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::decode::Kind;
/// use mali_instancing_text::Answer;
/// use mali_instancing_text::decode::DecodedRecords;
///
/// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3, 9, 0, 0, 0];
/// let records = DecodedRecords::new(Arch::V7, Kind::Buffers, &words)?;
/// assert!(records.to_string().contains("divides by 216 = 72 · 3"));
/// assert!(records.json().to_string().contains("\"hardware_divisor\":216"));
/// assert!(records.errors()[0].to_string().starts_with("word 8: 0x00000009 has no type"));
/// # Ok::<(), mali_instancing_text::Rejected>(())
/// ```
#[derive(Debug)]
pub struct DecodedRecords<'a> {
    arch: Arch,
    words: &'a [u32],
    records: Vec<Decoded>,
    errors: Vec<RecordError>,
}

/// What is wrong with words that are not decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    arch: Arch,
    kind: Kind,
    error: DecodeError,
}

/// Writes the word, what is wrong with it, and of a record that ends too soon how many words it has.
impl fmt::Display for RecordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)?;
        match self.error.fault {
            Fault::Truncated { .. } => write!(formatter, ": {}", length(self.arch, self.kind)),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for RecordError {}

impl<'a> DecodedRecords<'a> {
    /// Decodes a table of records of one kind. Words that no such record has are left out, and are among
    /// the [`errors`](Self::errors).
    ///
    /// # Errors
    ///
    /// A kind that the architecture has not.
    pub fn new(arch: Arch, kind: Kind, words: &'a [u32]) -> Result<Self, Rejected> {
        let mut decoded = Self {
            arch,
            words,
            records: Vec::new(),
            errors: Vec::new(),
        };
        for record in records(arch, kind, words) {
            match record {
                Ok(record) => decoded.records.push(record),
                Err(error) if matches!(error.fault, Fault::Arch { .. }) => {
                    return Err(reject("record")(format!(
                        "Mali V{} has no such record: only V4 to V7 have one",
                        arch.number()
                    )));
                }
                Err(error) => decoded.errors.push(RecordError { arch, kind, error }),
            }
        }
        Ok(decoded)
    }

    /// What is wrong with the words that are not decoded.
    #[must_use]
    pub fn errors(&self) -> &[RecordError] {
        &self.errors
    }
}

/// Writes a paragraph a record: what it is, how it finds an element, and a line a word.
impl fmt::Display for DecodedRecords<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, decoded) in self.records.iter().enumerate() {
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

impl Answer for DecodedRecords<'_> {
    fn write_json(&self, output: &mut dyn Write) -> fmt::Result {
        let records = self
            .records
            .iter()
            .map(|decoded| DecodedJson::new(self.arch, decoded, own_words(decoded, self.words)));
        write!(output, "{{")?;
        write_array(output, "records", records)?;
        write_errors(output, &self.errors)
    }
}
