//! Pictures, as SVG.

use std::fmt::{self, Write};

use crate::notation::tenths;

/// A picture of so many pixels across and down, on a white ground.
pub(crate) struct Picture {
    svg: String,
}

/// A place, in pixels from the left and from the top.
pub(crate) type Place = [f64; 2];

/// Which end of a text is at its place.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A colour: red, green and blue.
#[derive(Clone, Copy)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

pub(crate) const BLACK: Rgb = Rgb(0, 0, 0);
pub(crate) const GRAY: Rgb = Rgb(153, 153, 153);
pub(crate) const LIGHT_GRAY: Rgb = Rgb(224, 224, 224);
pub(crate) const WHITE: Rgb = Rgb(255, 255, 255);

impl Rgb {
    /// The colour mixed with as much white.
    pub(crate) fn lighter(self) -> Self {
        let half = |part: u8| 255 - (255 - part) / 2;
        Self(half(self.0), half(self.1), half(self.2))
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(red, green, blue) = self;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A number to a tenth, as short as it can be said.
pub(crate) struct Tenths(pub(crate) f64);

impl fmt::Display for Tenths {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = tenths(self.0);
        formatter.write_str(tenths.strip_suffix(".0").unwrap_or(&tenths))
    }
}

impl Picture {
    pub(crate) fn new([width, height]: [u32; 2]) -> Self {
        let mut picture = Self { svg: String::new() };
        picture.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">"
        ));
        picture.rectangle(
            [0.0, 0.0],
            [f64::from(width), f64::from(height)],
            WHITE,
            None,
        );
        picture
    }

    fn add(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.svg, "{line}").expect("a String takes any text");
    }

    /// A filled rectangle between two corners, the upper left one first, and its outline.
    pub(crate) fn rectangle(
        &mut self,
        [left, top]: Place,
        [right, bottom]: Place,
        fill: Rgb,
        outline: Option<Rgb>,
    ) {
        let stroke = match outline {
            Some(color) => format!(" stroke=\"{color}\""),
            None => String::new(),
        };
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"{stroke}/>",
            Tenths(left),
            Tenths(top),
            Tenths(right - left),
            Tenths(bottom - top)
        ));
    }

    /// A line through places.
    pub(crate) fn line(&mut self, places: impl IntoIterator<Item = Place>, color: Rgb, width: u32) {
        let places: Vec<String> = places
            .into_iter()
            .map(|[x, y]| format!("{},{}", Tenths(x), Tenths(y)))
            .collect();
        self.add(format_args!(
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\" points=\"{}\"/>",
            places.join(" ")
        ));
    }

    /// A text whose middle is as high as its place, `size` pixels high.
    pub(crate) fn text(&mut self, text: &str, place: Place, anchor: Anchor, size: u32) {
        self.turned_text(text, place, anchor, size, false);
    }

    /// A text that is read from the bottom to the top, around its place.
    pub(crate) fn upright_text(&mut self, text: &str, place: Place, size: u32) {
        self.turned_text(text, place, Anchor::Middle, size, true);
    }

    fn turned_text(
        &mut self,
        text: &str,
        [x, y]: Place,
        anchor: Anchor,
        size: u32,
        is_upright: bool,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y) = (Tenths(x), Tenths(y));
        let turn = if is_upright {
            format!(" transform=\"rotate(-90 {x} {y})\"")
        } else {
            String::new()
        };
        // What centers a line of text by a property of its own is not read by every program.
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"{anchor}\" \
             font-size=\"{size}\"{turn}>{}</text>",
            escape(text)
        ));
    }

    pub(crate) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// The text without what XML would take for its own.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
