//! Options and files with words.

use std::path::Path;

use mali_instancing_codegen::Source;
use mali_instancing_inspect::decode::read_words;

use crate::failure::Failure;
use crate::files;

/// Reads the words in an option's values, or in the file that its only value names.
pub(crate) fn of_option(option: &str, values: &[String]) -> Result<Vec<u32>, Failure> {
    let is_digit = |first: char| first.is_ascii_digit();
    match values {
        // Words begin with a digit, in hexadecimal with that of 0x. A file whose name does is given as `./7z`.
        [path] if !path.trim_start().starts_with(is_digit) => of_file(Path::new(path)),
        _ => of_arguments(&format!("--{option}"), values),
    }
}

/// Reads the words in arguments.
pub(crate) fn of_arguments(name: &str, values: &[String]) -> Result<Vec<u32>, Failure> {
    let words = Source::new(name, values.join(" ").into_bytes())?;
    read_words(&words).map_err(|error| Failure::usage(format!("{name}: {}", error.message)))
}

/// Reads a file: text, or little-endian words.
pub(crate) fn of_file(path: &Path) -> Result<Vec<u32>, Failure> {
    let (name, bytes) = files::read_bytes(path)?;
    // Text has no byte of 0. Every table has one: in an offset, in a size, in an address.
    if !bytes.contains(&0) {
        let text = Source::new(name, bytes)?;
        let words = read_words(&text)?;
        if words.is_empty() {
            return Err(Failure::empty(text.name(), "word"));
        }
        return Ok(words);
    }
    let (words, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        let has = format!("{name} has {} bytes", bytes.len());
        let reason = "which is not a multiple of four, the bytes of a word";
        return Err(Failure::input(format_args!("{has}, {reason}")));
    }
    Ok(words.iter().copied().map(u32::from_le_bytes).collect())
}
