//! `trace`: the threads of a small draw, or one thread of a draw, as the reference model runs them.

use std::path::PathBuf;

use clap::Args;
use mali_instancing::draw::DrawCounts;
use mali_instancing_inspect::notation::parse_number;
use mali_instancing_inspect::trace::{RateKeys, TracedDraw, parse_rate};

use crate::failure::Failure;
use crate::files::{self, print_answer};
use crate::help::{examples, help};
use crate::options::{DrawRules, OutputFormatOptions};

/// Runs a small draw on the reference model, thread by thread.
///
/// Each thread has a line, with the element of each attribute. From V9 on, nothing is padded, and the threads are numbered one after the other.
#[derive(Args)]
#[command(after_help = examples(&help!("trace")), after_long_help = help!("trace"), allow_negative_numbers = true)]
pub(crate) struct Trace {
    /// The number of vertices drawn
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>)]
    vertices: u32,

    /// The number of instances drawn; 1 is not padded
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>, default_value = "2")]
    instances: u32,

    /// Adds an attribute, by the number of instances that share an element. 0, as in GL, is an element per
    /// vertex; constant, which is Vulkan's 0, is one element for all
    #[arg(
        long = "divisor", visible_alias = "rate", value_name = "N|constant", value_parser = parse_rate,
        default_value = "0"
    )]
    rates: Vec<RateKeys>,

    /// The first vertex
    #[arg(long, alias = "offset-start", value_name = "N", value_parser = parse_number::<u32>, default_value = "0")]
    first_vertex: u32,

    /// The first instance
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>, default_value = "0")]
    first_instance: u32,

    /// Prints only one thread of a draw of any size, and the steps by which it finds each attribute's bytes. Each attribute
    /// has its own buffer, at address 0, with elements of 4 bytes
    #[arg(long, value_name = "ID", value_parser = parse_number::<u32>)]
    thread: Option<u32>,

    /// Draws the threads into an SVG file: a grid for each attribute, with a colour for each element
    #[arg(long, value_name = "OUT.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    rules: DrawRules,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Trace {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let counts = DrawCounts::instanced(self.vertices, self.instances)
            .with_first_vertex(self.first_vertex)
            .with_first_instance(self.first_instance);
        let pipeline = self.rules.pipeline();
        let rates = self.rates.iter().map(|rate| rate.input_rate());
        let rates = rates.collect::<Result<Vec<_>, _>>();
        let rates = rates.map_err(|reason| Failure::option("divisor", reason))?;
        if let Some(path) = &self.plot {
            files::check_picture(path)?;
            // The picture is of the whole draw, also with `--thread`.
            let picture = TracedDraw::new(pipeline, counts, &rates)?.svg()?;
            files::write(Some(path), picture.as_bytes())?;
        }
        let trace = match self.thread {
            Some(linear_id) => TracedDraw::of_thread(pipeline, counts, &rates, linear_id)?,
            None => TracedDraw::new(pipeline, counts, &rates)?,
        };
        print_answer(&trace, self.format.is_json())
    }
}
