//! The notation of words, in arguments and in files.

use mali_instancing_codegen::read::parse_number;
use mali_instancing_codegen::{Source, TextError};

/// Reads words that are separated by spaces, line ends or commas, as in an array of C or Rust: decimal or, with
/// 0x, hexadecimal. Eight digits without 0x or _, as in a dump, could be either.
///
/// ```
/// use mali_instancing_codegen::Source;
/// use mali_instancing_inspect::decode::read_words;
///
/// let words = Source::new("words.txt", b"4, 0x27000000,\n64 0".to_vec())?;
/// assert_eq!(read_words(&words)?, [4, 0x2700_0000, 64, 0]);
/// let dump = Source::new("dump.txt", b"00000004 27000000".to_vec())?;
/// let error = read_words(&dump).unwrap_err();
/// assert!(error.message.starts_with("word 0: `00000004` is ambiguous"));
/// # Ok::<(), mali_instancing_codegen::TextError>(())
/// ```
///
/// # Errors
///
/// Text that is not a 32-bit number, and eight digits without 0x or _.
pub fn read_words(source: &Source) -> Result<Vec<u32>, TextError> {
    let is_separator = |character: char| character.is_whitespace() || character == ',';
    let mut words = Vec::new();
    let mut offset = 0;
    for piece in source.text().split_inclusive(is_separator) {
        let word = piece.trim_end_matches(is_separator);
        if !word.is_empty() {
            let word = parse_word(word, words.len());
            words.push(word.map_err(|reason| source.error(offset, None, reason))?);
        }
        offset += piece.len();
    }
    Ok(words)
}

/// Reads the word at a position of a table. An error contains the position.
pub(super) fn parse_word(word: &str, position: usize) -> Result<u32, String> {
    const DUMPED_DIGITS: usize = 8;
    let is_hexadecimal = |character: char| character.is_ascii_hexdigit();
    if word.len() != DUMPED_DIGITS || !word.chars().all(is_hexadecimal) {
        return parse_number(word).map_err(|error| format!("word {position}: {error}"));
    }
    // A dump has such words, and some of them look like decimal numbers.
    let is_decimal = word.chars().all(|character| character.is_ascii_digit());
    Err(if is_decimal {
        let decimal = format!("{}_{}_{}", &word[..2], &word[2..5], &word[5..]);
        format!(
            "word {position}: `{word}` is ambiguous: write 0x{word} if it is hexadecimal, {decimal} if it is decimal"
        )
    } else {
        format!("word {position}: `{word}` is hexadecimal: write 0x{word}")
    })
}
