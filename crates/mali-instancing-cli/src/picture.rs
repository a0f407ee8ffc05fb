//! Pictures, as SVG.

use std::io;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::failure::Failure;
use crate::output;

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

pub(crate) type DrawingError = DrawingAreaErrorKind<io::Error>;

/// A picture of so many pixels across and down, on a white ground.
pub(crate) fn svg(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<(), DrawingError>,
) -> Result<String, Failure> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    area.fill(&WHITE)
        .and_then(|()| draw(&area))
        .and_then(|()| area.present())
        .map_err(|error| Failure::Input(format!("cannot draw the picture: {error}")))?;
    drop(area);
    Ok(svg)
}

/// Writes a picture to the file that the option `plot` names.
pub(crate) fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Err(Failure::option(
            "plot",
            "a picture needs a file, and - is none",
        ));
    }
    output::write(Some(path), svg.as_bytes())
}
