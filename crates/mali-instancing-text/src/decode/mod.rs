//! What words say.

mod division;
mod json;
mod kind;
mod words;

use std::fmt::{self, Write};

use mali_instancing::Arch;
use mali_instancing::decode::{Decoded, Kind, Record, records};
use mali_instancing::descriptor::Fault;

use crate::error::{Rejected, TextError, reject};
use crate::notation::source::Source;
use crate::output::answer::Answer;
use crate::output::json::write_object;
use crate::record::explain;
use crate::record::mode::Mode;
use division::Division;
use json::DecodedJson;

/// Reads words with spaces, line ends or commas between them, as they stand in an array of C or
/// Rust: decimal or, with 0x, hexadecimal. Eight digits with neither, as a dump has them, could be
/// either.
///
/// ```
/// use mali_instancing_text::Source;
/// use mali_instancing_text::decode::read_words;
///
/// let words = Source::new("words.txt", b"4, 0x27000000,\n64 0".to_vec())?;
/// assert_eq!(read_words(&words)?, [4, 0x2700_0000, 64, 0]);
/// let dump = Source::new("dump.txt", b"00000004 27000000".to_vec())?;
/// let error = read_words(&dump).unwrap_err();
/// assert!(error.message().starts_with("word 0: `00000004` could be hexadecimal"));
/// # Ok::<(), mali_instancing_text::TextError>(())
/// ```
///
/// # Errors
///
/// What is no number of 32 bits, and eight digits without 0x.
pub fn read_words(source: &Source) -> Result<Vec<u32>, TextError> {
    words::parse(source.text()).map_err(|(offset, message)| source.error(offset, None, message))
}

/// The records that words are.
///
/// ```
/// use mali_instancing::Arch;
/// use mali_instancing::decode::Kind;
/// use mali_instancing_text::Answer;
/// use mali_instancing_text::decode::DecodedRecords;
///
/// let words = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
/// let records = DecodedRecords::new(Arch::V7, Kind::Buffers, &words)?;
/// assert!(records.to_string().contains("divides by 216 = 72 · 3"));
/// assert!(records.json().to_string().contains("\"hardware_divisor\":216"));
/// # Ok::<(), mali_instancing_text::decode::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct DecodedRecords<'a> {
    arch: Arch,
    words: &'a [u32],
    records: Vec<Decoded>,
}

/// Why words are no records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The architecture has no such records.
    Kind(Rejected),
    /// A word that no record has there.
    Word(mali_instancing::DecodeError),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(error) => error.fmt(formatter),
            Self::Word(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for DecodeError {}

impl<'a> DecodedRecords<'a> {
    /// Decodes a table of records of one kind.
    ///
    /// # Errors
    ///
    /// A kind that the architecture has not, and words that no record of it has.
    pub fn new(arch: Arch, kind: Kind, words: &'a [u32]) -> Result<Self, DecodeError> {
        let decoded: Result<Vec<Decoded>, _> = records(arch, kind, words).collect();
        match decoded {
            Ok(records) => Ok(Self {
                arch,
                words,
                records,
            }),
            Err(error) => Err(match error.fault {
                Fault::Arch { .. } => DecodeError::Kind(reject("record")(format!(
                    "Mali V{} has no such record: only V4 to V7 have one",
                    arch.number()
                ))),
                _ => DecodeError::Word(error),
            }),
        }
    }
}

/// Writes a paragraph a record: what it is, how it finds an element, and a line a word.
impl fmt::Display for DecodedRecords<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.records.iter().try_for_each(|decoded| {
            if decoded.word > 0 {
                writeln!(formatter)?;
            }
            print(
                formatter,
                self.arch,
                decoded,
                own_words(decoded, self.words),
            )
        })
    }
}

impl Answer for DecodedRecords<'_> {
    fn write_json(&self, output: &mut dyn Write) -> fmt::Result {
        let records = self
            .records
            .iter()
            .map(|decoded| DecodedJson::new(self.arch, decoded, own_words(decoded, self.words)));
        write_object(output, "records", records)
    }
}

fn own_words<'a>(decoded: &Decoded, words: &'a [u32]) -> &'a [u32] {
    words
        .get(decoded.word..decoded.word + decoded.length)
        .unwrap_or_default()
}

fn print(output: &mut dyn Write, arch: Arch, decoded: &Decoded, words: &[u32]) -> fmt::Result {
    let record = &decoded.record;
    writeln!(output, "word {}: {}", decoded.word, kind::title(record))?;
    let mode = match record {
        Record::AttributeBuffer(buffer) => Some(Mode::from(buffer.mode)),
        Record::ValhallAttribute(attribute) => Some(Mode::from(attribute.mode)),
        _ => None,
    };
    if let Some(mode) = mode {
        writeln!(output, "mode: {}", mode.title)?;
        writeln!(output, "element: {}", mode.element)?;
    }
    if let Some(division) = Division::of(record) {
        writeln!(output, "divides by {division}")?;
    }
    explain::print_words(output, arch, record, words, decoded.word)
}
