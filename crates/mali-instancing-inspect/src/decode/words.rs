//! Words as the user writes them: one notation, as arguments and in a file.

use crate::notation::number;

/// Reads words with spaces, line ends or commas between them, as they stand in an array of C or
/// Rust. An error comes with the byte at which it stands.
pub(super) fn parse(text: &str) -> Result<Vec<u32>, (usize, String)> {
    let is_separator = |character: char| character.is_whitespace() || character == ',';
    let mut words = Vec::new();
    let mut offset = 0;
    for piece in text.split_inclusive(is_separator) {
        let word = piece.trim_end_matches(is_separator);
        if !word.is_empty() {
            let read = parse_word(word)
                .map_err(|reason| (offset, format!("word {}: {reason}", words.len())))?;
            words.push(read);
        }
        offset += piece.len();
    }
    Ok(words)
}

pub(super) fn parse_word(word: &str) -> Result<u32, String> {
    const DUMPED_DIGITS: usize = 8;
    let is_hexadecimal = |character: char| character.is_ascii_hexdigit();
    if word.len() == DUMPED_DIGITS && word.chars().all(is_hexadecimal) {
        // A dump has words like this, and some of them read as decimal numbers.
        let decimal = if word.chars().all(|character| character.is_ascii_digit()) {
            let (millions, rest) = word.split_at(2);
            format!(", or for a decimal number {millions}_{rest}")
        } else {
            String::new()
        };
        return Err(format!(
            "`{word}` could be hexadecimal: 0x{word} is allowed{decimal}"
        ));
    }
    number::parse(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_as_in_an_array() {
        let words = [4, 0x2700_0000, 64, 12_345_678];
        for text in [
            "4 0x27000000 64 12_345_678",
            "4, 0x2700_0000, 0x40, 12345_678,\n",
            "\n\t0x4\n0x27000000,64  0x00BC614E",
        ] {
            assert_eq!(parse(text).unwrap(), words);
        }
        assert!(parse(" \n,").unwrap().is_empty());
    }

    #[test]
    fn an_error_has_its_word_and_its_place() {
        for (text, offset, parts) in [
            ("1 2 x", 4, ["word 2: ", "`x`", "decimal and 0x"]),
            ("1,\n-2", 3, ["word 1: ", "-2", "below 0"]),
            (
                "4294967296",
                0,
                ["word 0: ", "too large", "at most 4294967295"],
            ),
            ("27000000", 0, ["`27000000`", "0x27000000", "27_000000"]),
            ("00000003", 0, ["`00000003`", "0x00000003", "00_000003"]),
            ("3a0062c7", 0, ["`3a0062c7`", "could be", "0x3a0062c7"]),
        ] {
            let (at, message) = parse(text).unwrap_err();
            assert_eq!(at, offset, "{text}");
            for part in parts {
                assert!(message.contains(part), "no `{part}` in {message}");
            }
        }
    }
}
