//! What words say.

mod division;
mod json;
mod kind;
mod records;
mod tables;
mod words;

use std::fmt::{self, Write};

use mali_instancing::Arch;
use mali_instancing::decode::{Decoded, Record};

use crate::error::TextError;
use crate::notation::source::Source;
use crate::record::explain;
use crate::record::mode::Mode;
use division::Division;

pub use records::{DecodedRecords, RecordError};
pub use tables::{DecodedTables, TableError};

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

fn own_words<'a>(decoded: &Decoded, words: &'a [u32]) -> &'a [u32] {
    words
        .get(decoded.word..decoded.word + decoded.length)
        .unwrap_or_default()
}

/// Prints a record's paragraph: what it is behind `place`, the notes, how it finds an element, and its words.
fn print(
    output: &mut dyn Write,
    arch: Arch,
    place: &str,
    decoded: &Decoded,
    notes: &[String],
    words: &[u32],
) -> fmt::Result {
    let record = &decoded.record;
    writeln!(
        output,
        "{place}word {}: {}",
        decoded.word,
        kind::title(record)
    )?;
    for note in notes {
        writeln!(output, "{note}")?;
    }
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
