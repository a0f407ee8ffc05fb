//! `gen`: a manifest to code.

use std::path::PathBuf;

use clap::Args;

use crate::choice;
use crate::emit::Language;
use crate::failure::Failure;
use crate::manifest::Manifest;
use crate::output;

const EXAMPLES: &str = "Examples:
  mali-instancing gen draws.toml
  mali-instancing gen draws.toml --emit rust -o draws.rs
  mali-instancing gen - < draws.json

A manifest, in TOML; JSON has the same keys:
  arch = \"v7\"
  [[attribute_buffer]]
  name = \"model_row0\"
  vertices = 70
  divisor = 3
  stride = 64
  size = 6400
  address = 0x1000_0000";

/// Turns a manifest of attribute buffers into code.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The manifest, TOML or JSON; - is the standard input
    file: PathBuf,

    /// What to write
    #[arg(long, value_name = "LANGUAGE", value_parser = choice::parser::<Language>(), default_value = "json")]
    emit: Language,

    /// Where to write it; without it or with -, to the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let manifest = Manifest::open(&arguments.file)?;
    let buffers = manifest.attribute_buffers()?;
    let text = arguments.emit.emit(&manifest, &buffers)?;
    output::write(arguments.output.as_deref(), text.as_bytes())
}
