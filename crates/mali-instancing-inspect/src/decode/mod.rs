//! What words say.

mod decoded;
mod descriptors;
mod division;
mod kind;
mod listing;
mod part;
mod tables;
mod words;

use mali_instancing_codegen::Source;
use mali_instancing_codegen::TextError;

pub use crate::explain::field_value;
pub use descriptors::{DecodedDescriptors, DescriptorError};
pub use division::Division;
pub use kind::title as descriptor_title;
pub use listing::{Listing, read_listings};
pub use tables::{DecodedTables, TableError};

/// Reads words with spaces, line ends or commas between them, as they stand in an array of C or
/// Rust: decimal or, with 0x, hexadecimal. Eight digits with neither, as a dump has them, could be
/// either.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::decode::read_words;
///
/// let words = Source::new("words.txt", b"4, 0x27000000,\n64 0".to_vec())?;
/// assert_eq!(read_words(&words)?, [4, 0x2700_0000, 64, 0]);
/// let dump = Source::new("dump.txt", b"00000004 27000000".to_vec())?;
/// let error = read_words(&dump).unwrap_err();
/// assert!(error.message().starts_with("word 0: `00000004` could be hexadecimal"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// What is no number of 32 bits, and eight digits without 0x.
pub fn read_words(source: &Source) -> Result<Vec<u32>, TextError> {
    words::parse(source.text()).map_err(|(offset, message)| source.error(offset, None, message))
}
