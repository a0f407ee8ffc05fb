//! `varyings`: a manifest of varyings, packed, to a grid, a picture or code.

mod emit_c;
mod emit_json;
mod emit_rust;
mod grid;
mod manifest;
mod packed;
mod palette;
mod plot;
mod text;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::choice::{self, Choice};
use crate::failure::Failure;
use crate::format::FormatArguments;
use crate::manifest::Manifest;
use crate::{output, picture};
use manifest::Interface;
use packed::Packed;

const EXAMPLES: &str = "Examples:
  mali-instancing varyings cube.toml
  mali-instancing varyings cube.toml --plot cube.svg
  mali-instancing varyings cube.toml --json
  mali-instancing varyings cube.toml --emit rust -o cube.rs
  mali-instancing varyings cube.toml --emit c -o cube.h
  mali-instancing varyings - < cube.json

A manifest, in TOML; JSON has the same keys:
  registers = 8                 # 1 to 64; absent: as many as the rules' target has
  rules = \"strict\"              # or relaxed, mali, i965-gen6
  [[varying]]
  name = \"uv\"
  type = \"vec2\"
  array = 3                     # absent: no array
  interpolation = \"smooth\"      # or flat, noperspective; absent: smooth, flat for integers
  sampling = \"center\"           # or centroid, sample

The rules, and how many registers their target has:
  strict      8   what GLSL ES requires every implementation to accept
  relaxed     8   the same, but a matrix takes the components that it has
  mali       16   arrays in the orientation that costs the least: every vector has its record
  i965-gen6  15   the same; flat varyings have registers of their own, divisions are expensive

The grid has . where a component is free, and - where it is taken without holding anything.

The languages:
  json   what --json prints
  rust   pub const UV_REGISTER, UV_COMPONENT, and UV_ELEMENTS: [(u32, u32); 3], of no crate
  c      a header for C and C++ with the same";

/// Packs varyings into registers, and shows where each is.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The manifest, TOML or JSON; - is the standard input
    file: PathBuf,

    /// Draws the grid as a picture, and prints the legend alone
    #[arg(long, value_name = "OUT.svg")]
    plot: Option<PathBuf>,

    /// Writes code instead of the grid
    #[arg(long, value_name = "LANGUAGE", value_parser = choice::parser::<Language>(), conflicts_with_all = ["format", "json"])]
    emit: Option<Language>,

    /// Where to write what would be printed; without it or with -, to the standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    #[command(flatten)]
    format: FormatArguments,
}

#[derive(Clone, Copy, PartialEq)]
enum Language {
    Json,
    Rust,
    C,
}

impl Choice for Language {
    const NAMES: &'static [(&'static str, Self)] =
        &[("json", Self::Json), ("rust", Self::Rust), ("c", Self::C)];
}

impl Language {
    fn emit(
        self,
        manifest: &Manifest,
        packed: &Packed,
        output: Option<&Path>,
    ) -> Result<String, Failure> {
        match self {
            Self::Json => Ok(emit_json::emit(packed)),
            Self::Rust => emit_rust::emit(manifest, packed),
            Self::C => emit_c::emit(manifest, packed, output),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let language = if arguments.format.is_json() {
        Some(Language::Json)
    } else {
        arguments.emit
    };
    let manifest = Manifest::open(&arguments.file)?;
    let interface = Interface::read(&manifest).map_err(|fault| manifest.failure(&fault))?;
    let packed = match interface.pack() {
        Ok(packed) => packed,
        Err(misfit) => {
            // Never to a file: one that is there would pass for the answer that was asked for.
            if language == Some(Language::Json)
                && let Some(json) = emit_json::emit_misfit(&misfit)
            {
                output::write(None, json.as_bytes())?;
            }
            return Err(manifest.failure(&misfit.fault()));
        }
    };
    let output = arguments.output.as_deref();
    let code = language
        .map(|language| language.emit(&manifest, &packed, output))
        .transpose()?;
    if let Some(path) = &arguments.plot {
        picture::write(path, &plot::svg(&packed)?)?;
    }
    match code {
        Some(code) => output::write(output, code.as_bytes()),
        None if arguments.plot.is_some() => output::write_styled(output, &text::legend(&packed)),
        None => output::write_styled(output, &text::grid(&packed)),
    }
}
