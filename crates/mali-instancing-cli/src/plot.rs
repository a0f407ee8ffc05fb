//! The picture of what padding wastes.

use std::ops::RangeInclusive;

use plotters::coord::ranged1d::ValueFormatter;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::failure::Failure;
use crate::picture::{self, Area, DrawingError};
use crate::waste::Rule;

const SIZE: (u32, u32) = (960, 480);

/// Each rule's color and width. Where rules agree, the narrower line leaves the wider in sight.
const LINES: [(RGBColor, u32); 3] = [
    (RGBColor(86, 180, 233), 7),
    (RGBColor(230, 159, 0), 4),
    (RGBColor(0, 0, 0), 1),
];

/// The ratio of the last count to the first from which the axis is logarithmic.
const WIDE: f64 = 64.0;

/// The part of the threads that each rule wastes over a range of vertex counts, as SVG.
pub(crate) fn waste(rules: &[Rule], counts: &RangeInclusive<u32>) -> Result<String, Failure> {
    picture::svg(SIZE, |area| draw(area, rules, counts))
}

fn draw(area: &Area<'_>, rules: &[Rule], counts: &RangeInclusive<u32>) -> Result<(), DrawingError> {
    let (first, last) = (*counts.start(), *counts.end());
    let idvs = if rules.iter().any(|rule| rule.idvs) {
        ", with IDVS"
    } else {
        ""
    };
    let title = format!("Threads wasted by padding {first} to {last} vertices{idvs}");
    let highest = rules
        .iter()
        .filter_map(|rule| rule.summary(counts))
        .map(|summary| summary.worst * 100.0)
        .fold(1.0, f64::max);

    let mut builder = ChartBuilder::on(area);
    builder
        .caption(title, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(56);
    let (left, right) = (f64::from(first), f64::from(last) + 1.0);
    let percents = 0.0..highest * 1.05;
    // Padding repeats itself with every power of two.
    if right / left > WIDE {
        let chart = builder.build_cartesian_2d((left..right).log_scale().base(2.0), percents)?;
        draw_rules(chart, rules, counts, "vertices, logarithmic")
    } else {
        let chart = builder.build_cartesian_2d(left..right, percents)?;
        draw_rules(chart, rules, counts, "vertices")
    }
}

fn draw_rules<'a, X>(
    mut chart: ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, RangedCoordf64>>,
    rules: &[Rule],
    counts: &RangeInclusive<u32>,
    axis: &str,
) -> Result<(), DrawingError>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .x_desc(axis)
        .y_desc("wasted threads, %")
        .x_label_formatter(&|vertices| format!("{vertices:.0}"))
        .y_label_formatter(&|percent| format!("{percent:.1}"))
        .x_labels(12)
        .max_light_lines(0)
        .draw()?;
    for (rule, (color, width)) in rules.iter().zip(LINES) {
        let style = color.stroke_width(width);
        let points = rule
            .curve(counts)
            .into_iter()
            .map(|(vertices, waste)| (f64::from(vertices), waste * 100.0));
        chart
            .draw_series(LineSeries::new(points, style))?
            .label(rule.padding.name())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    Ok(())
}
