//! `pad`: padded counts and the threads that they waste, under each rule.

use std::path::PathBuf;

use clap::Args;
use mali_instancing_inspect::pad::{Counts, PaddedCounts};

use crate::failure::Failure;
use crate::files;
use crate::help::help;
use crate::options::OutputFormatOptions;

/// Shows padded counts, and the threads that they waste.
#[derive(Args)]
#[command(after_help = help!("pad"), allow_negative_numbers = true)]
pub(crate) struct Pad {
    /// One vertex count, or a range: A..B without B, A..=B with it
    #[arg(value_name = "N|A..B", value_parser = Counts::parse)]
    counts: Counts,

    /// Draws the wasted part of the threads over the range into an SVG file, and prints a summary
    #[arg(long, value_name = "OUT.svg")]
    plot: Option<PathBuf>,

    /// The draw uses index-driven vertex shading (V6 and later)
    #[arg(long)]
    idvs: bool,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Pad {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let padded = PaddedCounts::new(self.counts.clone(), self.idvs)
            .map_err(|error| Failure::usage(format!("N|A..B: {error}")))?;
        if let Some(path) = &self.plot {
            if matches!(self.counts, Counts::Single(_)) {
                let reason = "a picture needs a range of counts, A..B";
                return Err(Failure::option("plot", reason));
            }
            files::check_picture(path)?;
            files::write(Some(path), padded.svg().as_bytes())?;
            if !self.format.is_json() {
                return files::write(None, padded.summary().as_bytes());
            }
        }
        files::print_answer(&padded, self.format.is_json())
    }
}
