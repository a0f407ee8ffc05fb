//! The grid and its legend as text for a terminal.

use super::placed::COMPONENTS;
use super::{VaryingRegisters, grid};
use crate::output::palette;
use crate::output::table::{self, Word};

/// A word in the colour of a varying, or in none.
fn word(varying: Option<usize>, text: String) -> Word {
    let word = Word::plain(text);
    match varying.map(palette::style) {
        Some(style) => word.between(style.render(), style.render_reset()),
        None => word,
    }
}

/// The registers down, the components across, and the legend.
pub(super) fn grid(packed: &VaryingRegisters<'_>) -> String {
    let header = [""].into_iter().chain(COMPONENTS).map(Word::plain);
    let mut lines = vec![header.collect()];
    for (register, cells) in grid::rows(packed).into_iter().enumerate() {
        let mut line = vec![Word::plain(register.to_string())];
        line.extend(cells.map(|cell| word(cell.varying, cell.label)));
        lines.push(line);
    }
    format!("{}\n{}", table::aligned(&lines), legend(packed))
}

/// The declarations, and their places.
pub(super) fn legend(packed: &VaryingRegisters<'_>) -> String {
    let header = ["varying", "declaration", "registers", "components"];
    let mut lines: Vec<Vec<Word>> = vec![header.into_iter().map(Word::plain).collect()];
    lines.extend(packed.varyings.iter().enumerate().map(|(number, placed)| {
        vec![
            word(Some(number), placed.label()),
            Word::plain(placed.declaration.to_string()),
            Word::plain(placed.registers()),
            Word::plain(placed.components()),
        ]
    }));
    format!("{}\n{}\n", table::aligned(&lines), packed.summary())
}
