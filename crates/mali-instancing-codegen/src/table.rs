//! Tables of text for a terminal.

use std::fmt::{Display, Write};

/// A word of a table.
pub struct Word {
    text: String,
    width: usize,
}

impl Word {
    /// A text as it is.
    pub fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        let width = text.chars().count();
        Self { text, width }
    }

    /// The word between two escape sequences of a terminal, which have no width.
    #[must_use]
    pub fn between(self, begin: impl Display, end: impl Display) -> Self {
        let text = format!("{begin}{}{end}", self.text);
        Self { text, ..self }
    }
}

/// Columns as wide as their longest word, and two spaces between them.
#[must_use]
pub fn aligned(lines: &[Vec<Word>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for line in lines {
        widths.resize(widths.len().max(line.len()), 0);
        for (width, word) in widths.iter_mut().zip(line) {
            *width = (*width).max(word.width);
        }
    }
    let mut table = String::new();
    for line in lines {
        let mut spaces = 0;
        for (column, word) in widths.iter().zip(line) {
            // Spaces are written in front of the next word, so no line ends with any.
            if word.width > 0 {
                write!(table, "{:spaces$}{}", "", word.text).expect("a String takes any text");
                spaces = 0;
            }
            // A column is at least as wide as each of its words.
            spaces += column - word.width + 2;
        }
        table.push('\n');
    }
    table
}

/// A header, and lines with the same number of words, without colours.
pub fn titled<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    lines: impl IntoIterator<Item = [String; COLUMNS]>,
) -> String {
    let header = header.map(Word::plain).into();
    let lines = lines.into_iter().map(|line| line.map(Word::plain).into());
    aligned(&[header].into_iter().chain(lines).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_longest_word() {
        let lines = [["a", "", "bb"], ["ccc", "dé", ""], ["", "", ""]];
        let lines = lines.map(|line| line.map(Word::plain).into());
        assert_eq!(aligned(&lines), "a        bb\nccc  dé\n\n");
        let more = ["long", "x"].map(str::to_owned);
        assert_eq!(titled(["n", "m"], [more]), "n     m\nlong  x\n");
    }

    #[test]
    fn an_escape_sequence_has_no_width() {
        let words = |word: Word| vec![word, Word::plain("b")];
        let lines = [
            words(Word::plain("a").between("\x1b[31m", "\x1b[0m")),
            words(Word::plain("cc")),
        ];
        assert_eq!(aligned(&lines), "\x1b[31ma\x1b[0m   b\ncc  b\n");
    }
}
