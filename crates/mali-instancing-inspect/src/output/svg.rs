//! Pictures, as SVG.

use std::fmt::{self, Write};

use crate::notation::tenths;

/// A picture with a white background, of a size in pixels.
pub(crate) struct Picture {
    svg: String,
}

/// A place, in pixels from the left and from the top.
pub(crate) type Place = [f64; 2];

/// The part of a text that is at its place.
pub(crate) type Anchor = &'static str;
pub(crate) const START: Anchor = "start";
pub(crate) const MIDDLE: Anchor = "middle";
pub(crate) const END: Anchor = "end";

/// A colour: red, green and blue.
#[derive(Clone, Copy)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

pub(crate) const BLACK: Rgb = Rgb(0, 0, 0);
pub(crate) const GRAY: Rgb = Rgb(153, 153, 153);
pub(crate) const LIGHT_GRAY: Rgb = Rgb(224, 224, 224);
pub(crate) const WHITE: Rgb = Rgb(255, 255, 255);

impl Rgb {
    /// The colour mixed with the same amount of white.
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

/// The margin around a picture.
pub(crate) const MARGIN: f64 = 16.0;

/// The size of most texts.
pub(crate) const FONT_SIZE: u32 = 12;

/// The sum of `count` lengths.
pub(crate) fn times(count: usize, length: f64) -> f64 {
    // A number of 32 bits is exact in `f64`, and no picture has more items.
    f64::from(u32::try_from(count).unwrap_or(u32::MAX)) * length
}

/// The width of the longest of the texts, whose letters have a width on average that is at most `letter`.
pub(crate) fn width<'a>(texts: impl IntoIterator<Item = &'a str>, letter: f64) -> f64 {
    let lengths = texts.into_iter().map(|text| text.chars().count());
    times(lengths.max().unwrap_or(0), letter)
}

/// A number, rounded to a tenth, as short as possible.
pub(crate) fn short(number: f64) -> String {
    let tenths = tenths(number);
    tenths.strip_suffix(".0").unwrap_or(&tenths).to_owned()
}

impl Picture {
    pub(crate) fn new(size: [f64; 2]) -> Self {
        let [width, height] = size.map(|length| length as u32);
        let mut picture = Self { svg: String::new() };
        picture.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" style=\"max-width:100%;height:auto\" font-family=\"sans-serif\">"
        ));
        picture.rectangle([0.0; 2], [width, height].map(f64::from), WHITE, None);
        picture
    }

    fn add(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.svg, "{line}").expect("a String takes any text");
    }

    /// A filled rectangle with its upper left corner at a place, and its outline.
    pub(crate) fn rectangle(
        &mut self,
        corner: Place,
        size: [f64; 2],
        fill: Rgb,
        outline: Option<Rgb>,
    ) {
        let stroke = outline.map(|color| format!(" stroke=\"{color}\""));
        let stroke = stroke.unwrap_or_default();
        let ([x, y], [width, height]) = (corner.map(short), size.map(short));
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"{stroke}/>"
        ));
    }

    /// A line through places.
    pub(crate) fn line(&mut self, places: impl IntoIterator<Item = Place>, color: Rgb, width: u32) {
        let place = |[x, y]: Place| format!("{},{}", short(x), short(y));
        let places: Vec<String> = places.into_iter().map(place).collect();
        self.add(format_args!(
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\" points=\"{}\"/>",
            places.join(" ")
        ));
    }

    /// A text of `size` pixels, whose vertical middle is at its place.
    pub(crate) fn text(&mut self, text: &str, place: Place, anchor: Anchor, size: u32) {
        self.add_text(text, place, anchor, size, "");
    }

    /// A text in which each letter has a place.
    pub(crate) fn spread_text(&mut self, text: &str, centers: &[f64], y: f64, size: u32) {
        let centers: Vec<String> = centers.iter().copied().map(short).collect();
        self.add_text_at(text, [centers.join(" "), short(y)], MIDDLE, size, "");
    }

    /// A text in a colour, around its place.
    pub(crate) fn colored_text(&mut self, text: &str, place: Place, size: u32, color: Rgb) {
        let fill = format!(" fill=\"{color}\"");
        self.add_text(text, place, MIDDLE, size, &fill);
    }

    /// A text that is read from bottom to top, with its middle at its place.
    pub(crate) fn upright_text(&mut self, text: &str, place: Place, size: u32) {
        let [x, y] = place.map(short);
        let turn = format!(" transform=\"rotate(-90 {x} {y})\"");
        self.add_text(text, place, MIDDLE, size, &turn);
    }

    fn add_text(&mut self, text: &str, place: Place, anchor: Anchor, size: u32, more: &str) {
        self.add_text_at(text, place.map(short), anchor, size, more);
    }

    fn add_text_at(
        &mut self,
        text: &str,
        [x, y]: [String; 2],
        anchor: Anchor,
        size: u32,
        more: &str,
    ) {
        // These characters have a meaning in XML. The ampersand comes first, since the texts for the others have one.
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let text = text.replace('>', "&gt;");
        // Not every program reads the property that centers a line of text vertically.
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"{anchor}\" \
             font-size=\"{size}\"{more}>{text}</text>"
        ));
    }

    pub(crate) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}
