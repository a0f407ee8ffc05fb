//! The grid and its legend as text for a terminal.

use std::fmt::Write;

use anstyle::Style;

use super::packed::{COMPONENTS, Packed};
use super::{grid, palette};

/// A word of a table, in the colour of a varying or in none.
struct Word {
    varying: Option<usize>,
    text: String,
}

impl Word {
    fn plain(text: impl Into<String>) -> Self {
        Self {
            varying: None,
            text: text.into(),
        }
    }
}

/// Registers down, components across, and the legend.
pub(super) fn grid(packed: &Packed) -> String {
    let header = [""].into_iter().chain(COMPONENTS).map(Word::plain);
    let mut lines = vec![header.collect()];
    for (register, cells) in grid::rows(packed).into_iter().enumerate() {
        let mut line = vec![Word::plain(register.to_string())];
        line.extend(cells.map(|cell| Word {
            varying: cell.varying,
            text: cell.label,
        }));
        lines.push(line);
    }
    format!("{}\n{}", table(&lines), legend(packed))
}

/// What was declared, and where it is.
pub(super) fn legend(packed: &Packed) -> String {
    let header = [
        "varying",
        "declaration",
        "registers",
        "components",
        "elements",
    ];
    let mut lines: Vec<Vec<Word>> = vec![header.into_iter().map(Word::plain).collect()];
    lines.extend(packed.varyings.iter().enumerate().map(|(number, placed)| {
        vec![
            Word {
                varying: Some(number),
                text: placed.label(),
            },
            Word::plain(placed.declaration.to_string()),
            Word::plain(placed.registers()),
            Word::plain(placed.components()),
            Word::plain(placed.orientation()),
        ]
    }));
    format!("{}\n{}\n", table(&lines), packed.summary())
}

/// Columns as wide as their longest word, and two spaces between them.
fn table(lines: &[Vec<Word>]) -> String {
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
        for (width, Word { varying, text }) in widths.iter().zip(line) {
            if !text.is_empty() {
                let style = varying.map_or_else(Style::new, palette::style);
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
