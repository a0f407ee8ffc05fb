//! The grid and its legend as a picture.

use super::placed::{COMPONENTS, PlacedVarying};
use super::{VaryingRegisters, grid};
use crate::output::palette;
use crate::output::svg::{GRAY, MARGIN, MIDDLE, Picture, START, WHITE, times, width};

const ROW: f64 = 30.0;
/// The width of the column of register numbers.
const NUMBER: f64 = 40.0;
const FONT_SIZE: u32 = 16;
/// The width of a letter, more than the average in the font.
const LETTER: f64 = 9.0;

/// The registers down, the components across, and the legend below.
pub(super) fn svg(packed: &VaryingRegisters<'_>) -> String {
    let rows = grid::rows(packed);
    let sentence = |placed: &PlacedVarying| format!("{}: {}", placed.label(), placed.sentence());
    let legend: Vec<_> = packed.varyings.iter().map(sentence).collect();
    let title = packed.summary();
    let labels = rows.iter().flatten().map(|cell| cell.label.as_str());
    let cell_width = 2.0 * MARGIN + width(labels, LETTER);
    let across = (NUMBER + times(COMPONENTS.len(), cell_width))
        .max(NUMBER + width(legend.iter().map(String::as_str), LETTER))
        .max(width([title.as_str()], LETTER));
    let legend_top = MARGIN + times(rows.len() + 2, ROW);
    let down = legend_top + times(legend.len() + 1, ROW);
    let mut picture = Picture::new([2.0 * MARGIN + across, MARGIN + down]);

    let left = |component: usize| MARGIN + NUMBER + times(component, cell_width);
    let middle = |component: usize| left(component) + (cell_width / 2.0).floor();
    for (component, name) in COMPONENTS.into_iter().enumerate() {
        let header = [middle(component), MARGIN + ROW / 2.0];
        picture.text(name, header, MIDDLE, FONT_SIZE);
    }
    for (register, cells) in rows.iter().enumerate() {
        let top = MARGIN + times(register + 1, ROW);
        let center = top + ROW / 2.0;
        picture.text(&register.to_string(), [MARGIN, center], START, FONT_SIZE);
        for (component, cell) in cells.iter().enumerate() {
            let fill = cell.varying.map_or(WHITE, palette::ground);
            picture.rectangle([left(component), top], [cell_width, ROW], fill, Some(GRAY));
            if cell.varying.is_some() {
                let label = [middle(component), center];
                picture.text(&cell.label, label, MIDDLE, FONT_SIZE);
            }
        }
    }
    for (varying, text) in legend.iter().enumerate() {
        let top = legend_top + times(varying, ROW);
        let (corner, size) = ([MARGIN, top + 6.0], [NUMBER - 12.0, ROW - 12.0]);
        picture.rectangle(corner, size, palette::ground(varying), None);
        let beside = [MARGIN + NUMBER, top + ROW / 2.0];
        picture.text(text, beside, START, FONT_SIZE);
    }
    let below = legend_top + times(legend.len(), ROW) + ROW / 2.0;
    picture.text(&title, [MARGIN, below], START, FONT_SIZE);
    picture.finish()
}
