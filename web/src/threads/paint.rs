//! The colour of every thread that can be seen: a pixel a thread.

use super::Threads;

/// Red, green, blue and how opaque.
pub(super) type Pixel = [u8; 4];

/// What the page's style says of colours.
pub(super) struct Palette {
    pub(super) kept: Pixel,
    pub(super) wasted: Pixel,
    pub(super) elements: Vec<Pixel>,
    pub(super) nothing: Pixel,
}

/// The part of the grid that can be seen.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) rows: u32,
    pub(super) columns: u32,
}

/// By what threads are coloured: by whether they are kept, or by the element of an attribute.
pub(super) fn pixels(
    threads: &Threads,
    by_attribute: Option<usize>,
    window: Window,
    palette: &Palette,
) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(4 * window.rows as usize * window.columns as usize);
    for row in window.row..window.row.saturating_add(window.rows) {
        for column in window.column..window.column.saturating_add(window.columns) {
            let pixel = threads
                .linear_id(row, column)
                .and_then(|id| pixel(threads, by_attribute, id, palette));
            pixels.extend(pixel.unwrap_or([0; 4]));
        }
    }
    pixels
}

fn pixel(
    threads: &Threads,
    by_attribute: Option<usize>,
    linear_id: u32,
    palette: &Palette,
) -> Option<Pixel> {
    const FAINT: u8 = 90;
    let is_wasted = threads.thread(linear_id)?.is_padding;
    let Some(attribute) = by_attribute else {
        return Some(if is_wasted {
            palette.wasted
        } else {
            palette.kept
        });
    };
    let access = threads.access(attribute, linear_id);
    let element = access.and_then(|access| threads.element(attribute, access));
    let [red, green, blue, opaque] = match element {
        Some(element) => palette.elements[(element % palette.elements.len() as u64) as usize],
        None => palette.nothing,
    };
    Some([red, green, blue, if is_wasted { FAINT } else { opaque }])
}

/// A colour as a style sheet has it: `#1f6feb`.
pub(super) fn color(text: &str) -> Pixel {
    let digits = text.trim().trim_start_matches('#');
    let part = |at: usize| {
        let digits = digits.get(at..at + 2).unwrap_or("80");
        u8::from_str_radix(digits, 16).unwrap_or(0x80)
    };
    [part(0), part(2), part(4), u8::MAX]
}
