//! The bits of descriptors as a picture.

use mali_instancing_codegen::pack::word;

use super::decoded::DecodedDescriptor;
use crate::explain::{WordField, explain_word};
use crate::output::palette;
use crate::output::svg::{
    END, FONT_SIZE, GRAY, MARGIN, MIDDLE, Picture, START, WHITE, times, width,
};

/// The width of a word's number and its value.
const VALUE: f64 = 132.0;
const BIT: f64 = 16.0;
const LINE: f64 = 18.0;
const TITLE: f64 = 30.0;
/// The width of a letter, more than the average in the font.
const LETTER: f64 = 7.0;

/// A row for each word: its value, its bits, bit 31 first, and its fields.
pub(super) fn svg(descriptors: &[DecodedDescriptor]) -> String {
    let rows: Vec<Vec<(usize, u32, Vec<WordField>)>> = descriptors.iter().map(rows).collect();
    let texts = rows.iter().flatten().flat_map(|(_, _, fields)| fields);
    let texts = width(texts.map(|field| field.text.as_str()), LETTER);
    let bits = MARGIN + VALUE;
    let left = |bit: u32| bits + f64::from(31 - bit) * BIT;
    let notes = bits + 32.0 * BIT + MARGIN;
    let height = |fields: &Vec<WordField>| times(fields.len().max(1), LINE) + 10.0;
    let heights = rows.iter().flatten().map(|(_, _, fields)| height(fields));
    let down = heights.sum::<f64>() + times(rows.len(), 2.0 * TITLE) + MARGIN;
    let across = notes + LINE + texts + MARGIN;
    let mut picture = Picture::new([across, down]);

    let mut top = 0.0;
    for (descriptor, rows) in descriptors.iter().zip(rows) {
        let heading = [MARGIN, top + TITLE / 2.0 + 6.0];
        picture.text(descriptor.title(), heading, START, 16);
        top += TITLE;
        for bit in [31, 24, 16, 8, 0] {
            let above = [left(bit) + BIT / 2.0, top + TITLE / 2.0];
            picture.text(&bit.to_string(), above, MIDDLE, FONT_SIZE - 2);
        }
        top += TITLE;
        for (position, value, fields) in rows {
            let middle = top + LINE / 2.0;
            let position = format!("word {position}");
            picture.text(&position, [MARGIN, middle], START, FONT_SIZE);
            picture.text(&word(value), [bits - 12.0, middle], END, FONT_SIZE);
            for (field, low, high) in runs(&fields) {
                let fill = field.map_or(WHITE, palette::ground);
                let size = [f64::from(high - low + 1) * BIT, LINE];
                picture.rectangle([left(high), top], size, fill, Some(GRAY));
            }
            let centers: Vec<f64> = (0..32).rev().map(|bit| left(bit) + BIT / 2.0).collect();
            picture.spread_text(&format!("{value:032b}"), &centers, middle, FONT_SIZE);
            for (number, field) in fields.iter().enumerate() {
                let y = top + times(number, LINE);
                if field.mask != 0 {
                    picture.rectangle([notes, y + 4.0], [10.0; 2], palette::ground(number), None);
                }
                let beside = [notes + LINE, y + LINE / 2.0];
                picture.text(&field.text, beside, START, FONT_SIZE);
            }
            top += height(&fields);
        }
    }
    picture.finish()
}

/// The position, the value and the fields of each word.
fn rows(descriptor: &DecodedDescriptor) -> Vec<(usize, u32, Vec<WordField>)> {
    let words = descriptor.words();
    let row = |(index, value): (usize, &u32)| {
        let fields = explain_word(descriptor.arch, &descriptor.descriptor, words, index);
        (descriptor.word + index, *value, fields)
    };
    words.iter().enumerate().map(row).collect()
}

/// The number of the field, the lowest and the highest bit of each run of bits that belong to the same field.
fn runs(fields: &[WordField]) -> Vec<(Option<usize>, u32, u32)> {
    let mut runs: Vec<(Option<usize>, u32, u32)> = Vec::new();
    // Bits of no field make runs, too, which are drawn in white.
    for bit in 0..32 {
        let field = fields.iter().position(|field| field.mask >> bit & 1 == 1);
        match runs.last_mut() {
            Some((of_run, _, high)) if *of_run == field => *high = bit,
            _ => runs.push((field, bit, bit)),
        }
    }
    runs
}
