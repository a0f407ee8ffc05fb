//! The colours of numbered items, the same in every drawing.

use anstyle::{Ansi256Color, Color, Style};

use crate::output::svg::Rgb;

/// Colours that are readable on dark and on light backgrounds. Neighbours differ.
const COLORS: [u8; 12] = [33, 172, 35, 170, 160, 37, 99, 142, 204, 70, 67, 137];

/// The first of a terminal's colours that are a cube of six intensities of red, green and blue.
const CUBE: u8 = 16;

const INTENSITIES: [u8; 6] = [0, 95, 135, 175, 215, 255];

pub(crate) fn style(number: usize) -> Style {
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(color(number)))))
}

fn rgb(number: usize) -> Rgb {
    let index = color(number) - CUBE;
    let intensity = |digit: u8| INTENSITIES[usize::from(digit % 6)];
    // All of `COLORS` are in the cube. The index counts in base 6, with blue as its last digit.
    let [red, green, blue] = [index / 36, index / 6, index].map(intensity);
    Rgb(red, green, blue)
}

/// The colour of an item's background, light enough for black text.
pub(crate) fn ground(number: usize) -> Rgb {
    rgb(number).lighter()
}

fn color(number: usize) -> u8 {
    COLORS[number % COLORS.len()]
}
