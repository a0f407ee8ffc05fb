//! The picture of the threads that padding wastes.

use std::ops::RangeInclusive;

use super::waste::DrawPadding;
use crate::output::svg::{
    BLACK, END, FONT_SIZE, GRAY, LIGHT_GRAY, MIDDLE, Picture, Rgb, START, short,
};

const SIZE: [f64; 2] = [960.0, 480.0];

/// The edges of the area between the axes, in pixels.
const LEFT: f64 = 72.0;
const RIGHT: f64 = 916.0;
const TOP: f64 = 80.0;
const BOTTOM: f64 = 416.0;

/// The colour and width of each rule's line. If two rules agree, the wider line is visible beside the narrower one.
const LINES: [(Rgb, u32); 3] = [(Rgb(86, 180, 233), 7), (Rgb(230, 159, 0), 4), (BLACK, 1)];

/// The ratio of the last count to the first from which the axis is logarithmic.
const WIDE: f64 = 64.0;

/// The largest number of counts that are drawn as steps, because a line through few points shows
/// little, and through one point nothing.
const FEW: u32 = 48;

/// The largest number of labels on an axis.
const LABELS: f64 = 11.0;

/// The positions of counts and of parts of the threads in the picture.
struct Axes {
    first: f64,
    /// The end of the axis, after the last count.
    end: f64,
    highest_percent: f64,
    is_logarithmic: bool,
    /// The position of a count's label in its step.
    middle: f64,
}

impl Axes {
    fn x(&self, vertices: f64) -> f64 {
        let part = if self.is_logarithmic {
            (vertices / self.first).log2() / (self.end / self.first).log2()
        } else {
            (vertices - self.first) / (self.end - self.first)
        };
        LEFT + part * (RIGHT - LEFT)
    }

    fn y(&self, percent: f64) -> f64 {
        BOTTOM - percent / self.highest_percent * (BOTTOM - TOP)
    }

    /// The counts with labels: round numbers, or powers of two on a logarithmic axis.
    fn named_counts(&self) -> Vec<f64> {
        if !self.is_logarithmic {
            let step = round_step(self.end - self.first).max(1.0);
            return multiples(step, self.first, self.end - self.middle);
        }
        let (first, end) = (self.first.log2(), self.end.log2());
        let powers = multiples(((end - first) / LABELS).ceil(), first, end);
        powers.into_iter().map(f64::exp2).collect()
    }

    fn named_percents(&self) -> Vec<f64> {
        multiples(round_step(self.highest_percent), 0.0, self.highest_percent)
    }
}

/// The part of the threads that each rule wastes over a range of vertex counts, as SVG.
pub(super) fn waste(rules: &[DrawPadding], counts: &RangeInclusive<u32>) -> String {
    let (first, last) = (*counts.start(), *counts.end());
    let is_idvs = rules.iter().any(|rule| rule.idvs);
    let idvs = if is_idvs { ", with IDVS" } else { "" };
    let summaries = rules.iter().filter_map(|rule| rule.summary(counts));
    let percents = summaries.map(|summary| summary.worst * 100.0);
    // At least 1 %, so that the axis has a length where nothing is wasted.
    let highest = percents.fold(1.0, f64::max);
    let (begin, end) = (f64::from(first), f64::from(last) + 1.0);
    let are_few = last - first < FEW;
    let axes = Axes {
        first: begin,
        end,
        highest_percent: highest * 1.05,
        // The pattern of padding repeats with every power of two.
        is_logarithmic: !are_few && end / begin > WIDE,
        middle: if are_few { 0.5 } else { 0.0 },
    };

    let mut picture = Picture::new(SIZE);
    let title = format!("Threads wasted by padding {first} to {last} vertices{idvs}");
    let above = [f64::midpoint(LEFT, RIGHT), 24.0];
    picture.text(&title, above, MIDDLE, 20);
    draw_axes(&mut picture, &axes);
    for (rule, (color, width)) in rules.iter().zip(LINES) {
        let curve = rule.curve(counts).into_iter();
        // A point at each end of a count draws it as a step.
        let ends: &[f64] = if are_few { &[0.0, 1.0] } else { &[0.0] };
        let places = curve.flat_map(|(vertices, waste)| {
            let y = axes.y(waste * 100.0);
            ends.iter().map(move |end| (f64::from(vertices) + end, y))
        });
        let places = places.map(|(vertices, y)| [axes.x(vertices), y]);
        picture.line(places, color, width);
    }
    draw_legend(&mut picture, rules);
    picture.finish()
}

fn draw_axes(picture: &mut Picture, axes: &Axes) {
    for vertices in axes.named_counts() {
        let x = axes.x(vertices + axes.middle);
        picture.line([[x, TOP], [x, BOTTOM + 5.0]], LIGHT_GRAY, 1);
        let place = [x, BOTTOM + 16.0];
        picture.text(&format!("{vertices:.0}"), place, MIDDLE, FONT_SIZE);
    }
    for percent in axes.named_percents() {
        let y = axes.y(percent);
        picture.line([[LEFT - 5.0, y], [RIGHT, y]], LIGHT_GRAY, 1);
        let place = [LEFT - 10.0, y];
        picture.text(&short(percent), place, END, FONT_SIZE);
    }
    picture.line([[LEFT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]], GRAY, 1);
    let below = [f64::midpoint(LEFT, RIGHT), BOTTOM + 44.0];
    let counts = ["vertices", "vertices, logarithmic"][usize::from(axes.is_logarithmic)];
    picture.text(counts, below, MIDDLE, FONT_SIZE + 2);
    let beside = [20.0, f64::midpoint(TOP, BOTTOM)];
    picture.upright_text("wasted threads, %", beside, FONT_SIZE + 2);
}

/// The rules' names, in a row below the title.
fn draw_legend(picture: &mut Picture, rules: &[DrawPadding]) {
    const WIDTH: f64 = 120.0;
    const HEIGHT: f64 = 56.0;
    let mut x = f64::midpoint(LEFT, RIGHT) - WIDTH * 1.5;
    for (rule, (color, width)) in rules.iter().zip(LINES) {
        picture.line([[x, HEIGHT], [x + 24.0, HEIGHT]], color, width);
        let name = rule.padding.name();
        picture.text(name, [x + 32.0, HEIGHT], START, FONT_SIZE + 2);
        x += WIDTH;
    }
}

/// A round step for an axis of a length: 1, 2 or 5 times a power of ten.
fn round_step(length: f64) -> f64 {
    let least = length / LABELS;
    let power = 10_f64.powf(least.log10().floor());
    // `least` is 1 to below 10 times the power, so one of these is enough.
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let step = steps.into_iter().find(|step| *step >= least);
    step.unwrap_or(least)
}

/// The multiples of a step from `first` to `last`.
fn multiples(step: f64, first: f64, last: f64) -> Vec<f64> {
    let first = (first / step).ceil();
    let multiples = (0..).map(|number| (first + f64::from(number)) * step);
    multiples.take_while(|multiple| *multiple <= last).collect()
}
