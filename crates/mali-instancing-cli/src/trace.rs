//! `trace`: the threads of a small draw, as the reference model runs them.

use std::io::{self, Write};

use clap::Args;
use mali_instancing::InputRate;
use mali_instancing::draw::DrawCall;
use serde::Serialize;

use crate::failure::Failure;
use crate::format::FormatArguments;
use crate::rules::RuleArguments;
use crate::simulation::Simulation;
use crate::{json, number, output};

const EXAMPLES: &str = "Examples:
  mali-instancing trace --vertices 3 --instances 4 --divisor 0 --divisor 2
  mali-instancing trace --vertices 5 --padding tight --json
  mali-instancing trace --vertices 3 --divisor 1 --first-instance 10 --arch v9";

/// Runs a small draw on the reference model: a line a thread, with the element of each attribute.
///
/// From V9 on nothing is padded, and the threads are numbered as they are.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// The number of vertices drawn
    #[arg(long, value_name = "N", value_parser = number::parse::<u32>)]
    vertices: u32,

    /// The number of instances drawn; a single one is not padded
    #[arg(long, value_name = "N", value_parser = number::parse::<u32>, default_value = "2")]
    instances: u32,

    /// An attribute, and how many instances share an element of it; 0 (as in GL): an element per
    /// vertex; constant (Vulkan's 0): one for all. Once for each attribute
    #[arg(long = "divisor", value_name = "N|constant", value_parser = parse_rate, default_value = "0")]
    rates: Vec<InputRate>,

    /// The first vertex
    #[arg(long, value_name = "N", value_parser = number::parse::<u32>, default_value = "0")]
    offset_start: u32,

    /// The first instance
    #[arg(long, value_name = "N", value_parser = number::parse::<u32>, default_value = "0")]
    first_instance: u32,

    #[command(flatten)]
    rules: RuleArguments,

    #[command(flatten)]
    format: FormatArguments,
}

/// A thread in JSON.
#[derive(Serialize)]
struct Json {
    linear_id: u32,
    vertex: u32,
    instance: u32,
    discarded: bool,
    elements: Vec<Option<u32>>,
}

fn parse_rate(text: &str) -> Result<InputRate, String> {
    match text {
        "constant" => Ok(InputRate::Constant),
        divisor => number::parse(divisor).map(InputRate::from_gl_divisor),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let call = DrawCall {
        instances: Some(arguments.instances),
        offset_start: arguments.offset_start,
        first_instance: arguments.first_instance,
        ..arguments.rules.call(arguments.vertices)
    };
    let simulation = Simulation::new(call, &arguments.rates)?;
    output::print(|output| {
        let threads = simulation.threads().map(|(linear_id, thread)| Json {
            linear_id,
            vertex: thread.vertex,
            instance: thread.instance,
            discarded: thread.discarded,
            elements: simulation.elements(linear_id, thread),
        });
        if arguments.format.is_json() {
            json::write_object(output, "threads", threads)
        } else {
            print(output, arguments, threads)
        }
    })
}

fn print(
    output: &mut dyn Write,
    arguments: &Arguments,
    threads: impl Iterator<Item = Json>,
) -> io::Result<()> {
    write!(output, "linear id      vertex    instance  thread   ")?;
    for rate in &arguments.rates {
        let title = match rate {
            InputRate::Vertex => "per vertex".to_owned(),
            InputRate::Instance { divisor } => format!("divisor {divisor}"),
            InputRate::Constant => "constant".to_owned(),
        };
        write!(output, "  {title:>10}")?;
    }
    writeln!(output)?;
    for thread in threads {
        let fate = if thread.discarded {
            "discarded"
        } else {
            "kept"
        };
        write!(
            output,
            "{:>9}  {:>10}  {:>10}  {fate:<9}",
            thread.linear_id, thread.vertex, thread.instance
        )?;
        for element in thread.elements {
            let element = element.map_or("-".to_owned(), |element| element.to_string());
            write!(output, "  {element:>10}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}
