//! `attr`: one attribute buffer, explained.

use clap::Args;
use mali_instancing::InputRate;
use mali_instancing::data::Rate;
use mali_instancing::draw::{DrawCounts, VertexBuffer};
use mali_instancing_inspect::attr::ExplainedBuffer;
use mali_instancing_inspect::notation::parse_number;
use mali_instancing_inspect::trace::{RateKeys, parse_rate};

use crate::failure::Failure;
use crate::files::print_answer;
use crate::help::help;
use crate::options::{DrawRules, OutputFormatOptions, choice};

/// Explains one attribute buffer: counts, mode, fields and words.
#[derive(Args)]
#[command(after_help = help!("attr"), allow_negative_numbers = true)]
pub(crate) struct Attr {
    /// The number of vertices drawn
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>)]
    vertices: u32,

    /// The number of instances that share an element; absent or 0 (as in GL): an element per vertex. Or the rate:
    /// constant
    #[arg(long, value_name = "N|constant", value_parser = parse_rate)]
    divisor: Option<RateKeys>,

    /// The number of instances drawn; absent: instanced, number not known
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>)]
    instances: Option<u32>,

    /// The distance between elements, in bytes
    #[arg(long, value_name = "BYTES", value_parser = parse_number::<u32>, default_value = "0")]
    stride: u32,

    /// The buffer's size, in bytes
    #[arg(long, value_name = "BYTES", value_parser = parse_number::<u32>, default_value = "0")]
    size: u32,

    /// The buffer's address: a multiple of 64 below 2^56
    #[arg(long, value_parser = parse_number::<u64>, default_value = "0")]
    address: u64,

    /// The rate at which the element changes: with the vertex, with the instance or never; constant is Vulkan's
    /// divisor 0. Absent: instance if there is a divisor, vertex if not
    #[arg(long, value_parser = choice::parser::<Rate>())]
    rate: Option<Rate>,

    #[command(flatten)]
    rules: DrawRules,

    #[command(flatten)]
    format: OutputFormatOptions,
}

impl Attr {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let counts = DrawCounts::any_instances(self.vertices).with_instances(self.instances);
        let buffer = VertexBuffer::new(self.stride, self.input_rate()?).with_size(Some(self.size));
        let explained = ExplainedBuffer::new(self.rules.pipeline(), counts, buffer, self.address)?;
        print_answer(&explained, self.format.is_json())
    }

    fn input_rate(&self) -> Result<InputRate, Failure> {
        let mut keys = self.divisor.unwrap_or_default();
        match (keys.rate, self.rate) {
            (Some(one), Some(other)) if one != other => {
                let [one, other] = [one, other].map(Rate::name);
                let reason =
                    format!("{one} is a rate, and --rate is {other}: one of the two is allowed");
                return Err(Failure::option("divisor", reason));
            }
            // `--divisor constant` is a rate too, so both options may name one. They agree here, or one is absent.
            (_, rate) => keys.rate = keys.rate.or(rate),
        }
        let rate = keys.input_rate();
        rate.map_err(|reason| Failure::option("divisor", reason))
    }
}
