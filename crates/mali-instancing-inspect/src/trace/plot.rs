//! The threads of a draw as a picture.

use super::TracedDraw;
use crate::output::palette;
use crate::output::svg::{END, FONT_SIZE, GRAY, MARGIN, MIDDLE, Picture, START, WHITE, times};
use crate::rejected::Rejected;

/// The largest numbers of threads across and down.
const MOST: [u32; 2] = [256, 256];

/// The largest number of threads across with which each thread contains its number.
const FEW: u32 = 24;

/// The width of the column of the instances' numbers.
const NUMBERS: f64 = 40.0;
const TITLE: f64 = 32.0;
const HEADER: f64 = 20.0;
const TITLE_SIZE: u32 = 16;

/// A grid for the linear ids, and one for the elements of each attribute, with instances down and vertices across.
pub(super) fn svg(trace: &TracedDraw) -> Result<String, Rejected> {
    let across = trace.threads.iter().map(|thread| thread.vertex + 1);
    let across = across.max().unwrap_or(0);
    let down = trace.threads.iter().map(|thread| thread.instance + 1);
    let down = down.max().unwrap_or(0);
    for (key, count, most) in [("vertices", across, MOST[0]), ("instances", down, MOST[1])] {
        if count > most {
            let reason = format!(
                "{count} threads do not fit a picture: at most {most} are allowed across and down"
            );
            return Err(Rejected::new(key, reason));
        }
    }
    let are_few = across <= FEW;
    let cell = if are_few { [34.0, 24.0] } else { [10.0, 10.0] };
    let panel = TITLE + HEADER + f64::from(down) * cell[1] + MARGIN;
    let panels = trace.rates.len() + usize::from(are_few);
    let width = (2.0 * MARGIN + NUMBERS + f64::from(across) * cell[0]).max(360.0);
    let mut picture = Picture::new([width, times(panels, panel) + MARGIN]);

    // The inner `None` is the panel of the linear ids, which are only readable in large cells.
    let ids = are_few.then_some(None);
    let attributes = (0..trace.rates.len()).map(Some);
    for (number, shown) in ids.into_iter().chain(attributes).enumerate() {
        draw_panel(&mut picture, trace, times(number, panel), cell, shown);
    }
    Ok(picture.finish())
}

/// Draws the elements of an attribute, or the linear ids.
fn draw_panel(
    picture: &mut Picture,
    trace: &TracedDraw,
    top: f64,
    cell: [f64; 2],
    attribute: Option<usize>,
) {
    let title = match attribute {
        None => "linear id: a row for each instance, a column for each vertex".to_owned(),
        Some(attribute) => format!("element, {}", trace.title(attribute)),
    };
    let left = MARGIN + NUMBERS;
    let heading = [MARGIN, top + MARGIN + TITLE / 2.0];
    picture.text(&title, heading, START, TITLE_SIZE);
    let first = top + MARGIN + TITLE + HEADER;
    let is_small = cell[0] < 20.0;
    for thread in &trace.threads {
        let x = left + f64::from(thread.vertex) * cell[0];
        let y = first + f64::from(thread.instance) * cell[1];
        let middle = [x + cell[0] / 2.0, y + cell[1] / 2.0];
        // In small cells there is room for every fourth vertex and every second instance.
        if thread.instance == 0 && (!is_small || thread.vertex % 4 == 0) {
            let (name, above) = (thread.vertex.to_string(), [middle[0], first - HEADER / 2.0]);
            picture.text(&name, above, MIDDLE, FONT_SIZE - 2);
        }
        if thread.vertex == 0 && (!is_small || thread.instance % 2 == 0) {
            let name = thread.instance.to_string();
            picture.text(&name, [left - 8.0, middle[1]], END, FONT_SIZE - 2);
        }
        let element = |attribute: usize| thread.elements[attribute];
        let number = attribute.map_or(Some(thread.linear_id), element);
        let color = match (attribute, number) {
            (Some(_), Some(element)) => palette::ground(element as usize),
            _ => WHITE,
        };
        let faded = color.lighter().lighter();
        let fill = if thread.discarded { faded } else { color };
        let outline = if is_small { WHITE } else { GRAY };
        picture.rectangle([x, y], cell, fill, Some(outline));
        if !is_small {
            let text = number.map_or("-".to_owned(), |number| number.to_string());
            let size = FONT_SIZE + u32::from(attribute.is_some());
            if thread.discarded {
                picture.colored_text(&text, middle, size, GRAY);
            } else {
                picture.text(&text, middle, MIDDLE, size);
            }
        }
    }
}
