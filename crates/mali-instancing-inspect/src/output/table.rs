//! Tables of text for a terminal.

use std::fmt::Write;

use anstyle::Style;

/// A word of a table.
pub(crate) struct Word {
    style: Style,
    text: String,
}

impl Word {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self {
            style: Style::new(),
            text: text.into(),
        }
    }

    pub(crate) const fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }
}

/// Columns as wide as their longest word, and two spaces between them.
pub(crate) fn aligned(lines: &[Vec<Word>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for line in lines {
        widths.resize(widths.len().max(line.len()), 0);
        for (width, word) in widths.iter_mut().zip(line) {
            *width = (*width).max(word.text.chars().count());
        }
    }
    let mut table = String::new();
    for line in lines {
        let mut spaces = 0;
        for (width, Word { style, text }) in widths.iter().zip(line) {
            if !text.is_empty() {
                write!(table, "{:spaces$}{style}{text}{style:#}", "")
                    .expect("a String takes any text");
                spaces = 0;
            }
            spaces += width - text.chars().count() + 2;
        }
        table.push('\n');
    }
    table
}

/// A header, and lines with the same number of words, without colours.
pub(crate) fn titled<const COLUMNS: usize>(
    header: [&str; COLUMNS],
    lines: impl IntoIterator<Item = [String; COLUMNS]>,
) -> String {
    let header = header.map(Word::plain).into();
    let lines = lines.into_iter().map(|line| line.map(Word::plain).into());
    aligned(&[header].into_iter().chain(lines).collect::<Vec<_>>())
}
