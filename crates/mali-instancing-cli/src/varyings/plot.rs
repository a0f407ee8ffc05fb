//! The grid and its legend as a picture.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::packed::{COMPONENTS, Packed};
use super::{grid, palette};
use crate::failure::Failure;
use crate::picture::{self, Area, DrawingError};

const MARGIN: i32 = 16;
const ROW_HEIGHT: i32 = 30;
/// Of the registers' numbers.
const NUMBER_WIDTH: i32 = 40;
const FONT: (&str, u32) = ("sans-serif", 16);
/// More than a letter of the font takes on average.
const LETTER_WIDTH: i32 = 9;

/// Longer than any picture that can be looked at, and short enough for sums of a few.
const LONGEST: i32 = 1 << 24;

/// Places of the drawing that depend on what is drawn.
struct Layout {
    cell_width: i32,
    legend_top: i32,
}

/// Registers down, components across, and the legend below.
pub(super) fn svg(packed: &Packed) -> Result<String, Failure> {
    let rows = grid::rows(packed);
    let legend: Vec<_> = packed
        .varyings
        .iter()
        .map(|placed| format!("{}: {}", placed.label(), placed.sentence()))
        .collect();
    let labels = rows.iter().flatten().map(|cell| cell.label.as_str());
    let layout = Layout {
        cell_width: 2 * MARGIN + width(labels),
        legend_top: MARGIN + pixels(rows.len() + 2, ROW_HEIGHT),
    };
    let title = packed.summary();
    let across = (NUMBER_WIDTH + pixels(COMPONENTS.len(), layout.cell_width))
        .max(NUMBER_WIDTH + width(legend.iter().map(String::as_str)))
        .max(width([title.as_str()]));
    let down = layout.legend_top + pixels(legend.len() + 1, ROW_HEIGHT);
    let size = (2 * MARGIN + across, MARGIN + down);
    picture::svg((size.0.cast_unsigned(), size.1.cast_unsigned()), |area| {
        draw_grid(area, &layout, &rows)?;
        draw_legend(area, &layout, &legend)?;
        let below = layout.legend_top + pixels(legend.len(), ROW_HEIGHT) + ROW_HEIGHT / 2;
        write(area, &title, (MARGIN, below), HPos::Left)
    })
}

/// What so many things take.
fn pixels(count: usize, each: i32) -> i32 {
    i32::try_from(count)
        .unwrap_or(LONGEST)
        .saturating_mul(each)
        .min(LONGEST)
}

/// What the longest of the texts takes.
fn width<'a>(texts: impl IntoIterator<Item = &'a str>) -> i32 {
    texts
        .into_iter()
        .map(|text| pixels(text.chars().count(), LETTER_WIDTH))
        .max()
        .unwrap_or(0)
}

fn draw_grid(area: &Area<'_>, layout: &Layout, rows: &[grid::Row]) -> Result<(), DrawingError> {
    let left = |component: usize| MARGIN + NUMBER_WIDTH + pixels(component, layout.cell_width);
    let middle = |component: usize| left(component) + layout.cell_width / 2;
    for (component, name) in COMPONENTS.into_iter().enumerate() {
        let place = (middle(component), MARGIN + ROW_HEIGHT / 2);
        write(area, name, place, HPos::Center)?;
    }
    for (register, cells) in rows.iter().enumerate() {
        let top = MARGIN + pixels(register + 1, ROW_HEIGHT);
        let center = top + ROW_HEIGHT / 2;
        write(area, &register.to_string(), (MARGIN, center), HPos::Left)?;
        for (component, cell) in cells.iter().enumerate() {
            let corners = [
                (left(component), top),
                (left(component) + layout.cell_width, top + ROW_HEIGHT),
            ];
            if let Some(varying) = cell.varying {
                area.draw(&Rectangle::new(corners, ground(varying)))?;
                write(area, &cell.label, (middle(component), center), HPos::Center)?;
            }
            area.draw(&Rectangle::new(corners, BLACK.mix(0.4)))?;
        }
    }
    Ok(())
}

fn draw_legend(area: &Area<'_>, layout: &Layout, legend: &[String]) -> Result<(), DrawingError> {
    for (varying, text) in legend.iter().enumerate() {
        let top = layout.legend_top + pixels(varying, ROW_HEIGHT);
        let corners = [
            (MARGIN, top + 6),
            (MARGIN + NUMBER_WIDTH - 12, top + ROW_HEIGHT - 6),
        ];
        area.draw(&Rectangle::new(corners, ground(varying)))?;
        let place = (MARGIN + NUMBER_WIDTH, top + ROW_HEIGHT / 2);
        write(area, text, place, HPos::Left)?;
    }
    Ok(())
}

/// Light enough for black text.
fn ground(varying: usize) -> ShapeStyle {
    let (red, green, blue) = palette::rgb(varying);
    RGBColor(red, green, blue).mix(0.5).filled()
}

fn write(
    area: &Area<'_>,
    text: &str,
    place: (i32, i32),
    horizontal: HPos,
) -> Result<(), DrawingError> {
    let style = TextStyle::from(FONT).pos(Pos::new(horizontal, VPos::Center));
    area.draw(&Text::new(text, place, style))
}
