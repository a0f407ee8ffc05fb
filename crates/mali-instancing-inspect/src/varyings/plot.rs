//! The grid and its legend as a picture.

use super::grid;
use super::packed::{COMPONENTS, PlacedVarying, VaryingRegisters};
use crate::output::palette;
use crate::output::svg::{GRAY, MIDDLE, Picture, Rgb, START, WHITE};

const MARGIN: u32 = 16;
const ROW_HEIGHT: u32 = 30;
/// The width of the column of register numbers.
const NUMBER_WIDTH: u32 = 40;
const FONT_SIZE: u32 = 16;
/// A width above that of an average letter of the font.
const LETTER_WIDTH: u32 = 9;

/// A length above that of any picture that can be viewed, and small enough to add a few such lengths.
const LONGEST: u32 = 1 << 24;

/// A position in whole pixels.
fn place(x: u32, y: u32) -> [f64; 2] {
    [f64::from(x), f64::from(y)]
}

/// The registers down, the components across, and the legend below.
pub(super) fn svg(packed: &VaryingRegisters<'_>) -> String {
    let rows = grid::rows(packed);
    let sentence = |placed: &PlacedVarying| format!("{}: {}", placed.label(), placed.sentence());
    let legend: Vec<_> = packed.varyings.iter().map(sentence).collect();
    let title = packed.summary();
    let labels = rows.iter().flatten().map(|cell| cell.label.as_str());
    let cell_width = 2 * MARGIN + width(labels);
    let across = (NUMBER_WIDTH + pixels(COMPONENTS.len(), cell_width))
        .max(NUMBER_WIDTH + width(legend.iter().map(String::as_str)))
        .max(width([title.as_str()]));
    let legend_top = MARGIN + pixels(rows.len() + 2, ROW_HEIGHT);
    let down = legend_top + pixels(legend.len() + 1, ROW_HEIGHT);
    let mut picture = Picture::new([2 * MARGIN + across, MARGIN + down]);

    let left = |component: usize| MARGIN + NUMBER_WIDTH + pixels(component, cell_width);
    let middle = |component: usize| left(component) + cell_width / 2;
    for (component, name) in COMPONENTS.into_iter().enumerate() {
        let header = place(middle(component), MARGIN + ROW_HEIGHT / 2);
        picture.text(name, header, MIDDLE, FONT_SIZE);
    }
    for (register, cells) in rows.iter().enumerate() {
        let top = MARGIN + pixels(register + 1, ROW_HEIGHT);
        let center = top + ROW_HEIGHT / 2;
        let number = place(MARGIN, center);
        picture.text(&register.to_string(), number, START, FONT_SIZE);
        for (component, cell) in cells.iter().enumerate() {
            let corner = place(left(component), top);
            let opposite = place(left(component) + cell_width, top + ROW_HEIGHT);
            let fill = cell.varying.map_or(WHITE, ground);
            picture.rectangle(corner, opposite, fill, Some(GRAY));
            if cell.varying.is_some() {
                let label = place(middle(component), center);
                picture.text(&cell.label, label, MIDDLE, FONT_SIZE);
            }
        }
    }
    for (varying, text) in legend.iter().enumerate() {
        let top = legend_top + pixels(varying, ROW_HEIGHT);
        let corner = place(MARGIN, top + 6);
        let opposite = place(MARGIN + NUMBER_WIDTH - 12, top + ROW_HEIGHT - 6);
        picture.rectangle(corner, opposite, ground(varying), None);
        let beside = place(MARGIN + NUMBER_WIDTH, top + ROW_HEIGHT / 2);
        picture.text(text, beside, START, FONT_SIZE);
    }
    let below = legend_top + pixels(legend.len(), ROW_HEIGHT) + ROW_HEIGHT / 2;
    picture.text(&title, place(MARGIN, below), START, FONT_SIZE);
    picture.finish()
}

/// The number of pixels of `count` things.
fn pixels(count: usize, each: u32) -> u32 {
    u32::try_from(count)
        .unwrap_or(LONGEST)
        .saturating_mul(each)
        .min(LONGEST)
}

/// The width of the longest of the texts.
fn width<'a>(texts: impl IntoIterator<Item = &'a str>) -> u32 {
    let widths = texts
        .into_iter()
        .map(|text| pixels(text.chars().count(), LETTER_WIDTH));
    widths.max().unwrap_or(0)
}

/// A background colour light enough for black text.
fn ground(varying: usize) -> Rgb {
    palette::rgb(varying).lighter()
}
