//! `attr`: one attribute buffer, explained.

use std::io::{self, Write};

use clap::Args;
use mali_instancing::AttributeBuffer;
use mali_instancing::decode::Record;
use mali_instancing::draw::DrawCall;
use serde::Serialize;

use crate::attribute_buffer::{Packed, Request};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::format::FormatArguments;
use crate::mode::Mode;
use crate::rate::Rate;
use crate::rules::RuleArguments;
use crate::{choice, explain, number, output, record};

const EXAMPLES: &str = "Examples:
  mali-instancing attr --vertices 70 --divisor 3
  mali-instancing attr --vertices 70 --divisor 3 --instances 100 --stride 64 --size 6400 \\
      --address 0x1000_0000 --json
  mali-instancing attr --vertices 70 --rate constant --arch v6 --idvs";

/// Explains one attribute buffer: counts, mode, fields and words.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// The number of vertices drawn
    #[arg(long, value_name = "N", value_parser = number::parse::<u32>)]
    vertices: u32,

    /// How many instances share an element; absent or 0 (as in GL): an element per vertex
    #[arg(long, value_name = "N", value_parser = number::parse::<u32>)]
    divisor: Option<u32>,

    /// The number of instances drawn; absent: instanced, number not known
    #[arg(long, value_name = "N", value_parser = number::parse::<u32>)]
    instances: Option<u32>,

    /// The distance between elements, in bytes
    #[arg(long, value_name = "BYTES", value_parser = number::parse::<u32>, default_value = "0")]
    stride: u32,

    /// The buffer's size, in bytes
    #[arg(long, value_name = "BYTES", value_parser = number::parse::<u32>, default_value = "0")]
    size: u32,

    /// Where the buffer begins: a multiple of 64 below 2^56
    #[arg(long, value_parser = number::parse::<u64>, default_value = "0")]
    address: u64,

    /// What steps the attribute on; absent: instance with a divisor, else vertex. constant is
    /// Vulkan's divisor 0
    #[arg(long, value_parser = choice::parser::<Rate>())]
    rate: Option<Rate>,

    #[command(flatten)]
    rules: RuleArguments,

    #[command(flatten)]
    format: FormatArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let request = Request {
        call: DrawCall {
            instances: arguments.instances,
            ..arguments.rules.call(arguments.vertices)
        },
        divisor: arguments.divisor,
        rate: arguments.rate,
        address: arguments.address,
        stride: arguments.stride,
        size: arguments.size,
    };
    let packed = request.pack().map_err(|error| Failure::rejected(&error))?;
    output::print(|output| {
        if arguments.format.is_json() {
            serde_json::to_writer_pretty(&mut *output, &Json::new(&request, &packed))?;
            writeln!(output)
        } else {
            print(output, &request, &packed)
        }
    })
}

fn print(output: &mut dyn Write, request: &Request, packed: &Packed) -> io::Result<()> {
    let padded = packed.padded_vertices;
    let mut line = |name: &str, value: String| writeln!(output, "{name:<17} {value}");

    line("architecture", request.call.arch.to_string())?;
    line("vertices", request.call.vertices.to_string())?;
    if request.call.instances == Some(1) {
        line(
            "padded vertices",
            format!("{padded}, not used: one instance is not padded"),
        )?;
    } else {
        let wasted = wasted_threads(request, packed);
        line(
            "padded vertices",
            format!("{padded}, {wasted} threads in {} wasted", padded.get()),
        )?;
    }
    if let Some(hardware_divisor) = packed.hardware_divisor {
        let divisor = hardware_divisor / padded.get();
        line(
            "hardware divisor",
            format!("{hardware_divisor} ({} · {divisor})", padded.get()),
        )?;
    }
    let mode = Mode::from(packed.mode);
    line("mode", mode.title)?;
    line("element", mode.element.to_owned())?;
    for (letter, value) in mode.fields.iter() {
        line(letter, value)?;
    }

    writeln!(output, "\nword  value       fields")?;
    let words = packed.buffer.words();
    let fields = AttributeBuffer::decode(words).map_err(io::Error::other)?;
    let record = Record::AttributeBuffer(fields);
    explain::print_words(output, request.call.arch, &record, &words, 0)?;
    Ok(())
}

/// How many threads of each instance are discarded.
fn wasted_threads(request: &Request, packed: &Packed) -> u32 {
    match request.call.instances {
        Some(1) => 0,
        _ => packed.padded_vertices.get() - request.call.vertices,
    }
}

/// What `gen` says of a record, and what else is known of a single one.
#[derive(Serialize)]
struct Json<'a> {
    vertices: u32,
    wasted_threads: u32,
    #[serde(flatten)]
    record: record::Json<'a>,
    fields: Fields,
}

impl Json<'_> {
    fn new(request: &Request, packed: &Packed) -> Self {
        Self {
            vertices: request.call.vertices,
            wasted_threads: wasted_threads(request, packed),
            record: request.record(packed).to_json(None),
            fields: Mode::from(packed.mode).fields,
        }
    }
}
