//! `gen`: a manifest to code.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::choice::{self, Choice};
use crate::emit::Language;
use crate::failure::Failure;
use crate::manifest::Manifest;
use crate::output;

const EXAMPLES: &str = "Examples:
  mali-instancing gen draws.toml
  mali-instancing gen draws.toml --emit rust -o draws.rs
  mali-instancing gen draws.toml --emit c -o draws.h
  mali-instancing gen draws.toml --emit asm -o draws.s
  mali-instancing gen draws.toml --emit bin -o draws.bin
  mali-instancing gen - < draws.json

A manifest, in TOML; JSON has the same keys:
  arch = \"v7\"
  [[attribute_buffer]]
  name = \"model_row0\"
  vertices = 70
  divisor = 3
  stride = 64
  size = 6400
  address = 0x1000_0000
  [[attribute]]
  name = \"row0\"
  buffer_index = 2              # counts records, two per attribute buffer
  format = \"R32G32B32A32_SFLOAT\"

The languages:
  json   an array per kind, with what the command knows of each record
  rust   pub static MODEL_ROW0: [u32; 8], of no crate
  c      a header for C and C++ with static const uint32_t MODEL_ROW0[8]
  asm    GNU as: global label MODEL_ROW0 in .rodata, aligned
  bin    the little-endian words of all records in the manifest's order

The kinds of records and their keys, besides name and arch:
  attribute_buffer   vertices divisor instances stride size address padding rounding rate idvs
  attribute          buffer_index offset_enable format offset
  special            record (vertex-id, instance-id) vertices instances padding rounding idvs
  invocation         kind (draw, compute) size_x to size_z workgroups_x to workgroups_z
  draw               vertices instances offset_start padding idvs
  valhall_attribute  divisor rate rounding format stride offset buffer_index vertices instances";

/// Turns a manifest of records into code.
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
    let output = arguments.output.as_deref();
    if arguments.emit == Language::Bin && output::is_terminal(output) {
        return Err(Failure::option(
            "emit",
            "bin is not for a terminal to print: name a file with -o, or redirect the output",
        ));
    }
    let manifest = Manifest::open(&arguments.file)?;
    output::write(output, &code(&manifest, arguments.emit, output)?)
}

fn code(
    manifest: &Manifest,
    language: Language,
    output: Option<&Path>,
) -> Result<Vec<u8>, Failure> {
    let records = manifest.records()?;
    language.emit(manifest, &records, output)
}

/// What `gen` makes of the bytes of a manifest, of a file `name`, in the language of the option
/// `emit`: the bytes that it writes, or what it says on stderr. For the fuzzers.
///
/// # Errors
///
/// Whatever is wrong with the manifest, and a language that there is not.
pub fn generate(name: &str, manifest: &[u8], emit: &str) -> Result<Vec<u8>, String> {
    let language = Language::parse(emit)?;
    Manifest::new(name.to_owned(), manifest.to_owned())
        .and_then(|manifest| code(&manifest, language, None))
        .map_err(|failure| failure.to_string())
}
